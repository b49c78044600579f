package dev.heddle.physical.codegen;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/**
 * Writes the bytecode of one loop: loads all arguments, and for each row takes the steps of the
 * program, whose values a {@link ValueEmitter} computes.
 */
final class LoopEmitter {
  private static final ClassDesc CD_Math = ClassDesc.of("java.lang.Math");
  private static final ClassDesc CD_Loop = ClassDesc.of(FusedLoop.class.getName());
  private static final ClassDesc CD_Own = ClassDesc.of(FusedLoop.class.getPackageName(), "Loop");
  private static final int ROWS = 2;

  private final CodeBuilder code;
  private final LoopProgram program;
  private final LoopForm form;
  private final LoopArguments places;
  private final LoopMemory memory;
  private final ValueEmitter values;
  private final int[] registers; // of the steps' sums where there is one group
  private final int row;
  private int group;
  private int locals; // address of the group's local sums

  private LoopEmitter(CodeBuilder code, LoopProgram program, LoopForm form) {
    this.code = code;
    this.program = program;
    this.form = form;
    this.places = new LoopArguments(program);
    this.registers = new int[program.steps().size()];
    this.row = code.allocateLocal(TypeKind.INT);
    this.memory = new LoopMemory(code);
    this.values = new ValueEmitter(code, memory, form, places, row);
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
    Label body = code.newLabel();
    Label condition = code.newLabel();
    code.iconst_0().istore(row).goto_(condition);
    code.labelBinding(body);
    if (form.isSelected()) {
      memory.elementAddress(LoopArguments.SELECTION, row, 4);
      values.startRow(memory.storeInt("getInt"));
    } else {
      values.startRow(row);
    }
    if (!isSingle()) {
      memory.elementAddress(LoopArguments.GROUPS, row, 4);
      group = memory.storeInt("getInt");
    }
    if (form.target() == LoopForm.Target.LOCAL_SUMS) {
      code.lload(memory.argument(LoopArguments.LOCAL_SUMS)).iload(group).i2l();
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

  private void loadArguments() {
    if (form.isSelected()) {
      memory.load(LoopArguments.SELECTION);
    }
    if (!isSingle()) {
      memory.load(LoopArguments.GROUPS);
    }
    if (program.steps().stream().anyMatch(step -> isLocal(step.state()))) {
      memory.load(LoopArguments.LOCAL_SUMS);
    }
    for (int i = 0; i < program.inputs(); i++) {
      memory.load(places.values(i));
      if (form.inputs().get(i).isDictionary()) {
        memory.load(places.dictionary(i));
      }
    }
    for (int i = 0; i < program.constants(); i++) {
      memory.load(places.constant(i));
    }
    for (int i = 0; i < form.maskCount(); i++) {
      memory.load(places.mask(i));
    }
    for (int i = 0; i < program.steps().size(); i++) {
      LoopState state = program.steps().get(i).state();
      if (!isLocal(state)) {
        memory.load(places.states(i));
      }
      if (isSingle()) {
        firstRegister(i, state);
      }
    }
  }

  private void firstRegister(int step, LoopState state) {
    if (state == LoopState.DOUBLE_SUM) {
      registers[step] = code.allocateLocal(TypeKind.DOUBLE);
      code.lload(memory.argument(places.states(step)));
      memory.call("getDouble", CD_double, CD_long);
      code.dstore(registers[step]);
      return;
    }
    registers[step] = code.allocateLocal(TypeKind.LONG);
    if (state.isExactSum()) {
      code.lconst_0();
    } else {
      code.lload(memory.argument(places.states(step)));
      memory.call("getLong", CD_long, CD_long);
    }
    code.lstore(registers[step]);
  }

  private void storeRegisters() {
    int sum = 0;
    for (int i = 0; i < registers.length; i++) {
      LoopState state = program.steps().get(i).state();
      if (state.isExactSum()) {
        code.lload(memory.argument(LoopArguments.LOCAL_SUMS)).loadConstant(8L * sum).ladd();
        sum++;
      } else {
        code.lload(memory.argument(places.states(i)));
      }
      if (state == LoopState.DOUBLE_SUM) {
        code.dload(registers[i]);
        memory.call("putDouble", CD_void, CD_long, CD_double);
      } else {
        code.lload(registers[i]);
        memory.call("putLong", CD_void, CD_long, CD_long);
      }
    }
  }

  private void step(int index, int sum) {
    LoopStep step = program.steps().get(index);
    LoopState state = step.state();
    Optional<LoopValue> value = step.value();
    int taken = value.map(v -> values.masked(v, state, form.masks().get(index))).orElse(-1);
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
          memory.call("getDouble", CD_double, CD_long);
          code.dload(taken).dadd();
          memory.call("putDouble", CD_void, CD_long, CD_double);
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
          memory.call("getLong", CD_long, CD_long);
          code.lload(taken);
          code.invokestatic(CD_Math, better, MethodTypeDesc.of(CD_long, CD_long, CD_long));
          memory.call("putLong", CD_void, CD_long, CD_long);
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
      memory.elementAddress(places.states(step), group, width);
    }
    code.lstore(address);
    return address;
  }

  private void addTo(int address, int taken) {
    code.lload(address).lload(address);
    memory.call("getLong", CD_long, CD_long);
    loadAdded(taken);
    code.ladd();
    memory.call("putLong", CD_void, CD_long, CD_long);
  }

  private void addWide(int address, int taken) {
    int low = code.allocateLocal(TypeKind.LONG);
    int sum = code.allocateLocal(TypeKind.LONG);
    code.lload(address);
    memory.call("getLong", CD_long, CD_long);
    code.lstore(low);
    code.lload(low).lload(taken).ladd().lstore(sum);
    code.lload(address).lload(sum);
    memory.call("putLong", CD_void, CD_long, CD_long);
    code.lload(address).loadConstant(8L).ladd();
    code.lload(address).loadConstant(8L).ladd();
    memory.call("getLong", CD_long, CD_long);
    code.lload(taken).loadConstant(63).lshr().ladd();
    // The carry of the unsigned addition: set in both, or in one of them and lost in the sum.
    code.lload(low).lload(taken).land();
    code.lload(low).lload(taken).lor().lload(sum).loadConstant(-1L).lxor().land();
    code.lor().loadConstant(63).lushr().ladd();
    memory.call("putLong", CD_void, CD_long, CD_long);
  }
}
