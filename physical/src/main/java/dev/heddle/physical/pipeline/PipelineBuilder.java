package dev.heddle.physical.pipeline;

import dev.heddle.io.scan.Share;
import dev.heddle.physical.aggregate.AggregateLimits;
import dev.heddle.physical.aggregate.FinishAggregateOperatorFactory;
import dev.heddle.physical.aggregate.FusedAggregation;
import dev.heddle.physical.aggregate.GroupLimitOperatorFactory;
import dev.heddle.physical.aggregate.HashAggregate;
import dev.heddle.physical.aggregate.PartialAggregateOperatorFactory;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.join.HashJoin;
import dev.heddle.physical.join.JoinFilters;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.ExpandOperatorFactory;
import dev.heddle.physical.operator.FilterOperatorFactory;
import dev.heddle.physical.operator.ForwardOperatorFactory;
import dev.heddle.physical.operator.LimitOperatorFactory;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.OrderCheck;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.ProjectOperatorFactory;
import dev.heddle.physical.operator.RandomKeyOperatorFactory;
import dev.heddle.physical.operator.RowIndexOperatorFactory;
import dev.heddle.physical.operator.ScanSourceFactory;
import dev.heddle.physical.operator.SeriesOperatorFactory;
import dev.heddle.physical.operator.SharedRows;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.UnnestOperatorFactory;
import dev.heddle.physical.operator.ValuesSourceFactory;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.sort.RangeParts;
import dev.heddle.physical.sort.SortBreaker;
import dev.heddle.physical.sort.TopNBreaker;
import dev.heddle.physical.usercode.UserRowsOperatorFactory;
import dev.heddle.physical.window.WindowBreaker;
import dev.heddle.physical.write.WriteBreaker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Turns a plan without exchanges into pipelines, in an order in which they can run.
 *
 * <p>A node that needs all of its input first (aggregate, sort, the right side of a join) ends a
 * pipeline with its sink; all others become steps. The pipelines hold no memory before they run.
 *
 * <p>Used by one thread, once.
 */
public final class PipelineBuilder {
  /** Below this number of rows, a limit over a bare scan delivers the first rows of the table. */
  private static final long SMALL_LIMIT = 100_000;

  private final TaskInputs inputs;
  private final Share share;
  private final PlanMetrics metrics;
  private final AggregateLimits aggregateLimits;
  private final Optional<LoopCache> loops;
  private final List<Pipeline> pipelines = new ArrayList<>();
  private final Map<Integer, PhysicalPlan.Share> shares = new HashMap<>();
  private final Map<Integer, SharedRows> shared = new HashMap<>();

  private PipelineBuilder(
      TaskInputs inputs,
      Share share,
      PlanMetrics metrics,
      AggregateLimits aggregateLimits,
      Optional<LoopCache> loops) {
    this.aggregateLimits = aggregateLimits;
    this.loops = loops;
    this.inputs = inputs;
    this.share = share;
    this.metrics = metrics;
  }

  /**
   * Returns the pipelines of a plan; the last one feeds the result's sink.
   *
   * @param plan a fragment between exchanges; {@link PhysicalPlan.Exchange} must have been cut out
   * @param result takes the rows; stays the caller's, which closes it after the run
   * @param inputs what the task reads of exchanges, unions and writes
   * @param share what the task reads of tables
   * @param metrics where operators note what the chain of steps cannot see
   * @param loops keeps generated code; none where none is to be made
   */
  public static List<Pipeline> build(
      PhysicalPlan plan,
      SinkFactory result,
      TaskInputs inputs,
      Share share,
      PlanMetrics metrics,
      Optional<LoopCache> loops) {
    return build(plan, result, inputs, share, metrics, AggregateLimits.DEFAULT, loops);
  }

  /** Returns the pipelines of a plan whose aggregations have limits of their own. */
  public static List<Pipeline> build(
      PhysicalPlan plan,
      SinkFactory result,
      TaskInputs inputs,
      Share share,
      PlanMetrics metrics,
      AggregateLimits aggregateLimits,
      Optional<LoopCache> loops) {
    PipelineBuilder builder = new PipelineBuilder(inputs, share, metrics, aggregateLimits, loops);
    builder.findShares(plan);
    Segment last = builder.segment(plan);
    boolean inOrder = result.needsOrder() && last.isOrdered();
    builder.pipelines.add((inOrder ? last.sequential() : last).intoResult(result));
    return List.copyOf(builder.pipelines);
  }

