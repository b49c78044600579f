package dev.heddle.physical.window;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * Frames, groups of peers and shifts over more rows of one partition than fit into memory give what
 * they give where all rows fit.
 */
class WindowWideTest {
  private static final int ORDER = 0;
  private static final int NUMBER = 1;
  private static final int TEXT = 2;
  private static final int FILTER = 3;
  private static final int ROW = 4;
  private static final List<DataType> TYPES =
      List.of(DataType.INT32, DataType.INT64, DataType.STRING, DataType.BOOL, DataType.INT32);
  private static final int ROWS = 60_000;

  /** What a window of two threads has in any case. */
  private static final long SCARCE_BYTES = 12_000_000;

  private static PhysicalExpr.Literal whole(long value) {
    return PhysicalExpr.Literal.of(ScanValue.Whole.of(value), DataType.INT64);
  }

  private static WindowBounds.Bound bound(Random random, FrameUnit unit, boolean isByRow) {
    int far =
        switch (unit) {
          case ROWS -> 30_000;
          case GROUPS -> isByRow ? 30_000 : 3;
          case RANGE -> isByRow ? 30_000 : 1 << 30;
        };
    return switch (random.nextInt(4)) {
      case 0 -> new WindowBounds.CurrentRow();
      case 1 -> new WindowBounds.Preceding(whole(random.nextInt(far)));
      case 2 -> new WindowBounds.Following(whole(random.nextInt(far)));
      default -> new WindowBounds.Unbounded();
    };
  }

  private static WindowBounds frame(Random random, boolean isByRow, boolean canLeaveOut) {
    FrameUnit unit = FrameUnit.values()[random.nextInt(3)];
    WindowBounds.Exclusion[] exclusions = WindowBounds.Exclusion.values();
    return new WindowBounds(
        unit,
        bound(random, unit, isByRow),
        bound(random, unit, isByRow),
        canLeaveOut && random.nextInt(3) == 0
            ? exclusions[random.nextInt(exclusions.length)]
            : WindowBounds.Exclusion.NOTHING);
  }

