package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.Effort;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Approximate aggregates keep within their bounds: on several threads, in halves, spilling. */
class SketchTest {
  private static final double COUNT_ERROR = 0.065; // four standard deviations
  private static final double RANK_ERROR = 0.03;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("k", DataType.INT32, true),
              new Field("s", DataType.STRING, true),
              new Field("x", DataType.FLOAT64, true)));

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  private static AggregateCall call(AggregateFunction function, int column, DataType type) {
    List<PhysicalExpr.Literal> constants =
        function.takesFraction()
            ? List.of(PhysicalExpr.Literal.of(new ScanValue.Floating(0.75), DataType.FLOAT64))
            : List.of();
    return new AggregateCall(
        function, List.of(column), constants, false, OptionalInt.empty(), List.of(), type);
  }

  private static PhysicalPlan.Aggregate aggregate(PhysicalPlan input, List<Integer> keys) {
    List<AggregateCall> calls =
        List.of(
            call(AggregateFunction.APPROX_COUNT_DISTINCT, 1, DataType.INT64),
            call(AggregateFunction.APPROX_COUNT_DISTINCT, 2, DataType.INT64),
            call(AggregateFunction.APPROX_QUANTILE, 2, DataType.FLOAT64));
    List<Field> fields = new ArrayList<>();
    keys.forEach(key -> fields.add(input.output().field(key)));
    calls.forEach(call -> fields.add(Field.of("a" + fields.size(), call.type())));
    return new PhysicalPlan.Aggregate(
        input, keys, calls, AggregateMode.SINGLE, new Schema(fields), Estimate.UNKNOWN);
  }

  /** What the rows of a group hold. */
  private static final class Exact {
    private final Set<String> texts = new HashSet<>();
    private final Set<Double> numbers = new HashSet<>();
    private final List<Double> values = new ArrayList<>();
  }

  private BatchTable table(Random random, int groups, Map<@Nullable Object, Exact> exact) {
    List<List<Batch>> splits = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      List<Batch> batches = new ArrayList<>();
      for (int j = 0; j < 3; j++) {
        try (ColumnBuilder keys = new ColumnBuilder(DataType.INT32, tester.account());
            ColumnBuilder texts = new ColumnBuilder(DataType.STRING, tester.account());
            ColumnBuilder numbers = new ColumnBuilder(DataType.FLOAT64, tester.account())) {
          for (int row = 0; row < 4000; row++) {
            Integer key = random.nextInt(40) == 0 ? null : random.nextInt(groups);
            Exact group = exact.computeIfAbsent(key, _ -> new Exact());
            if (key == null) {
              keys.appendNull();
            } else {
              keys.appendLong(key);
            }
            if (random.nextInt(10) == 0) {
              texts.appendNull();
            } else {
              String text = "a text of some length " + random.nextInt(7000);
              group.texts.add(text);
              texts.appendString(text);
            }
            if (random.nextInt(10) == 0) {
              numbers.appendNull();
            } else {
              double number =
                  random.nextInt(20) == 0 ? Double.NaN : Math.rint(random.nextGaussian() * 2000);
              group.numbers.add(number + 0.0);
              group.values.add(number + 0.0);
              numbers.appendDouble(number);
            }
          }
          batches.add(
              Batch.of(tester.account(), 4000, keys.build(), texts.build(), numbers.build()));
        }
      }
      splits.add(batches);
    }
    return tester.table(SCHEMA, splits);
  }

  @Test
  void errorsKeepWithinTheirBounds() {
    for (int seed = 0; seed < Effort.of(6); seed++) {
      Random random = new Random(seed);
      boolean isGrouped = seed % 3 > 0;
      int groups = seed % 3 == 2 ? 3000 : 5;
      Map<@Nullable Object, Exact> exact = new HashMap<>();
      BatchTable table = table(random, isGrouped ? groups : 1, exact);
      if (!isGrouped) {
        Exact all = new Exact();
        exact
            .values()
            .forEach(
                e -> {
                  all.texts.addAll(e.texts);
                  all.numbers.addAll(e.numbers);
                  all.values.addAll(e.values);
                });
        exact.clear();
        exact.put("all", all);
      }
      PhysicalPlan.Aggregate single = aggregate(table.scan(), isGrouped ? List.of(0) : List.of());
      for (int threads = 1; threads <= 3; threads++) {
        tester.setAggregateLimits(
            threads == 2
                ? new AggregateLimits(1 << 10, 1 << 17, 1L << 20, 1 << 14, 1L << 19)
                : AggregateLimits.DEFAULT);
        String label = "seed " + seed + ", threads " + threads;
        check(tester.run(single, threads), exact, isGrouped, label);
        check(
            tester.run(OperatorTester.inTwoHalves(single), threads),
            exact,
            isGrouped,
            label + ", halves");
      }
    }
  }

  private static void check(
      List<List<@Nullable Object>> rows,
      Map<@Nullable Object, Exact> exact,
      boolean isGrouped,
      String label) {
    assertThat(rows).as(label).hasSameSizeAs(exact.keySet());
    for (List<@Nullable Object> row : rows) {
      Object key = row.getFirst() instanceof Number number ? number.intValue() : null;
      Exact group = exact.get(isGrouped ? key : "all");
      assertThat(group).as(label).isNotNull();
      int at = isGrouped ? 1 : 0;
      checkCount(row.get(at), group.texts.size(), label);
      checkCount(row.get(at + 1), group.numbers.size(), label);
      checkQuantile(row.get(at + 2), group.values, label);
    }
  }

  private static void checkCount(@Nullable Object estimate, int count, String label) {
    double off = Math.abs(((Number) estimate).doubleValue() - count);
    assertThat(off).as("%s: %s of %s", label, estimate, count).isLessThan(count * COUNT_ERROR + 1);
  }

  private static void checkQuantile(@Nullable Object value, List<Double> values, String label) {
    if (values.isEmpty()) {
      assertThat(value).as(label).isNull();
      return;
    }
    double number = (Double) value;
    long below = values.stream().filter(v -> Double.compare(v, number) < 0).count();
    long upTo = values.stream().filter(v -> Double.compare(v, number) <= 0).count();
    assertThat(upTo).as("%s: %s is a value", label, value).isGreaterThan(below);
    double slack = RANK_ERROR * values.size() + 1;
    assertThat(0.75 * values.size())
        .as("%s: rank of %s", label, value)
        .isBetween(below - slack, upTo + slack);
  }

  @Test
  void noRowsGiveZeroAndNull() {
    BatchTable table = tester.table(SCHEMA, List.of());
    PhysicalPlan.Aggregate single = aggregate(table.scan(), List.of());
    for (PhysicalPlan plan : List.of(single, OperatorTester.inTwoHalves(single))) {
      List<List<@Nullable Object>> rows = tester.run(plan, 2);
      assertThat(rows).hasSize(1);
      assertThat(rows.getFirst()).containsExactly(0L, 0L, null);
    }
  }

  @Test
  void nothingIsLeftWhereMemoryRunsOut() {
    Map<@Nullable Object, Exact> exact = new HashMap<>();
    BatchTable table = table(new Random(5), 30, exact);
    check(tester.runWithScarceMemory(aggregate(table.scan(), List.of(0)), 2), exact, true, "");
  }
}
