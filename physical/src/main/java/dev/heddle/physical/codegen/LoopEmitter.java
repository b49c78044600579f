package dev.heddle.physical.codegen;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the bytecode of one loop.
 *
 * <p>All arguments are loaded into local variables first. Each value of a row is computed into a
 * local variable of its own, once; the JVM's compiler keeps them in registers.
 */
final class LoopEmitter {
  private static final ClassDesc CD_Math = ClassDesc.of("java.lang.Math");
  private static final ClassDesc CD_Memory = ClassDesc.of(Memory.class.getName());
  private static final ClassDesc CD_Loop = ClassDesc.of(FusedLoop.class.getName());
  private static final ClassDesc CD_Own = ClassDesc.of(FusedLoop.class.getPackageName(), "Loop");
  private static final int ARGUMENTS = 1;
  private static final int ROWS = 2;

  private final CodeBuilder code;
  private final LoopProgram program;
  private final LoopForm form;
  private final LoopArguments places;
  private final Map<Integer, Integer> loaded = new HashMap<>(); // local variable by argument
  private final Map<LoopValue, Integer> values = new HashMap<>(); // local variable of this row
  private final Map<Integer, Integer> masks = new HashMap<>(); // local variable: all bits or none
  private final int[] registers; // of the steps' sums where there is one group
  private final int row;
  private int position;
  private int group;
  private int locals; // address of the group's local sums

  private LoopEmitter(CodeBuilder code, LoopProgram program, LoopForm form) {
    this.code = code;
    this.program = program;
    this.form = form;
    this.places = new LoopArguments(program);
    this.registers = new int[program.steps().size()];
    this.row = code.allocateLocal(TypeKind.INT);
  }

  /** Makes the loop of a program for a form. */
  static FusedLoop make(LoopProgram program, LoopForm form) {
    byte[] bytes =
        ClassFile.of()
            .build(
                CD_Own,
                type ->
                    type.withSuperclass(CD_Loop)
                        .withFlags(ClassFile.ACC_FINAL)
                        .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            ConstantDescs.MTD_void,
                            0,
                            code ->
                                code.aload(0)
                                    .invokespecial(
                                        CD_Loop, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                                    .return_())
                        .withMethodBody(
                            "run",
                            MethodTypeDesc.of(CD_void, CD_long.arrayType(), CD_int),
                            ClassFile.ACC_PUBLIC,
                            code -> new LoopEmitter(code, program, form).body()));
    try {
      MethodHandles.Lookup own = MethodHandles.lookup().defineHiddenClass(bytes, true);
      return (FusedLoop)
          own.findConstructor(own.lookupClass(), java.lang.invoke.MethodType.methodType(void.class))
              .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("Generated code was refused", e);
    }
  }

  private boolean isSingle() {
    return form.target() == LoopForm.Target.SINGLE;
  }

  private boolean isLocal(LoopState state) {
    return state.isExactSum() && (isSingle() || form.target() == LoopForm.Target.LOCAL_SUMS);
  }

  private void body() {
    loadArguments();
    int steps = program.steps().size();
    if (form.target() == LoopForm.Target.STATES_IN_TURN) {
      for (int i = 0; i < steps; i++) {
        loop(i, i + 1);
      }
    } else {
      loop(0, steps);
    }
    if (isSingle()) {
      storeRegisters();
    }
    code.return_();
  }

  /** Writes a loop over all rows that does some of the steps. */
  private void loop(int from, int to) {
    values.clear();
    masks.clear();
    Label body = code.newLabel();
    Label condition = code.newLabel();
    code.iconst_0().istore(row).goto_(condition);
    code.labelBinding(body);
    position = row;
    if (form.isSelected()) {
      elementAddress(LoopArguments.SELECTION, row, 4);
      position = storeInt("getInt");
    }
    if (!isSingle()) {
      elementAddress(LoopArguments.GROUPS, row, 4);
      group = storeInt("getInt");
    }
    if (form.target() == LoopForm.Target.LOCAL_SUMS) {
      code.lload(argument(LoopArguments.LOCAL_SUMS)).iload(group).i2l();
      code.loadConstant(8L * program.exactSums()).lmul().ladd();
      locals = code.allocateLocal(TypeKind.LONG);
      code.lstore(locals);
    }
    int sum = 0;
    for (int i = from; i < to; i++) {
      step(i, sum);
      sum += program.steps().get(i).state().isExactSum() ? 1 : 0;
    }
    code.iinc(row, 1);
    code.labelBinding(condition);
    code.iload(row).iload(ROWS).if_icmplt(body);
  }

