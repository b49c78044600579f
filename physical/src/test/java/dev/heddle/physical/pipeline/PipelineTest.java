package dev.heddle.physical.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineTest {
  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void scansRowsInTheOrderOfTheTable(int threads) {
    for (int seed = 0; seed < 30; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, random.schema(1 + seed % 6));
      assertThat(tester.run(table.scan(), threads))
          .as("seed " + seed)
          .isEqualTo(ScannedRows.of(table.batches()));
      assertThat(tester.metrics().of(table.scan()).rowsOut()).isZero(); // another node
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void limitsPassTheFirstRowsOfAScan(int threads) {
    BatchTable table = numbers(7, 100);
    List<List<@Nullable Object>> all = ScannedRows.of(table.batches());
    for (long offset : new long[] {0, 1, 99, 100, 250, 700, 900}) {
      for (long limit : new long[] {0, 1, 100, 101, 450, Long.MAX_VALUE}) {
        PhysicalPlan plan = new PhysicalPlan.Limit(table.scan(), offset, limit, Estimate.UNKNOWN);
        int from = (int) Math.min(offset, all.size());
        int to = (int) Math.min(all.size() - from, limit) + from;
        List<List<@Nullable Object>> rows = tester.run(plan, threads);
        assertThat(rows).as("offset %s, limit %s", offset, limit).hasSize(to - from);
        if (limit < Long.MAX_VALUE) { // without one, order is free
          assertThat(rows).isEqualTo(all.subList(from, to));
        }
      }
    }
  }

  @Test
  void limitsCountTheRowsOfSelectionsAndAllThreads() {
    for (int seed = 0; seed < 30; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, random.schema(2));
      List<List<@Nullable Object>> all = ScannedRows.of(table.batches());
      PhysicalPlan union =
          new PhysicalPlan.UnionAll(
              List.of(table.scan(), table.scan()), table.schema(), Estimate.UNKNOWN);
      int offset = random.random().nextInt(200);
      int limit = random.random().nextInt(3000);
      PhysicalPlan plan = new PhysicalPlan.Limit(union, offset, limit, Estimate.UNKNOWN);
      int expected = Math.clamp(all.size() * 2 - offset, 0, limit);
      List<List<@Nullable Object>> rows = tester.run(plan, 3);
      assertThat(rows).as("seed " + seed).hasSize(expected);
      assertThat(all).as("seed " + seed).containsAll(rows);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void unionsDeliverAllRowsOfAllInputs(int threads) {
    BatchTable first = numbers(5, 1000);
    BatchTable second = numbers(0, 10);
    BatchTable third = numbers(1, 3);
    PhysicalPlan limited = new PhysicalPlan.Limit(first.scan(), 10, 2000, Estimate.UNKNOWN);
    PhysicalPlan plan =
        new PhysicalPlan.UnionAll(
            List.of(limited, second.scan(), third.scan(), values()),
            first.schema(),
            Estimate.UNKNOWN);
    List<List<@Nullable Object>> expected =
        new ArrayList<>(ScannedRows.of(first.batches()).subList(10, 2010));
    expected.addAll(ScannedRows.of(third.batches()));
    expected.addAll(List.of(Arrays.asList(7L), Arrays.asList((Object) null)));
    assertThat(tester.run(plan, threads)).isEqualTo(expected);
    assertThat(tester.metrics().of(plan).rowsOut()).isEqualTo(2005);
    assertThat(tester.metrics().of(limited).rowsOut()).isEqualTo(2000);
  }

  private PhysicalPlan values() {
    Schema schema = RandomBatches.schema(List.of(DataType.INT64));
    return new PhysicalPlan.Values(
        List.of(
            List.of(PhysicalExpr.Literal.of(ScanValue.Whole.of(7), DataType.INT64)),
            List.of(PhysicalExpr.Literal.nullOf(DataType.INT64))),
        schema,
        Estimate.UNKNOWN);
  }

  @Test
  void valuesOfEveryTypeBecomeRows() {
    List<DataType> types =
        List.of(
            DataType.INT32,
            DataType.FLOAT64,
            DataType.BOOL,
            DataType.STRING,
            new DataType.Decimal(30, 2),
            DataType.INTERVAL);
    List<ScanValue> values =
        List.of(
            ScanValue.Whole.of(-3),
            new ScanValue.Floating(0.5),
            new ScanValue.Truth(true),
            new ScanValue.Bytes(
                "longer than twelve bytes".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
            ScanValue.Whole.of(-12345),
            new ScanValue.Span(1, -2, 3));
    List<PhysicalExpr.Literal> row = new ArrayList<>();
    List<PhysicalExpr.Literal> nulls = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      row.add(new PhysicalExpr.Literal(Optional.of(values.get(i)), types.get(i)));
      nulls.add(PhysicalExpr.Literal.nullOf(types.get(i)));
    }
    PhysicalPlan plan =
        new PhysicalPlan.Values(List.of(row, nulls), RandomBatches.schema(types), Estimate.UNKNOWN);
    assertThat(tester.run(plan, 2))
        .containsExactly(
            Arrays.asList(
                -3L,
                0.5,
                true,
                "longer than twelve bytes",
                new java.math.BigDecimal("-123.45"),
                "1 mon -2 day 3000 ns"),
            Arrays.asList(null, null, null, null, null, null));
  }

  @Test
  void expandRepeatsRowsForEachGroupingSet() {
    for (int seed = 0; seed < 20; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, random.schema(3));
      List<Field> fields = new ArrayList<>(table.schema().fields());
      fields.add(new Field("id", DataType.INT64, false));
      fields.add(new Field("set", DataType.INT64, false));
      List<List<Integer>> sets = List.of(List.of(0, 2), List.of(2), List.of(), List.of(2));
      PhysicalPlan plan =
          new PhysicalPlan.Expand(
              table.scan(), List.of(0, 2), sets, new Schema(fields), Estimate.UNKNOWN);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      long[] ids = {0, 2, 3, 2};
      for (List<@Nullable Object> row : ScannedRows.of(table.batches())) {
        for (int set = 0; set < 4; set++) {
          expected.add(
              Arrays.asList(
                  sets.get(set).contains(0) ? row.get(0) : null,
                  row.get(1),
                  sets.get(set).contains(2) ? row.get(2) : null,
                  ids[set],
                  (long) set));
        }
      }
      assertThat(ScannedRows.sorted(tester.run(plan, 2)))
          .as("seed " + seed)
          .isEqualTo(ScannedRows.sorted(expected));
    }
  }

  @Test
  void rowIndexesCountInOrder() {
    for (int seed = 0; seed < 20; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, random.schema(2));
      List<Field> fields = new ArrayList<>(table.schema().fields());
      fields.add(new Field("index", DataType.INT64, false));
      PhysicalPlan plan =
          new PhysicalPlan.RowIndex(table.scan(), 5, new Schema(fields), Estimate.UNKNOWN);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (List<@Nullable Object> row : ScannedRows.of(table.batches())) {
        List<@Nullable Object> numbered = new ArrayList<>(row);
        numbered.add(expected.size() + 5L);
        expected.add(numbered);
      }
      assertThat(tester.run(plan, 3)).as("seed " + seed).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theFirstErrorIsThrownAndEverythingIsClosed(int threads) {
    BatchTable table = numbers(20, 100);
    AtomicInteger seen = new AtomicInteger();
    SinkFactory sink =
        new BrokenSinkFactory(
            () -> {
              if (seen.incrementAndGet() == 5) {
                throw new HeddleException(ErrorCode.DIVISION_BY_ZERO, "Broken on purpose");
              }
            });
    assertThatThrownBy(() -> runInto(table.scan(), sink, threads, new Cancellation()))
        .isInstanceOf(HeddleException.class)
        .hasMessage("Broken on purpose");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aCancelStopsTheRun(int threads) {
    BatchTable table = numbers(200, 10);
    Cancellation cancellation = new Cancellation();
    AtomicInteger seen = new AtomicInteger();
    SinkFactory sink =
        new BrokenSinkFactory(
            () -> {
              if (seen.incrementAndGet() == 10) {
                cancellation.cancel();
              }
            });
    assertThatThrownBy(() -> runInto(table.scan(), sink, threads, cancellation))
        .isInstanceOf(HeddleException.class)
        .hasMessage("Query was cancelled");
    assertThat(seen.get()).isLessThan(10 + threads);
  }

  @Test
  void filtersKeepRowsForWhichThePredicateIsTrue() {
    for (int seed = 0; seed < 30; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, mixed());
      PhysicalPlan plan = new PhysicalPlan.Filter(table.scan(), isSmall(), Estimate.UNKNOWN);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (List<@Nullable Object> row : ScannedRows.of(table.batches())) {
        if (row.get(0) != null && (Long) row.get(0) < 100) {
          expected.add(row);
        }
      }
      assertThat(tester.run(plan, 2)).as("seed " + seed).isEqualTo(expected);
    }
  }

  private static Schema mixed() {
    return RandomBatches.schema(List.of(DataType.INT64, DataType.STRING, DataType.FLOAT64));
  }

  private static PhysicalExpr isSmall() {
    return new PhysicalExpr.Call(
        ScalarFunction.LT,
        List.of(
            new PhysicalExpr.ColumnRef(0, DataType.INT64, true),
            PhysicalExpr.Literal.of(ScanValue.Whole.of(100), DataType.INT64)),
        DataType.BOOL,
        true);
  }

  @Test
  void projectionsPassReferencesAndComputeTheRest() {
    PhysicalExpr text = new PhysicalExpr.ColumnRef(1, DataType.STRING, true);
    for (int seed = 0; seed < 30; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, mixed());
      List<Field> fields =
          List.of(
              Field.of("a", DataType.STRING),
              Field.of("b", DataType.STRING),
              Field.of("c", DataType.BOOL));
      PhysicalPlan references =
          new PhysicalPlan.Project(
              table.scan(),
              List.of(text, text),
              new Schema(fields.subList(0, 2)),
              Estimate.UNKNOWN);
      PhysicalPlan computed =
          new PhysicalPlan.Project(
              table.scan(), List.of(text, text, isSmall()), new Schema(fields), Estimate.UNKNOWN);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (List<@Nullable Object> row : ScannedRows.of(table.batches())) {
        Long number = (Long) row.get(0);
        expected.add(Arrays.asList(row.get(1), row.get(1), number == null ? null : number < 100));
      }
      assertThat(tester.run(computed, 2)).as("seed " + seed).isEqualTo(expected);
      expected.replaceAll(row -> row.subList(0, 2));
      assertThat(tester.run(references, 2)).as("seed " + seed).isEqualTo(expected);
    }
  }

  @Test
  void nothingIsLeftWhereMemoryRunsOut() {
    for (int seed = 0; seed < 5; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      BatchTable table = tester.table(random, mixed());
      List<Field> fields = new ArrayList<>(mixed().fields());
      fields.add(new Field("id", DataType.INT64, false));
      fields.add(new Field("set", DataType.INT64, false));
      PhysicalPlan filter = new PhysicalPlan.Filter(table.scan(), isSmall(), Estimate.UNKNOWN);
      PhysicalPlan expand =
          new PhysicalPlan.Expand(
              filter,
              List.of(0),
              List.of(List.of(0), List.of()),
              new Schema(fields),
              Estimate.UNKNOWN);
      PhysicalPlan limit = new PhysicalPlan.Limit(expand, 3, 5000, Estimate.UNKNOWN);
      PhysicalPlan plan =
          new PhysicalPlan.UnionAll(List.of(limit, expand), new Schema(fields), Estimate.UNKNOWN);
      int expected = tester.run(plan, 1).size();
      for (int threads = 1; threads <= 2; threads++) {
        assertThat(tester.runWithScarceMemory(plan, threads)).as("seed " + seed).hasSize(expected);
      }
    }
  }

  private void runInto(
      PhysicalPlan plan, SinkFactory sink, int threads, Cancellation cancellation) {
    MemoryLedger ledger = new MemoryLedger(1 << 30);
    MemoryAccount account = ledger.open("query");
    try (sink;
        account) {
      tester.runner(threads, account, cancellation).run(tester.pipelines(plan, sink));
    }
  }

  /** Drops rows after an action, and keeps some memory until it is closed. */
  private record BrokenSinkFactory(Runnable action) implements SinkFactory {
    @Override
    public Sink open(TaskContext context) {
      ColumnBuilder held = new ColumnBuilder(DataType.INT64, context.account());
      return new Sink() {
        @Override
        public Status consume(Batch input) {
          try (input) {
            action.run();
          }
          return Status.NEEDS_INPUT;
        }

        @Override
        public void finish() {}

        @Override
        public void close() {
          held.close();
        }
      };
    }

    @Override
    public void complete(TaskContext context) {}

    @Override
    public void close() {}
  }

  private BatchTable numbers(int batches, int rows) {
    Schema schema = RandomBatches.schema(List.of(DataType.INT64));
    List<List<Batch>> splits = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, tester.account())) {
        for (int row = 0; row < rows; row++) {
          numbers.appendLong((long) i * rows + row);
        }
        splits.add(List.of(Batch.of(tester.account(), rows, numbers.build())));
      }
    }
    return tester.table(schema, splits);
  }
}
