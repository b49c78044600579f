package dev.heddle.planner.lower;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.EarlyStates;
import dev.heddle.planner.rel.LogicalAsOf;
import dev.heddle.planner.rel.LogicalRandomKey;
import dev.heddle.planner.rel.LogicalRepartition;
import dev.heddle.planner.rel.LogicalRowIndex;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.rel.MergedStates;
import dev.heddle.planner.rules.MarkJoin;
import dev.heddle.planner.translate.Failing;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns a logical plan into a physical one for one partition, asking each node only for the columns
 * that are needed above it.
 *
 * <p>Projections of plain columns vanish; columns are dropped before a join, aggregation or sort
 * holds them. One object serves one query. Not thread-safe.
 */
public final class Lowering {
  /** What may be left out of a lowering by itself. */
  public enum Rewrite {
    /** Parts that occur more than once are computed once. */
    SHARED_PARTS,
    /** Grouping sets are made of each other. */
    NESTED_SETS
  }

  /** Whether filters are applied by scans, and sides of joins chosen by size. */
  public enum Mode {
    /** As fast as we can. */
    OPTIMIZED,
    /** As written: the twin that tests compare with. */
    PLAIN
  }

  final Estimator estimator;
  final Mode mode;
  final Set<Rewrite> rewrites;
  final Rex rex;

  private @Nullable SharedParts shared; // of the plan that is lowered
  private int shares; // of the physical plan
  @Nullable NestedUses nestedUses; // of the plan that is lowered; null where all is read

  private final JoinLowering joins = new JoinLowering(this);
  private final AggregateLowering aggregates = new AggregateLowering(this);
  private final StateLowering states = new StateLowering(this);
  private final WindowLowering windows = new WindowLowering(this);
  private final SetOperationLowering setOperations = new SetOperationLowering(this);

  /** Makes a lowering with the estimates of the plan's nodes. */
  public Lowering(Estimator estimator, QueryTime time, Mode mode, Set<Rewrite> rewrites) {
    this.estimator = estimator;
    this.mode = mode;
    this.rewrites = rewrites;
    this.rex = new Rex(time);
  }

  /** Returns the physical plan, whose columns are the logical plan's, in order. */
  public PhysicalPlan lower(RelNode rel) {
    if (mode == Mode.OPTIMIZED) {
      nestedUses = NestedUses.of(rel);
    }
    ImmutableBitSet all = ImmutableBitSet.range(rel.getRowType().getFieldCount());
    SharedParts parts = SharedParts.of(rel, estimator, rewrites, this::newShare);
    if (!parts.isEmpty()) {
      shared = parts;
      lower(rel, all);
      parts.finish();
      shares = 0;
    }
    Lowered lowered = lower(rel, all).narrowed(all);
    return renamed(NestedKeys.apply(lowered.plan()), TypeMapping.schema(rel.getRowType()));
  }

  /** Returns a number for rows that several nodes of the physical plan read. */
  int newShare() {
    return ++shares;
  }

