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
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.join.HashJoinTest;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Windows over partitions that are cut into parts, whose calls look at rows beyond the cuts. */
class WindowCutsTest {
  private static final int ROWS = 150_000;
  private static final long NULL = 1L << 40; // above all keys
  private static final List<DataType> TYPES =
      List.of(DataType.INT32, DataType.INT64, DataType.INT32, DataType.FLOAT64);

  /** A frame of rows from one distance to another, negative before the current row. */
  private record Rows(int from, int to, boolean leavesCurrentOut) {
    WindowBounds bounds() {
      return new WindowBounds(
          FrameUnit.ROWS,
          bound(from),
          bound(to),
          leavesCurrentOut ? WindowBounds.Exclusion.CURRENT_ROW : WindowBounds.Exclusion.NOTHING);
    }

    private static WindowBounds.Bound bound(int distance) {
      PhysicalExpr.Literal offset =
          PhysicalExpr.Literal.of(ScanValue.Whole.of(Math.abs(distance)), DataType.INT64);
      return distance == 0
          ? new WindowBounds.CurrentRow()
          : distance < 0 ? new WindowBounds.Preceding(offset) : new WindowBounds.Following(offset);
    }
  }

  @Test
  void agreesWithRowByRowSumsOnBothSidesOfEachCut() {
    List<Rows> frames =
        List.of(
            new Rows(-9, 0, false),
            new Rows(-70, 50, false),
            new Rows(3, 200, false),
            new Rows(-60, -40, false),
            new Rows(5, 2, false),
            new Rows(-5, 5, true));
    List<Integer> counts = List.of(1, 2, 7, 40_000);
    for (int i = 0; i < counts.size(); i++) {
      for (int j = 0; j < frames.size(); j++) {
        if (Effort.isWhole() || (i + i / 2 + j) % 2 == 0) { // each frame in half of the counts
          check(counts.get(i), frames.get(j), 1 + counts.get(i) % 3);
        }
      }
    }
  }

  /** The rows, by partition, of keys, places, numbers and floats. */
  private record Table(int[] keys, @Nullable Integer[] numbers, @Nullable Double[] floats) {
    static Table of(int partitions, Random random) {
      int[] keys = new int[ROWS];
      Integer[] numbers = new Integer[ROWS];
      Double[] floats = new Double[ROWS];
      for (int i = 0; i < ROWS; i++) {
        keys[i] = (int) ((long) i * partitions / ROWS);
        numbers[i] = random.nextInt(10) == 0 ? null : random.nextInt();
        int kind = random.nextInt(2000);
        floats[i] =
            switch (kind) {
              case 0 -> Double.NaN;
              case 1 -> Double.POSITIVE_INFINITY;
              case 2 -> 1e300;
              case 3 -> -0.0;
              default -> kind % 9 == 0 ? null : Double.valueOf(random.nextDouble() - 0.25);
            };
      }
      return new Table(keys, numbers, floats);
    }
  }

