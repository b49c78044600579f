package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.testing.OperatorTester;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final double[] SPECIAL = {
    Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.MIN_VALUE
  };

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void findsWhatSortingWouldPutThere() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      double[] values = new double[1 + random.nextInt(List.of(5, 500, 6000).get(seed % 3))];
      int range = 1 + random.nextInt(1 << random.nextInt(20));
      for (int i = 0; i < values.length; i++) {
        boolean isSpecial = random.nextInt(8) == 0;
        values[i] = isSpecial ? SPECIAL[random.nextInt(6)] : random.nextInt(range) - range / 2;
      }
      check(values, random.nextInt(values.length), "seed " + seed);
    }
  }

  @Test
  void findsItAmongSortedAndPeriodicValues() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      double[] values = new double[1000 + random.nextInt(4000)];
      int period = 1 + random.nextInt(80);
      for (int i = 0; i < values.length; i++) {
        values[i] = seed % 2 == 0 ? i : -i % period;
      }
      check(values, random.nextInt(values.length), "seed " + seed);
    }
  }

  private void check(double[] values, int n, String label) {
    Buffer buffer = tester.account().allocate(8L * values.length);
    for (int i = 0; i < values.length; i++) {
      Memory.putDouble(buffer.address() + 8L * i, values[i]);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    assertThat(Selection.nth(buffer.address(), values.length, n))
        .as(label)
        .isEqualTo(Double.valueOf(sorted[n]));
    for (int i = 0; i < values.length; i++) {
      double there = Memory.getDouble(buffer.address() + 8L * i);
      int order = Double.compare(there, sorted[n]);
      assertThat(i < n ? order <= 0 : order >= 0).as("%s, place %s", label, i).isTrue();
    }
    if (n + 1 < values.length) {
      assertThat(Selection.smallest(buffer.address(), n + 1, values.length))
          .as(label)
          .isEqualTo(Double.valueOf(sorted[n + 1]));
    }
    buffer.release();
  }
}
