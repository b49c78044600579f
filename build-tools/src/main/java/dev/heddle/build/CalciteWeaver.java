package dev.heddle.build;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Supplier;

/**
 * Rewrites what classes of Calcite do at each start by reflection, or by calendars, the first of
 * which makes all locales that the JDK knows. A class without it stays as it is, with the same
 * bytes.
 */
final class CalciteWeaver {
  private static final ClassDesc CALENDAR = ClassDesc.of("java.util.Calendar");
  private static final ClassDesc COMPARABLE = ClassDesc.of("java.lang.Comparable");
  private static final ClassDesc LIST = ClassDesc.of("java.util.ArrayList");
  private static final ClassDesc TABLE = ClassDesc.of("org.apache.calcite.sql.SqlOperatorTable");
  private static final ClassDesc LITERAL = ClassDesc.of("org.apache.calcite.rex.RexLiteral");
  private static final ClassDesc UTIL = ClassDesc.of("org.apache.calcite.util.Util");
  private static final MethodTypeDesc INDEX =
      MethodTypeDesc.of(
          ClassDesc.of("com.google.common.collect.ImmutableMultimap"),
          ClassDesc.of("java.lang.Iterable"));
  private static final MethodTypeDesc SET =
      MethodTypeDesc.of(CD_void, ClassDesc.of("com.google.common.collect.Multimap"));
  private static final String LISTED = "start$operators";

  private CalciteWeaver() {}

  /**
   * Returns a table of operators that names its fields, in place of looking for them, and for their
   * annotations, by reflection.
   *
   * @param operators the fields that it would find, in their order
   */
  static byte[] withListedOperators(
      byte[] bytes, ClassFile files, Supplier<List<Field>> operators) {
    ClassModel model = files.parse(bytes);
    ClassDesc owner = model.thisClass().asSymbol();
    MethodTypeDesc listed = MethodTypeDesc.of(TABLE, owner);
    boolean[] isFound = new boolean[1];
    CodeTransform calls =
        (code, element) -> {
          if (isCall(element, "init", MethodTypeDesc.of(TABLE))) {
            isFound[0] = true;
            code.invokestatic(owner, LISTED, listed);
          } else {
            code.with(element);
          }
        };
    int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    byte[] woven =
        files.transformClass(
            model,
            ClassTransform.transformingMethodBodies(calls)
                .andThen(
                    ClassTransform.endHandler(
                        builder -> {
                          if (isFound[0]) {
                            builder.withMethodBody(
                                LISTED, listed, flags, code -> list(owner, operators.get(), code));
                          }
                        })));
    return isFound[0] ? woven : bytes;
  }

  private static void list(ClassDesc owner, List<Field> operators, CodeBuilder code) {
    code.aload(0).new_(LIST).dup().invokespecial(LIST, INIT_NAME, MethodTypeDesc.of(CD_void));
    for (Field each : operators) {
      code.dup()
          .getstatic(
              ClassDesc.ofDescriptor(each.getDeclaringClass().descriptorString()),
              each.getName(),
              ClassDesc.ofDescriptor(each.getType().descriptorString()))
          .invokevirtual(LIST, "add", MethodTypeDesc.of(CD_boolean, CD_Object))
          .pop();
    }
    code.invokestatic(owner, "buildIndex", INDEX)
        .invokevirtual(owner, "setOperators", SET)
        .aload(0)
        .areturn();
  }

  /** Returns a class whose initialiser makes no calendar; its field for one is null. */
  static byte[] withoutCalendar(byte[] bytes, ClassFile files) {
    ClassModel model = files.parse(bytes);
    boolean[] isFound = new boolean[1];
    CodeTransform calls =
        (code, element) -> {
          if (element instanceof InvokeInstruction call
              && call.owner().asInternalName().equals("java/util/Calendar")) {
            isFound[0] = true;
            switch (call.name().stringValue()) {
              case "getInstance" -> code.pop2().aconst_null();
              case "setTimeInMillis" -> code.pop2().pop();
              default -> throw new IllegalStateException("The calendar is used otherwise: " + call);
            }
          } else {
            code.with(element);
          }
        };
    byte[] woven =
        files.transformClass(
            model,
            ClassTransform.transformingMethodBodies(
                method -> method.methodName().equalsString(CLASS_INIT_NAME), calls));
    return isFound[0] ? woven : bytes;
  }

  /**
   * Returns a class that makes a calendar where it would take that of {@link #withoutCalendar}, and
   * that asks whether a literal is null without making a calendar of its value.
   */
  static byte[] withLateCalendars(byte[] bytes, ClassFile files) {
    boolean[] isFound = new boolean[1];
    byte[] woven =
        files.transformClass(
            files.parse(bytes),
            ClassTransform.transformingMethodBodies(
                CodeTransform.ofStateful(() -> new LateCalendars(isFound))));
    return isFound[0] ? woven : bytes;
  }

  private static boolean isCall(CodeElement element, String name, MethodTypeDesc type) {
    return element instanceof InvokeInstruction call
        && call.opcode() == Opcode.INVOKEVIRTUAL
        && call.name().equalsString(name)
        && call.typeSymbol().equals(type);
  }

  private static final class LateCalendars implements CodeTransform {
    private final boolean[] isFound;
    private CodeElement value;

    LateCalendars(boolean[] isFound) {
      this.isFound = isFound;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (value != null) {
        if (element instanceof BranchInstruction branch
            && (branch.opcode() == Opcode.IFNULL || branch.opcode() == Opcode.IFNONNULL)) {
          isFound[0] = true;
          code.loadConstant(COMPARABLE)
              .invokevirtual(LITERAL, "getValueAs", MethodTypeDesc.of(CD_Object, CD_Class));
        } else {
          code.with(value);
        }
        value = null;
      }
      if (isCall(element, "getValue", MethodTypeDesc.of(COMPARABLE))
          && ((InvokeInstruction) element).owner().asSymbol().equals(LITERAL)) {
        value = element;
      } else if (element instanceof FieldInstruction field
          && field.opcode() == Opcode.GETSTATIC
          && field.name().equalsString("ZERO_CALENDAR")) {
        isFound[0] = true;
        code.lconst_0().invokestatic(UTIL, "calendar", MethodTypeDesc.of(CALENDAR, CD_long));
      } else {
        code.with(element);
      }
    }

    @Override
    public void atEnd(CodeBuilder code) {
      if (value != null) {
        code.with(value);
      }
    }
  }
}
