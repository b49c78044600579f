package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * An aggregation as its tables need it: which columns feed what, and what to make for each call.
 * Immutable; shared by all threads.
 */
final class AggregateSpec {
  private final PhysicalPlan.Aggregate node;
  private final Schema input;
  private final KeyLayout keys;
  private final List<Feed> feeds = new ArrayList<>();

  /**
   * What one call is fed with.
   *
   * @param columns of the input: arguments and order, or states
   * @param filter boolean column that must be true, or -1
   */
  record Feed(AggregateCall call, int[] columns, int filter) {}

  AggregateSpec(PhysicalPlan.Aggregate node) {
    this.node = node;
    this.input = node.input().output();
    this.keys = new KeyLayout(node.keys().stream().map(input.fields()::get).toList());
    int state = node.keys().size();
    for (AggregateCall call : node.calls()) {
      if (isFinal()) {
        int[] columns = new int[AggregateStates.width(call)];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = state++;
        }
        feeds.add(new Feed(call, columns, -1));
      } else {
        List<Integer> columns = new ArrayList<>(call.arguments());
        call.orderBy().forEach(order -> columns.add(order.column()));
        feeds.add(
            new Feed(
                call,
                columns.stream().mapToInt(Integer::intValue).toArray(),
                call.filter().orElse(-1)));
      }
    }
  }

  /** Returns whether the input holds states. */
  boolean isFinal() {
    return node.mode() == AggregateMode.FINAL;
  }

  /** Returns whether the output holds states. */
  boolean isPartial() {
    return node.mode() == AggregateMode.PARTIAL;
  }

  /** Returns whether rows are grouped; otherwise all are one group, even if there are none. */
  boolean isKeyed() {
    return !node.keys().isEmpty();
  }

  List<Integer> keyColumns() {
    return node.keys();
  }

  KeyLayout keys() {
    return keys;
  }

  List<Feed> feeds() {
    return feeds;
  }

  /** Makes the states of a call. */
  Aggregator open(Feed feed, MemoryAccount account) {
    AggregateCall call = feed.call();
    boolean isDistinct = call.distinct() && dependsOnRepetition(call.function());
    boolean isCertain = isKeyed() && feed.filter() < 0 && !isDistinct;
    DataType argument =
        feed.columns().length == 0 ? DataType.NULL : input.fields().get(feed.columns()[0]).type();
    Aggregator aggregator = open(feed, argument, isCertain, account);
    return isDistinct ? new DistinctAggregator(aggregator, argument, account) : aggregator;
  }

  private static boolean dependsOnRepetition(AggregateFunction function) {
    return switch (function) {
      case COUNT, SUM, AVG, STDDEV_SAMP, STDDEV_POP, VAR_SAMP, VAR_POP, MEDIAN, QUANTILE -> true;
      case COUNT_ALL, MIN, MAX, FIRST, LAST, ANY_VALUE, BOOL_AND, BOOL_OR, SINGLE_VALUE -> false;
      case GROUPING -> false;
    };
  }

  private Aggregator open(Feed feed, DataType argument, boolean isCertain, MemoryAccount account) {
    AggregateCall call = feed.call();
    return switch (call.function()) {
      case COUNT_ALL, COUNT -> new CountAggregator(account);
      case SUM ->
          new SumAggregator(
              argument, call.type(), isFinal(), new Presence(account, isCertain), account);
      case AVG -> new AverageAggregator(argument, account);
      case MIN, BOOL_AND -> extreme(argument, false, isCertain, account);
      case MAX, BOOL_OR -> extreme(argument, true, isCertain, account);
      case STDDEV_SAMP, STDDEV_POP, VAR_SAMP, VAR_POP ->
          new VarianceAggregator(call.function(), isFinal() ? DataType.FLOAT64 : argument, account);
      case FIRST, LAST, ANY_VALUE, SINGLE_VALUE -> pick(feed, account);
      case MEDIAN -> new QuantileAggregator(0.5, argument, account);
      case QUANTILE -> new QuantileAggregator(fraction(call), argument, account);
      case GROUPING ->
          throw new IllegalStateException("GROUPING must be lowered to the grouping id");
    };
  }

  private static Aggregator extreme(
      DataType type, boolean isLargest, boolean isCertain, MemoryAccount account) {
    return switch (Layout.of(type)) {
      case VIEW -> new TextExtremeAggregator(type, isLargest, account);
      case INT128 ->
          new WideExtremeAggregator(type, isLargest, new Presence(account, isCertain), account);
      case FLOAT32, FLOAT64 ->
          new DoubleExtremeAggregator(type, isLargest, new Presence(account, isCertain), account);
      case BIT, INT8, INT16, INT32, INT64 ->
          new LongExtremeAggregator(type, isLargest, new Presence(account, isCertain), account);
      case INTERVAL -> throw new IllegalStateException("Intervals have no order");
    };
  }

  private Aggregator pick(Feed feed, MemoryAccount account) {
    List<Field> fields = new ArrayList<>();
    int count = 1 + feed.call().orderBy().size();
    for (int i = 0; i < count; i++) {
      Field field = input.fields().get(feed.columns()[i]);
      fields.add(new Field(field.name(), field.type(), true));
    }
    List<SortOrder> order = new ArrayList<>();
    for (SortOrder column : feed.call().orderBy()) {
      order.add(new SortOrder(order.size() + 1, column.direction(), column.nulls()));
    }
    return new PickAggregator(feed.call().function(), fields, new KeyOrder(order), account);
  }

  private static double fraction(AggregateCall call) {
    ScanValue value = call.constants().getFirst().value().orElse(null);
    double fraction =
        switch (value) {
          case ScanValue.Floating(double floating) -> floating;
          case ScanValue.Whole(BigInteger whole) ->
              call.constants().getFirst().type() instanceof DataType.Decimal d
                  ? whole.doubleValue() / Math.pow(10, d.scale())
                  : whole.doubleValue();
          case null, default -> Double.NaN;
        };
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot compute quantile " + fraction + ": the fraction must be a number from 0 to 1");
    }
    return fraction;
  }
}