  /**
   * Returns, for each pipeline of a plan in the order in which they run, the nodes with whose
   * states it works.
   *
   * @param unions which inputs of a union the task reads
   */
  static List<List<PhysicalPlan>> states(
      PhysicalPlan plan, Function<PhysicalPlan.UnionAll, List<PhysicalPlan>> unions) {
    PipelineBuilder builder =
        new PipelineBuilder(
            new TaskInputs() {
              @Override
              public SourceFactory exchange(PhysicalPlan.ExchangeRead read) {
                return new ValuesSourceFactory(
                    new PhysicalPlan.Values(List.of(), read.output(), read.estimate()));
              }

              @Override
              public List<PhysicalPlan> union(PhysicalPlan.UnionAll union) {
                return unions.apply(union);
              }
            },
            Share.WHOLE,
            new PlanMetrics(),
            AggregateLimits.DEFAULT,
            Optional.empty());
    builder.findShares(plan);
    Segment last = builder.segment(plan);
    List<List<PhysicalPlan>> states = new ArrayList<>();
    builder.pipelines.forEach(pipeline -> states.add(pipeline.states()));
    states.add(last.states());
    return states;
  }

  private Segment segment(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Scan node -> scan(node);
      case PhysicalPlan.Values node -> Segment.ordered(node, new ValuesSourceFactory(node));
      case PhysicalPlan.Filter node ->
          segment(node.input()).then(node, new FilterOperatorFactory(node));
      case PhysicalPlan.Project node ->
          projected(node).then(node, new ProjectOperatorFactory(node));
      case PhysicalPlan.Aggregate node -> aggregate(node);
      case PhysicalPlan.Expand node ->
          segment(node.input()).then(node, new ExpandOperatorFactory(node)).unordered();
      case PhysicalPlan.HashJoin node -> hashJoin(node, Optional.empty());
      case PhysicalPlan.MergeJoin node -> mergeJoin(node, Optional.empty());
      case PhysicalPlan.NestedLoopJoin node ->
          join(node, node.left(), node.right(), HashJoin.nestedLoop(node, metrics.of(node)));
      case PhysicalPlan.Sort node ->
          orderedBreaker(node, node.input(), SortBreaker.all(node, metrics));
      case PhysicalPlan.TopN node ->
          orderedBreaker(
              node,
              node.input(),
              TopNBreaker.isWorthIt(node)
                  ? new TopNBreaker(node, metrics)
                  : SortBreaker.first(node, metrics));
      case PhysicalPlan.Limit node -> limit(node);
      case PhysicalPlan.UnionAll node -> union(node);
      case PhysicalPlan.Window node -> window(node, Optional.empty());
      case PhysicalPlan.KeyByKey node -> keyByKey(node);
      case PhysicalPlan.GroupLimit node ->
          segment(node.input()).then(node, new GroupLimitOperatorFactory(node));
      case PhysicalPlan.RowIndex node ->
          segment(node.input()).sequential().then(node, new RowIndexOperatorFactory(node));
      case PhysicalPlan.RandomKey node ->
          segment(node.input()).then(node, new RandomKeyOperatorFactory(node));
      case PhysicalPlan.RangePart node -> rangePart(node);
      case PhysicalPlan.Unnest node -> unnest(node);
      case PhysicalPlan.Write node -> write(node);
      case PhysicalPlan.ExchangeRead node -> exchangeRead(node);
      case PhysicalPlan.Share node -> shared(node, node.number());
      case PhysicalPlan.SharedRead node -> shared(node, node.number());
      case PhysicalPlan.Repartition _, PhysicalPlan.Exchange _ ->
          throw new IllegalStateException("An exchange must be cut before pipelines are built");
    };
  }

  private Segment unnest(PhysicalPlan.Unnest node) {
    Optional<UserRowsOperatorFactory> rows = UserRowsOperatorFactory.of(node);
    if (rows.isPresent()) {
      PhysicalPlan.Project arguments = rows.get().project();
      return projected(arguments)
          .then(node.input(), new ProjectOperatorFactory(arguments))
          .then(node, rows.get());
    }
    Optional<SeriesOperatorFactory> series = SeriesOperatorFactory.of(node);
    if (series.isEmpty()) {
      return segment(node.input()).then(node, new UnnestOperatorFactory(node));
    }
    PhysicalPlan.Project bounds = series.get().project();
    return projected(bounds)
        .then(node.input(), new ProjectOperatorFactory(bounds))
        .then(node, series.get());
  }

  private Segment aggregate(PhysicalPlan.Aggregate node) {
    Optional<FusedAggregation> fused = loops.flatMap(cache -> FusedAggregation.of(node, cache));
    if (node.mode() == AggregateMode.PARTIAL && !node.keys().isEmpty()) {
      return partial(node, fused);
    }
    if (node.mode() == AggregateMode.FINISH) {
      return segment(node.input()).then(node, new FinishAggregateOperatorFactory(node));
    }
    HashAggregate breaker = new HashAggregate(node, fused, aggregateLimits, metrics.of(node));
    if (fused.isPresent()
        && fused.get().isProjected()
        && node.input() instanceof PhysicalPlan.Project project) {
      // The aggregation computes the projection itself, which only counts the rows.
      end(projected(project).then(project, new ForwardOperatorFactory()), node, breaker.sink());
      return Segment.of(node, breaker.source());
    }
    end(segment(node.input(), readBy(node)), node, breaker.sink());
    return Segment.of(node, breaker.source());
  }

  private static Set<Integer> readBy(PhysicalPlan.Aggregate node) {
    if (node.mode().readsStates()) { // whose calls read columns that no call names
      return IntStream.range(0, node.input().output().size())
          .boxed()
          .collect(Collectors.toCollection(HashSet::new));
    }
    Set<Integer> read = new HashSet<>(node.keys());
    for (AggregateCall call : node.calls()) {
      read.addAll(call.arguments());
      call.filter().ifPresent(read::add);
      call.orderBy().forEach(order -> read.add(order.column()));
    }
    return read;
  }

  private Segment keyByKey(PhysicalPlan.KeyByKey node) {
    Segment rows;
    List<SortOrder> order = node.order();
    Supplier<Breaker> breakers;
    switch (node.input()) {
      case PhysicalPlan.Aggregate work -> {
        Optional<FusedAggregation> fused = loops.flatMap(cache -> FusedAggregation.of(work, cache));
        if (fused.isPresent()
            && fused.get().isProjected()
            && work.input() instanceof PhysicalPlan.Project project) {
          rows = projected(project).then(project, new ForwardOperatorFactory());
          order = KnownOrder.below(order, project).orElseThrow();
        } else {
          rows = segment(work.input());
        }
        breakers = () -> new HashAggregate(work, fused, aggregateLimits, metrics.of(work));
      }
      case PhysicalPlan.Window work -> {
        rows = segment(work.input());
        breakers = () -> new WindowBreaker(work, Optional.empty(), metrics);
      }
      default -> throw new IllegalStateException("Not done key by key: " + node.input());
    }
    return Segment.over(
        node,
        List.of(node.input()),
        new KeyByKeySourceFactory(node, order, rows, breakers, share, metrics));
  }

  private Segment partial(PhysicalPlan.Aggregate node, Optional<FusedAggregation> fused) {
    OperatorFactory states =
        new PartialAggregateOperatorFactory(node, fused, aggregateLimits, metrics.of(node));
    boolean isProjected = fused.isPresent() && fused.get().isProjected();
    Segment rows =
        isProjected && node.input() instanceof PhysicalPlan.Project project
            ? projected(project).then(project, new ForwardOperatorFactory())
            : segment(node.input(), readBy(node));
    return rows.then(node, states).unordered();
  }

  /** Sets which columns of a join below are read, so that it makes no others. */
  private Segment projected(PhysicalPlan.Project node) {
    Set<Integer> read = new HashSet<>();
    node.expressions().forEach(expression -> read.addAll(Expressions.columns(expression)));
    return segment(node.input(), read);
  }

  /** Returns what delivers the rows of a plan, of which only some columns are read. */
  private Segment segment(PhysicalPlan plan, Set<Integer> read) {
    return switch (plan) {
      case PhysicalPlan.HashJoin join -> hashJoin(join, Optional.of(read));
      case PhysicalPlan.MergeJoin join -> mergeJoin(join, Optional.of(read));
      case PhysicalPlan.Window window -> window(window, Optional.of(read));
      case PhysicalPlan.Filter filter -> {
        read.addAll(Expressions.columns(filter.predicate()));
        yield segment(filter.input(), read).then(filter, new FilterOperatorFactory(filter));
      }
      default -> segment(plan);
    };
  }

  private Segment window(PhysicalPlan.Window node, Optional<Set<Integer>> read) {
    return orderedBreaker(node, node.input(), new WindowBreaker(node, read, metrics));
  }

  private Segment mergeJoin(PhysicalPlan.MergeJoin node, Optional<Set<Integer>> read) {
    return Segment.of(
        node,
        new MergeJoinSourceFactory(
            node, read, segment(node.left()), segment(node.right()), share, metrics));
  }

  private Segment hashJoin(PhysicalPlan.HashJoin node, Optional<Set<Integer>> read) {
    HashJoin join = new HashJoin(node, read, new JoinFilters(node, metrics), metrics.of(node));
    return join(node, node.left(), node.right(), join);
  }

  /** Ends a pipeline over each part of the input, one after the other, in the same files. */
  private Segment write(PhysicalPlan.Write node) {
    WriteBreaker breaker = new WriteBreaker(node);
    List<PhysicalPlan> parts = inputs.parts(node);
    SinkFactory sink = breaker.sink(parts.size());
    for (PhysicalPlan part : parts) {
      end(segment(part), node, sink);
    }
    return Segment.of(node, breaker.source());
  }

  private void end(Segment segment, PhysicalPlan node, SinkFactory sink) {
    pipelines.add(segment.into(node, sink));
  }

  private Segment scan(PhysicalPlan.Scan node) {
    SourceFactory source =
        new ScanSourceFactory(
            () -> metrics.bind(node, node.isWhole() ? Share.WHOLE : share), OrderCheck.of(node));
    return node.order().isEmpty() ? Segment.of(node, source) : Segment.ordered(node, source);
  }

  /** Ends a pipeline over the right side; the left side's goes on through the join. */
  private Segment join(PhysicalPlan node, PhysicalPlan left, PhysicalPlan right, HashJoin join) {
    pipelines.add(segment(right).into(node, join.build()));
    return segment(left).then(node, join.probe()).unordered();
  }

  /** Ends a pipeline over the sample; the rows' goes on. */
  private Segment rangePart(PhysicalPlan.RangePart node) {
    RangeParts parts = new RangeParts(node);
    pipelines.add(segment(node.right()).into(node, parts.sample()));
    return segment(node.left()).then(node, parts.parts());
  }

  /** Ends a pipeline over the input in the breaker's sink; its source keeps an order. */
  private Segment orderedBreaker(PhysicalPlan node, PhysicalPlan input, Breaker breaker) {
    pipelines.add(segment(input).into(node, breaker.sink()));
    return Segment.ordered(node, breaker.source());
  }

  private Segment limit(PhysicalPlan.Limit node) {
    Segment input = segment(node.input());
    boolean inOrder = input.isOrdered() || (isSmall(node) && isBareScan(input));
    return (inOrder ? input.sequential() : input).then(node, new LimitOperatorFactory(node));
  }

  private static boolean isSmall(PhysicalPlan.Limit node) {
    return node.limit() <= SMALL_LIMIT && node.offset() <= SMALL_LIMIT;
  }

  /** Whether few rows have to be read for each row that comes out. */
  private static boolean isBareScan(Segment input) {
    boolean filters =
        input.steps().stream().anyMatch(s -> !(s.node() instanceof PhysicalPlan.Project));
    return input.sourceNode() instanceof PhysicalPlan.Scan scan
        && scan.request().filter().conjuncts().isEmpty()
        && !filters;
  }

  private Segment union(PhysicalPlan.UnionAll node) {
    List<Segment> branches = new ArrayList<>();
    for (PhysicalPlan input : inputs.union(node)) {
      branches.add(segment(input));
    }
    List<PhysicalPlan> states = branches.stream().flatMap(b -> b.states().stream()).toList();
    return Segment.over(node, states, new UnionSourceFactory(branches, metrics));
  }

  /** Ends a pipeline over the shared rows before the first that reads them. */
  private Segment shared(PhysicalPlan node, int number) {
    PhysicalPlan.Share share = shares.get(number);
    if (share == null) {
      throw new IllegalStateException("Nothing shares rows as number " + number);
    }
    SharedRows rows = shared.get(number);
    if (rows == null) {
      rows = new SharedRows(share, metrics.of(share));
      end(segment(share.input()), share, rows.sink());
      shared.put(number, rows);
    }
    return Segment.over(node, List.of(share), rows.source());
  }

  private void findShares(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Share share) {
      shares.put(share.number(), share);
    }
    plan.inputs().forEach(this::findShares);
  }

  private Segment exchangeRead(PhysicalPlan.ExchangeRead node) {
    SourceFactory source = inputs.exchange(node);
    if (node.isSequence()) {
      return Segment.ordered(node, source);
    }
    Segment rows = Segment.of(node, source);
    if (node.mergeOrder().isEmpty()) {
      return rows;
    }
    // The exchange hands over the batches of several ordered writers in any order.
    Breaker merge = SortBreaker.merge(node, metrics);
    pipelines.add(rows.into(node, merge.sink()));
    return Segment.ordered(node, merge.source());
  }
}
