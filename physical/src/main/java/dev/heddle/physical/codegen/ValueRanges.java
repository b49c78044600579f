package dev.heddle.physical.codegen;

/**
 * The ranges in which integers are, computed step by step from the ranges of the inputs.
 *
 * <p>Used by one thread.
 */
public final class ValueRanges {
  private final long[] lows; // by input
  private final long[] highs;
  private final long[] constants;
  private final boolean[] isUnknown;
  private long low; // of the value looked at last
  private long high;

  /** Makes ranges over inputs that may hold any integer, and constants as raw bits. */
  public ValueRanges(int inputs, long[] constants) {
    this.lows = new long[inputs];
    this.highs = new long[inputs];
    this.constants = constants;
    this.isUnknown = new boolean[inputs];
    for (int i = 0; i < inputs; i++) {
      setInput(i, Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  /** Sets between which numbers an input's values are, both included. */
  public void setInput(int input, long newLow, long newHigh) {
    lows[input] = newLow;
    highs[input] = newHigh;
    isUnknown[input] = false;
  }

  /** Marks that not all of an input's values fit 64 bits. */
  public void setUnknown(int input) {
    isUnknown[input] = true;
  }

  /** Returns the smallest number that the value proved last may have, if it is an integer. */
  public long low() {
    return low;
  }

  /** Returns the largest number that the value proved last may have, if it is an integer. */
  public long high() {
    return high;
  }

  /** Returns whether all integers in a value fit 64 bits and the ranges that they must be in. */
  public boolean proves(LoopValue value) {
    return switch (value) {
      case LoopValue.Read read ->
          read.kind() != LoopKind.LONG
              || (!isUnknown[read.input()] && is(lows[read.input()], highs[read.input()]));
      case LoopValue.Constant constant ->
          constant.kind() != LoopKind.LONG
              || is(constants[constant.index()], constants[constant.index()]);
      case LoopValue.Bounded bounded ->
          proves(bounded.value()) && low >= bounded.low() && high <= bounded.high();
      case LoopValue.Arithmetic arithmetic -> arithmetic(arithmetic);
      case LoopValue.Conversion conversion -> proves(conversion.value());
      case LoopValue.Comparison comparison ->
          proves(comparison.left()) && proves(comparison.right());
      case LoopValue.Logic logic -> proves(logic.left()) && proves(logic.right());
      case LoopValue.Not not -> proves(not.value());
      case LoopValue.Choice choice -> choice(choice);
    };
  }

  private boolean is(long newLow, long newHigh) {
    low = newLow;
    high = newHigh;
    return true;
  }

  private boolean choice(LoopValue.Choice choice) {
    if (!proves(choice.condition()) || !proves(choice.then())) {
      return false;
    }
    long thenLow = low;
    long thenHigh = high;
    return proves(choice.otherwise()) && is(Math.min(low, thenLow), Math.max(high, thenHigh));
  }

  private boolean arithmetic(LoopValue.Arithmetic arithmetic) {
    if (!proves(arithmetic.left())) {
      return false;
    }
    long leftLow = low;
    long leftHigh = high;
    if (!proves(arithmetic.right())) {
      return false;
    }
    if (arithmetic.kind() != LoopKind.LONG) {
      return true;
    }
    return switch (arithmetic.operator()) {
      case ADD -> fits(leftLow, low) && fits(leftHigh, high) && is(leftLow + low, leftHigh + high);
      case SUBTRACT -> {
        boolean fits = low != Long.MIN_VALUE && fits(leftLow, -high) && fits(leftHigh, -low);
        yield fits && is(leftLow - high, leftHigh - low);
      }
      case MULTIPLY -> {
        boolean fits =
            productFits(leftLow, low)
                && productFits(leftLow, high)
                && productFits(leftHigh, low)
                && productFits(leftHigh, high);
        yield fits && product(leftLow, leftHigh);
      }
      case DIVIDE -> throw new IllegalStateException("Integers are not divided in loops");
    };
  }

  private boolean product(long leftLow, long leftHigh) {
    long first = leftLow * low;
    long second = leftLow * high;
    long third = leftHigh * low;
    long fourth = leftHigh * high;
    return is(
        Math.min(Math.min(first, second), Math.min(third, fourth)),
        Math.max(Math.max(first, second), Math.max(third, fourth)));
  }

  private static boolean fits(long left, long right) {
    long sum = left + right;
    return ((left ^ sum) & (right ^ sum)) >= 0;
  }

  private static boolean productFits(long left, long right) {
    return Math.multiplyHigh(left, right) == (left * right) >> 63;
  }
}