  // Arguments

  private void loadArguments() {
    if (form.isSelected()) {
      load(LoopArguments.SELECTION);
    }
    if (!isSingle()) {
      load(LoopArguments.GROUPS);
    }
    if (program.steps().stream().anyMatch(step -> isLocal(step.state()))) {
      load(LoopArguments.LOCAL_SUMS);
    }
    for (int i = 0; i < program.inputs(); i++) {
      load(places.values(i));
      if (form.inputs().get(i).isDictionary()) {
        load(places.dictionary(i));
      }
    }
    for (int i = 0; i < program.constants(); i++) {
      load(places.constant(i));
    }
    for (int i = 0; i < form.maskCount(); i++) {
      load(places.mask(i));
    }
    for (int i = 0; i < program.steps().size(); i++) {
      LoopState state = program.steps().get(i).state();
      if (!isLocal(state)) {
        load(places.states(i));
      }
      if (isSingle()) {
        firstRegister(i, state);
      }
    }
  }

  private void load(int place) {
    int local = code.allocateLocal(TypeKind.LONG);
    code.aload(ARGUMENTS).loadConstant(place).laload().lstore(local);
    loaded.put(place, local);
  }

  private int argument(int place) {
    Integer local = loaded.get(place);
    if (local == null) {
      throw new IllegalStateException("Argument " + place + " has not been loaded");
    }
    return local;
  }

  private void firstRegister(int step, LoopState state) {
    if (state == LoopState.DOUBLE_SUM) {
      registers[step] = code.allocateLocal(TypeKind.DOUBLE);
      code.lload(argument(places.states(step)));
      memory("getDouble", CD_double, CD_long);
      code.dstore(registers[step]);
      return;
    }
    registers[step] = code.allocateLocal(TypeKind.LONG);
    if (state.isExactSum()) {
      code.lconst_0();
    } else {
      code.lload(argument(places.states(step)));
      memory("getLong", CD_long, CD_long);
    }
    code.lstore(registers[step]);
  }

  private void storeRegisters() {
    int sum = 0;
    for (int i = 0; i < registers.length; i++) {
      LoopState state = program.steps().get(i).state();
      if (state.isExactSum()) {
        code.lload(argument(LoopArguments.LOCAL_SUMS)).loadConstant(8L * sum).ladd();
        sum++;
      } else {
        code.lload(argument(places.states(i)));
      }
      if (state == LoopState.DOUBLE_SUM) {
        code.dload(registers[i]);
        memory("putDouble", CD_void, CD_long, CD_double);
      } else {
        code.lload(registers[i]);
        memory("putLong", CD_void, CD_long, CD_long);
      }
    }
  }

  // Steps

  private void step(int index, int sum) {
    LoopStep step = program.steps().get(index);
    LoopState state = step.state();
    Optional<LoopValue> value = step.value();
    int taken = value.map(v -> masked(v, state, form.masks().get(index))).orElse(-1);
    switch (state) {
      case ROWS, LONG_SUM -> {
        if (isSingle()) {
          code.lload(registers[index]);
          loadAdded(taken);
          code.ladd().lstore(registers[index]);
        } else {
          addTo(stateAddress(index, sum, 8), taken);
        }
      }
      case WIDE_SUM -> {
        if (isSingle()) {
          code.lload(registers[index]).lload(taken).ladd().lstore(registers[index]);
        } else if (form.target() == LoopForm.Target.LOCAL_SUMS) {
          addTo(stateAddress(index, sum, 8), taken);
        } else {
          addWide(stateAddress(index, sum, 16), taken);
        }
      }
      case DOUBLE_SUM -> {
        if (isSingle()) {
          code.dload(registers[index]).dload(taken).dadd().dstore(registers[index]);
        } else {
          int address = stateAddress(index, sum, 8);
          code.lload(address).lload(address);
          memory("getDouble", CD_double, CD_long);
          code.dload(taken).dadd();
          memory("putDouble", CD_void, CD_long, CD_double);
        }
      }
      case SMALLEST, LARGEST -> {
        String better = state == LoopState.SMALLEST ? "min" : "max";
        if (isSingle()) {
          code.lload(registers[index]).lload(taken);
          code.invokestatic(CD_Math, better, MethodTypeDesc.of(CD_long, CD_long, CD_long));
          code.lstore(registers[index]);
        } else {
          int address = stateAddress(index, sum, 8);
          code.lload(address).lload(address);
          memory("getLong", CD_long, CD_long);
          code.lload(taken);
          code.invokestatic(CD_Math, better, MethodTypeDesc.of(CD_long, CD_long, CD_long));
          memory("putLong", CD_void, CD_long, CD_long);
        }
      }
    }
  }

