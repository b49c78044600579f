package dev.heddle.physical.aggregate;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.AggregateFamily;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.aggregate.state.AggregateOutput;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.AverageAggregator;
import dev.heddle.physical.aggregate.state.CompensatedSumAggregator;
import dev.heddle.physical.aggregate.state.DecayedAggregator;
import dev.heddle.physical.aggregate.state.DistinctSketches;
import dev.heddle.physical.aggregate.state.Extreme;
import dev.heddle.physical.aggregate.state.LongSums;
import dev.heddle.physical.aggregate.state.NullCounts;
import dev.heddle.physical.aggregate.state.PairAggregator;
import dev.heddle.physical.aggregate.state.PickAggregator;
import dev.heddle.physical.aggregate.state.Presence;
import dev.heddle.physical.aggregate.state.ProductAggregator;
import dev.heddle.physical.aggregate.state.QuantileSketches;
import dev.heddle.physical.aggregate.state.RowCounts;
import dev.heddle.physical.aggregate.state.StoredSketches;
import dev.heddle.physical.aggregate.state.SumAggregator;
import dev.heddle.physical.aggregate.state.Sums;
import dev.heddle.physical.aggregate.state.UserAggregator;
import dev.heddle.physical.aggregate.state.VarianceAggregator;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An aggregation as its tables need it: which columns feed which aggregators, and how the results
 * of the calls are taken from them. Sums and counts that several calls need are computed once.
 *
 * <p>Immutable; shared by all threads.
 */
public final class AggregateSpec {
  private final PhysicalPlan.Aggregate node;
  private final Schema input;
  private final KeyLayout keys;
  private final long minDividedBytes;

  public AggregateSpec(PhysicalPlan.Aggregate node) {
    this.node = node;
    this.input = node.input().output();
    List<Field> fields = new ArrayList<>(node.keys().size());
    for (int key : node.keys()) {
      fields.add(input.fields().get(key));
    }
    this.keys = new KeyLayout(fields);
    this.minDividedBytes = HashPartitions.COUNT * BatchAppender.firstBytes(inputTypes());
  }

  /**
   * What an aggregator is fed with.
   *
   * @param kind distinguishes aggregators of the same columns
   * @param columns of the input: arguments and order, or states
   * @param filter boolean column that must be true, or -1
   */
  record Feed(Object kind, List<Integer> columns, int filter) {}

  /** The aggregators of a table by what they are fed with, and the outputs of the calls. */
  record Opened(List<Feed> feeds, List<Aggregator> aggregators, List<AggregateOutput> outputs) {}

  /** Returns whether the input holds states. */
  boolean readsStates() {
    return node.mode().readsStates();
  }

  /** Returns whether the output holds states. */
  boolean makesStates() {
    return node.mode().makesStates();
  }

  /** Returns whether many rows of a group may become a state that is smaller than they are. */
  boolean canReduce() {
    return node.calls().stream()
        .allMatch(call -> call.distinct() || AggregateStates.isMergeable(call));
  }

  /** Returns whether rows are grouped; otherwise all are one group, even if there are none. */
  boolean isKeyed() {
    return !node.keys().isEmpty();
  }

  /** Returns the types of the input's columns. */
  List<DataType> inputTypes() {
    return input.fields().stream().map(Field::type).toList();
  }

  /** Returns what the smallest chunks of rows take while one thread divides them. */
  long minDividedBytes() {
    return minDividedBytes;
  }

  /** Returns whether some states are objects on the heap. */
  boolean hasSketches() {
    return sketches() > 0;
  }

  /** Returns what the sketches of a batch of new groups take. */
  long minSketchBytes() {
    return Batch.MAX_ROWS
        * node.calls().stream()
            .filter(AggregateSpec::isSketch)
            .mapToLong(AggregateSpec::firstBytes)
            .sum();
  }

  private static long firstBytes(AggregateCall call) {
    return call.code().isPresent()
        ? UserAggregator.FIRST_BYTES
        : StoredSketches.firstBytes(call.function());
  }

  private long sketches() {
    return node.calls().stream().filter(AggregateSpec::isSketch).count();
  }

  private static boolean isSketch(AggregateCall call) {
    AggregateFamily family = call.function().family();
    return family == AggregateFamily.SKETCH || family == AggregateFamily.USER;
  }

