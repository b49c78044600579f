package dev.heddle.planner.exchange;

import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.planner.lower.Estimates;
import dev.heddle.planner.lower.GroupingSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Puts exchanges into a plan for one partition, so that it runs in several.
 *
 * <p>Each node gets inputs whose rows are placed as it needs them: grouped rows together, sides of
 * a join by equal keys or one side everywhere, ordered results in one place. A fragment between
 * exchanges that scans or reads a partitioned exchange runs once a partition; any other runs once.
 * Where only large tables are divided, each task that needs a small one reads all of it.
 */
public final class Exchanges {
  /** Rows of all tasks together up to which each of them reads the whole table. */
  private static final double MAX_REPEATED_ROWS = 300_000;

  /** Bytes that all scans read up to which everything is done in one task. */
  private static final double MAX_UNDIVIDED_BYTES = 64 << 20;

  private final int partitions;
  private final PartitionedInputs inputs;
  private final SharedExchanges shares;
  private final JoinExchanges joins;
  private final AggregateExchanges aggregates;
  private final RangeSorts sorts;
  private final WindowExchanges windows;
  private final Repartitions repartitions;
  private final Map<PhysicalPlan.Scan, KeyRanges.Division> divisions;

  private Exchanges(PhysicalPlan plan, int partitions, PartitionedInputs inputs) {
    this.partitions = partitions;
    this.inputs = inputs;
    this.shares = new SharedExchanges(plan, partitions, inputs, this::placeTogether);
    this.joins = new JoinExchanges(partitions, inputs, shares);
    this.aggregates = new AggregateExchanges(partitions, inputs);
    this.sorts = new RangeSorts(partitions, inputs, shares);
    this.windows = new WindowExchanges(partitions, sorts, shares, aggregates);
    this.repartitions = new Repartitions(partitions, sorts);
    this.divisions =
        KeyRanges.of(plan, partitions, scan -> !isRepeatable(scan) && scan.order().isEmpty());
  }

  /**
   * Returns the plan with exchanges for a number of partitions. For one it needs none, nor where
   * little is read if only large tables are divided and no parts are asked for.
   */
  public static PhysicalPlan insert(PhysicalPlan plan, int partitions, PartitionedInputs inputs) {
    boolean isSmall =
        inputs == PartitionedInputs.LARGE
            && ScannedBytes.of(plan) <= MAX_UNDIVIDED_BYTES
            && !Repartitions.areIn(plan);
    if (partitions <= 1 || isSmall) {
      return Repartitions.without(plan);
    }
    Exchanges exchanges = new Exchanges(plan, partitions, inputs);
    return exchanges.windows.prepareForSkew(exchanges.place(plan).single());
  }