  private static WindowCall aggregate(Random random, AggregateFunction function, boolean isByRow) {
    List<Integer> arguments =
        switch (function) {
          case COUNT_ALL -> List.of();
          case MIN, MAX, FIRST, LAST, ANY_VALUE -> List.of(random.nextBoolean() ? TEXT : NUMBER);
          case COVAR_POP -> List.of(ORDER, ROW);
          default -> List.of(random.nextBoolean() ? NUMBER : ROW);
        };
    DataType type =
        switch (function) {
          case COUNT_ALL, COUNT -> DataType.INT64;
          case SUM -> AggregateStates.sumType(TYPES.get(arguments.getFirst()));
          case AVG, COVAR_POP -> DataType.FLOAT64;
          default -> TYPES.get(arguments.getFirst());
        };
    AggregateCall call =
        new AggregateCall(
            function,
            arguments,
            List.of(),
            false,
            random.nextInt(3) == 0 ? OptionalInt.of(FILTER) : OptionalInt.empty(),
            List.of(),
            type);
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame(random, isByRow, true),
        NullTreatment.RESPECT,
        type);
  }

  private static WindowCall function(Random random, WindowFunction function, boolean isByRow) {
    List<Integer> arguments = new ArrayList<>();
    List<PhysicalExpr.Literal> constants = new ArrayList<>();
    DataType type = DataType.INT64;
    switch (function) {
      case ROW_NUMBER, RANK, DENSE_RANK -> {}
      case PERCENT_RANK, CUME_DIST -> type = DataType.FLOAT64;
      case NTILE -> constants.add(whole(7));
      case LAG, LEAD -> {
        arguments.add(NUMBER);
        int kind = random.nextInt(3);
        if (kind > 0) {
          arguments.add(NUMBER);
        }
        if (kind > 1) {
          arguments.add(NUMBER);
        } else {
          constants.add(whole(random.nextInt(60_000) - 20_000L));
        }
      }
      case FIRST_VALUE, LAST_VALUE -> {
        arguments.add(TEXT);
        type = DataType.STRING;
      }
      case NTH_VALUE -> {
        arguments.add(NUMBER);
        constants.add(whole(1 + random.nextInt(random.nextBoolean() ? 3 : 20_000)));
      }
    }
    NullTreatment nulls =
        function.canIgnoreNulls() && random.nextBoolean()
            ? NullTreatment.IGNORE
            : NullTreatment.RESPECT;
    return new WindowCall(
        Optional.of(function),
        Optional.empty(),
        arguments,
        constants,
        frame(random, isByRow, true),
        nulls,
        type);
  }

  /** Returns a call of distinct values over frames of which no end is the partition's. */
  private static WindowCall distinct(Random random, AggregateFunction function, boolean isByRow) {
    int column = function == AggregateFunction.COUNT && random.nextBoolean() ? TEXT : ROW;
    column = random.nextBoolean() ? NUMBER : column;
    DataType type =
        switch (function) {
          case COUNT -> DataType.INT64;
          case SUM -> AggregateStates.sumType(TYPES.get(column));
          default -> DataType.FLOAT64;
        };
    AggregateCall call =
        new AggregateCall(
            function,
            List.of(column),
            List.of(),
            true,
            random.nextInt(3) == 0 ? OptionalInt.of(FILTER) : OptionalInt.empty(),
            List.of(),
            type);
    WindowBounds frame = frame(random, isByRow, false);
    while (frame.start() instanceof WindowBounds.Unbounded
        || frame.end() instanceof WindowBounds.Unbounded) {
      frame = frame(random, isByRow, false);
    }
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame,
        NullTreatment.RESPECT,
        type);
  }

  private static List<WindowCall> calls(Random random, boolean isByRow) {
    List<WindowCall> calls = new ArrayList<>();
    for (WindowFunction function : WindowFunction.values()) {
      calls.add(function(random, function, isByRow));
    }
    for (AggregateFunction function :
        List.of(
            AggregateFunction.COUNT_ALL,
            AggregateFunction.COUNT,
            AggregateFunction.SUM,
            AggregateFunction.AVG,
            AggregateFunction.MIN,
            AggregateFunction.MAX,
            AggregateFunction.FIRST,
            AggregateFunction.LAST,
            AggregateFunction.ANY_VALUE,
            AggregateFunction.COVAR_POP)) {
      calls.add(aggregate(random, function, isByRow));
    }
    Collections.shuffle(calls, random);
    List<WindowCall> chosen = new ArrayList<>(calls.subList(0, 6));
    List<AggregateFunction> overDistinct =
        List.of(AggregateFunction.COUNT, AggregateFunction.SUM, AggregateFunction.AVG);
    chosen.add(distinct(random, overDistinct.get(random.nextInt(3)), isByRow));
    return chosen;
  }

  @Test
  void looksAtMoreRowsThanFitIntoMemory() {
    for (int seed = 0; seed < Effort.of(20); seed++) {
      boolean isByRow = seed % 2 == 0; // or by one of a few values, which make many peers
      List<WindowCall> calls = calls(new Random(seed), isByRow);
      SortDirection direction = seed % 3 == 0 ? SortDirection.DESCENDING : SortDirection.ASCENDING;
      NullPlacement nulls = seed % 4 < 2 ? NullPlacement.FIRST : NullPlacement.LAST;
      Schema schema = RandomBatches.schema(TYPES);
      PhysicalPlan.Window plan =
          new PhysicalPlan.Window(
              HashJoinTest.values(schema),
              List.of(),
              List.of(new SortOrder(isByRow ? ROW : ORDER, direction, nulls)),
              calls,
              schema,
              Estimate.UNKNOWN);
      List<List<@Nullable Object>> should = run(plan, seed, Long.MAX_VALUE, new PlanMetrics());
      PlanMetrics metrics = new PlanMetrics();
      List<List<@Nullable Object>> is = run(plan, seed, SCARCE_BYTES, metrics);
      assertThat(metrics.of(plan).spilledBytes()).as("seed %d", seed).isPositive();
      check(is, should, plan, seed);
    }
  }

  private static List<List<@Nullable Object>> run(
      PhysicalPlan.Window plan, int seed, long bytes, PlanMetrics metrics) {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        JoinInputs inputs = new JoinInputs(seed, TYPES.subList(0, ROW), 5, 0.2, account)) {
      List<Batch> batches = inputs.batches(ROWS, 4000);
      if (bytes < Long.MAX_VALUE) {
        account.ledger().setLimitBytes(account.ledger().usedBytes() + bytes);
      }
      WindowBreaker window = new WindowBreaker(plan, metrics);
      TestTask task = new TestTask(account, 2);
      try (SinkFactory sink = window.sink();
          SourceFactory source = window.source()) {
        task.fill(batches, sink);
        return task.drain(source);
      }
    }
  }

  private static void check(
      List<List<@Nullable Object>> actual,
      List<List<@Nullable Object>> expected,
      PhysicalPlan.Window plan,
      int seed) {
    assertThat(actual).as("seed %d", seed).hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      for (int c = 0; c < expected.get(row).size(); c++) {
        Object is = actual.get(row).get(c);
        Object should = expected.get(row).get(c);
        if (!isSame(is, should)) {
          assertThat(is)
              .as(
                  "seed %d, row %d, %s",
                  seed, row, c < TYPES.size() ? "input" : plan.calls().get(c - TYPES.size()))
              .isEqualTo(should);
        }
      }
    }
  }

  private static boolean isSame(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Double x && b instanceof Double y) {
      return Math.abs(x - y) <= 1e-6 * Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    }
    return Objects.equals(a, b);
  }
}