  /** Returns whether there is one key, an integer or what is stored as one. */
  boolean hasWholeNumberKey() {
    return node.keys().size() == 1 && Layout.of(type(node.keys().getFirst())).isInteger();
  }

  List<Integer> keyColumns() {
    return node.keys();
  }

  KeyLayout keys() {
    return keys;
  }

  /** Makes the aggregators of a table, for no group; always the same ones in the same order. */
  Opened open(MemoryAccount account) {
    Opening opening = new Opening(account);
    List<AggregateOutput> outputs = new ArrayList<>();
    try {
      int state = node.keys().size();
      for (AggregateCall call : node.calls()) {
        if (readsStates()) {
          int width = AggregateStates.width(call);
          outputs.add(opening.ofStates(call, range(state, state + width)));
          state += width;
        } else {
          outputs.add(opening.ofRows(call));
        }
      }
    } catch (Throwable e) {
      Closeables.all(new ArrayList<>(opening.aggregators.values()));
      throw e;
    }
    return new Opened(
        List.copyOf(opening.aggregators.keySet()),
        List.copyOf(opening.aggregators.values()),
        outputs);
  }

  /**
   * Makes one aggregator that alone computes a call over rows, fed with the call's arguments and
   * the columns of its order; not for counts of all rows or of values.
   */
  public Aggregator openAlone(AggregateCall call, MemoryAccount account) {
    if (call.needsDistinct()) {
      return new Opening(account).distinct(call, true); // a group is a frame here, never the whole
    }
    DataType argument = argument(call);
    return switch (call.function()) {
      case SUM ->
          new SumAggregator(
              AggregateStates.sumType(argument),
              call.type(),
              Sums.of(argument, account),
              Presence.of(account));
      case AVG -> new AverageAggregator(argument, account);
      default -> {
        List<Integer> columns = new ArrayList<>(call.arguments());
        call.orderBy().forEach(order -> columns.add(order.column()));
        yield aggregator(call, columns, false, account);
      }
    };
  }

  private static List<Integer> range(int from, int to) {
    List<Integer> range = new ArrayList<>();
    for (int i = from; i < to; i++) {
      range.add(i);
    }
    return range;
  }

  private final class Opening {
    private final MemoryAccount account;
    private final Map<Feed, Aggregator> aggregators = new LinkedHashMap<>();

    Opening(MemoryAccount account) {
      this.account = account;
    }

    private Aggregator shared(Feed feed, Supplier<Aggregator> maker) {
      Aggregator known = aggregators.get(feed);
      if (known == null) {
        known = maker.get();
        aggregators.put(feed, known);
      }
      return known;
    }

    AggregateOutput ofRows(AggregateCall call) {
      int filter = call.filter().orElse(-1);
      if (call.needsDistinct()) {
        Feed feed = new Feed(call, call.arguments(), filter);
        return new AggregateOutput.Own(shared(feed, () -> distinct(call, isKeyed())));
      }
      return switch (call.function()) {
        case COUNT_ALL -> new AggregateOutput.Count(rowCounts(filter), null);
        case COUNT -> count(call.arguments(), filter);
        case SUM -> new AggregateOutput.Own(sum(call, filter));
        case AVG ->
            new AggregateOutput.Average(
                averageSum(call.arguments(), filter),
                count(call.arguments(), filter),
                unit(argument(call)));
        default -> {
          List<Integer> columns = new ArrayList<>(call.arguments());
          call.orderBy().forEach(order -> columns.add(order.column()));
          boolean isCertain = isCertain(filter);
          Feed feed = new Feed(call, List.copyOf(columns), filter);
          yield new AggregateOutput.Own(
              shared(feed, () -> aggregator(call, columns, isCertain, account)));
        }
      };
    }

    AggregateOutput ofStates(AggregateCall call, List<Integer> columns) {
      return switch (call.function()) {
        case COUNT_ALL, COUNT ->
            new AggregateOutput.Count(stateCounts(call, columns.getFirst()), null);
        case AVG -> {
          List<Integer> sumColumn = List.of(columns.getFirst());
          yield new AggregateOutput.Average(
              averageSum(sumColumn, -1),
              new AggregateOutput.Count(stateCounts(call, columns.getLast()), null),
              unit(type(columns.getFirst())));
        }
        case SUM ->
            new AggregateOutput.Own(
                shared(new Feed(call, columns, -1), () -> stateSum(call, columns)));
        default ->
            new AggregateOutput.Own(
                shared(
                    new Feed(call, columns, -1),
                    () -> aggregator(call, columns, isKeyed(), account)));
      };
    }

