package dev.heddle.physical.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.join.HashJoinTest;
import dev.heddle.physical.join.JoinInputs;
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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One partition of more rows, and of more different values, than fit into memory. */
class WindowLargeTest {
  private static final int NUMBER = 0;
  private static final int TEXT = 1;
  private static final int FILTER = 2;
  private static final int ROW = 3;
  private static final List<DataType> TYPES =
      List.of(DataType.INT32, DataType.STRING, DataType.BOOL, DataType.INT32);
  private static final WindowBounds.Bound OPEN = new WindowBounds.Unbounded();
  private static final WindowBounds.Bound HERE = new WindowBounds.CurrentRow();
  private static final WindowBounds FROM_START = new WindowBounds(FrameUnit.ROWS, OPEN, HERE);
  private static final WindowBounds TO_END = new WindowBounds(FrameUnit.ROWS, HERE, OPEN);
  private static final WindowBounds WHOLE = new WindowBounds(FrameUnit.ROWS, OPEN, OPEN);
  private static final double TOLERANCE = 1e-6;
  private static final Comparator<List<@Nullable Object>> BY_NUMBER =
      Comparator.comparing(
              (List<@Nullable Object> row) -> (Long) row.get(NUMBER),
              Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(row -> (Long) row.get(ROW));

  private static WindowCall call(
      AggregateFunction function, int column, boolean distinct, WindowBounds frame, DataType type) {
    AggregateCall aggregate =
        new AggregateCall(
            function,
            function == AggregateFunction.COVAR_POP ? List.of(column, ROW) : List.of(column),
            List.of(),
            distinct,
            distinct ? OptionalInt.empty() : OptionalInt.of(FILTER),
            List.of(),
            type);
    return call(aggregate, frame);
  }

  private static WindowCall call(AggregateCall aggregate, WindowBounds frame) {
    return new WindowCall(
        Optional.empty(),
        Optional.of(aggregate),
        List.of(),
        List.of(),
        frame,
        NullTreatment.RESPECT,
        aggregate.type());
  }

  /** Returns a call of the text that stands where the number is least or greatest. */
  private static WindowCall byNumber(AggregateFunction function, WindowBounds frame) {
    List<SortOrder> order =
        List.of(
            new SortOrder(NUMBER, SortDirection.ASCENDING, NullPlacement.LAST),
            new SortOrder(ROW, SortDirection.ASCENDING, NullPlacement.LAST));
    return call(
        new AggregateCall(
            function, List.of(TEXT), List.of(), false, OptionalInt.empty(), order, DataType.STRING),
        frame);
  }

  private static List<WindowCall> calls() {
    List<WindowCall> calls = new ArrayList<>();
    for (WindowBounds frame : List.of(FROM_START, TO_END, WHOLE)) {
      calls.add(call(AggregateFunction.COUNT, TEXT, true, frame, DataType.INT64));
      calls.add(call(AggregateFunction.SUM, NUMBER, true, frame, DataType.INT64));
      calls.add(call(AggregateFunction.AVG, NUMBER, true, frame, DataType.FLOAT64));
      calls.add(call(AggregateFunction.VAR_POP, NUMBER, true, frame, DataType.FLOAT64));
      calls.add(call(AggregateFunction.MAX, NUMBER, true, frame, DataType.INT32));
      calls.add(call(AggregateFunction.FIRST, NUMBER, false, frame, DataType.INT32));
      calls.add(call(AggregateFunction.LAST, NUMBER, false, frame, DataType.INT32));
      calls.add(call(AggregateFunction.ANY_VALUE, TEXT, false, frame, DataType.STRING));
      calls.add(call(AggregateFunction.COVAR_POP, NUMBER, false, frame, DataType.FLOAT64));
      calls.add(call(AggregateFunction.MEDIAN, NUMBER, true, frame, DataType.FLOAT64));
    }
    calls.add(byNumber(AggregateFunction.FIRST, FROM_START));
    calls.add(byNumber(AggregateFunction.LAST, TO_END));
    calls.add(byNumber(AggregateFunction.LAST, WHOLE));
    calls.add(call(AggregateFunction.MEDIAN, NUMBER, false, WHOLE, DataType.FLOAT64));
    return calls;
  }

  @Test
  void aggregatesDistinctValuesThatDoNotFitIntoMemory() {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        JoinInputs inputs = new JoinInputs(7, TYPES.subList(0, 3), 10_000, 0.05, account)) {
      List<Batch> batches = inputs.batches(12_000, 4000);
      List<List<@Nullable Object>> rows = ScannedRows.of(batches);
      Schema schema = RandomBatches.schema(TYPES);
      PhysicalPlan.Window plan =
          new PhysicalPlan.Window(
              HashJoinTest.values(schema),
              List.of(),
              List.of(new SortOrder(ROW, SortDirection.ASCENDING, NullPlacement.LAST)),
              calls(),
              schema,
              Estimate.UNKNOWN);
      account.ledger().setLimitBytes(account.ledger().usedBytes() + 7_000_000);
      PlanMetrics metrics = new PlanMetrics();
      WindowBreaker window = new WindowBreaker(plan, metrics);
      TestTask task = new TestTask(account, 2);
      List<List<@Nullable Object>> actual;
      try (SinkFactory sink = window.sink();
          SourceFactory source = window.source()) {
        task.fill(batches, sink);
        actual = task.drain(source);
      }
      assertThat(metrics.of(plan).spilledBytes()).isPositive();
      check(actual, expected(rows), plan);
    }
  }

