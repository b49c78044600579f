package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.testing.Effort;
import dev.heddle.physical.aggregate.state.DoubleValues;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ValueChunksTest {
  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void keepsEachGroupsNumbersAndTakesThoseOfOthersOver() {
    for (int seed = 0; seed < Effort.of(40); seed++) {
      Random random = new Random(seed);
      int groups = 1 + random.nextInt(random.nextBoolean() ? 3 : ValueChunks.MAX_GROUPS);
      List<List<Double>> expected = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        expected.add(new ArrayList<>());
      }
      try (ValueChunks all = filled(random, groups, 0, expected)) {
        for (int thread = 1; thread < 3; thread++) {
          int shift = random.nextInt(groups);
          Buffer mapped = tester.account().allocate(4L * groups);
          for (int g = 0; g < groups; g++) {
            Memory.putInt(mapped.address() + 4L * g, (g + shift) % groups);
          }
          try (ValueChunks other = filled(random, groups, shift, expected)) {
            all.takeOver(other, mapped.address());
            assertThat(other.count()).isZero();
          }
          mapped.release();
          add(all, random, groups, 0, expected);
        }
        check(all, expected, "seed " + seed);
      }
    }
  }

  private ValueChunks filled(Random random, int groups, int shift, List<List<Double>> expected) {
    ValueChunks chunks = new ValueChunks(tester.account());
    chunks.grow(groups);
    add(chunks, random, groups, shift, expected);
    return chunks;
  }

  private void add(
      ValueChunks chunks, Random random, int groups, int shift, List<List<Double>> expected) {
    int batches = random.nextInt(8);
    for (int i = 0; i < batches; i++) {
      int rows = 1 + random.nextInt(4096);
      Buffer numbers = tester.account().allocate(4L * rows);
      try (ColumnBuilder builder = new ColumnBuilder(DataType.FLOAT64, tester.account())) {
        for (int row = 0; row < rows; row++) {
          int group = random.nextInt(1 + random.nextInt(groups));
          Memory.putInt(numbers.address() + 4L * row, group);
          if (random.nextInt(10) == 0) {
            builder.appendNull();
          } else {
            double value = random.nextDouble();
            builder.appendDouble(value);
            expected.get((group + shift) % groups).add(value);
          }
        }
        Column column = builder.build();
        try (DoubleValues values = DoubleValues.of(column, rows, tester.account())) {
          chunks.add(numbers.address(), values, column.validity(), rows);
        }
        column.release();
      }
      numbers.release();
    }
  }

  private void check(ValueChunks chunks, List<List<Double>> expected, String label) {
    assertThat(chunks.count()).isEqualTo(expected.stream().mapToInt(List::size).sum());
    for (int g = 0; g < expected.size(); g++) {
      assertThat(chunks.size(g)).as(label).isEqualTo(expected.get(g).size());
      Buffer copy = tester.account().allocate(8L * chunks.size(g));
      chunks.copy(g, copy.address());
      List<Double> found = new ArrayList<>();
      for (int i = 0; i < chunks.size(g); i++) {
        found.add(Memory.getDouble(copy.address() + 8L * i));
      }
      copy.release();
      assertThat(sorted(found)).as(label).isEqualTo(sorted(expected.get(g)));
    }
    List<List<Double>> drained = new ArrayList<>();
    expected.forEach(_ -> drained.add(new ArrayList<>()));
    chunks.drain(
        (group, at, count) -> {
          assertThat(count).isLessThanOrEqualTo(ValueChunks.MAX_AT_ONCE);
          for (int i = 0; i < count; i++) {
            drained.get(group).add(Memory.getDouble(at + 8L * i));
          }
        });
    for (int g = 0; g < expected.size(); g++) {
      assertThat(sorted(drained.get(g))).as(label).isEqualTo(sorted(expected.get(g)));
    }
    assertThat(chunks.count()).isZero();
    assertThat(chunks.bytes()).isZero();
  }

  private static List<Double> sorted(List<Double> values) {
    return values.stream().sorted().toList();
  }
}
