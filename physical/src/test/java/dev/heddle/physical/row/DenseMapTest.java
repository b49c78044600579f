package dev.heddle.physical.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.testing.Effort;
import dev.heddle.physical.testing.OperatorTester;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DenseMapTest {
  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void givesEqualKeysOneGroupHoweverTheirRangeGrows() {
    for (int seed = 0; seed < Effort.of(60); seed++) {
      run(seed);
    }
  }

  /**
   * Keys that ascend, descend or jump, of which some have other groups' places in pages between.
   */
  private void run(int seed) {
    Random random = new Random(seed);
    DataType type = random.nextInt(3) == 0 ? DataType.INT32 : DataType.INT64;
    long limit = type == DataType.INT64 ? Long.MAX_VALUE : Integer.MAX_VALUE;
    long next =
        switch (random.nextInt(4)) {
          case 0 -> limit - 400_000;
          case 1 -> -limit - 1;
          default -> random.nextInt(2000) - 1000;
        };
    int step = random.nextInt(60) - 20;
    int spread = new int[] {1, 300, 70_000, 3_000_000}[random.nextInt(4)];
    int hashed = random.nextInt(3) == 0 ? 5 : 0; // one batch in three is left to the table
    Field field = new Field("k", type, true);
    Map<@Nullable Long, Integer> known = new HashMap<>();
    try (GroupTable table = new GroupTable(new KeyLayout(List.of(field)), tester.account());
        DenseMap map = new DenseMap(table, tester.account())) {
      for (int batch = 0; batch < 40; batch++) {
        int rows = random.nextInt(5) == 0 ? 1 : 2000;
        @Nullable Long[] values = new Long[rows];
        for (int i = 0; i < rows; i++) {
          next = Math.clamp(next + step, -limit - 1, limit - 1);
          long value = Math.clamp(next + random.nextInt(spread), -limit - 1, limit);
          values[i] = random.nextInt(40) == 0 ? null : value;
        }
        boolean isHashed = hashed > 0 && random.nextInt(hashed) == 0;
        String label = "seed " + seed + ", batch " + batch;
        check(table, map, column(type, values), values, isHashed, known, label);
      }
      assertThat(table.groupCount()).as("seed " + seed).isEqualTo(known.size());
    }
  }

  private Column column(DataType type, @Nullable Long[] values) {
    try (ColumnBuilder builder = new ColumnBuilder(type, tester.account())) {
      for (Long value : values) {
        if (value == null) {
          builder.appendNull();
        } else {
          builder.appendLong(value);
        }
      }
      return builder.build();
    }
  }

  private void check(
      GroupTable table,
      DenseMap map,
      Column column,
      @Nullable Long[] values,
      boolean isHashed,
      Map<@Nullable Long, Integer> known,
      String label) {
    int rows = values.length;
    Buffer numbers = tester.account().allocate(4L * rows);
    try {
      if (isHashed || !map.locate(column, rows, numbers.address())) {
        table.locate(new Column[] {column}, rows, numbers.address());
      } else {
        assertThat(map.isComplete()).as(label).isEqualTo(map.size() > 0);
      }
      for (int i = 0; i < rows; i++) {
        int group = Memory.getInt(numbers.address() + 4L * i);
        Integer before = known.putIfAbsent(values[i], group);
        assertThat(before == null ? group : before).as(label + ", row " + i).isEqualTo(group);
      }
    } finally {
      numbers.release();
      column.release();
    }
    assertThat(table.groupCount()).as(label).isEqualTo(known.size());
  }
}