  private static void check(
      List<List<@Nullable Object>> actual,
      List<List<@Nullable Object>> expected,
      PhysicalPlan.Window plan) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int row = 0; row < actual.size(); row++) {
      for (int i = 0; i < plan.calls().size(); i++) {
        Object is = actual.get(row).get(TYPES.size() + i);
        Object should = expected.get(row).get(i);
        if (!isSame(is, should)) {
          assertThat(is).as("row %d, %s", row, plan.calls().get(i)).isEqualTo(should);
        }
      }
    }
  }

  private static boolean isSame(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Double x && b instanceof Double y) {
      return Math.abs(x - y) <= TOLERANCE * Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    }
    if (a instanceof Number && b instanceof Number) {
      return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0;
    }
    return Objects.equals(a, b);
  }

  /** Returns the values of all calls by row. */
  private static List<List<@Nullable Object>> expected(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> fromStart = running(rows, false);
    List<List<@Nullable Object>> toEnd = running(rows.reversed(), true).reversed();
    List<@Nullable Object> whole = new ArrayList<>(fromStart.getLast());
    List<Double> all = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      if (row.get(NUMBER) instanceof Long number && Boolean.TRUE.equals(row.get(FILTER))) {
        all.add((double) number);
      }
    }
    Collections.sort(all);
    Double median = median(all);
    List<@Nullable Object> least = texts(rows, BY_NUMBER.reversed());
    List<@Nullable Object> greatest = texts(rows.reversed(), BY_NUMBER).reversed();
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      List<@Nullable Object> both = new ArrayList<>(fromStart.get(row));
      both.addAll(toEnd.get(row));
      both.addAll(whole);
      both.add(least.get(row));
      both.add(greatest.get(row));
      both.add(greatest.getFirst());
      both.add(median);
      values.add(both);
    }
    return values;
  }

  /** Returns the text of the greatest row up to each one. */
  private static List<@Nullable Object> texts(
      List<List<@Nullable Object>> rows, Comparator<List<@Nullable Object>> order) {
    List<@Nullable Object> texts = new ArrayList<>();
    List<@Nullable Object> greatest = rows.getFirst();
    for (List<@Nullable Object> row : rows) {
      greatest = order.compare(row, greatest) > 0 ? row : greatest;
      texts.add(greatest.get(TEXT));
    }
    return texts;
  }

  /** Returns the median of values in their order. */
  private static double median(List<Double> values) {
    int half = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(half)
        : (values.get(half - 1) + values.get(half)) / 2;
  }

  /** Returns the values over the rows up to each one. */
  private static List<List<@Nullable Object>> running(
      List<List<@Nullable Object>> rows, boolean isBackward) {
    List<List<@Nullable Object>> values = new ArrayList<>();
    Set<Object> texts = new HashSet<>();
    Set<Object> numbers = new HashSet<>();
    BigInteger sum = BigInteger.ZERO;
    BigInteger squares = BigInteger.ZERO;
    Long largest = null;
    Object nearest = null; // of the rows that pass the filter
    Object farthest = null;
    Object any = null;
    boolean isThere = false;
    BigDecimal n = BigDecimal.ZERO;
    BigDecimal sumX = BigDecimal.ZERO;
    BigDecimal sumY = BigDecimal.ZERO;
    BigDecimal products = BigDecimal.ZERO;
    List<Double> ordered = new ArrayList<>(); // of the numbers
    for (List<@Nullable Object> row : rows) {
      Object text = row.get(TEXT);
      Long number = (Long) row.get(NUMBER);
      if (text != null) {
        texts.add(text);
      }
      if (number != null && numbers.add(number)) {
        sum = sum.add(BigInteger.valueOf(number));
        squares = squares.add(BigInteger.valueOf(number * number));
        double value = number;
        ordered.add(-1 - Collections.binarySearch(ordered, value), value);
        largest = largest == null ? number : Long.valueOf(Math.max(largest, number));
      }
      if (Boolean.TRUE.equals(row.get(FILTER))) {
        nearest = number;
        farthest = isThere ? farthest : number;
        isThere = true;
        any = text != null && (isBackward || any == null) ? text : any;
        if (number != null) {
          BigDecimal x = BigDecimal.valueOf(number);
          BigDecimal y = BigDecimal.valueOf((Long) row.get(ROW));
          n = n.add(BigDecimal.ONE);
          sumX = sumX.add(x);
          sumY = sumY.add(y);
          products = products.add(x.multiply(y));
        }
      }
      List<@Nullable Object> line = new ArrayList<>();
      line.add((long) texts.size());
      BigDecimal count = BigDecimal.valueOf(numbers.size());
      line.add(numbers.isEmpty() ? null : sum);
      line.add(numbers.isEmpty() ? null : sum.doubleValue() / numbers.size());
      line.add(numbers.isEmpty() ? null : covariance(sum, sum, squares, count));
      line.add(largest);
      line.add(isBackward ? nearest : farthest);
      line.add(isBackward ? farthest : nearest);
      line.add(any);
      line.add(
          n.signum() == 0
              ? null
              : products
                  .multiply(n)
                  .subtract(sumX.multiply(sumY))
                  .divide(n.multiply(n), MathContext.DECIMAL64)
                  .doubleValue());
      line.add(ordered.isEmpty() ? null : median(ordered));
      values.add(line);
    }
    return values;
  }

  private static double covariance(
      BigInteger x, BigInteger y, BigInteger products, BigDecimal count) {
    return new BigDecimal(products)
        .multiply(count)
        .subtract(new BigDecimal(x.multiply(y)))
        .divide(count.multiply(count), MathContext.DECIMAL64)
        .doubleValue();
  }
}
