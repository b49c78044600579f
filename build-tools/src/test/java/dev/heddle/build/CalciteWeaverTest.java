package dev.heddle.build;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CalciteWeaverTest {
  private static final ClassDesc SOME = ClassDesc.of("Some");
  private static final ClassDesc TABLE = ClassDesc.of("org.apache.calcite.sql.SqlOperatorTable");
  private static final ClassDesc LITERAL = ClassDesc.of("org.apache.calcite.rex.RexLiteral");
  private static final ClassDesc COMPARABLE = ClassDesc.of("java.lang.Comparable");
  private static final ClassDesc CALENDAR = ClassDesc.of("java.util.Calendar");
  private static final ClassDesc ZONE = ClassDesc.of("java.util.TimeZone");
  private static final ClassDesc LOCALE = ClassDesc.of("java.util.Locale");
  private static final ClassDesc DATES =
      ClassDesc.of("org.apache.calcite.avatica.util.DateTimeUtils");

  @Test
  void operatorsAreListedInTheOrderOfTheFields() throws Exception {
    List<Field> fields =
        List.of(Locale.class.getField("ROOT"), Locale.Category.class.getField("FORMAT"));
    byte[] table =
        made(
            "made",
            MethodTypeDesc.of(TABLE, SOME),
            code -> code.aload(0).invokevirtual(SOME, "init", MethodTypeDesc.of(TABLE)).areturn());

    byte[] woven = CalciteWeaver.withListedOperators(table, ClassFile.of(), () -> fields);

    assertThat(uses(woven, "made")).containsExactly("start$operators");
    assertThat(uses(woven, "start$operators"))
        .containsExactly("<init>", "ROOT", "add", "FORMAT", "add", "buildIndex", "setOperators");
    assertThat(CalciteWeaver.withListedOperators(woven, ClassFile.of(), () -> fields))
        .isSameAs(woven);
  }

  @Test
  void anInitialiserMakesNoCalendarAndDoesTheRest() throws Exception {
    byte[] dates =
        made(
            "<clinit>",
            MethodTypeDesc.of(CD_void),
            code ->
                code.loadConstant("UTC")
                    .invokestatic(
                        ZONE,
                        "getTimeZone",
                        MethodTypeDesc.of(ZONE, ClassDesc.of("java.lang.String")))
                    .dup()
                    .putstatic(SOME, "ZONE", ZONE)
                    .getstatic(LOCALE, "ROOT", LOCALE)
                    .invokestatic(
                        CALENDAR, "getInstance", MethodTypeDesc.of(CALENDAR, ZONE, LOCALE))
                    .putstatic(SOME, "ZERO_CALENDAR", CALENDAR)
                    .getstatic(SOME, "ZERO_CALENDAR", CALENDAR)
                    .lconst_0()
                    .invokevirtual(CALENDAR, "setTimeInMillis", MethodTypeDesc.of(CD_void, CD_long))
                    .return_());

    byte[] woven = CalciteWeaver.withoutCalendar(dates, ClassFile.of());

    Class<?> made = loaded(woven);
    assertThat(made.getField("ZONE").get(null)).isEqualTo(TimeZone.getTimeZone("UTC"));
    assertThat(made.getField("ZERO_CALENDAR").get(null)).isNull();
    assertThat(CalciteWeaver.withoutCalendar(woven, ClassFile.of())).isSameAs(woven);
  }

  @Test
  void aCalendarThatIsUsedOtherwiseEndsTheBuild() {
    byte[] dates =
        made(
            "<clinit>",
            MethodTypeDesc.of(CD_void),
            code ->
                code.getstatic(SOME, "ZERO_CALENDAR", CALENDAR)
                    .invokevirtual(CALENDAR, "clear", MethodTypeDesc.of(CD_void))
                    .return_());

    assertThatThrownBy(() -> CalciteWeaver.withoutCalendar(dates, ClassFile.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("clear");
  }

  @Test
  void calendarsAreMadeWhereTheyAreTaken() {
    byte[] taking =
        made(
            "made",
            MethodTypeDesc.of(CALENDAR),
            code -> code.getstatic(DATES, "ZERO_CALENDAR", CALENDAR).areturn());

    byte[] woven = CalciteWeaver.withLateCalendars(taking, ClassFile.of());

    assertThat(uses(woven, "made")).containsExactly("calendar");
    assertThat(CalciteWeaver.withLateCalendars(woven, ClassFile.of())).isSameAs(woven);
  }

  @Test
  void whetherALiteralIsNullIsAskedWithoutItsValue() {
    MethodTypeDesc value = MethodTypeDesc.of(COMPARABLE);
    byte[] asking =
        made(
            "made",
            MethodTypeDesc.of(CD_boolean, LITERAL),
            code -> {
              Label isNull = code.newLabel();
              code.aload(0).invokevirtual(LITERAL, "getValue", value).ifnull(isNull);
              code.loadConstant(0).ireturn().labelBinding(isNull).loadConstant(1).ireturn();
            });
    byte[] taking =
        made(
            "made",
            MethodTypeDesc.of(COMPARABLE, LITERAL),
            code -> code.aload(0).invokevirtual(LITERAL, "getValue", value).areturn());

    byte[] woven = CalciteWeaver.withLateCalendars(asking, ClassFile.of());

    assertThat(uses(woven, "made")).containsExactly("Comparable", "getValueAs");
    assertThat(CalciteWeaver.withLateCalendars(taking, ClassFile.of())).isSameAs(taking);
  }

  private static byte[] made(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    int access = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
    return ClassFile.of(ClassFile.StackMapsOption.STACK_MAPS_WHEN_REQUIRED)
        .build(
            SOME,
            builder ->
                builder
                    .withVersion(ClassFile.JAVA_8_VERSION, 0)
                    .withFlags(ClassFile.ACC_PUBLIC)
                    .withField("ZONE", ZONE, access)
                    .withField("ZERO_CALENDAR", CALENDAR, access)
                    .withMethodBody(name, type, access, body));
  }

  /** Returns the names of the fields, methods and classes that a method uses, in order. */
  private static List<String> uses(byte[] bytes, String method) {
    List<String> names = new ArrayList<>();
    ClassFile.of().parse(bytes).methods().stream()
        .filter(each -> each.methodName().equalsString(method))
        .flatMap(each -> each.code().orElseThrow().elementStream())
        .filter(Instruction.class::isInstance)
        .forEach(each -> addUse(each, names));
    return names;
  }

  private static void addUse(CodeElement element, List<String> names) {
    if (element instanceof InvokeInstruction call) {
      names.add(call.name().stringValue());
    } else if (element instanceof FieldInstruction field) {
      names.add(field.name().stringValue());
    } else if (element instanceof ConstantInstruction constant
        && constant.constantValue() instanceof ClassDesc type) {
      names.add(type.displayName());
    }
  }

  private static Class<?> loaded(byte[] bytes) throws ReflectiveOperationException {
    ClassLoader loader =
        new ClassLoader(CalciteWeaverTest.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) {
            return defineClass(name, bytes, 0, bytes.length);
          }
        };
    return Class.forName("Some", true, loader);
  }
}
