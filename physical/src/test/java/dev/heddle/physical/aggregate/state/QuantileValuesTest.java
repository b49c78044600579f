package dev.heddle.physical.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantileValuesTest {
  private static final int EXACT = 200; // values, at most
  private static final double[] FRACTIONS = {0, 0.01, 0.25, 0.5, 0.75, 0.9, 1};
  private static final double MAX_RANK_ERROR = 0.03;

  private static long[] values(int count, long seed) {
    return new Random(seed).longs(count, -1_000_000_000, 1_000_000_000).toArray();
  }

  private static Object of(long[] values) {
    Object kept = QuantileValues.with(null, values[0]);
    for (int i = 1; i < values.length; i++) {
      kept = QuantileValues.with(kept, values[i]);
    }
    return kept;
  }

  /** Checks all quantiles against the values, sorted. */
  private static void check(Object kept, long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    for (double fraction : FRACTIONS) {
      int rank = Arrays.binarySearch(sorted, QuantileValues.quantile(kept, fraction));
      assertThat(rank).isNotNegative();
      int expected = Math.max(0, (int) Math.ceil(fraction * sorted.length) - 1);
      double error = Math.abs(rank - expected) / (double) sorted.length;
      assertThat(error)
          .as("%s of %s values", fraction, sorted.length)
          .isLessThanOrEqualTo(sorted.length <= EXACT ? 0 : MAX_RANK_ERROR);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 31, 199, 200, 201, 300, 5_000, 100_000})
  void areTheSameOverTheirBytesAndCopies(int count) {
    long[] values = values(count, count);
    Object kept = of(values);
    check(kept, values);
    check(QuantileValues.of(QuantileValues.toBytes(kept)), values);
    Object copy = QuantileValues.copyOf(kept);
    check(copy, values);
    QuantileValues.merged(copy, kept);
    check(kept, values);
  }

  @Test
  void mergesFewAndMany() {
    int[] counts = {1, 4, 150, 200, 201, 3_000};
    for (int ours : counts) {
      for (int theirs : counts) {
        long[] all = values(ours + theirs, 31L * ours + theirs);
        long[] others = Arrays.copyOfRange(all, ours, all.length);
        Object other = of(others);
        Object merged = QuantileValues.merged(of(Arrays.copyOf(all, ours)), other);
        check(merged, all);
        check(other, others);
        merged = QuantileValues.with(merged, Long.MAX_VALUE); // goes on
        assertThat(QuantileValues.quantile(merged, 1)).isEqualTo(Long.MAX_VALUE);
      }
    }
  }

  @Test
  void takeLittleWhileFewAndNeverGrowByMoreThanTheySay() {
    long[] values = values(2_000, 7);
    Object kept = QuantileValues.with(null, values[0]);
    int before = QuantileValues.bytes(kept);
    assertThat(before).isLessThanOrEqualTo(QuantileValues.FIRST_BYTES);
    for (long value : values) {
      kept = QuantileValues.with(kept, value);
      int after = QuantileValues.bytes(kept);
      assertThat(after - before).isLessThanOrEqualTo(QuantileValues.MAX_GROWTH_BYTES);
      before = after;
    }
  }
}
