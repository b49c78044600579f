package dev.heddle.physical.codegen;

import dev.heddle.physical.kernel.number.NumericRange;

/**
 * A value of a row that generated code computes. Equal values are computed once.
 *
 * <p>Values of kind {@link LoopKind#LONG} are computed without a check; the ranges in which they
 * must be are proved before, by {@link ValueRanges}.
 */
public sealed interface LoopValue {
  /** Returns what the value is. */
  LoopKind kind();

  /** The row's value of an input. */
  record Read(int input, LoopKind kind) implements LoopValue {}

  /** A constant, which is an argument of the loop. */
  record Constant(int index, LoopKind kind) implements LoopValue {}

  /** An operation on two values of the same kind; division is one of floating-point numbers. */
  record Arithmetic(Operator operator, LoopKind kind, LoopValue left, LoopValue right)
      implements LoopValue {}

  /** What {@link Arithmetic} does. */
  enum Operator {
    /** Sum. */
    ADD,
    /** Difference. */
    SUBTRACT,
    /** Product. */
    MULTIPLY,
    /** Quotient. */
    DIVIDE
  }

  /** An integer that must be in a range, both ends included. */
  record Bounded(LoopValue value, long low, long high) implements LoopValue {
    @Override
    public LoopKind kind() {
      return LoopKind.LONG;
    }
  }

  /** The nearest number of another kind: from integers, or between floating-point kinds. */
  record Conversion(LoopValue value, LoopKind kind) implements LoopValue {}

  /** Whether an order holds between two integers. */
  record Comparison(NumericRange.Operator operator, LoopValue left, LoopValue right)
      implements LoopValue {
    @Override
    public LoopKind kind() {
      return LoopKind.TRUTH;
    }
  }

  /** Whether both, or one at least, of two booleans hold. */
  record Logic(boolean isBoth, LoopValue left, LoopValue right) implements LoopValue {
    @Override
    public LoopKind kind() {
      return LoopKind.TRUTH;
    }
  }

  /** The opposite of a boolean. */
  record Not(LoopValue value) implements LoopValue {
    @Override
    public LoopKind kind() {
      return LoopKind.TRUTH;
    }
  }

  /** One of two values of the same kind; both are computed. */
  record Choice(LoopValue condition, LoopValue then, LoopValue otherwise) implements LoopValue {
    @Override
    public LoopKind kind() {
      return then.kind();
    }
  }
}
