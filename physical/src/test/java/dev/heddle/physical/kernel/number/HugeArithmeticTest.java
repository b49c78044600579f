package dev.heddle.physical.kernel.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Int128;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Arithmetic and bits of integers of 128 bits beside the same of Java's large integers. */
class HugeArithmeticTest {
  private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
  private static final long SEED = 20261129;

  /** Small and large ones, and those around each power of two that a kernel tells apart. */
  private static List<BigInteger> values() {
    List<BigInteger> values = new ArrayList<>(List.of(BigInteger.ZERO, LARGEST, LARGEST.not()));
    for (int bits : new int[] {0, 1, 31, 32, 62, 63, 64, 65, 95, 126}) {
      BigInteger power = BigInteger.ONE.shiftLeft(bits);
      values.addAll(List.of(power, power.negate(), power.not(), power.subtract(BigInteger.ONE)));
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 40; i++) {
      BigInteger number = new BigInteger(1 + random.nextInt(127), random);
      values.add(random.nextBoolean() ? number : number.not());
    }
    return values;
  }

  private static void put(long address, BigInteger value) {
    Memory.putLong(address, value.longValue());
    Memory.putLong(address + 8, value.shiftRight(64).longValue());
  }

  private static BigInteger exact(
      IntegerArithmetic.Operation operation, BigInteger left, BigInteger right) {
    return switch (operation) {
      case ADD -> left.add(right);
      case SUBTRACT -> left.subtract(right);
      case MULTIPLY -> left.multiply(right);
      case DIVIDE -> left.divide(right);
      case MODULO -> left.remainder(right);
      case FLOOR_DIVIDE ->
          left.subtract(left.mod(right.abs()))
              .divide(right)
              .subtract(
                  right.signum() < 0 && left.mod(right.abs()).signum() != 0
                      ? BigInteger.ONE
                      : BigInteger.ZERO);
    };
  }

  @Test
  void computesAsLargeIntegersDo() {
    List<BigInteger> values = values();
    int rows = values.size();
    try (Arena arena = Arena.ofConfined()) {
      long a = arena.allocate(16L * rows, 16).address();
      long b = arena.allocate(16, 16).address();
      long output = arena.allocate(16L * rows, 16).address();
      for (int i = 0; i < rows; i++) {
        put(a + 16L * i, values.get(i));
      }
      for (IntegerArithmetic.Operation operation : IntegerArithmetic.Operation.values()) {
        for (BigInteger right : values) {
          put(b, right);
          boolean failed = HugeArithmetic.compute(operation, a, 16, b, 0, output, rows);
          check(operation, values, right, output, failed);
          boolean divides = !operation.divides() || right.signum() != 0;
          boolean fit =
              divides
                  && values.stream()
                      .allMatch(left -> DataType.INT128.holds(exact(operation, left, right)));
          assertThat(failed).as("%s by %s", operation, right).isEqualTo(!fit);
          if (failed) {
            assertThatThrownBy(() -> HugeArithmetic.raise(operation, a, 16, b, 0, 0, rows))
                .isInstanceOf(HeddleException.class)
                .hasMessageContaining(divides ? "HUGEINT" : "by zero");
          }
        }
      }
    }
  }

  private static void check(
      IntegerArithmetic.Operation operation,
      List<BigInteger> values,
      BigInteger right,
      long output,
      boolean failed) {
    if (operation.divides() && right.signum() == 0) {
      assertThat(failed).isTrue();
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      BigInteger exact = exact(operation, values.get(i), right);
      if (DataType.INT128.holds(exact)) {
        assertThat(
                Int128.toBigInteger(
                    Memory.getLong(output + 16L * i), Memory.getLong(output + 16L * i + 8)))
            .as("%s of %s and %s", operation, values.get(i), right)
            .isEqualTo(exact);
      }
    }
  }

  @Test
  void combinesAndShiftsBitsAsLargeIntegersDo() {
    List<BigInteger> values = values();
    try (Arena arena = Arena.ofConfined()) {
      long a = arena.allocate(16, 16).address();
      long b = arena.allocate(16, 16).address();
      long output = arena.allocate(16, 16).address();
      long failed = arena.allocate(8, 8).address();
      for (BigInteger left : values) {
        put(a, left);
        for (BigInteger right : values) {
          put(b, right);
          HugeBits.compute(IntegerBits.Function.AND, a, 0, b, 0, 1, output, failed);
          assertThat(read(output)).isEqualTo(left.and(right));
          HugeBits.compute(IntegerBits.Function.OR, a, 0, b, 0, 1, output, failed);
          assertThat(read(output)).isEqualTo(left.or(right));
          HugeBits.compute(IntegerBits.Function.XOR, a, 0, b, 0, 1, output, failed);
          assertThat(read(output)).isEqualTo(left.xor(right));
        }
        for (int count : new int[] {-1, 0, 1, 31, 63, 64, 65, 100, 126, 127, 128, 200}) {
          put(b, BigInteger.valueOf(count));
          boolean isCount = count >= 0 && count < 128;
          HugeBits.compute(IntegerBits.Function.RIGHT_CHECKED, a, 0, b, 0, 1, output, failed);
          assertThat(read(output)).isEqualTo(isCount ? left.shiftRight(count) : BigInteger.ZERO);
          Memory.putLong(failed, 0);
          HugeBits.compute(IntegerBits.Function.LEFT_CHECKED, a, 0, b, 0, 1, output, failed);
          boolean isKept =
              left.signum() == 0
                  ? count >= 0
                  : left.signum() > 0 && isCount && DataType.INT128.holds(left.shiftLeft(count));
          assertThat(Memory.getLong(failed)).as("%s << %s", left, count).isEqualTo(isKept ? 0 : 1);
          if (isKept) {
            assertThat(read(output)).isEqualTo(left.signum() == 0 ? left : left.shiftLeft(count));
          }
        }
      }
    }
  }

  private static BigInteger read(long address) {
    return Int128.toBigInteger(Memory.getLong(address), Memory.getLong(address + 8));
  }
}
