package dev.heddle.physical.codegen;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.heddle.io.batch.Layout;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the bytecode of the values of a loop's row: each is computed into a local variable of its
 * own, once; the JVM's compiler keeps them in registers.
 */
final class ValueEmitter {
  private final CodeBuilder code;
  private final LoopMemory memory;
  private final LoopForm form;
  private final LoopArguments places;
  private final int row;
  private final Map<LoopValue, Integer> values = new HashMap<>(); // local variable of this row
  private final Map<Integer, Integer> masks = new HashMap<>(); // local variable: all bits or none
  private int position; // of the row in columns that are not dense

  ValueEmitter(CodeBuilder code, LoopMemory memory, LoopForm form, LoopArguments places, int row) {
    this.code = code;
    this.memory = memory;
    this.form = form;
    this.places = places;
    this.row = row;
  }

  /** Begins a row, of which no value is known; its position is in a local variable. */
  void startRow(int newPosition) {
    position = newPosition;
    values.clear();
    masks.clear();
  }

  /** Returns the local variable of a value that changes no state where its mask marks a null. */
  int masked(LoopValue value, LoopState state, int mask) {
    int plain = local(value);
    if (mask < 0) {
      return plain;
    }
    int bits = mask(mask);
    if (state == LoopState.DOUBLE_SUM) {
      int result = code.allocateLocal(TypeKind.DOUBLE);
      code.dload(plain);
      rawBits();
      code.lload(bits).land();
      fromRawBits();
      code.dstore(result);
      return result;
    }
    int result = code.allocateLocal(TypeKind.LONG);
    code.lload(plain).lload(bits).land();
    if (!state.isExactSum()) {
      code.loadConstant(state == LoopState.SMALLEST ? Long.MAX_VALUE : Long.MIN_VALUE);
      code.lload(bits).loadConstant(-1L).lxor().land().lor();
    }
    code.lstore(result);
    return result;
  }

  private int mask(int mask) {
    Integer known = masks.get(mask);
    if (known != null) {
      return known;
    }
    int result = code.allocateLocal(TypeKind.LONG);
    memory.bit(places.mask(mask), row);
    code.i2l().lneg().lstore(result);
    masks.put(mask, result);
    return result;
  }

  private int local(LoopValue value) {
    Integer known = values.get(value);
    if (known != null) {
      return known;
    }
    if (value instanceof LoopValue.Bounded bounded) {
      int same = local(bounded.value());
      values.put(value, same);
      return same;
    }
    compute(value);
    int result = code.allocateLocal(type(value.kind()));
    code.storeLocal(type(value.kind()), result);
    values.put(value, result);
    return result;
  }

  private static TypeKind type(LoopKind kind) {
    return switch (kind) {
      case LONG -> TypeKind.LONG;
      case DOUBLE -> TypeKind.DOUBLE;
      case FLOAT -> TypeKind.FLOAT;
      case TRUTH -> TypeKind.INT;
    };
  }

  private void push(LoopValue value) {
    int local = local(value);
    code.loadLocal(type(value.kind()), local);
  }

  private void compute(LoopValue value) {
    switch (value) {
      case LoopValue.Read read -> read(read);
      case LoopValue.Constant constant -> constant(constant);
      case LoopValue.Bounded bounded -> push(bounded.value());
      case LoopValue.Arithmetic arithmetic -> arithmetic(arithmetic);
      case LoopValue.Conversion conversion -> conversion(conversion);
      case LoopValue.Comparison comparison -> comparison(comparison);
      case LoopValue.Logic logic -> {
        pushBoth(logic.left(), logic.right());
        if (logic.isBoth()) {
          code.iand();
        } else {
          code.ior();
        }
      }
      case LoopValue.Not not -> {
        push(not.value());
        code.iconst_1().ixor();
      }
      case LoopValue.Choice choice -> choice(choice);
    }
  }

  /** Pushes two values, after both have been computed. */
  private void pushBoth(LoopValue left, LoopValue right) {
    int first = local(left);
    int second = local(right);
    code.loadLocal(type(left.kind()), first);
    code.loadLocal(type(right.kind()), second);
  }

