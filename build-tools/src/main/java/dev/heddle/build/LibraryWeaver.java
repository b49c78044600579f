package dev.heddle.build;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Rewrites classes of libraries that cost each start more than what they do is worth. */
final class LibraryWeaver {
  private static final int MODERN = ClassFile.JAVA_8_VERSION;
  private static final ClassDesc METHOD = ClassDesc.of("java.lang.reflect.Method");
  private static final MethodTypeDesc LOOK_UP =
      MethodTypeDesc.of(METHOD, CD_String, CD_Class.arrayType());
  private static final ClassDesc BUILT_IN = ClassDesc.of("org.apache.calcite.util.BuiltInMethod");

  private LibraryWeaver() {}

  /**
   * Returns a class as one of a version whose verifier's maps an ahead-of-time cache wants: it
   * leaves older classes out. The same bytes if it is no older one.
   */
  static byte[] modernise(byte[] bytes, ClassFile files) {
    ClassModel model = files.parse(bytes);
    if (model.majorVersion() >= ClassFile.JAVA_6_VERSION) {
      return bytes;
    }
    ClassTransform version =
        (builder, element) ->
            builder.with(
                element instanceof ClassFileVersion ? ClassFileVersion.of(MODERN, 0) : element);
    CodeTransform maps = CodeBuilder::with; // which makes maps of its own
    return files.transformClass(
        model, ClassTransform.transformingMethodBodies(maps).andThen(version));
  }

  /**
   * Returns a class that looks the few methods up itself that it takes from Calcite's table of many
   * hundred, all of which the first use of one looks up. The same bytes if it takes none.
   *
   * @param table what the table has under a name
   */
  static byte[] withoutTable(byte[] bytes, ClassFile files, Function<String, Method> table) {
    ClassModel model = files.parse(bytes);
    List<Consumer<ClassBuilder>> helpers = new ArrayList<>();
    ClassDesc owner = model.thisClass().asSymbol();
    boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
    byte[] woven =
        files.transformClass(
            model,
            ClassTransform.transformingMethodBodies(
                    CodeTransform.ofStateful(
                        () -> new TableReads(owner, isInterface, table, helpers)))
                .andThen(
                    ClassTransform.endHandler(
                        builder -> helpers.forEach(each -> each.accept(builder)))));
    return helpers.isEmpty() ? bytes : woven;
  }

  /** Replaces the two instructions {@code BuiltInMethod.NAME} and {@code .method}. */
  private static final class TableReads implements CodeTransform {
    private final ClassDesc owner;
    private final boolean isInterface;
    private final Function<String, Method> table;
    private final List<Consumer<ClassBuilder>> helpers;
    private FieldInstruction entry;

    TableReads(
        ClassDesc owner,
        boolean isInterface,
        Function<String, Method> table,
        List<Consumer<ClassBuilder>> helpers) {
      this.owner = owner;
      this.isInterface = isInterface;
      this.table = table;
      this.helpers = helpers;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      FieldInstruction before = entry;
      entry = null;
      if (before != null) {
        if (element instanceof FieldInstruction field
            && field.opcode() == Opcode.GETFIELD
            && field.name().equalsString("method")) {
          String name = helper(table.apply(before.name().stringValue()));
          code.invokestatic(owner, name, MethodTypeDesc.of(METHOD), isInterface);
          return;
        }
        code.with(before);
      }
      if (element instanceof FieldInstruction field
          && field.opcode() == Opcode.GETSTATIC
          && field.typeSymbol().equals(BUILT_IN)) {
        entry = field;
      } else {
        code.with(element);
      }
    }

    @Override
    public void atEnd(CodeBuilder code) {
      if (entry != null) {
        code.with(entry);
      }
    }

    /** Makes a method that returns one; only initialisers of interfaces ask, and do so once. */
    private String helper(Method method) {
      String name = "start$" + helpers.size();
      int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
      helpers.add(
          builder -> {
            if (!isInterface) {
              builder.withField(name, METHOD, flags);
            }
            builder.withMethodBody(
                name,
                MethodTypeDesc.of(METHOD),
                flags,
                code -> {
                  if (isInterface) {
                    lookUp(method, code);
                    code.areturn();
                    return;
                  }
                  Label known = code.newLabel();
                  code.getstatic(owner, name, METHOD).dup().ifnonnull(known).pop();
                  lookUp(method, code);
                  code.dup().putstatic(owner, name, METHOD).labelBinding(known).areturn();
                });
          });
      return name;
    }

    private static void lookUp(Method method, CodeBuilder code) {
      Class<?>[] parameters = method.getParameterTypes();
      code.loadConstant(desc(method.getDeclaringClass()))
          .loadConstant(method.getName())
          .loadConstant(parameters.length)
          .anewarray(CD_Class);
      for (int i = 0; i < parameters.length; i++) {
        code.dup().loadConstant(i);
        if (parameters[i].isPrimitive()) {
          String box =
              java.lang.invoke.MethodType.methodType(parameters[i]).wrap().returnType().getName();
          code.getstatic(ClassDesc.of(box), "TYPE", CD_Class);
        } else {
          code.loadConstant(desc(parameters[i]));
        }
        code.aastore();
      }
      code.invokevirtual(CD_Class, "getMethod", LOOK_UP);
    }

    private static ClassDesc desc(Class<?> type) {
      return ClassDesc.ofDescriptor(type.descriptorString());
    }
  }
}
