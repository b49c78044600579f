package dev.heddle.physical.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.physical.codegen.LoopValue.Operator;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueRangesTest {
  private static final LoopValue A = new LoopValue.Read(0, LoopKind.LONG);
  private static final LoopValue B = new LoopValue.Read(1, LoopKind.LONG);

  private final ValueRanges ranges = new ValueRanges(2, new long[0]);

  @Test
  void provesARangeExactlyIfNoCornerOverflows() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      long[] a = range(random);
      long[] b = range(random);
      ranges.setInput(0, a[0], a[1]);
      ranges.setInput(1, b[0], b[1]);
      for (Operator operator : List.of(Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY)) {
        check(operator, a, b);
      }
    }
  }

  private void check(Operator operator, long[] a, long[] b) {
    BigInteger low = null;
    BigInteger high = null;
    for (long x : a) {
      for (long y : b) {
        BigInteger exact = exact(operator, BigInteger.valueOf(x), BigInteger.valueOf(y));
        low = low == null ? exact : low.min(exact);
        high = high == null ? exact : high.max(exact);
      }
    }
    boolean fits = low.bitLength() < 64 && high.bitLength() < 64;
    boolean isProved = ranges.proves(new LoopValue.Arithmetic(operator, LoopKind.LONG, A, B));
    String what = operator + " of " + List.of(a[0], a[1]) + " and " + List.of(b[0], b[1]);
    if (isProved) {
      assertThat(fits).as(what).isTrue();
      assertThat(ranges.low()).as(what).isEqualTo(low.longValue());
      assertThat(ranges.high()).as(what).isEqualTo(high.longValue());
    } else {
      // The smallest integer has no opposite, so its subtraction is never proved.
      assertThat(fits && b[0] != Long.MIN_VALUE).as(what).isFalse();
    }
  }

  private static BigInteger exact(Operator operator, BigInteger x, BigInteger y) {
    return switch (operator) {
      case ADD -> x.add(y);
      case SUBTRACT -> x.subtract(y);
      case MULTIPLY -> x.multiply(y);
      case DIVIDE -> throw new IllegalArgumentException("Not an operation on integers");
    };
  }

  private static long[] range(Random random) {
    long first = number(random);
    long second = number(random);
    return new long[] {Math.min(first, second), Math.max(first, second)};
  }

  private static long number(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> 0;
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  @Test
  void knowsNothingOfValuesBeyond64Bits() {
    ranges.setUnknown(0);
    assertThat(ranges.proves(A)).isFalse();
    ranges.setInput(0, 1, 2);
    assertThat(ranges.proves(A)).isTrue();
  }

  @Test
  void rejectsWhatMayLeaveItsType() {
    LoopValue bounded = new LoopValue.Bounded(A, -128, 127);
    ranges.setInput(0, -128, 127);
    assertThat(ranges.proves(bounded)).isTrue();
    ranges.setInput(0, -129, 0);
    assertThat(ranges.proves(bounded)).isFalse();
  }

  @Test
  void takesBothBranchesOfAChoiceTogether() {
    ranges.setInput(0, -5, 3);
    ranges.setInput(1, 10, 20);
    LoopValue condition = new LoopValue.Read(1, LoopKind.TRUTH);
    assertThat(ranges.proves(new LoopValue.Choice(condition, A, B))).isTrue();
    assertThat(ranges.low()).isEqualTo(-5);
    assertThat(ranges.high()).isEqualTo(20);
  }
}