  private void read(LoopValue.Read read) {
    LoopForm.Input input = form.inputs().get(read.input());
    int index = input.isDense() ? row : position;
    int base = places.values(read.input());
    if (input.isDictionary()) {
      memory.elementAddress(base, index, 4);
      index = memory.storeInt("getInt");
      base = places.dictionary(read.input());
    }
    Layout layout = input.layout();
    if (layout == Layout.BIT) {
      memory.bit(base, index);
      return;
    }
    memory.elementAddress(base, index, layout.byteWidth());
    switch (layout) {
      case INT8 -> {
        memory.call("getByte", ConstantDescs.CD_byte, CD_long);
        code.i2l();
      }
      case INT16 -> {
        memory.call("getShort", ConstantDescs.CD_short, CD_long);
        code.i2l();
      }
      case INT32 -> {
        memory.call("getInt", CD_int, CD_long);
        code.i2l();
      }
      case INT64, INT128 -> memory.call("getLong", CD_long, CD_long);
      case FLOAT32 -> memory.call("getFloat", CD_float, CD_long);
      case FLOAT64 -> memory.call("getDouble", CD_double, CD_long);
      default -> throw new IllegalStateException("No number in layout " + layout);
    }
  }

  private void constant(LoopValue.Constant constant) {
    code.lload(memory.argument(places.constant(constant.index())));
    switch (constant.kind()) {
      case LONG -> {}
      case DOUBLE -> fromRawBits();
      case FLOAT -> {
        code.l2i();
        code.invokestatic(
            ConstantDescs.CD_Float, "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
      }
      case TRUTH -> code.l2i();
    }
  }

  private void arithmetic(LoopValue.Arithmetic arithmetic) {
    pushBoth(arithmetic.left(), arithmetic.right());
    TypeKind type = type(arithmetic.kind());
    boolean isLong = type == TypeKind.LONG;
    boolean isDouble = type == TypeKind.DOUBLE;
    switch (arithmetic.operator()) {
      case ADD -> {
        if (isLong) {
          code.ladd();
        } else if (isDouble) {
          code.dadd();
        } else {
          code.fadd();
        }
      }
      case SUBTRACT -> {
        if (isLong) {
          code.lsub();
        } else if (isDouble) {
          code.dsub();
        } else {
          code.fsub();
        }
      }
      case MULTIPLY -> {
        if (isLong) {
          code.lmul();
        } else if (isDouble) {
          code.dmul();
        } else {
          code.fmul();
        }
      }
      case DIVIDE -> {
        if (isDouble) {
          code.ddiv();
        } else {
          code.fdiv();
        }
      }
    }
  }

  private void conversion(LoopValue.Conversion conversion) {
    push(conversion.value());
    code.conversion(type(conversion.value().kind()), type(conversion.kind()));
  }

  /** Three-way comparison gives -1, 0 or 1, of whose bits the answer is made. */
  private void comparison(LoopValue.Comparison comparison) {
    LoopValue left = comparison.left();
    LoopValue right = comparison.right();
    switch (comparison.operator()) {
      case EQUAL -> {
        pushBoth(left, right);
        code.lcmp().iconst_1().iand().iconst_1().ixor();
      }
      case NOT_EQUAL -> {
        pushBoth(left, right);
        code.lcmp().iconst_1().iand();
      }
      case LESS -> isLess(left, right);
      case GREATER -> isLess(right, left);
      case LESS_OR_EQUAL -> {
        isLess(right, left);
        code.iconst_1().ixor();
      }
      case GREATER_OR_EQUAL -> {
        isLess(left, right);
        code.iconst_1().ixor();
      }
    }
  }

  private void isLess(LoopValue left, LoopValue right) {
    pushBoth(left, right);
    code.lcmp().loadConstant(31).iushr();
  }

  private void choice(LoopValue.Choice choice) {
    int condition = local(choice.condition());
    int then = local(choice.then());
    int otherwise = local(choice.otherwise());
    switch (choice.kind()) {
      case LONG -> {
        code.lload(otherwise).lload(then).lload(otherwise).lxor();
        code.iload(condition).i2l().lneg().land().lxor();
      }
      case DOUBLE -> {
        code.dload(otherwise);
        rawBits();
        code.dload(then);
        rawBits();
        code.dload(otherwise);
        rawBits();
        code.lxor().iload(condition).i2l().lneg().land().lxor();
        fromRawBits();
      }
      case TRUTH -> {
        code.iload(otherwise).iload(then).iload(otherwise).ixor();
        code.iload(condition).ineg().iand().ixor();
      }
      case FLOAT -> throw new IllegalStateException("No choice of binary32");
    }
  }

  private void rawBits() {
    code.invokestatic(
        ConstantDescs.CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
  }

  private void fromRawBits() {
    code.invokestatic(
        ConstantDescs.CD_Double, "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
  }
}
