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
import dev.heddle.physical.join.JoinInputs;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortTest {
  /** A random input and an order over it. */
  private record Case(
      List<DataType> types, List<SortOrder> order, Schema schema, List<Batch> batches) {
    static Case random(int seed, int maxRows, JoinInputs inputs, List<DataType> types) {
      Random random = new Random(seed * 77L);
      List<DataType> all = new ArrayList<>(types);
      all.add(DataType.INT32);
      List<SortOrder> order = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        order.add(
            new SortOrder(
                i,
                random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING,
                random.nextBoolean() ? NullPlacement.FIRST : NullPlacement.LAST));
      }
      int rows = random.nextInt(6) == 0 ? 0 : random.nextInt(maxRows);
      return new Case(
          all, order, RandomBatches.schema(all), inputs.batches(rows, 1 + random.nextInt(900)));
    }

    List<List<@Nullable Object>> expected() {
      List<List<@Nullable Object>> rows = new ArrayList<>(ScannedRows.of(batches));
      rows.sort(new NaiveOrder(order, types));
      return rows;
    }
  }

  private static List<DataType> types(Random random) {
    List<DataType> types = new ArrayList<>();
    int keys = 1 + random.nextInt(3);
    for (int i = 0; i < keys; i++) {
      types.add(RandomBatches.TYPES.get(random.nextInt(RandomBatches.TYPES.size())));
    }
    return types;
  }

  private static JoinInputs inputs(
      int seed, Random random, List<DataType> types, MemoryAccount account) {
    double nulls = random.nextInt(3) == 0 ? 0 : 0.2;
    return new JoinInputs(seed, types, 1 + random.nextInt(400), nulls, account);
  }

  @Test
  void ordersRandomRowsAndKeepsPeersInPlace() {
    for (int seed = 0; seed < Effort.of(80); seed++) {
      Random random = new Random(seed);
      List<DataType> types = types(random);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs = inputs(seed, random, types, account)) {
        Case input = Case.random(seed, 4000, inputs, types);
        List<List<@Nullable Object>> expected = input.expected();
        TestTask task = new TestTask(account, 1 + random.nextInt(3));
        SortBreaker sort =
            SortBreaker.all(
                new PhysicalPlan.Sort(
                    HashJoinTest.values(input.schema()), input.order(), Estimate.UNKNOWN),
                new PlanMetrics());
        assertThat(run(sort, input.batches(), task))
            .as("seed %d, %s, %s", seed, types, input.order())
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void ordersMoreRowsThanOneChunkHolds() {
    for (int seed = 0; seed < Effort.of(6); seed++) {
      Random random = new Random(seed);
      List<DataType> types = new ArrayList<>();
      types.add(List.of(DataType.STRING, DataType.INT64, DataType.FLOAT64).get(seed % 3));
      types.add(DataType.INT32);
      for (int i = 0; seed >= 3 && i < 5; i++) {
        types.add(RandomBatches.TYPES.get(random.nextInt(RandomBatches.TYPES.size())));
      }
      try (MemoryAccount account = new MemoryLedger(4L << 30).open("test");
          JoinInputs inputs = new JoinInputs(seed, types, 50_000, 0.01, account)) {
        Case input = Case.random(seed + 100, 300_000, inputs, types);
        List<List<@Nullable Object>> expected = input.expected();
        TestTask task = new TestTask(account, 1 + random.nextInt(3));
        SortBreaker sort =
            SortBreaker.all(
                new PhysicalPlan.Sort(
                    HashJoinTest.values(input.schema()), input.order(), Estimate.UNKNOWN),
                new PlanMetrics());
        assertThat(run(sort, input.batches(), task).equals(expected)).as("seed %d", seed).isTrue();
      }
    }
  }

  @Test
  void ordersByNumbersOfWhichNoBitFitsTheWord() {
    DataType bits = DataType.INT64;
    for (int shift = 55; shift <= 64; shift++) {
      List<DataType> types = List.of(bits, DataType.FLOAT64);
      Schema schema = RandomBatches.schema(types);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          ColumnBuilder firsts = new ColumnBuilder(bits, account);
          ColumnBuilder seconds = new ColumnBuilder(DataType.FLOAT64, account)) {
        long top = shift == 64 ? Long.MAX_VALUE : (1L << (shift - 1)) - 1; // bits: shift
        for (int i = 0; i < 100; i++) {
          firsts.appendLong(i % 3 == 0 ? -top - 1 : top);
          if (i % 7 == 0) {
            seconds.appendNull();
          } else {
            seconds.appendDouble((i * 37 % 100 - 50) * Math.pow(10, i % 5 * 60));
          }
        }
        List<SortOrder> order =
            List.of(
                new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST),
                new SortOrder(1, SortDirection.ASCENDING, NullPlacement.LAST));
        List<Batch> batches = List.of(Batch.of(account, 100, firsts.build(), seconds.build()));
        List<List<@Nullable Object>> expected = new ArrayList<>(ScannedRows.of(batches));
        expected.sort(new NaiveOrder(order, types));
        SortBreaker sort =
            SortBreaker.all(
                new PhysicalPlan.Sort(HashJoinTest.values(schema), order, Estimate.UNKNOWN),
                new PlanMetrics());
        assertThat(run(sort, batches, new TestTask(account, 1)))
            .as("%d bits", shift)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void findsTheFirstRowsOfAnOrder() {
    for (int seed = 0; seed < Effort.of(60); seed++) {
      Random random = new Random(seed);
      List<DataType> types = types(random);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs = inputs(seed, random, types, account)) {
        Case input = Case.random(seed, seed % 5 < 2 ? 60_000 : 3000, inputs, types);
        long offset = random.nextInt(3) == 0 ? random.nextInt(5000) : random.nextInt(20);
        long limit =
            switch (random.nextInt(4)) {
              case 0 -> 0;
              case 1 -> Long.MAX_VALUE;
              case 2 -> random.nextInt(3000);
              default -> random.nextInt(30);
            };
        List<List<@Nullable Object>> sorted = input.expected();
        int from = (int) Math.min(offset, sorted.size());
        int to =
            (int) Math.min(limit > sorted.size() ? sorted.size() : offset + limit, sorted.size());
        PhysicalPlan.TopN plan =
            new PhysicalPlan.TopN(
                HashJoinTest.values(input.schema()),
                input.order(),
                offset,
                limit,
                Estimate.UNKNOWN);
        if (seed % 2 == 1) {
          scarce(account, random);
        }
        List<List<@Nullable Object>> actual =
            run(top(plan), input.batches(), new TestTask(account, 1 + random.nextInt(3)));
        // Peers may come in any order and be cut anywhere: compare the keys.
        assertThat(keys(actual, types.size()))
            .as("seed %d, %s, offset %d, limit %d", seed, input.order(), offset, limit)
            .isEqualTo(keys(sorted.subList(from, to), types.size()));
        assertThat(new HashSet<>(sorted).containsAll(actual)).as("seed %d", seed).isTrue();
      }
    }
  }

  private static Breaker top(PhysicalPlan.TopN plan) {
    return TopNBreaker.isWorthIt(plan)
        ? new TopNBreaker(plan, new PlanMetrics())
        : SortBreaker.first(plan, new PlanMetrics());
  }

  /** Leaves so little memory that hardly a run can be sorted there. */
  private static void scarce(MemoryAccount account, Random random) {
    long left = 3_600_000 + random.nextInt(4) * 1_000_000L;
    account.ledger().setLimitBytes(account.ledger().usedBytes() + left);
  }

  @Test
  void ordersRowsThatDoNotFitIntoMemory() {
    int spilled = 0;
    for (int seed = 0; seed < Effort.of(40); seed++) {
      Random random = new Random(seed);
      List<DataType> types = types(random);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs = inputs(seed, random, types, account)) {
        Case input = Case.random(seed, seed % 4 == 0 ? 200_000 : 30_000, inputs, types);
        List<List<@Nullable Object>> expected = input.expected();
        TestTask task = new TestTask(account, 1 + random.nextInt(3));
        PlanMetrics metrics = new PlanMetrics();
        PhysicalPlan.Sort plan =
            new PhysicalPlan.Sort(
                HashJoinTest.values(input.schema()), input.order(), Estimate.UNKNOWN);
        scarce(account, random);
        List<List<@Nullable Object>> actual =
            run(SortBreaker.all(plan, metrics), input.batches(), task);
        assertThat(actual.equals(expected))
            .as("seed %d, %s, %s", seed, types, input.order())
            .isTrue();
        spilled += metrics.of(plan).spilledBytes() > 0 ? 1 : 0;
      }
    }
    assertThat(spilled).isGreaterThan(5);
  }

  private static List<String> keys(List<List<@Nullable Object>> rows, int count) {
    return rows.stream()
        .map(row -> row.subList(0, count).toString().replace("-0.0", "0.0"))
        .toList();
  }

  static List<List<@Nullable Object>> run(Breaker breaker, List<Batch> batches, TestTask task) {
    try (SinkFactory sink = breaker.sink();
        SourceFactory source = breaker.source()) {
      task.fill(batches, sink);
      return task.drain(source);
    }
  }
}