  /** Puts the wanted names on the output; a projection is added only if some name differs. */
  private static PhysicalPlan renamed(PhysicalPlan plan, Schema wanted) {
    if (plan.output().names().equals(wanted.names())) {
      return plan;
    }
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Field field = plan.output().field(i);
      expressions.add(new PhysicalExpr.ColumnRef(i, field.type(), field.nullable()));
      fields.add(field.withName(wanted.field(i).name()));
    }
    return plan instanceof PhysicalPlan.Project project
        ? new PhysicalPlan.Project(
            project.input(), project.expressions(), new Schema(fields), project.estimate())
        : new PhysicalPlan.Project(plan, expressions, new Schema(fields), plan.estimate());
  }

  Lowered lower(RelNode rel, ImmutableBitSet needed) {
    return lower(rel, needed, Map.of());
  }

  /** Lowers a node, of some of whose columns only values up to a bound are wanted. */
  private Lowered lower(RelNode rel, ImmutableBitSet needed, Map<Integer, Long> bounds) {
    CancelPoint.check();
    Lowered known =
        shared == null
            ? null
            : shared.lower(rel, needed, columns -> lowerAlone(rel, columns, Map.of()));
    return known == null ? lowerAlone(rel, needed, bounds) : known;
  }

  private Lowered lowerAlone(RelNode rel, ImmutableBitSet needed, Map<Integer, Long> bounds) {
    return switch (rel) {
      case TableScan scan -> scan(scan, List.of(), needed);
      case Filter filter -> filter(filter, needed);
      case Project project ->
          project.containsOver()
              ? windows.project(project, needed, mode == Mode.OPTIMIZED ? bounds : Map.of())
              : project(project, needed);
      case Join join -> joins.join(join, needed);
      case MarkJoin join -> joins.mark(join, needed);
      case LogicalAsOf join -> new AsOfLowering(this).join(join, needed);
      case Aggregate aggregate -> aggregates.aggregate(aggregate, needed);
      case EarlyStates early -> states.early(early, needed);
      case MergedStates merged -> states.merged(merged, needed);
      case Sort sort -> sort(sort, needed);
      case Union union -> setOperations.union(union, needed);
      case Intersect intersect -> setOperations.intersect(intersect);
      case Minus minus -> setOperations.minus(minus);
      case Values values -> values(values, needed);
      case LogicalRowIndex index -> rowIndex(index, needed);
      case LogicalRandomKey key -> randomKey(key, needed);
      case LogicalRepartition rows -> repartition(rows, needed);
      case CteScan scan -> lower(scan.definition().plan(), needed);
      case LogicalUnnest unnest -> unnest(unnest, needed);
      default ->
          throw new HeddleException(
              ErrorCode.UNSUPPORTED,
              "Cannot plan " + rel.getRelTypeName() + ": this construct is not supported");
    };
  }

  private Lowered scan(TableScan scan, List<RexNode> conjuncts, ImmutableBitSet needed) {
    return new ScanLowering(this).scan(scan, conjuncts, needed);
  }

  private Lowered filter(Filter filter, ImmutableBitSet needed) {
    RelNode input = filter.getInput();
    List<RexNode> conjuncts = new ArrayList<>(RelOptUtil.conjunctions(filter.getCondition()));
    while (input instanceof Filter below) {
      conjuncts.addAll(0, RelOptUtil.conjunctions(below.getCondition()));
      input = below.getInput();
    }
    RelEstimate estimate = estimator.of(filter);
    if (mode == Mode.OPTIMIZED && input instanceof TableScan scan) {
      Lowered lowered = new ScanLowering(this).filtered(scan, conjuncts, needed, estimate);
      return new Lowered(lowered.plan(), lowered.place(), estimate);
    }
    if (input instanceof MarkJoin join) {
      Lowered antiJoin = joins.markFilter(join, conjuncts, needed, estimate);
      if (antiJoin != null) {
        return antiJoin;
      }
    }
    ImmutableBitSet read = needed;
    for (RexNode conjunct : conjuncts) {
      read = read.union(RelOptUtil.InputFinder.bits(conjunct));
    }
    Lowered lowered = lower(input, read, UpperBounds.of(conjuncts));
    List<RexNode> first = mode == Mode.OPTIMIZED ? ofOtherColumns(input, conjuncts) : List.of();
    if (!first.isEmpty() && first.size() < conjuncts.size()) {
      RexBuilder builder = filter.getCluster().getRexBuilder();
      Filter of = LogicalFilter.create(input, RexUtil.composeConjunction(builder, first));
      lowered = filtered(lowered, first, estimator.of(of));
      conjuncts.removeAll(first);
    }
    return filtered(lowered, conjuncts, estimate);
  }

  /**
   * Returns conjuncts that read no result of the window functions below them, and cannot fail: as a
   * filter of their own, what they take away late is counted for itself.
   */
  private static List<RexNode> ofOtherColumns(RelNode input, List<RexNode> conjuncts) {
    if (!(input instanceof Project windows) || !windows.containsOver()) {
      return List.of();
    }
    ImmutableBitSet.Builder results = ImmutableBitSet.builder();
    for (int i = 0; i < windows.getProjects().size(); i++) {
      if (RexOver.containsOver(windows.getProjects().get(i))) {
        results.set(i);
      }
    }
    ImmutableBitSet made = results.build();
    return conjuncts.stream()
        .filter(each -> !RelOptUtil.InputFinder.bits(each).intersects(made))
        .filter(each -> RexUtil.isDeterministic(each) && !Failing.canFail(each))
        .toList();
  }

  /** Puts a filter on a plan. */
  Lowered filtered(Lowered input, List<RexNode> conjuncts, RelEstimate estimate) {
    List<PhysicalExpr> predicates = new ArrayList<>();
    for (RexNode conjunct : Conjuncts.inOrder(conjuncts, input.logical())) {
      predicates.add(rex.convert(conjunct, input));
    }
    PhysicalExpr predicate = Rex.and(predicates);
    Estimate size = Estimates.of(estimate.rows(), input.plan().output(), estimate, input.place());
    return input.with(new PhysicalPlan.Filter(input.plan(), predicate, size), estimate);
  }

  private Lowered project(Project project, ImmutableBitSet needed) {
    ImmutableBitSet read = ImmutableBitSet.of();
    for (int column : needed) {
      read = read.union(RelOptUtil.InputFinder.bits(project.getProjects().get(column)));
    }
    Lowered input = lower(project.getInput(), read);
    return projected(input, project.getProjects(), needed, names(project), estimator.of(project));
  }

  static List<String> names(RelNode rel) {
    return rel.getRowType().getFieldNames();
  }

  /**
   * Computes the needed ones of {@code expressions}. Where all are plain columns no node is needed.
   */
  Lowered projected(
      Lowered input,
      List<RexNode> expressions,
      ImmutableBitSet needed,
      List<String> names,
      RelEstimate estimate) {
    int[] place = new int[expressions.size()];
    Arrays.fill(place, -1);
    boolean isPlain = true;
    for (int column : needed) {
      isPlain &= expressions.get(column) instanceof RexInputRef;
    }
    if (isPlain) {
      for (int column : needed) {
        place[column] = input.at(((RexInputRef) expressions.get(column)).getIndex());
      }
      return new Lowered(input.plan(), place, estimate);
    }
    Map<PhysicalExpr, Integer> known = new HashMap<>();
    List<PhysicalExpr> computed = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int column : needed) {
      PhysicalExpr expression = rex.convert(expressions.get(column), input);
      Integer at = Expressions.isDeterministic(expression) ? known.get(expression) : null;
      if (at == null) {
        at = computed.size();
        known.put(expression, at);
        computed.add(expression);
        fields.add(new Field(names.get(column), expression.type(), expression.nullable()));
      }
      place[column] = at;
    }
    Schema output = new Schema(fields);
    return new Lowered(
        new PhysicalPlan.Project(
            input.plan(), computed, output, Estimates.of(estimate.rows(), output, estimate, place)),
        place,
        estimate);
  }

  private Lowered sort(Sort sort, ImmutableBitSet needed) {
    RelEstimate estimate = estimator.of(sort);
    ImmutableBitSet.Builder read = needed.rebuild();
    sort.getCollation().getFieldCollations().forEach(key -> read.set(key.getFieldIndex()));
    ImmutableBitSet columns = read.build();
    long offset = sort.offset == null ? 0 : number(sort.offset);
    long limit = sort.fetch == null ? Long.MAX_VALUE : number(sort.fetch);
    if (sort.getCollation().getFieldCollations().isEmpty()) {
      Lowered input = limited(sort.getInput(), needed, offset, limit);
      return input.with(
          new PhysicalPlan.Limit(input.plan(), offset, limit, size(input, estimate)), estimate);
    }
    Lowered input = lower(sort.getInput(), columns).trimmed(columns);
    var order = Orders.of(sort.getCollation(), input);
    PhysicalPlan plan =
        limit == Long.MAX_VALUE
            ? new PhysicalPlan.Sort(input.plan(), order, size(input, input.logical()))
            : new PhysicalPlan.TopN(input.plan(), order, offset, limit, size(input, estimate));
    if (limit == Long.MAX_VALUE && offset > 0) {
      plan = new PhysicalPlan.Limit(plan, offset, limit, size(input, estimate));
    }
    return input.with(plan, estimate);
  }

  private static Estimate size(Lowered input, RelEstimate estimate) {
    return Estimates.of(estimate.rows(), input.plan().output(), estimate, input.place());
  }

  /** Lowers the input of a limit; a scan directly below receives how many rows suffice. */
  private Lowered limited(RelNode rel, ImmutableBitSet needed, long offset, long limit) {
    Lowered input = lower(rel, needed);
    long rows = limit > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + limit;
    return rows == Long.MAX_VALUE || mode == Mode.PLAIN
        ? input
        : input.with(ScanLowering.withLimit(input.plan(), rows), input.logical());
  }

  private static long number(RexNode node) {
    if (node instanceof RexLiteral literal && !literal.isNull()) {
      return ((java.math.BigDecimal) java.util.Objects.requireNonNull(literal.getValue()))
          .longValueExact();
    }
    throw new HeddleException(
        ErrorCode.UNSUPPORTED, "Cannot limit by " + node + ": the number must be a constant");
  }

  private Lowered rowIndex(LogicalRowIndex index, ImmutableBitSet needed) {
    return appended(
        index,
        needed,
        DataType.INT64,
        (input, output, estimate) ->
            new PhysicalPlan.RowIndex(input, index.start(), output, estimate));
  }

  private Lowered randomKey(LogicalRandomKey key, ImmutableBitSet needed) {
    return appended(
        key,
        needed,
        DataType.FLOAT64,
        (input, output, estimate) ->
            new PhysicalPlan.RandomKey(input, key.seed(), output, estimate));
  }

  private Lowered repartition(LogicalRepartition rows, ImmutableBitSet needed) {
    ImmutableBitSet.Builder read = needed.rebuild();
    rows.keys().getFieldCollations().forEach(key -> read.set(key.getFieldIndex()));
    ImmutableBitSet columns = read.build();
    Lowered input = lower(rows.getInput(), columns).trimmed(columns);
    return input.with(
        new PhysicalPlan.Repartition(
            input.plan(),
            rows.kind(),
            rows.parts(),
            Orders.of(rows.keys(), input),
            input.plan().estimate()),
        estimator.of(rows));
  }

  /** Makes a node with the rows and columns of its input and one more. */
  private interface Appending {
    PhysicalPlan over(PhysicalPlan input, Schema output, Estimate estimate);
  }

  /** Lowers a node that appends a column without nulls, if somebody reads that. */
  private Lowered appended(
      SingleRel rel, ImmutableBitSet needed, DataType type, Appending appending) {
    int column = rel.getRowType().getFieldCount() - 1;
    Lowered input = lower(rel.getInput(), needed.clear(column));
    RelEstimate estimate = estimator.of(rel);
    if (!needed.get(column)) {
      return padded(input, estimate, -1);
    }
    List<Field> fields = new ArrayList<>(input.plan().output().fields());
    fields.add(new Field(names(rel).getLast(), type, false));
    Schema output = new Schema(fields);
    PhysicalPlan plan = appending.over(input.plan(), output, Estimates.of(estimate.rows(), output));
    return padded(input.with(plan, estimate), estimate, fields.size() - 1);
  }

  private Lowered unnest(LogicalUnnest unnest, ImmutableBitSet needed) {
    int width = unnest.getInput().getRowType().getFieldCount();
    ImmutableBitSet carried = needed.intersect(ImmutableBitSet.range(width));
    Lowered input = lower(unnest.getInput(), carried.set(unnest.list()));
    int[] place = new int[unnest.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    List<Integer> kept = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int column : carried) {
      int at = kept.indexOf(input.at(column));
      if (at < 0) {
        at = kept.size();
        kept.add(input.at(column));
        fields.add(input.field(column));
      }
      place[column] = at;
    }
    DataType element =
        switch (input.field(unnest.list()).type()) {
          case DataType.ListOf lists -> lists.element();
          case DataType.MapOf map -> map.entry();
          case DataType other -> throw new IllegalStateException("No list: " + other.sqlName());
        };
    place[width] = fields.size();
    fields.add(Field.of(names(unnest).get(width), element));
    if (unnest.withPosition()) {
      place[width + 1] = fields.size();
      fields.add(new Field(names(unnest).get(width + 1), DataType.INT64, unnest.keepsEmpty()));
    }
    Schema output = new Schema(fields);
    RelEstimate estimate = estimator.of(unnest);
    PhysicalPlan plan =
        new PhysicalPlan.Unnest(
            input.plan(),
            input.at(unnest.list()),
            kept,
            unnest.keepsEmpty(),
            unnest.withPosition(),
            output,
            Estimates.of(estimate.rows(), output));
    return new Lowered(plan, place, estimate);
  }

  /** Returns the plan with one more logical column, at a position of the output. */
  private static Lowered padded(Lowered input, RelEstimate estimate, int at) {
    int[] place = Arrays.copyOf(input.place(), input.place().length + 1);
    place[place.length - 1] = at;
    return new Lowered(input.plan(), place, estimate);
  }

  private Lowered values(Values values, ImmutableBitSet needed) {
    RelEstimate estimate = estimator.of(values);
    int[] place = new int[values.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    Schema all = TypeMapping.schema(values.getRowType());
    List<Field> fields = new ArrayList<>();
    for (int column : needed) {
      place[column] = fields.size();
      fields.add(all.field(column));
    }
    List<List<PhysicalExpr.Literal>> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      List<PhysicalExpr.Literal> row = new ArrayList<>();
      for (int column : needed) {
        row.add(rex.literal(tuple.get(column), all.field(column).type()));
      }
      rows.add(row);
    }
    Schema output = new Schema(fields);
    return new Lowered(
        new PhysicalPlan.Values(rows, output, Estimates.of(rows.size(), output)), place, estimate);
  }
}