    private RowCounts rowCounts(int filter) {
      Feed feed = new Feed(RowCounts.class, List.of(), filter);
      return (RowCounts) shared(feed, () -> new RowCounts(account));
    }

    private RowCounts stateCounts(AggregateCall call, int column) {
      Feed feed = new Feed(call, List.of(column), -1);
      return (RowCounts) shared(feed, () -> new RowCounts(account));
    }

    private AggregateOutput.Count count(List<Integer> columns, int filter) {
      Feed feed = new Feed(NullCounts.class, columns, filter);
      RowCounts rows = rowCounts(filter);
      return new AggregateOutput.Count(
          rows, (NullCounts) shared(feed, () -> new NullCounts(account)));
    }

    private SumAggregator sum(AggregateCall call, int filter) {
      DataType argument = argument(call);
      DataType stateType = AggregateStates.sumType(argument);
      if (stateType.equals(AggregateStates.averageSumType(argument))
          && stateType.equals(call.type())) {
        return averageSum(call.arguments(), filter);
      }
      Feed feed = new Feed(call, call.arguments(), filter);
      return (SumAggregator)
          shared(
              feed,
              () ->
                  new SumAggregator(
                      stateType, call.type(), Sums.of(argument, account), presence(filter)));
    }

    /** The sum of which a mean is made; also a sum's own where both have one type. */
    private SumAggregator averageSum(List<Integer> columns, int filter) {
      DataType argument = type(columns.getFirst());
      DataType type = AggregateStates.averageSumType(argument);
      Feed feed = new Feed(SumAggregator.class, columns, filter);
      return (SumAggregator)
          shared(
              feed,
              () -> new SumAggregator(type, type, Sums.wide(argument, account), presence(filter)));
    }

    private SumAggregator stateSum(AggregateCall call, List<Integer> columns) {
      DataType type = type(columns.getFirst());
      Sums sums = type.equals(DataType.INT64) ? new LongSums(account) : Sums.of(type, account);
      return new SumAggregator(type, call.type(), sums, presence(-1));
    }

    /** Returns whether each group is made by a row that is also added. */
    private boolean isCertain(int filter) {
      return isKeyed() && filter < 0;
    }

    private Presence presence(int filter) {
      return AggregateSpec.presence(isCertain(filter), account);
    }

    private Aggregator distinct(AggregateCall call, boolean isGrouped) {
      DataType argument = argument(call);
      Supplier<Aggregator> inner =
          () ->
              switch (call.function()) {
                case COUNT -> new RowCounts(account); // nulls do not get here
                case SUM ->
                    new SumAggregator(
                        AggregateStates.sumType(argument),
                        call.type(),
                        Sums.of(argument, account),
                        Presence.of(account));
                case AVG -> new AverageAggregator(argument, account);
                default -> aggregator(call, call.arguments(), false, account);
              };
      List<DataType> arguments = new ArrayList<>();
      call.arguments().forEach(column -> arguments.add(type(column)));
      return new DistinctAggregator(
          inner,
          new DistinctPairs.Form(arguments, isGrouped, call.function().keepsNulls()),
          account);
    }
  }

  private DataType type(int column) {
    return input.fields().get(column).type();
  }

  private DataType argument(AggregateCall call) {
    return type(call.arguments().getFirst());
  }

  private static double unit(DataType type) {
    return type instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
  }

