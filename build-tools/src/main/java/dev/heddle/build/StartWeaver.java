package dev.heddle.build;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Rewrites our jars so that processes start sooner: pattern switches over types and the methods of
 * records become plain code. The compiler makes call sites of them which are linked at their first
 * use, for up to a millisecond each in an interpreted process, and an ahead-of-time cache does not
 * keep what was linked. The build of the command runs this source file.
 */
public final class StartWeaver {
  private static final int HELPER_FLAGS =
      ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  private StartWeaver() {}

  /** Rewrites our jars in the folders that are named; all their jars are what classes refer to. */
  public static void main(String[] folders) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String folder : folders) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
        found.forEach(jars::add);
      }
    }
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls)) {
      ClassFile files =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader).cached()));
      for (Path jar : jars) {
        String name = jar.getFileName().toString();
        if (name.startsWith("heddle-spark")) {
          continue; // what its classes refer to is not here
        } else if (name.startsWith("heddle")) {
          rewrite(jar, Optional.empty(), (entry, bytes) -> rewrite(bytes, files));
        } else if (name.startsWith("commons-math3") || name.startsWith("picocli")) {
          rewrite(
              jar,
              Optional.of("class files have a newer version"),
              (entry, bytes) -> LibraryWeaver.modernise(bytes, files));
        } else if (name.startsWith("calcite-core")) {
          rewrite(
              jar,
              Optional.of("what starts do by reflection or with calendars is done otherwise"),
              (entry, bytes) -> calcite(entry, bytes, files, loader));
        } else if (name.startsWith("avatica-core")) {
          rewrite(
              jar,
              Optional.of("DateTimeUtils has no ZERO_CALENDAR"),
              (entry, bytes) ->
                  entry.endsWith("/DateTimeUtils.class")
                      ? CalciteWeaver.withoutCalendar(bytes, files)
                      : bytes);
        }
      }
    }
  }

  private static byte[] calcite(String entry, byte[] bytes, ClassFile files, ClassLoader loader) {
    if (entry.startsWith("org/apache/calcite/rel/metadata/")) {
      return LibraryWeaver.withoutTable(bytes, files, each -> builtIn(each, loader));
    }
    return switch (entry) {
      case "org/apache/calcite/sql/fun/SqlStdOperatorTable.class" ->
          CalciteWeaver.withListedOperators(bytes, files, () -> operators(loader));
      case "org/apache/calcite/plan/RelOptPredicateList.class",
          "org/apache/calcite/rex/RexBuilder.class",
          "org/apache/calcite/rex/RexSimplify.class" ->
          CalciteWeaver.withLateCalendars(bytes, files);
      default -> bytes;
    };
  }

  /** Returns the fields that Calcite's table of operators takes, in its order. */
  private static List<Field> operators(ClassLoader loader) {
    try {
      Class<?> type = loader.loadClass("org.apache.calcite.sql.fun.SqlStdOperatorTable");
      Object table = type.getMethod("instance").invoke(null);
      List<?> taken = (List<?>) type.getMethod("getOperatorList").invoke(table);
      IdentityHashMap<Object, Boolean> isTaken = new IdentityHashMap<>();
      taken.forEach(each -> isTaken.put(each, true));
      List<Field> fields = new ArrayList<>();
      for (Field each : type.getFields()) {
        if (isTaken.containsKey(each.get(null))) {
          fields.add(each);
        }
      }
      if (fields.size() != taken.size()) {
        throw new IllegalStateException(
            "Calcite's table has " + taken.size() + " operators of " + fields.size() + " fields");
      }
      return fields;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Calcite's operators are not where they were", e);
    }
  }

  /** Returns what Calcite's table of methods has under a name. */
  private static Method builtIn(String name, ClassLoader loader) {
    try {
      Class<?> table = loader.loadClass("org.apache.calcite.util.BuiltInMethod");
      return (Method) table.getField("method").get(table.getField(name).get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Calcite's methods are not where they were: " + name, e);
    }
  }

  /**
   * Rewrites the classes of a jar.
   *
   * @param notice what a library's manifest is to say of it
   */
  private static void rewrite(
      Path jar, Optional<String> notice, BiFunction<String, byte[], byte[]> way)
      throws IOException {
    Path part = jar.resolveSibling(jar.getFileName() + ".part");
    boolean isChanged = false;
    try (JarFile from = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(part);
        JarOutputStream to = new JarOutputStream(file)) {
      for (Enumeration<JarEntry> entries = from.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTime(entry.getTime());
        to.putNextEntry(copy);
        try (InputStream in = from.getInputStream(entry)) {
          byte[] bytes = in.readAllBytes();
          if (notice.isPresent() && entry.getName().equals(JarFile.MANIFEST_NAME)) {
            to.write(withNotice(bytes, notice.get()));
            continue;
          }
          boolean isClass =
              entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class");
          byte[] written = isClass ? way.apply(entry.getName(), bytes) : bytes;
          to.write(written);
          isChanged |= written != bytes;
        }
      }
    }
    if (isChanged) {
      Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(part); // an older build has rewritten it
    }
  }

  private static byte[] withNotice(byte[] manifest, String notice) throws IOException {
    Manifest changed = new Manifest(new ByteArrayInputStream(manifest));
    changed.getMainAttributes().putValue("Heddle-Modified", notice);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    changed.write(bytes);
    return bytes.toByteArray();
  }

  /** Returns a class without the call sites that can be written out, or the same bytes. */
  static byte[] rewrite(byte[] bytes, ClassFile files) {
    ClassModel model = files.parse(bytes);
    List<Consumer<ClassBuilder>> helpers = new ArrayList<>();
    boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
    Sites sites = new Sites(model.thisClass().asSymbol(), isInterface, helpers);
    byte[] woven =
        files.transformClass(
            model,
            ClassTransform.transformingMethodBodies(sites)
                .andThen(
                    ClassTransform.endHandler(
                        builder -> helpers.forEach(each -> each.accept(builder)))));
    return helpers.isEmpty() ? bytes : woven;
  }

  private record Sites(ClassDesc owner, boolean isInterface, List<Consumer<ClassBuilder>> helpers)
      implements CodeTransform {
    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof InvokeDynamicInstruction site) {
        Optional<Consumer<CodeBuilder>> body = body(site);
        if (body.isPresent()) {
          String name = "start$" + helpers.size();
          MethodTypeDesc type = site.typeSymbol();
          helpers.add(builder -> builder.withMethodBody(name, type, HELPER_FLAGS, body.get()));
          code.invokestatic(owner, name, type, isInterface);
          return;
        }
      }
      code.with(element);
    }

    /** Returns what does the same as a call site, or nothing where that is left alone. */
    private Optional<Consumer<CodeBuilder>> body(InvokeDynamicInstruction site) {
      List<ConstantDesc> arguments = site.bootstrapArgs();
      String bootstrap =
          site.bootstrapMethod().owner().displayName() + "." + site.bootstrapMethod().methodName();
      if (bootstrap.equals("SwitchBootstraps.typeSwitch")) {
        boolean isOverTypes = arguments.stream().allMatch(each -> each instanceof ClassDesc);
        return isOverTypes ? Optional.of(code -> switchOver(arguments, code)) : Optional.empty();
      }
      if (bootstrap.equals("SwitchBootstraps.enumSwitch")) {
        ClassDesc type = site.typeSymbol().parameterType(0);
        return Optional.of(code -> switchOver(type, arguments, code));
      }
      if (!bootstrap.equals("ObjectMethods.bootstrap")) {
        return Optional.empty();
      }
      List<DirectMethodHandleDesc> fields =
          arguments.stream().skip(2).map(each -> (DirectMethodHandleDesc) each).toList();
      return switch (site.name().stringValue()) {
        case "equals" -> Optional.of(code -> compare(fields, code));
        case "hashCode" -> Optional.of(code -> hash(fields, code));
        case "toString" -> Optional.of(code -> print(fields, code));
        default -> Optional.empty();
      };
    }

    /** The first label, from the second argument on, of which the first argument is one. */
    private static void switchOver(List<ConstantDesc> labels, CodeBuilder code) {
      Label some = code.newLabel();
      code.aload(0).ifnonnull(some).loadConstant(-1).ireturn().labelBinding(some);
      for (int i = 0; i < labels.size(); i++) {
        Label next = code.newLabel();
        code.iload(1).loadConstant(i).if_icmpgt(next);
        code.aload(0).instanceOf((ClassDesc) labels.get(i)).ifeq(next);
        code.loadConstant(i).ireturn().labelBinding(next);
      }
      code.loadConstant(labels.size()).ireturn();
    }

    /** As above, where a label is the name of a constant of an enum or its type. */
    private static void switchOver(ClassDesc type, List<ConstantDesc> names, CodeBuilder code) {
      Label some = code.newLabel();
      code.aload(0).ifnonnull(some).loadConstant(-1).ireturn().labelBinding(some);
      for (int i = 0; i < names.size(); i++) {
        Label next = code.newLabel();
        code.iload(1).loadConstant(i).if_icmpgt(next);
        if (names.get(i) instanceof String name) {
          code.aload(0).getstatic(type, name, type).if_acmpne(next);
        } else {
          code.aload(0).instanceOf((ClassDesc) names.get(i)).ifeq(next);
        }
        code.loadConstant(i).ireturn().labelBinding(next);
      }
      code.loadConstant(names.size()).ireturn();
    }

    private void compare(List<DirectMethodHandleDesc> fields, CodeBuilder code) {
      Label other = code.newLabel();
      Label unequal = code.newLabel();
      code.aload(0).aload(1).if_acmpne(other).iconst_1().ireturn().labelBinding(other);
      code.aload(1).instanceOf(owner).ifeq(unequal);
      code.aload(1).checkcast(owner).astore(2);
      for (DirectMethodHandleDesc each : fields) {
        ClassDesc type = each.invocationType().returnType();
        code.aload(0).getfield(owner, each.methodName(), type);
        code.aload(2).getfield(owner, each.methodName(), type);
        switch (TypeKind.from(type)) {
          case REFERENCE -> {
            MethodTypeDesc equals = MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object);
            code.invokestatic(OBJECTS, "equals", equals).ifeq(unequal);
          }
          case LONG -> code.lcmp().ifne(unequal);
          case FLOAT -> {
            MethodTypeDesc order = MethodTypeDesc.of(CD_int, CD_float, CD_float);
            code.invokestatic(boxed(type), "compare", order).ifne(unequal);
          }
          case DOUBLE -> {
            MethodTypeDesc order = MethodTypeDesc.of(CD_int, CD_double, CD_double);
            code.invokestatic(boxed(type), "compare", order).ifne(unequal);
          }
          default -> code.if_icmpne(unequal);
        }
      }
      code.iconst_1().ireturn().labelBinding(unequal).iconst_0().ireturn();
    }

    private void hash(List<DirectMethodHandleDesc> fields, CodeBuilder code) {
      code.iconst_0();
      for (DirectMethodHandleDesc each : fields) {
        ClassDesc type = each.invocationType().returnType();
        code.loadConstant(31).imul().aload(0).getfield(owner, each.methodName(), type);
        if (type.isPrimitive()) {
          code.invokestatic(boxed(type), "hashCode", MethodTypeDesc.of(CD_int, type));
        } else {
          code.invokestatic(OBJECTS, "hashCode", MethodTypeDesc.of(CD_int, CD_Object));
        }
        code.iadd();
      }
      code.ireturn();
    }

    private void print(List<DirectMethodHandleDesc> fields, CodeBuilder code) {
      code.new_(BUILDER).dup().invokespecial(BUILDER, "<init>", MethodTypeDesc.of(CD_void));
      String name = owner.displayName();
      String before = name.substring(name.lastIndexOf('$') + 1).replaceFirst("^\\d+", "") + "[";
      for (DirectMethodHandleDesc each : fields) {
        ClassDesc type = each.invocationType().returnType();
        append(before + each.methodName() + "=", code);
        code.aload(0).getfield(owner, each.methodName(), type);
        code.invokestatic(CD_String, "valueOf", MethodTypeDesc.of(CD_String, printed(type)));
        code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, CD_String));
        before = ", ";
      }
      append(fields.isEmpty() ? before + "]" : "]", code);
      code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(CD_String)).areturn();
    }

    private static void append(String text, CodeBuilder code) {
      code.loadConstant(text);
      code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, CD_String));
    }

    private static ClassDesc printed(ClassDesc type) {
      return switch (TypeKind.from(type)) {
        case REFERENCE -> CD_Object;
        case BYTE, SHORT -> CD_int;
        default -> type;
      };
    }

    private static ClassDesc boxed(ClassDesc type) {
      return ClassDesc.of(
          switch (TypeKind.from(type)) {
            case BOOLEAN -> "java.lang.Boolean";
            case BYTE -> "java.lang.Byte";
            case SHORT -> "java.lang.Short";
            case CHAR -> "java.lang.Character";
            case INT -> "java.lang.Integer";
            case LONG -> "java.lang.Long";
            case FLOAT -> "java.lang.Float";
            case DOUBLE -> "java.lang.Double";
            case REFERENCE, VOID -> throw new IllegalArgumentException(type.displayName());
          });
    }
  }
}
