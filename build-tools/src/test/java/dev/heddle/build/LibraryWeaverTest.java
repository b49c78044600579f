package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LibraryWeaverTest {
  private static final ClassDesc OLD = ClassDesc.of("Old");
  private static final ClassDesc TABLE = ClassDesc.of("org.apache.calcite.util.BuiltInMethod");
  private static final ClassDesc METHOD = Method.class.describeConstable().orElseThrow();

  @Test
  void anOldClassBecomesOneThatIsVerifiedByMaps() throws Exception {
    byte[] old =
        made(
            ClassFile.JAVA_5_VERSION,
            0,
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int),
            code -> {
              Label negative = code.newLabel();
              code.iload(0).iflt(negative).loadConstant(1).ireturn();
              code.labelBinding(negative).loadConstant(-1).ireturn();
            });

    byte[] modern = LibraryWeaver.modernise(old, ClassFile.of());

    Method sign = loaded(modern).getDeclaredMethod("made", int.class);
    assertThat(List.of(sign.invoke(null, 5), sign.invoke(null, -5))).isEqualTo(List.of(1, -1));
    assertThat(
            ClassFile.of()
                .parse(modern)
                .methods()
                .getFirst()
                .code()
                .orElseThrow()
                .findAttribute(Attributes.stackMapTable()))
        .isPresent();
    assertThat(LibraryWeaver.modernise(modern, ClassFile.of())).isSameAs(modern);
  }

  @Test
  void methodsOfTheTableAreLookedUpWithoutIt() throws Exception {
    Method wanted = Map.class.getMethod("put", Object.class, Object.class);
    Method withNumbers = String.class.getMethod("substring", int.class, int.class);
    Function<String, Method> table = Map.of("PUT", wanted, "CUT", withNumbers)::get;
    for (int flags : new int[] {0, ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT}) {
      for (String name : List.of("PUT", "CUT")) {
        byte[] reading =
            made(
                ClassFile.JAVA_8_VERSION,
                flags,
                MethodTypeDesc.of(METHOD),
                code ->
                    code.getstatic(TABLE, name, TABLE).getfield(TABLE, "method", METHOD).areturn());

        byte[] woven = LibraryWeaver.withoutTable(reading, ClassFile.of(), table);

        Method made = loaded(woven).getDeclaredMethod("made");
        assertThat(made.invoke(null)).isEqualTo(table.apply(name)).isEqualTo(made.invoke(null));
        assertThat(LibraryWeaver.withoutTable(woven, ClassFile.of(), table)).isSameAs(woven);
      }
    }
  }

  @Test
  void otherUsesOfTheTableStay() {
    byte[] reading =
        made(
            ClassFile.JAVA_8_VERSION,
            0,
            MethodTypeDesc.of(TABLE),
            code -> code.getstatic(TABLE, "PUT", TABLE).areturn());

    assertThat(LibraryWeaver.withoutTable(reading, ClassFile.of(), name -> null)).isSameAs(reading);
  }

  private static byte[] made(
      int version, int flags, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    int access = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
    return ClassFile.of(ClassFile.StackMapsOption.STACK_MAPS_WHEN_REQUIRED)
        .build(
            OLD,
            builder ->
                builder
                    .withVersion(version, 0)
                    .withFlags(ClassFile.ACC_PUBLIC | flags)
                    .withMethodBody("made", type, access, body));
  }

  private static Class<?> loaded(byte[] bytes) {
    return new ClassLoader(LibraryWeaverTest.class.getClassLoader()) {
      Class<?> define() {
        return defineClass("Old", bytes, 0, bytes.length);
      }
    }.define();
  }
}