  private Aggregator aggregator(
      AggregateCall call, List<Integer> columns, boolean isCertain, MemoryAccount account) {
    DataType argument = type(columns.getFirst());
    return switch (call.function()) {
      case MIN, BOOL_AND ->
          Extreme.SMALLEST.aggregator(argument, presence(isCertain, account), account);
      case MAX, BOOL_OR ->
          Extreme.LARGEST.aggregator(argument, presence(isCertain, account), account);
      case STDDEV_SAMP, STDDEV_POP, VAR_SAMP, VAR_POP ->
          new VarianceAggregator(
              call.function(), readsStates() ? DataType.FLOAT64 : argument, account);
      case PRODUCT -> new ProductAggregator(readsStates() ? DataType.FLOAT64 : argument, account);
      case COMPENSATED_SUM, COMPENSATED_MEAN ->
          new CompensatedSumAggregator(
              call.function(), readsStates() ? DataType.FLOAT64 : argument, account);
      case DECAYED_AVG, DECAYED_VAR_POP, DECAYED_VAR_SAMP ->
          new DecayedAggregator(
              call.function(),
              columns.stream()
                  .limit(4)
                  .map(c -> readsStates() ? DataType.FLOAT64 : type(c))
                  .toList(),
              account);
      case CORR,
          COVAR_SAMP,
          COVAR_POP,
          REGR_COUNT,
          REGR_AVGX,
          REGR_AVGY,
          REGR_SXX,
          REGR_SYY,
          REGR_SXY,
          REGR_SLOPE,
          REGR_INTERCEPT,
          REGR_R2 -> {
        boolean isRows = !readsStates();
        yield new PairAggregator(
            call.function(),
            isRows ? argument : DataType.FLOAT64,
            isRows ? type(columns.get(1)) : DataType.FLOAT64,
            account);
      }
      case ARRAY_AGG, STRING_AGG -> list(call, columns, account);
      case FIRST, LAST, ANY_VALUE, SINGLE_VALUE -> pick(call, columns, account);
      case MEDIAN -> new QuantileAggregator(0.5, argument, account);
      case QUANTILE -> new QuantileAggregator(fraction(call), argument, account);
      case APPROX_COUNT_DISTINCT -> new DistinctSketches(argument, account);
      case HLL_SKETCH, HLL_UNION, THETA_SKETCH, THETA_UNION, KLL_SKETCH, KLL_MERGE ->
          StoredSketches.of(call.function(), account);
      case APPROX_QUANTILE ->
          new QuantileSketches(
              fraction(call), readsStates() ? DataType.FLOAT64 : argument, account);
      case COUNT_ALL, COUNT, SUM, AVG ->
          throw new IllegalStateException("Counts and sums are shared");
      case USER -> new UserAggregator(call.code().orElseThrow(), account);
      case GROUPING ->
          throw new IllegalStateException("GROUPING must be lowered to the grouping id");
    };
  }

  private static Presence presence(boolean isCertain, MemoryAccount account) {
    return isCertain ? Presence.ofCertain(account) : Presence.of(account);
  }

  private Aggregator pick(AggregateCall call, List<Integer> columns, MemoryAccount account) {
    List<Field> fields = new ArrayList<>();
    int count = 1 + call.orderBy().size();
    for (int i = 0; i < count; i++) {
      Field field = input.fields().get(columns.get(i));
      fields.add(new Field(field.name(), field.type(), true));
    }
    List<SortOrder> order = new ArrayList<>();
    for (SortOrder column : call.orderBy()) {
      order.add(new SortOrder(order.size() + 1, column.direction(), column.nulls()));
    }
    return new PickAggregator(call.function(), fields, new KeyOrder(order), account);
  }

  /** Over distinct rows there are only the arguments, which the order must be of. */
  private Aggregator list(AggregateCall call, List<Integer> columns, MemoryAccount account) {
    List<Field> fields = new ArrayList<>();
    for (int column : columns) {
      Field field = input.fields().get(column);
      fields.add(new Field(field.name(), field.type(), true));
    }
    List<SortOrder> order = new ArrayList<>();
    int[] orderColumns = new int[call.orderBy().size()];
    for (SortOrder column : call.orderBy()) {
      int at = call.distinct() ? columns.indexOf(column.column()) : call.arguments().size();
      if (at < 0) {
        throw new HeddleException(
            ErrorCode.UNSUPPORTED,
            "Cannot order the distinct values of "
                + call.function().displayName()
                + " by anything but themselves; make them distinct in a subquery");
      }
      orderColumns[order.size()] = call.distinct() ? at : at + order.size();
      order.add(new SortOrder(order.size(), column.direction(), column.nulls()));
    }
    return new ListAggregator(call.type(), fields, orderColumns, new KeyOrder(order), account);
  }

  public static double fraction(AggregateCall call) {
    ScanValue value = call.constants().getFirst().value().orElse(null);
    double fraction =
        switch (value) {
          case ScanValue.Floating(double floating) -> floating;
          case ScanValue.Whole(BigInteger whole) ->
              whole.doubleValue() / unit(call.constants().getFirst().type());
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