  private Placed place(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan);
      case PhysicalPlan.Values values -> new Placed(values, Place.EVERYWHERE);
      case PhysicalPlan.Filter filter -> {
        Placed input = place(filter.input());
        yield new Placed(filter.withInputs(List.of(input.plan())), input.place());
      }
      case PhysicalPlan.GroupLimit limit -> {
        Placed input = placeTogether(limit.input());
        yield new Placed(
            limit.withInputs(List.of(input.plan())),
            input.isSingle() ? Place.SINGLE : input.place());
      }
      case PhysicalPlan.Project project -> project(project);
      case PhysicalPlan.Aggregate aggregate ->
          aggregates.aggregate(aggregate, placeTogether(aggregate.input()));
      case PhysicalPlan.Expand expand -> {
        Placed input = placeTogether(expand.input());
        yield new Placed(expand.withInputs(List.of(input.plan())), input.scattered());
      }
      case PhysicalPlan.HashJoin join ->
          joins.hashJoin(join, placeTogether(join.left()), placeTogether(join.right()));
      // tasks share the intervals of keys
      case PhysicalPlan.MergeJoin _, PhysicalPlan.KeyByKey _ -> new Placed(plan, Place.ANYWHERE);
      case PhysicalPlan.NestedLoopJoin join ->
          joins.nestedLoopJoin(join, placeTogether(join.left()), placeTogether(join.right()));
      case PhysicalPlan.Sort sort -> sort(sort, place(sort.input()));
      case PhysicalPlan.TopN top -> topN(top);
      case PhysicalPlan.Limit limit -> limit(limit);
      case PhysicalPlan.UnionAll union -> union(union);
      case PhysicalPlan.Window window -> windows.window(window, place(window.input()));
      case PhysicalPlan.RowIndex index ->
          new Placed(index.withInputs(List.of(place(index.input()).single())), Place.SINGLE);
      // each task draws for its own rows: those of all tasks are drawn in one
      case PhysicalPlan.RandomKey key -> {
        Placed input = place(key.input());
        yield new Placed(
            key.withInputs(List.of(input.plan())), input.isSingle() ? Place.SINGLE : input.place());
      }
      case PhysicalPlan.Unnest unnest -> {
        Placed input = place(unnest.input());
        yield new Placed(unnest.withInputs(List.of(input.plan())), unnested(input));
      }
      case PhysicalPlan.Repartition rows -> repartitions.place(rows, place(rows.input()));
      case PhysicalPlan.RangePart ignored ->
          throw new IllegalStateException("Rows are placed by ranges already");
      case PhysicalPlan.Share share -> shares.share(share.number());
      case PhysicalPlan.SharedRead read -> new Placed(read, shares.share(read.number()).place());
      case PhysicalPlan.Write ignored ->
          throw new IllegalStateException("The plan has the tasks of a write already");
      case PhysicalPlan.Exchange ignored ->
          throw new IllegalStateException("The plan has exchanges already");
      case PhysicalPlan.ExchangeRead ignored ->
          throw new IllegalStateException("The plan has been cut already");
    };
  }

  /** Places the input of a node that does not keep the order of a sequence of tasks. */
  private Placed placeTogether(PhysicalPlan plan) {
    return place(plan).together();
  }

  private Placed scan(PhysicalPlan.Scan scan) {
    if (isRepeatable(scan)) {
      return new Placed(scan.whole(), Place.EVERYWHERE);
    }
    if (!scan.order().isEmpty()) { // shares of a table follow each other as its rows do
      return new Placed(scan, new Place.Sequence(partitions, scan.order()));
    }
    KeyRanges.Division division = divisions.get(scan);
    return division == null
        ? new Placed(scan, Place.ANYWHERE)
        : new Placed(
            scan.dividedBy(division.bounds()),
            new Place.Ranged(division.group(), List.of(division.output())));
  }

  private boolean isRepeatable(PhysicalPlan.Scan scan) {
    OptionalLong rows = scan.table().statistics().rowCount();
    return inputs == PartitionedInputs.LARGE
        && rows.isPresent()
        && (double) rows.getAsLong() * partitions <= MAX_REPEATED_ROWS
        && scan.request().limit().isEmpty();
  }

  private Placed project(PhysicalPlan.Project project) {
    Placed input = place(project.input());
    PhysicalPlan plan = project.withInputs(List.of(input.plan()));
    if (input.place() instanceof Place.Ranged ranged) {
      List<Integer> kept =
          IntStream.range(0, project.expressions().size())
              .filter(
                  i ->
                      project.expressions().get(i) instanceof PhysicalExpr.ColumnRef ref
                          && ranged.columns().contains(ref.index()))
              .boxed()
              .toList();
      return new Placed(
          plan, kept.isEmpty() ? Place.ANYWHERE : new Place.Ranged(ranged.group(), kept));
    }
    if (input.place() instanceof Place.Sequence sequence) {
      return new Placed(
          plan,
          new Place.Sequence(sequence.tasks(), kept(sequence.order(), project.expressions())));
    }
    if (input.place() instanceof Place.Ordered ordered) {
      return new Placed(
          plan, new Place.Ordered(ordered.tasks(), kept(ordered.order(), project.expressions())));
    }
    if (!(input.place() instanceof Place.Hashed hashed)) {
      return new Placed(plan, input.place());
    }
    List<List<Integer>> kept = new ArrayList<>();
    for (List<Integer> keys : hashed.keys()) {
      List<Integer> moved = new ArrayList<>();
      for (int key : keys) {
        for (int i = 0; i < project.expressions().size(); i++) {
          if (project.expressions().get(i) instanceof PhysicalExpr.ColumnRef ref
              && ref.index() == key) {
            moved.add(i);
            break;
          }
        }
      }
      if (moved.size() == keys.size()) {
        kept.add(moved);
      }
    }
    return new Placed(plan, kept.isEmpty() ? Place.ANYWHERE : new Place.Hashed(kept));
  }

  /** Returns as much of an order as is left when some of its columns go. */
  private static List<SortOrder> kept(List<SortOrder> order, List<PhysicalExpr> expressions) {
    List<SortOrder> kept = new ArrayList<>();
    for (SortOrder key : order) {
      int at = 0;
      while (at < expressions.size()
          && !(expressions.get(at) instanceof PhysicalExpr.ColumnRef ref
              && ref.index() == key.column())) {
        at++;
      }
      if (at == expressions.size()) {
        return kept;
      }
      kept.add(new SortOrder(at, key.direction(), key.nulls()));
    }
    return kept;
  }

  private Placed sort(PhysicalPlan.Sort sort, Placed input) {
    if (input.place() instanceof Place.Ordered ordered && startsWith(ordered, sort.order())) {
      return new Placed(input.plan(), new Place.Sequence(ordered.tasks(), sort.order()));
    }
    Placed rows = input.together();
    return rows.isSingle()
        ? new Placed(sort.withInputs(List.of(rows.plan())), Place.SINGLE)
        : sorts.sort(sort, rows);
  }

  private static boolean startsWith(Place.Ordered rows, List<SortOrder> order) {
    return rows.order().size() >= order.size()
        && rows.order().subList(0, order.size()).equals(order);
  }

  private static Place unnested(Placed input) {
    return input.place() instanceof Place.Sequence sequence
        ? new Place.Sequence(sequence.tasks(), List.of())
        : input.scattered();
  }

  private Placed topN(PhysicalPlan.TopN top) {
    Placed input = placeTogether(top.input());
    if (input.isSingle()) {
      return new Placed(top.withInputs(List.of(input.plan())), Place.SINGLE);
    }
    long rows = sum(top.offset(), top.limit());
    PhysicalPlan local =
        new PhysicalPlan.TopN(
            input.plan(),
            top.order(),
            0,
            rows,
            Estimates.of(
                Math.min(input.plan().estimate().rows(), (double) rows * partitions),
                top.output()));
    List<SortOrder> order = top.order();
    PhysicalPlan merged = Placed.exchange(local, new Distribution.Single(order));
    return new Placed(top.withInputs(List.of(merged)), Place.SINGLE);
  }

  private Placed limit(PhysicalPlan.Limit limit) {
    Placed input = place(limit.input());
    if (input.isSingle()) {
      return new Placed(limit.withInputs(List.of(input.plan())), Place.SINGLE);
    }
    PhysicalPlan local = input.plan();
    long rows = sum(limit.offset(), limit.limit());
    if (rows < Long.MAX_VALUE) {
      local = new PhysicalPlan.Limit(local, 0, rows, limit.estimate());
    }
    return new Placed(
        limit.withInputs(List.of(Placed.exchange(local, input.gathering()))), Place.SINGLE);
  }

  private static long sum(long offset, long limit) {
    return limit > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + limit;
  }

  private Placed union(PhysicalPlan.UnionAll union) {
    List<Placed> inputs = union.inputs().stream().map(this::placeTogether).toList();
    boolean isSingle = inputs.stream().allMatch(Placed::isSingle);
    List<PhysicalPlan> plans = new ArrayList<>();
    for (Placed input : inputs) {
      plans.add(
          isSingle || isAsDivided(input) || GroupingSets.isOfNothing(input.plan())
              ? input.plan()
              : Placed.exchange(input.plan(), new Distribution.RoundRobin()));
    }
    return new Placed(union.withInputs(plans), isSingle ? Place.SINGLE : Place.ANYWHERE);
  }

  private boolean isAsDivided(Placed input) {
    return !input.isSingle()
        && !(input.place() instanceof Place.Divided other && other.tasks() != partitions);
  }
}