  private static void check(int partitions, Rows frame, int threads) {
    Random random = new Random(partitions);
    Table table = Table.of(partitions, random);
    List<WindowCall> calls =
        List.of(
            function(WindowFunction.ROW_NUMBER, 0, frame),
            function(WindowFunction.LAG, 17, frame),
            function(WindowFunction.LEAD, 5, frame),
            function(WindowFunction.FIRST_VALUE, 0, frame),
            aggregate(AggregateFunction.COUNT, 2, DataType.INT64, frame),
            aggregate(AggregateFunction.SUM, 2, DataType.INT64, frame),
            aggregate(AggregateFunction.AVG, 3, DataType.FLOAT64, frame),
            aggregate(AggregateFunction.MAX, 3, DataType.FLOAT64, frame),
            aggregate(AggregateFunction.MIN, 2, DataType.INT32, frame));
    Schema schema = RandomBatches.schema(TYPES);
    PhysicalPlan.Window plan =
        new PhysicalPlan.Window(
            HashJoinTest.values(schema),
            List.of(0),
            List.of(new SortOrder(1, SortDirection.ASCENDING, NullPlacement.LAST)),
            calls,
            schema,
            Estimate.UNKNOWN);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      WindowBreaker window = new WindowBreaker(plan, new PlanMetrics());
      try (SinkFactory sink = window.sink();
          SourceFactory source = window.source()) {
        TestTask task = new TestTask(account, threads);
        task.fill(batches(table, random, account), sink);
        List<List<@Nullable Object>> rows = task.drain(source);
        assertThat(window.segmentCount()).isGreaterThan(ROWS / 60_000);
        rows = new ArrayList<>(rows);
        rows.sort((a, b) -> Long.compare((Long) a.get(1), (Long) b.get(1)));
        assertThat(rows).hasSize(ROWS);
        int start = 0;
        for (int i = 0; i < ROWS; i++) {
          start = i > 0 && table.keys()[i] == table.keys()[i - 1] ? start : i;
          check(rows.get(i), i, start, table, frame);
        }
      }
    }
  }

  /** Returns the rows in another order, some thousands a batch. */
  private static List<Batch> batches(Table table, Random random, MemoryAccount account) {
    int step = 7919; // prime, so that every row comes once
    List<Batch> batches = new ArrayList<>();
    int next = random.nextInt(ROWS);
    for (int from = 0; from < ROWS; from += 5000) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT32, account);
          ColumnBuilder places = new ColumnBuilder(DataType.INT64, account);
          ColumnBuilder numbers = new ColumnBuilder(DataType.INT32, account);
          ColumnBuilder floats = new ColumnBuilder(DataType.FLOAT64, account)) {
        for (int i = 0; i < 5000; i++) {
          keys.appendLong(table.keys()[next]);
          places.appendLong(next);
          Integer number = table.numbers()[next];
          Double value = table.floats()[next];
          if (number == null) {
            numbers.appendNull();
          } else {
            numbers.appendLong(number);
          }
          if (value == null) {
            floats.appendNull();
          } else {
            floats.appendDouble(value);
          }
          next = (next + step) % ROWS;
        }
        batches.add(
            Batch.of(account, 5000, keys.build(), places.build(), numbers.build(), floats.build()));
      }
    }
    return batches;
  }

  private static WindowCall function(WindowFunction function, int distance, Rows frame) {
    boolean isShift = function == WindowFunction.LAG || function == WindowFunction.LEAD;
    boolean isNumber = function == WindowFunction.ROW_NUMBER;
    return new WindowCall(
        Optional.of(function),
        Optional.empty(),
        isNumber ? List.of() : List.of(1),
        isShift
            ? List.of(PhysicalExpr.Literal.of(ScanValue.Whole.of(distance), DataType.INT64))
            : List.of(),
        frame.bounds(),
        NullTreatment.RESPECT,
        DataType.INT64);
  }

  private static WindowCall aggregate(
      AggregateFunction function, int column, DataType type, Rows frame) {
    AggregateCall call =
        new AggregateCall(
            function, List.of(column), List.of(), false, OptionalInt.empty(), List.of(), type);
    return new WindowCall(
        Optional.empty(),
        Optional.of(call),
        List.of(),
        List.of(),
        frame.bounds(),
        NullTreatment.RESPECT,
        type);
  }

  private static void check(
      List<@Nullable Object> actual, int row, int start, Table table, Rows frame) {
    int[] keys = table.keys();
    List<@Nullable Object> expected = new ArrayList<>();
    expected.add((long) row - start + 1);
    expected.add(row - 17 >= start ? row - 17L : null);
    expected.add(row + 5 < ROWS && keys[row + 5] == keys[row] ? row + 5L : null);
    Long first = null;
    long count = 0;
    long sum = 0;
    long present = 0;
    double total = 0;
    Double most = null;
    Long least = null;
    for (int i = Math.max(start, row + frame.from()); i <= row + frame.to(); i++) {
      if (i >= ROWS || keys[i] != keys[row]) {
        break;
      }
      if (frame.leavesCurrentOut() && i == row) {
        continue;
      }
      first = first == null ? Long.valueOf(i) : first;
      Integer number = table.numbers()[i];
      if (number != null) {
        count++;
        sum += number;
        least = least == null ? (long) number : Long.valueOf(Math.min(least, number));
      }
      Double value = table.floats()[i];
      if (value != null) {
        present++;
        total += value;
        most = most == null || Double.compare(value, most) > 0 ? value : most;
      }
    }
    expected.add(first);
    expected.add(count);
    expected.add(count == 0 ? null : sum);
    expected.add(present == 0 ? null : total / present);
    expected.add(most);
    expected.add(least);
    for (int c = 0; c < expected.size(); c++) {
      Object one = actual.get(TYPES.size() + c);
      Object other = expected.get(c);
      boolean isSame = Objects.equals(one, other);
      if (one instanceof Double x && other instanceof Double y) {
        isSame = Double.compare(x + 0.0, y + 0.0) == 0;
        isSame |= Math.abs(x - y) <= 1e-12 * (1 + Math.abs(y));
      }
      if (!isSame) {
        assertThat(one).as("row %d, call %d, %s", row, c, frame).isEqualTo(other);
      }
    }
  }

  /** A frame of keys from a distance below to one above, or of peers where the distance is none. */
  private record Keys(OptionalInt below, OptionalInt above, SortDirection direction) {
    WindowBounds bounds() {
      boolean isAscending = direction == SortDirection.ASCENDING;
      return new WindowBounds(
          FrameUnit.RANGE,
          bound(isAscending ? below : above, true),
          bound(isAscending ? above : below, false));
    }

    private static WindowBounds.Bound bound(OptionalInt distance, boolean isStart) {
      if (distance.isEmpty()) {
        return new WindowBounds.CurrentRow();
      }
      int far = distance.getAsInt();
      PhysicalExpr.Literal offset =
          PhysicalExpr.Literal.of(ScanValue.Whole.of(Math.abs(far)), DataType.INT64);
      return (far >= 0) == isStart
          ? new WindowBounds.Preceding(offset)
          : new WindowBounds.Following(offset);
    }
  }

  @Test
  void agreesWithCountsOfKeysOnBothSidesOfEachCut() {
    OptionalInt peers = OptionalInt.empty();
    for (SortDirection direction : SortDirection.values()) {
      for (int partitions : new int[] {1, 3, 9_000}) {
        for (Keys frame :
            List.of(
                new Keys(OptionalInt.of(20), peers, direction),
                new Keys(peers, OptionalInt.of(300), direction),
                new Keys(OptionalInt.of(-5), OptionalInt.of(40), direction),
                new Keys(OptionalInt.of(60_000), OptionalInt.of(-50), direction),
                new Keys(peers, peers, direction))) {
          checkKeys(partitions, frame, 1 + partitions % 3);
        }
      }
    }
  }

  private static void checkKeys(int partitions, Keys frame, int threads) {
    Random random = new Random(partitions);
    Table table = Table.of(partitions, random);
    NullPlacement nulls = random.nextBoolean() ? NullPlacement.FIRST : NullPlacement.LAST;
    Schema schema = RandomBatches.schema(List.of(DataType.INT32, DataType.INT64, DataType.INT32));
    WindowBounds bounds = frame.bounds();
    List<WindowCall> calls = new ArrayList<>();
    for (AggregateFunction function : List.of(AggregateFunction.COUNT, AggregateFunction.SUM)) {
      AggregateCall call =
          new AggregateCall(
              function,
              List.of(2),
              List.of(),
              false,
              OptionalInt.empty(),
              List.of(),
              DataType.INT64);
      calls.add(
          new WindowCall(
              Optional.empty(),
              Optional.of(call),
              List.of(),
              List.of(),
              bounds,
              NullTreatment.RESPECT,
              DataType.INT64));
    }
    PhysicalPlan.Window plan =
        new PhysicalPlan.Window(
            HashJoinTest.values(schema),
            List.of(0),
            List.of(new SortOrder(1, frame.direction(), nulls)),
            calls,
            schema,
            Estimate.UNKNOWN);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      WindowBreaker window = new WindowBreaker(plan, new PlanMetrics());
      try (SinkFactory sink = window.sink();
          SourceFactory source = window.source()) {
        TestTask task = new TestTask(account, threads);
        task.fill(keyed(table, random, account), sink);
        List<List<@Nullable Object>> rows = task.drain(source);
        assertThat(rows).hasSize(ROWS);
        // Frames that are larger than parts of a partition leave that whole, but near its end.
        boolean isWide = frame.below().orElse(0) > ROWS / 10;
        if (partitions == 1 || !isWide) {
          assertThat(window.segmentCount() > 2).isEqualTo(!isWide);
        }
        checkKeys(rows, frame);
      }
    }
  }

  /** Returns rows whose places have ties and nulls. */
  private static List<Batch> keyed(Table table, Random random, MemoryAccount account) {
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < ROWS; from += 5000) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT32, account);
          ColumnBuilder places = new ColumnBuilder(DataType.INT64, account);
          ColumnBuilder numbers = new ColumnBuilder(DataType.INT32, account)) {
        for (int row = from; row < from + 5000; row++) {
          keys.appendLong(table.keys()[row]);
          if (random.nextInt(200) == 0) {
            places.appendNull();
          } else {
            places.appendLong(random.nextInt(ROWS));
          }
          numbers.appendLong(random.nextInt());
        }
        batches.add(Batch.of(account, 5000, keys.build(), places.build(), numbers.build()));
      }
    }
    return batches;
  }

  /** Compares counts and sums with those of sorted keys. */
  private static void checkKeys(List<List<@Nullable Object>> rows, Keys frame) {
    Map<Object, List<List<@Nullable Object>>> byPartition = new HashMap<>();
    rows.forEach(row -> byPartition.computeIfAbsent(row.get(0), _ -> new ArrayList<>()).add(row));
    for (List<List<@Nullable Object>> partition : byPartition.values()) {
      partition.sort((a, b) -> Long.compare(key(a), key(b))); // nulls at the end
      long[] keys = partition.stream().mapToLong(WindowCutsTest::key).toArray();
      long[] sums = new long[keys.length + 1];
      for (int i = 0; i < keys.length; i++) {
        sums[i + 1] = sums[i] + (Long) partition.get(i).get(2);
      }
      for (List<@Nullable Object> row : partition) {
        boolean isNull = row.get(1) == null;
        int from = firstFrom(keys, key(row) - (isNull ? 0 : frame.below().orElse(0)));
        int to = firstFrom(keys, isNull ? Long.MAX_VALUE : key(row) + frame.above().orElse(0) + 1);
        if (!isNull) {
          to = Math.min(to, firstFrom(keys, NULL));
        }
        long count = Math.max(0, to - from);
        if (!Objects.equals(row.get(3), count)
            || !Objects.equals(row.get(4), count == 0 ? null : sums[to] - sums[from])) {
          assertThat(row).as("%s, %d rows", frame, keys.length).isEqualTo(List.of(from, to));
        }
      }
    }
  }

  private static long key(List<@Nullable Object> row) {
    return row.get(1) instanceof Long key ? key : NULL;
  }

  private static int firstFrom(long[] keys, long least) {
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
