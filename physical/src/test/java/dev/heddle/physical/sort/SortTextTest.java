package dev.heddle.physical.sort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.join.HashJoinTest;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sorts by texts of shapes that the packing of keys treats each in its own way. */
class SortTextTest {
  private static final List<DataType> TYPES = List.of(DataType.STRING, DataType.INT64);

  private static String text(Random random, int shape, int alphabet) {
    String prefix =
        switch (shape % 4) {
          case 0 -> "";
          case 1 -> "pre";
          case 2 -> "https://www.example.com/items/";
          default -> "x".repeat(random.nextInt(2) * 30);
        };
    int least = shape < 4 ? 8 : 0;
    int length = least + random.nextInt(shape < 8 ? 5 : 40);
    StringBuilder text = new StringBuilder(prefix);
    for (int i = 0; i < length; i++) {
      int code = random.nextInt(alphabet);
      text.append(alphabet > 100 ? (char) (code * 7) : (char) ('0' + code));
    }
    return text.toString();
  }

  private static Batch batch(
      Random random, int rows, int shape, double nulls, long first, MemoryAccount account) {
    int alphabet = List.of(2, 16, 60, 200).get(random.nextInt(4));
    try (ColumnBuilder texts = new ColumnBuilder(DataType.STRING, account);
        ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, account)) {
      for (int i = 0; i < rows; i++) {
        if (random.nextDouble() < nulls) {
          texts.appendNull();
        } else {
          texts.appendString(text(random, shape, alphabet));
        }
        numbers.appendLong(first + i);
      }
      return Batch.of(account, rows, texts.build(), numbers.build());
    }
  }

  @Test
  void ordersTextsOfManyShapes() {
    for (int seed = 0; seed < Effort.of(48); seed++) {
      Random random = new Random(seed);
      int shape = seed % 12;
      double nulls = random.nextInt(3) == 0 ? 0.1 : 0;
      Schema schema = RandomBatches.schema(TYPES);
      List<SortOrder> order =
          List.of(
              new SortOrder(
                  0,
                  random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING,
                  random.nextBoolean() ? NullPlacement.FIRST : NullPlacement.LAST));
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
        List<Batch> batches = new ArrayList<>();
        int most = seed < Effort.of(12) ? 40_000 : 3000;
        for (long rows = 0; rows < most; ) {
          int count = 1 + random.nextInt(4096);
          batches.add(batch(random, count, shape, nulls, rows, account));
          rows += count;
        }
        List<List<@Nullable Object>> expected = new ArrayList<>(ScannedRows.of(batches));
        expected.sort(new NaiveOrder(order, TYPES));
        SortBreaker sort =
            SortBreaker.all(
                new PhysicalPlan.Sort(HashJoinTest.values(schema), order, Estimate.UNKNOWN),
                new PlanMetrics());
        TestTask task = new TestTask(account, 1 + random.nextInt(3));
        assertThat(SortTest.run(sort, batches, task).equals(expected))
            .as("seed %d, %s", seed, order)
            .isTrue();
      }
    }
  }

  /** Returns texts of which many begin alike, and some end in zero bytes. */
  private static List<String> pool(Random random) {
    List<String> pool = new ArrayList<>();
    pool.add("");
    int size = 1 + random.nextInt(30);
    for (int i = 0; i < size; i++) {
      String known = pool.get(random.nextInt(pool.size()));
      String start = known.substring(0, random.nextInt(known.length() + 1));
      String rest = (random.nextBoolean() ? "ab" : "\0").repeat(random.nextInt(14));
      pool.add(start + rest + (random.nextBoolean() ? "" : text(random, 8, 16)));
    }
    return pool;
  }

  private static Batch ofPool(
      List<String> pool, DataType second, Random random, int rows, MemoryAccount account) {
    try (ColumnBuilder texts = new ColumnBuilder(DataType.STRING, account);
        ColumnBuilder others = new ColumnBuilder(second, account);
        ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, account)) {
      boolean hasNulls = random.nextBoolean();
      for (int i = 0; i < rows; i++) {
        if (hasNulls && random.nextInt(9) == 0) {
          texts.appendNull();
        } else {
          texts.appendString(pool.get(random.nextInt(pool.size())));
        }
        if (random.nextInt(9) == 0) {
          others.appendNull();
        } else if (second.equals(DataType.STRING)) {
          others.appendString(pool.get(random.nextInt(pool.size())));
        } else if (second.isFloat()) {
          others.appendDouble(random.nextInt(9) == 0 ? Double.NaN : random.nextGaussian());
        } else {
          others.appendLong(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(50));
        }
        numbers.appendLong(i);
      }
      return Batch.of(account, rows, texts.build(), others.build(), numbers.build());
    }
  }

  @Test
  void ordersRowsOfFewTextsByWhatFollows() {
    for (int seed = 0; seed < Effort.of(60); seed++) {
      Random random = new Random(seed);
      List<DataType> seconds = List.of(DataType.INT64, DataType.FLOAT64, DataType.STRING);
      DataType second = seconds.get(seed % 3);
      List<DataType> types = List.of(DataType.STRING, second, DataType.INT64);
      List<SortOrder> order = new ArrayList<>();
      for (int key = 0; key < 1 + random.nextInt(2); key++) {
        order.add(
            new SortOrder(
                key,
                random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING,
                random.nextBoolean() ? NullPlacement.FIRST : NullPlacement.LAST));
      }
      List<String> pool = pool(random);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
          batches.add(ofPool(pool, second, random, 1 + random.nextInt(2000), account));
        }
        List<List<@Nullable Object>> expected = new ArrayList<>(ScannedRows.of(batches));
        expected.sort(new NaiveOrder(order, types));
        SortBreaker sort =
            SortBreaker.all(
                new PhysicalPlan.Sort(
                    HashJoinTest.values(RandomBatches.schema(types)), order, Estimate.UNKNOWN),
                new PlanMetrics());
        TestTask task = new TestTask(account, 1 + random.nextInt(3));
        assertThat(SortTest.run(sort, batches, task).equals(expected))
            .as("seed %d, %s, %s", seed, order, pool)
            .isTrue();
      }
    }
  }
}
