package dev.heddle.physical.codegen;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.heddle.io.memory.Memory;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the bytecode that loads a loop's arguments, and reaches memory at the addresses in them.
 */
final class LoopMemory {
  private static final ClassDesc CD_Memory = ClassDesc.of(Memory.class.getName());
  private static final int ARGUMENTS = 1;

  private final CodeBuilder code;
  private final Map<Integer, Integer> loaded = new HashMap<>(); // local variable by argument

  LoopMemory(CodeBuilder code) {
    this.code = code;
  }

  /** Loads an argument into a local variable. */
  void load(int place) {
    int local = code.allocateLocal(TypeKind.LONG);
    code.aload(ARGUMENTS).loadConstant(place).laload().lstore(local);
    loaded.put(place, local);
  }

  /** Returns the local variable of an argument. */
  int argument(int place) {
    Integer local = loaded.get(place);
    if (local == null) {
      throw new IllegalStateException("Argument " + place + " has not been loaded");
    }
    return local;
  }

  /** Pushes the address of an element of an array. */
  void elementAddress(int place, int index, int width) {
    code.lload(argument(place)).iload(index).i2l();
    code.loadConstant((long) width).lmul().ladd();
  }

  /** Pushes a bit of an array. */
  void bit(int place, int index) {
    code.lload(argument(place)).iload(index).loadConstant(3).iushr().i2l().ladd();
    call("getByte", ConstantDescs.CD_byte, CD_long);
    code.iload(index).loadConstant(7).iand().ishr().iconst_1().iand();
  }

  /** Reads an int at the pushed address into a local variable. */
  int storeInt(String getter) {
    call(getter, CD_int, CD_long);
    int local = code.allocateLocal(TypeKind.INT);
    code.istore(local);
    return local;
  }

  /** Calls a method of {@link Memory} on what has been pushed. */
  void call(String method, ClassDesc result, ClassDesc... parameters) {
    code.invokestatic(CD_Memory, method, MethodTypeDesc.of(result, parameters));
  }
}