  private void loadAdded(int taken) {
    if (taken < 0) {
      code.lconst_1();
    } else {
      code.lload(taken);
    }
  }

  /** Computes the address of a group's state, or local sum, into a local variable. */
  private int stateAddress(int step, int sum, int width) {
    int address = code.allocateLocal(TypeKind.LONG);
    if (isLocal(program.steps().get(step).state())) {
      code.lload(locals).loadConstant(8L * sum).ladd();
    } else {
      elementAddress(places.states(step), group, width);
    }
    code.lstore(address);
    return address;
  }

  private void addTo(int address, int taken) {
    code.lload(address).lload(address);
    memory("getLong", CD_long, CD_long);
    loadAdded(taken);
    code.ladd();
    memory("putLong", CD_void, CD_long, CD_long);
  }

  private void addWide(int address, int taken) {
    int low = code.allocateLocal(TypeKind.LONG);
    int sum = code.allocateLocal(TypeKind.LONG);
    code.lload(address);
    memory("getLong", CD_long, CD_long);
    code.lstore(low);
    code.lload(low).lload(taken).ladd().lstore(sum);
    code.lload(address).lload(sum);
    memory("putLong", CD_void, CD_long, CD_long);
    code.lload(address).loadConstant(8L).ladd();
    code.lload(address).loadConstant(8L).ladd();
    memory("getLong", CD_long, CD_long);
    code.lload(taken).loadConstant(63).lshr().ladd();
    // The carry of the unsigned addition: set in both, or in one of them and lost in the sum.
    code.lload(low).lload(taken).land();
    code.lload(low).lload(taken).lor().lload(sum).loadConstant(-1L).lxor().land();
    code.lor().loadConstant(63).lushr().ladd();
    memory("putLong", CD_void, CD_long, CD_long);
  }

  // Values

  /** Returns the local variable of a value that changes no state where its mask says null. */
  private int masked(LoopValue value, LoopState state, int mask) {
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
    bit(places.mask(mask), row);
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
      elementAddress(base, index, 4);
      index = storeInt("getInt");
      base = places.dictionary(read.input());
    }
    Layout layout = input.layout();
    if (layout == Layout.BIT) {
      bit(base, index);
      return;
    }
    elementAddress(base, index, layout.byteWidth());
    switch (layout) {
      case INT8 -> {
        memory("getByte", ConstantDescs.CD_byte, CD_long);
        code.i2l();
      }
      case INT16 -> {
        memory("getShort", ConstantDescs.CD_short, CD_long);
        code.i2l();
      }
      case INT32 -> {
        memory("getInt", CD_int, CD_long);
        code.i2l();
      }
      case INT64, INT128 -> memory("getLong", CD_long, CD_long);
      case FLOAT32 -> memory("getFloat", CD_float, CD_long);
      case FLOAT64 -> memory("getDouble", CD_double, CD_long);
      case BIT, VIEW, INTERVAL, LIST, STRUCT ->
          throw new IllegalStateException("No number in layout " + layout);
    }
  }

  private void constant(LoopValue.Constant constant) {
    code.lload(argument(places.constant(constant.index())));
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

  // Pieces

  /** Pushes the address of an element of an array. */
  private void elementAddress(int place, int index, int width) {
    code.lload(argument(place)).iload(index).i2l();
    code.loadConstant((long) width).lmul().ladd();
  }

  private void bit(int place, int index) {
    code.lload(argument(place)).iload(index).loadConstant(3).iushr().i2l().ladd();
    memory("getByte", ConstantDescs.CD_byte, CD_long);
    code.iload(index).loadConstant(7).iand().ishr().iconst_1().iand();
  }

  private int storeInt(String getter) {
    memory(getter, CD_int, CD_long);
    int local = code.allocateLocal(TypeKind.INT);
    code.istore(local);
    return local;
  }

  private void rawBits() {
    code.invokestatic(
        ConstantDescs.CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
  }

  private void fromRawBits() {
    code.invokestatic(
        ConstantDescs.CD_Double, "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
  }

  private void memory(String method, ClassDesc result, ClassDesc... parameters) {
    code.invokestatic(CD_Memory, method, MethodTypeDesc.of(result, parameters));
  }
}
