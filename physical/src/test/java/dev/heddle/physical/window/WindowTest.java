package dev.heddle.physical.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.join.HashJoinTest;
import dev.heddle.physical.join.JoinInputs;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WindowTest {
  private static final DataType DECIMAL = new DataType.Decimal(12, 2);
  private static final DataType WIDE = new DataType.Decimal(30, 0);

  /** The first four take the simple frames, those from the sixth on differ by types only. */
  private static final int PIECES_SEEDS = Integer.getInteger("heddle.window.seeds", 1);

  /** Partition, order, value, filter, small integer, and the row's number behind them. */
  private static List<DataType> types(Random random) {
    List<DataType> orders =
        List.of(DataType.INT32, DataType.INT64, DataType.FLOAT64, DECIMAL, DataType.STRING, WIDE);
    List<DataType> values =
        List.of(DataType.INT32, DataType.INT64, DataType.FLOAT64, DECIMAL, WIDE);
    return List.of(
        RandomBatches.TYPES.get(random.nextInt(RandomBatches.TYPES.size())),
        orders.get(random.nextInt(orders.size())),
        values.get(random.nextInt(values.size())),
        DataType.BOOL,
        DataType.INT16,
        DataType.INT32);
  }

  private static PhysicalExpr.Literal whole(long value) {
    return PhysicalExpr.Literal.of(ScanValue.Whole.of(value), DataType.INT64);
  }

  private static WindowBounds frame(Random random, boolean canRange) {
    FrameUnit unit =
        canRange
            ? FrameUnit.values()[random.nextInt(3)]
            : random.nextBoolean() ? FrameUnit.ROWS : FrameUnit.GROUPS;
    WindowBounds.Bound start =
        switch (random.nextInt(4)) {
          case 0 -> new WindowBounds.CurrentRow();
          case 1 -> new WindowBounds.Preceding(whole(random.nextInt(40)));
          case 2 -> new WindowBounds.Following(whole(random.nextInt(5)));
          default -> new WindowBounds.Unbounded();
        };
    WindowBounds.Bound end =
        switch (random.nextInt(4)) {
          case 0 -> new WindowBounds.CurrentRow();
          case 1 -> new WindowBounds.Preceding(whole(random.nextInt(5)));
          case 2 -> new WindowBounds.Following(whole(random.nextInt(90)));
          default -> new WindowBounds.Unbounded();
        };
    WindowBounds.Exclusion[] exclusions = WindowBounds.Exclusion.values();
    return new WindowBounds(
        unit,
        start,
        end,
        random.nextInt(3) == 0
            ? exclusions[random.nextInt(exclusions.length)]
            : WindowBounds.Exclusion.NOTHING);
  }

  private static WindowCall function(
      WindowFunction function, Random random, List<DataType> types, WindowBounds frame) {
    List<Integer> arguments = new ArrayList<>();
    List<PhysicalExpr.Literal> constants = new ArrayList<>();
    DataType type = DataType.INT64;
    switch (function) {
      case ROW_NUMBER, RANK, DENSE_RANK -> {}
      case PERCENT_RANK, CUME_DIST -> type = DataType.FLOAT64;
      case NTILE -> constants.add(whole(1 + random.nextInt(6)));
      case LAG, LEAD -> {
        arguments.add(2);
        int kind = random.nextInt(3);
        if (kind > 0) {
          arguments.add(2);
        }
        if (kind > 1) {
          arguments.add(4);
        } else {
          constants.add(whole(random.nextInt(4)));
        }
        type = types.get(2);
      }
      case FIRST_VALUE, LAST_VALUE -> {
        arguments.add(0);
        type = types.get(0);
      }
      case NTH_VALUE -> {
        arguments.add(2);
        constants.add(whole(1 + random.nextInt(4)));
        type = types.get(2);
      }
    }
    NullTreatment nulls =
        function.canIgnoreNulls() && random.nextBoolean()
            ? NullTreatment.IGNORE
            : NullTreatment.RESPECT;
    return new WindowCall(
        Optional.of(function), Optional.empty(), arguments, constants, frame, nulls, type);
  }

  private static WindowCall aggregate(
      AggregateFunction function, Random random, List<DataType> types, WindowBounds frame) {
    int argument =
        switch (function) {
          case VAR_POP, MEDIAN -> 4;
          case SUM, AVG -> 2;
          default -> types.get(0) instanceof DataType.Interval ? 1 : 0;
        };
    DataType type =
        switch (function) {
          case COUNT_ALL, COUNT -> DataType.INT64;
          case AVG, VAR_POP, MEDIAN -> DataType.FLOAT64;
          case SUM -> AggregateStates.sumType(types.get(2));
          default -> types.get(argument);
        };
    boolean isDistinct = function == AggregateFunction.COUNT && random.nextBoolean();
    AggregateCall call =
        new AggregateCall(
            function,
            function == AggregateFunction.COUNT_ALL
                ? List.of()
                : List.of(isDistinct ? 4 : argument),
            List.of(),
            isDistinct,
            random.nextInt(3) == 0 ? OptionalInt.of(3) : OptionalInt.empty(),
            List.of(),
            type);
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame,
        NullTreatment.RESPECT,
        type);
  }

  @Test
  void agreesWithARowByRowComputation() {
    for (int seed = 0; seed < Effort.of(80); seed++) {
      Random random = new Random(seed);
      List<DataType> types = types(random);
      List<DataType> pooled = types.subList(0, 5);
      int distinct = 1 + random.nextInt(12);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs =
              new JoinInputs(seed, pooled, distinct, random.nextInt(3) * 0.15, account)) {
        List<Batch> batches = inputs.batches(random.nextInt(160), 1 + random.nextInt(60));
        PhysicalPlan.Window plan = plan(random, types);
        List<List<@Nullable Object>> expected =
            new NaiveWindow(plan, types).rows(ScannedRows.of(batches));
        List<List<@Nullable Object>> actual =
            run(plan, batches, new TestTask(account, 1 + random.nextInt(3)));
        check(actual, expected, plan, seed);
      }
    }
  }

  private static PhysicalPlan.Window plan(Random random, List<DataType> types) {
    boolean canRange = types.get(1).isNumeric() && !types.get(1).equals(WIDE);
    List<WindowCall> calls = new ArrayList<>();
    for (WindowFunction function : WindowFunction.values()) {
      calls.add(function(function, random, types, frame(random, canRange)));
    }
    for (AggregateFunction function :
        List.of(
            AggregateFunction.COUNT_ALL,
            AggregateFunction.COUNT,
            AggregateFunction.SUM,
            AggregateFunction.SUM,
            AggregateFunction.AVG,
            AggregateFunction.MIN,
            AggregateFunction.MAX,
            AggregateFunction.FIRST,
            AggregateFunction.LAST,
            AggregateFunction.ANY_VALUE,
            AggregateFunction.VAR_POP,
            AggregateFunction.MEDIAN)) {
      calls.add(aggregate(function, random, types, frame(random, canRange)));
    }
    Schema schema = RandomBatches.schema(types);
    return new PhysicalPlan.Window(
        HashJoinTest.values(schema),
        random.nextInt(4) == 0 ? List.of() : List.of(0),
        List.of(
            new SortOrder(
                1,
                random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING,
                random.nextBoolean() ? NullPlacement.FIRST : NullPlacement.LAST)),
        calls,
        schema,
        Estimate.UNKNOWN);
  }

  @Test
  void computesTheSameWhenRowsDoNotFitIntoMemory() {
    int spilled = 0;
    for (int seed = 0; seed < Effort.of(5); seed++) {
      List<List<@Nullable Object>> inMemory = runLarge(seed, false, new PlanMetrics());
      PlanMetrics metrics = new PlanMetrics();
      List<List<@Nullable Object>> scarce = runLarge(seed, true, metrics);
      assertThat(scarce).as("seed %d", seed).hasSameSizeAs(inMemory);
      for (int row = 0; row < inMemory.size(); row++) {
        for (int c = 0; c < inMemory.get(row).size(); c++) {
          Object should = inMemory.get(row).get(c);
          Object is = scarce.get(row).get(c);
          if (!isSame(is, should)) {
            assertThat(text(is))
                .as("seed %d, row %d, column %d", seed, row, c)
                .isEqualTo(text(should));
          }
        }
      }
      spilled += largeSpilled ? 1 : 0;
    }
    assertThat(spilled).isGreaterThan(0);
  }

  /** Random types without sums that depend on the order of additions. */
  private static List<DataType> exactTypes(Random random) {
    List<DataType> types = new ArrayList<>(types(random));
    if (types.get(2).isFloat()) {
      types.set(2, DataType.INT64);
    }
    return types;
  }

  private static PhysicalPlan.Window withoutQuadraticCalls(PhysicalPlan.Window plan) {
    List<WindowCall> calls = new ArrayList<>(plan.calls());
    calls.removeIf(
        call ->
            call.aggregate()
                .filter(a -> a.distinct() || a.function() == AggregateFunction.MEDIAN)
                .isPresent());
    return new PhysicalPlan.Window(
        plan.input(), plan.partitionKeys(), plan.order(), calls, plan.output(), Estimate.UNKNOWN);
  }

  /** Calls that are computed piece by piece over a partition that does not fit. */
  private static List<WindowCall> callsInPieces(Random random, List<DataType> types) {
    WindowBounds.Bound open = new WindowBounds.Unbounded();
    WindowBounds.Bound here = new WindowBounds.CurrentRow();
    List<WindowBounds> frames =
        List.of(
            new WindowBounds(FrameUnit.ROWS, open, here),
            new WindowBounds(FrameUnit.RANGE, open, here),
            new WindowBounds(FrameUnit.ROWS, open, open),
            new WindowBounds(
                FrameUnit.ROWS,
                new WindowBounds.Preceding(whole(random.nextInt(50))),
                new WindowBounds.Following(whole(random.nextInt(3000)))),
            new WindowBounds(
                FrameUnit.ROWS, open, new WindowBounds.Following(whole(random.nextInt(20)))));
    return callsOver(frames, random, types);
  }

  /** Calls over frames to the partition's end, of ranges and groups, and without some rows. */
  private static List<WindowCall> callsOfMovingFrames(Random random, List<DataType> types) {
    WindowBounds.Bound open = new WindowBounds.Unbounded();
    WindowBounds.Bound here = new WindowBounds.CurrentRow();
    WindowBounds.Bound back = new WindowBounds.Preceding(whole(random.nextInt(900)));
    WindowBounds.Bound ahead = new WindowBounds.Following(whole(random.nextInt(900)));
    List<WindowBounds> frames =
        List.of(
            new WindowBounds(FrameUnit.ROWS, back, open),
            new WindowBounds(FrameUnit.ROWS, here, open),
            new WindowBounds(FrameUnit.ROWS, ahead, open),
            new WindowBounds(FrameUnit.RANGE, here, open),
            new WindowBounds(FrameUnit.RANGE, back, ahead),
            new WindowBounds(FrameUnit.RANGE, open, back),
            new WindowBounds(FrameUnit.RANGE, ahead, open),
            new WindowBounds(FrameUnit.GROUPS, back, ahead),
            new WindowBounds(FrameUnit.GROUPS, open, ahead),
            new WindowBounds(FrameUnit.ROWS, open, here, WindowBounds.Exclusion.CURRENT_ROW),
            new WindowBounds(FrameUnit.ROWS, back, open, WindowBounds.Exclusion.TIES),
            new WindowBounds(FrameUnit.RANGE, back, ahead, WindowBounds.Exclusion.GROUP),
            new WindowBounds(FrameUnit.ROWS, open, open, WindowBounds.Exclusion.GROUP));
    List<WindowCall> calls = callsOver(frames, random, types);
    for (WindowBounds frame : frames) {
      boolean leavesOut = frame.exclusion() != WindowBounds.Exclusion.NOTHING;
      for (WindowFunction function :
          List.of(
              WindowFunction.FIRST_VALUE,
              WindowFunction.LAST_VALUE,
              WindowFunction.NTH_VALUE,
              WindowFunction.LAG,
              WindowFunction.LEAD)) {
        boolean isNth = function == WindowFunction.NTH_VALUE;
        boolean isOpen = frame.start().equals(open) || frame.end().equals(open);
        if (!isNth || !leavesOut || !isOpen) {
          WindowCall call = function(function, random, types, frame);
          boolean ignores = random.nextBoolean() && !(isNth && !frame.start().equals(open));
          calls.add(with(call, ignores ? NullTreatment.IGNORE : NullTreatment.RESPECT));
        }
      }
    }
    calls.add(distinctCount(new WindowBounds(FrameUnit.ROWS, open, here)));
    calls.add(distinctCount(frames.get(4)));
    calls.add(aggregate(AggregateFunction.MEDIAN, random, types, frames.get(4)));
    Collections.shuffle(calls, random);
    List<WindowCall> medians = new ArrayList<>();
    for (WindowBounds frame : frames) {
      if (frame.start().equals(open) || frame.end().equals(open)) {
        medians.add(aggregate(AggregateFunction.MEDIAN, random, types, frame));
      }
    }
    Collections.shuffle(medians, random);
    List<WindowCall> chosen = new ArrayList<>(calls.subList(0, 22));
    chosen.addAll(medians.subList(0, 3));
    return chosen;
  }

  private static WindowCall distinctCount(WindowBounds frame) {
    AggregateCall call =
        new AggregateCall(
            AggregateFunction.COUNT,
            List.of(0),
            List.of(),
            true,
            OptionalInt.empty(),
            List.of(),
            DataType.INT64);
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame,
        NullTreatment.RESPECT,
        DataType.INT64);
  }

  private static WindowCall with(WindowCall call, NullTreatment nulls) {
    return new WindowCall(
        call.function(),
        call.aggregate(),
        call.arguments(),
        call.constants(),
        call.frame(),
        nulls,
        call.type());
  }

  private static List<WindowCall> callsOver(
      List<WindowBounds> frames, Random random, List<DataType> types) {
    List<WindowCall> calls = new ArrayList<>();
    for (WindowBounds frame : frames) {
      for (AggregateFunction function :
          List.of(
              AggregateFunction.COUNT_ALL,
              AggregateFunction.SUM,
              AggregateFunction.AVG,
              AggregateFunction.MIN,
              AggregateFunction.MAX)) {
        calls.add(aggregate(function, random, types, frame));
      }
    }
    for (WindowFunction function : WindowFunction.values()) {
      if (function != WindowFunction.NTH_VALUE) {
        WindowCall call = function(function, random, types, frames.get(random.nextInt(2)));
        calls.add(with(call, NullTreatment.RESPECT));
      }
    }
    return calls;
  }

  @Test
  void computesPartitionsThatDoNotFitIntoMemoryPieceByPiece() {
    for (int seed = 0; seed < PIECES_SEEDS; seed++) {
      List<List<List<@Nullable Object>>> results = new ArrayList<>();
      for (boolean isScarce : new boolean[] {false, true}) {
        Random random = new Random(seed);
        List<DataType> types = exactTypes(random);
        try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
            JoinInputs inputs = new JoinInputs(seed, types.subList(0, 5), 2, 0.1, account)) {
          List<Batch> batches = inputs.batches(seed > 3 ? 60_000 : 90_000, 4000);
          PhysicalPlan.Window any = plan(random, types);
          SortOrder order =
              new SortOrder(
                  seed % 2 == 0 || seed > 3 ? 5 : 1, SortDirection.ASCENDING, NullPlacement.LAST);
          List<WindowCall> calls =
              seed > 3 ? callsOfMovingFrames(random, types) : callsInPieces(random, types);
          PhysicalPlan.Window plan =
              with(any, seed < 2 || seed > 4 ? List.of() : List.of(0), order, calls);
          if (isScarce) {
            account.ledger().setLimitBytes(account.ledger().usedBytes() + 12_000_000);
          }
          results.add(run(plan, batches, new TestTask(account, 2)));
        }
      }
      check(
          results.get(1),
          results.get(0),
          with(
              plan(new Random(1), types(new Random(seed))),
              List.of(),
              new SortOrder(1, SortDirection.ASCENDING, NullPlacement.LAST),
              List.of()),
          seed);
    }
  }

  private static PhysicalPlan.Window with(
      PhysicalPlan.Window plan, List<Integer> partition, SortOrder order, List<WindowCall> calls) {
    return new PhysicalPlan.Window(
        plan.input(), partition, List.of(order), calls, plan.output(), Estimate.UNKNOWN);
  }

  private boolean largeSpilled;

  private List<List<@Nullable Object>> runLarge(int seed, boolean isScarce, PlanMetrics metrics) {
    Random random = new Random(seed);
    List<DataType> types = exactTypes(random);
    int distinct = 60 + random.nextInt(300);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        JoinInputs inputs = new JoinInputs(seed, types.subList(0, 5), distinct, 0.1, account)) {
      List<Batch> batches = inputs.batches(60_000 + random.nextInt(40_000), 4000);
      PhysicalPlan.Window plan = withoutQuadraticCalls(plan(random, types));
      if (isScarce && !plan.partitionKeys().isEmpty()) {
        long left = 18_000_000 + random.nextInt(2) * 2_000_000L;
        account.ledger().setLimitBytes(account.ledger().usedBytes() + left);
      }
      List<List<@Nullable Object>> rows =
          run(plan, batches, new TestTask(account, 1 + random.nextInt(3)), metrics);
      largeSpilled = metrics.of(plan).spilledBytes() > 0;
      return rows;
    }
  }

  private static void check(
      List<List<@Nullable Object>> actual,
      List<List<@Nullable Object>> expected,
      PhysicalPlan.Window plan,
      int seed) {
    assertThat(actual.size()).as("seed %d", seed).isEqualTo(expected.size());
    int width = plan.input().output().size();
    for (int row = 0; row < expected.size(); row++) {
      for (int c = 0; c < expected.get(row).size(); c++) {
        if (!isSame(actual.get(row).get(c), expected.get(row).get(c))) {
          assertThat(text(actual.get(row).get(c)))
              .as(
                  "seed %d, row %d %s, %s",
                  seed,
                  row,
                  expected.get(row).subList(0, width),
                  c < width || c - width >= plan.calls().size()
                      ? "column " + c
                      : plan.calls().get(c - width))
              .isEqualTo(text(expected.get(row).get(c)));
        }
      }
    }
  }

  /** Returns whether values have the same text, which few need to be asked for, or are close. */
  private static boolean isSame(@Nullable Object a, @Nullable Object b) {
    return Objects.equals(a, b) || text(a).equals(text(b)) || isClose(a, b);
  }

  private static boolean isClose(@Nullable Object a, @Nullable Object b) {
    return a instanceof Double x
        && b instanceof Double y
        && Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y));
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case Double d -> Double.toString(d + 0.0);
      case Float f -> Float.toString(f + 0.0f);
      case null, default -> String.valueOf(value);
    };
  }

  @Test
  void cutsManyPartitionsIntoSegments() {
    List<DataType> types = List.of(DataType.INT32, DataType.INT32, DataType.INT64, DataType.INT32);
    for (int threads = 1; threads <= 3; threads++) {
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs = new JoinInputs(threads, types.subList(0, 3), 300, 0.1, account)) {
        List<Batch> batches = inputs.batches(200_000, 4000);
        List<List<@Nullable Object>> rows = ScannedRows.of(batches);
        List<WindowCall> calls = new ArrayList<>();
        Random random = new Random(threads);
        WindowBounds running =
            new WindowBounds(
                FrameUnit.ROWS, new WindowBounds.Unbounded(), new WindowBounds.CurrentRow());
        calls.add(function(WindowFunction.ROW_NUMBER, random, types, running));
        calls.add(
            new WindowCall(
                Optional.empty(),
                Optional.of(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64)),
                List.of(),
                List.of(),
                running,
                NullTreatment.RESPECT,
                DataType.INT64));
        Schema schema = RandomBatches.schema(types);
        PhysicalPlan.Window plan =
            new PhysicalPlan.Window(
                HashJoinTest.values(schema),
                List.of(0),
                List.of(new SortOrder(3, SortDirection.ASCENDING, NullPlacement.LAST)),
                calls,
                schema,
                Estimate.UNKNOWN);
        List<List<@Nullable Object>> actual = run(plan, batches, new TestTask(account, threads));
        assertThat(actual).hasSameSizeAs(rows);
        for (List<@Nullable Object> row : actual) {
          assertThat(row.get(4)).isEqualTo(row.get(5));
        }
      }
    }
  }

  @Test
  void refusesBucketsAndPlacesBelowOne() {
    List<DataType> types = List.of(DataType.INT32, DataType.INT32);
    for (WindowFunction function : List.of(WindowFunction.NTILE, WindowFunction.NTH_VALUE)) {
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs = new JoinInputs(1, types.subList(0, 1), 3, 0, account)) {
        WindowCall call =
            new WindowCall(
                Optional.of(function),
                Optional.empty(),
                function == WindowFunction.NTILE ? List.of() : List.of(0),
                List.of(whole(0)),
                new WindowBounds(
                    FrameUnit.ROWS, new WindowBounds.Unbounded(), new WindowBounds.Unbounded()),
                NullTreatment.RESPECT,
                DataType.INT64);
        Schema schema = RandomBatches.schema(types);
        PhysicalPlan.Window plan =
            new PhysicalPlan.Window(
                HashJoinTest.values(schema),
                List.of(),
                List.of(),
                List.of(call),
                schema,
                Estimate.UNKNOWN);
        List<Batch> batches = inputs.batches(10_000, 100);
        assertThatThrownBy(() -> run(plan, batches, new TestTask(account, 1)))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("at least 1");
      }
    }
  }

  private static List<List<@Nullable Object>> run(
      PhysicalPlan.Window plan, List<Batch> batches, TestTask task) {
    return run(plan, batches, task, new PlanMetrics());
  }

  private static List<List<@Nullable Object>> run(
      PhysicalPlan.Window plan, List<Batch> batches, TestTask task, PlanMetrics metrics) {
    WindowBreaker window = new WindowBreaker(plan, metrics);
    try (SinkFactory sink = window.sink();
        SourceFactory source = window.source()) {
      task.fill(batches, sink);
      return task.drain(source);
    }
  }
}
