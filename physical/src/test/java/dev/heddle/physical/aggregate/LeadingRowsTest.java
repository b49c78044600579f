package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.sort.NaiveOrder;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeadingRowsTest {
  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void keepsWhateverRanksAmongTheFirst() {
    for (int seed = 0; seed < 60; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      Random choices = random.random();
      List<DataType> types =
          List.of(random.type(), random.type(), DataType.INT16, random.type(), DataType.INT32);
      BatchTable table = tester.table(random, RandomBatches.schema(types));
      List<Integer> keys = new ArrayList<>();
      for (int key = 0; key < 3; key++) {
        if (choices.nextInt(3) == 0) {
          keys.add(key);
        }
      }
      SortDirection[] directions = SortDirection.values();
      NullPlacement[] nulls = NullPlacement.values();
      SortOrder order =
          new SortOrder(3 + choices.nextInt(2), directions[seed % 2], nulls[seed / 2 % 2]);
      int limit = 1 + choices.nextInt(seed % 3 == 0 ? 80 : 5);
      check(table, types, keys, order, limit, "seed " + seed);
    }
  }

  private void check(
      BatchTable table,
      List<DataType> types,
      List<Integer> keys,
      SortOrder order,
      int limit,
      String label) {
    PhysicalPlan plan =
        new PhysicalPlan.GroupLimit(table.scan(), keys, order, limit, Estimate.UNKNOWN);
    List<List<@Nullable Object>> input = ScannedRows.of(table.batches());
    for (int threads = 1; threads <= 3; threads++) {
      List<List<@Nullable Object>> output = tester.run(plan, threads);
      Map<List<@Nullable Object>, Integer> left = new HashMap<>();
      input.forEach(row -> left.merge(row, 1, Integer::sum));
      for (List<@Nullable Object> row : output) {
        assertThat(left.merge(row, -1, Integer::sum)).as(label).isNotNegative();
      }
      for (List<@Nullable Object> row : wanted(input, types, keys, order, limit)) {
        assertThat(left.get(row)).as("%s, threads %s: %s", label, threads, row).isZero();
      }
    }
  }

  /** Returns the rows before which fewer than {@code limit} others of their group stand. */
  private static List<List<@Nullable Object>> wanted(
      List<List<@Nullable Object>> input,
      List<DataType> types,
      List<Integer> keys,
      SortOrder order,
      int limit) {
    NaiveOrder naive = new NaiveOrder(List.of(order), types);
    Map<List<@Nullable Object>, List<List<@Nullable Object>>> groups = new HashMap<>();
    for (List<@Nullable Object> row : input) {
      List<@Nullable Object> key = new ArrayList<>();
      keys.forEach(column -> key.add(AggregateTwin.canonical(row.get(column))));
      groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
    }
    List<List<@Nullable Object>> wanted = new ArrayList<>();
    for (List<List<@Nullable Object>> group : groups.values()) {
      group.sort(naive);
      for (int i = 0; i < group.size(); i++) {
        if (i < limit || naive.compare(group.get(limit - 1), group.get(i)) == 0) {
          wanted.add(group.get(i));
        }
      }
    }
    return wanted;
  }

  private BatchTable numbers(int rows, int groups) {
    Random random = new Random(7);
    Schema schema = RandomBatches.schema(List.of(DataType.INT64, DataType.INT64));
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < rows; from += Batch.MAX_ROWS) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT64, tester.account());
          ColumnBuilder values = new ColumnBuilder(DataType.INT64, tester.account())) {
        for (int i = 0; i < Batch.MAX_ROWS; i++) {
          keys.appendLong(random.nextInt(groups) * 1_000_003L);
          values.appendLong(random.nextInt(1_000_000));
        }
        batches.add(Batch.of(tester.account(), Batch.MAX_ROWS, keys.build(), values.build()));
      }
    }
    return tester.table(schema, List.of(batches));
  }

  private static PhysicalPlan largestTwo(BatchTable table) {
    SortOrder order = new SortOrder(1, SortDirection.DESCENDING, NullPlacement.LAST);
    return new PhysicalPlan.GroupLimit(table.scan(), List.of(0), order, 2, Estimate.UNKNOWN);
  }

  @Test
  void fewRowsOfLargeGroupsPass() {
    BatchTable table = numbers(1 << 18, 100);
    assertThat(tester.run(largestTwo(table), 1)).hasSizeBetween(200, 8000);
  }

  @Test
  void allRowsPassWhereMemoryIsShortOrGroupsAreSmall() {
    BatchTable table = numbers(1 << 14, 1 << 14);
    List<List<@Nullable Object>> all = ScannedRows.of(table.batches());
    List<DataType> types = List.of(DataType.INT64, DataType.INT64);
    SortOrder order = new SortOrder(1, SortDirection.DESCENDING, NullPlacement.LAST);
    Set<List<@Nullable Object>> passed =
        new HashSet<>(tester.runWithScarceMemory(largestTwo(table), 1));
    for (List<@Nullable Object> row : wanted(all, types, List.of(0), order, 2)) {
      assertThat(passed.contains(row)).as("%s", row).isTrue();
    }
    BatchTable large = numbers(5 << 16, 1 << 30);
    assertThat(tester.run(largestTwo(large), 1)).hasSize(5 << 16);
  }
}
