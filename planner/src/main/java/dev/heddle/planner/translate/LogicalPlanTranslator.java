package dev.heddle.planner.translate;

import com.google.common.collect.ImmutableSet;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.ComputedLimits;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.planner.rel.LogicalRepartition;
import dev.heddle.planner.rel.LogicalRowIndex;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.rel.Projections;
import dev.heddle.planner.rel.RelNumbers;
import dev.heddle.planner.rel.Volatility;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns a logical plan into Calcite's relational form.
 *
 * <p>Columns are identified by position; the names in the result are those of the plan. One use:
 * one plan. Not thread-safe.
 */
public final class LogicalPlanTranslator {
  private final QueryContext context;
  private final Function<LogicalPlan.Scan, Table> tables;
  private final ProjectionChains chains;
  private final Map<Table, ScanTable> scanTables = new LinkedHashMap<>();
  private final OuterReads outerReads = new OuterReads();
  private final Scope root = new Scope(List.of());
  private Scope scope = root;
  private final RelNumbers numbers = new RelNumbers();
  private final Volatility volatility = new Volatility();
  private final DrawSeeds seeds;

  private LogicalPlanTranslator(
      QueryContext context, LogicalPlan plan, Function<LogicalPlan.Scan, Table> tables, long seed) {
    this.context = context;
    this.seeds = new DrawSeeds(seed);
    this.tables = tables;
    this.chains = new ProjectionChains(plan);
  }

  /**
   * The plan of one use of a subquery, or of the whole query.
   *
   * @param arguments what its outer columns are
   * @param translated what the parts of it have become
   */
  private record Scope(List<RexNode> arguments, IdentityHashMap<LogicalPlan, RelNode> translated) {
    Scope(List<RexNode> arguments) {
      this(arguments, new IdentityHashMap<>());
    }
  }

  /**
   * Translates a plan.
   *
   * @param tables how the source of a scan is read
   * @param seed what the random numbers of the query follow from
   */
  public static RelNode translate(
      LogicalPlan plan, Function<LogicalPlan.Scan, Table> tables, long seed) {
    LogicalPlanTranslator translator =
        new LogicalPlanTranslator(new QueryContext(), plan, tables, seed);
    return translator.named(translator.relOf(plan), plan.schema().names());
  }

  private RelNode named(RelNode rel, List<String> names) {
    if (rel.getRowType().getFieldNames().equals(names)) {
      return rel;
    }
    return LogicalProject.create(
        rel, List.of(), context.rex().identityProjects(rel.getRowType()), names, ImmutableSet.of());
  }

  /** Equal plans become the same node, so that shared parts stay shared. */
  RelNode relOf(LogicalPlan plan) {
    CancelPoint.check();
    IdentityHashMap<LogicalPlan, RelNode> translated =
        (outerReads.in(plan) ? scope : root).translated;
    RelNode known = translated.get(plan);
    if (known != null) {
      return known;
    }
    RelNode made = convert(plan);
    RelNode rel = volatility.in(made) ? made : numbers.firstLike(made);
    translated.put(plan, rel);
    return rel;
  }

  /** Translates the plan of a subquery or the right side of a lateral join. */
  RelNode subplan(LogicalPlan plan, List<RexNode> arguments) {
    Scope around = scope;
    scope = new Scope(arguments);
    RelNode rel = relOf(plan);
    scope = around;
    return rel;
  }

  /** Returns what an outer column of the plan in hand is. */
  RexNode outer(Expr.OuterColumn column) {
    return scope.arguments.get(column.index());
  }

  HeddleRexBuilder rex() {
    return context.rex();
  }

  DrawSeeds seeds() {
    return seeds;
  }

  ExtendedInput input(LogicalPlan plan) {
    return new ExtendedInput(this, plan.schema(), relOf(plan));
  }

  private RelNode convert(LogicalPlan plan) {
    return switch (plan) {
      case LogicalPlan.Scan p -> scan(p);
      case LogicalPlan.Values p -> ValuesTranslation.translate(context, p);
      case LogicalPlan.Project p -> project(chains.shortened(p));
      case LogicalPlan.Filter p -> {
        ExtendedInput input = input(p.input());
        input.filter(conjuncts(p.predicate()));
        yield firstColumns(input.rel(), p.schema().size());
      }
      case LogicalPlan.Aggregate p -> AggregateTranslation.translate(p, input(p.input()));
      case LogicalPlan.Join p -> new JoinTranslation(this).join(p);
      case LogicalPlan.AsOfJoin p -> asOfJoin(p);
      case LogicalPlan.Sort p ->
          ordered(p.input(), p.keys(), (rows, keys) -> LogicalSort.create(rows, keys, null, null));
      case LogicalPlan.Limit p -> limit(p);
      case LogicalPlan.ComputedLimit p -> limit(p);
      case LogicalPlan.Repartition p ->
          ordered(
              p.input(),
              p.keys(),
              (rows, keys) -> LogicalRepartition.create(rows, p.kind(), p.parts(), keys));
      case LogicalPlan.Sample p -> SampleTranslation.translate(this, p);
      case LogicalPlan.Union p ->
          LogicalUnion.create(p.inputs().stream().map(this::relOf).toList(), true);
      case LogicalPlan.Intersect p ->
          LogicalIntersect.create(List.of(relOf(p.left()), relOf(p.right())), p.all());
      case LogicalPlan.Except p ->
          LogicalMinus.create(List.of(relOf(p.left()), relOf(p.right())), p.all());
      case LogicalPlan.RecursiveUnion p -> throw recursion(p.name());
      case LogicalPlan.WorkingTable p -> throw recursion(p.name());
      case LogicalPlan.Distinct p -> {
        RelNode input = relOf(p.input());
        yield LogicalAggregate.create(
            input,
            List.of(),
            ImmutableBitSet.range(input.getRowType().getFieldCount()),
            null,
            List.of());
      }
      case LogicalPlan.Window p -> WindowTranslation.translate(p, input(p.input()));
      case LogicalPlan.RowIndex p -> rowIndex(p);
      case LogicalPlan.Explode p -> explode(p);
      case LogicalPlan.Unnest p -> unnest(p);
      case LogicalPlan.LateralJoin p -> new JoinTranslation(this).lateral(p);
    };
  }

  /** Returns what must all be true for the expression to be. */
  static List<Expr> conjuncts(Expr predicate) {
    List<Expr> found = new ArrayList<>();
    Deque<Expr> open = new ArrayDeque<>(List.of(predicate));
    while (!open.isEmpty()) {
      Expr next = open.pop();
      if (next instanceof Expr.Call call && call.function() == ScalarFunction.AND) {
        call.arguments().reversed().forEach(open::push);
      } else {
        found.add(next);
      }
    }
    return found;
  }

  /** Returns the rows without what has been put behind their first columns. */
  RelNode firstColumns(RelNode rel, int count) {
    return rel.getRowType().getFieldCount() == count
        ? rel
        : project(
            rel,
            List.copyOf(context.rex().identityProjects(rel.getRowType()).subList(0, count)),
            null);
  }

  private RelNode scan(LogicalPlan.Scan plan) {
    Table table = tables.apply(plan);
    ScanTable scanTable =
        scanTables.computeIfAbsent(
            table,
            t ->
                new ScanTable(
                    t, label(t.name()), TypeMapping.rowType(context.types(), plan.schema())));
    return LogicalTableScan.create(context.cluster(), scanTable, List.of());
  }

  private String label(String name) {
    String label = name;
    for (int i = 2; isTaken(label); i++) {
      label = name + "#" + i;
    }
    return label;
  }

  private boolean isTaken(String label) {
    return scanTables.values().stream().anyMatch(t -> t.label().equals(label));
  }

  private RelNode project(LogicalPlan.Project plan) {
    ExtendedInput input = input(plan.input());
    List<RexNode> columns =
        plan.columns().stream().map(NamedExpr::expr).map(input.expressions()::translate).toList();
    return project(input.rel(), columns, plan.schema().names());
  }

  static RelNode project(
      RelNode input, List<RexNode> expressions, @Nullable List<? extends @Nullable String> names) {
    return names == null
        ? Projections.of(input, expressions)
        : LogicalProject.create(input, List.of(), expressions, names, ImmutableSet.of());
  }

  private RelNode asOfJoin(LogicalPlan.AsOfJoin plan) {
    ExtendedInput left = input(plan.left());
    ExtendedInput right = input(plan.right());
    ExprTranslator leftOnly = left.expressions();
    ExprTranslator rightOnly = right.expressions();
    List<RexNode> leftKeys = new ArrayList<>();
    List<RexNode> rightKeys = new ArrayList<>();
    for (JoinKey key : plan.keys()) {
      leftKeys.add(leftOnly.translate(key.left(), key.comparedAs()));
      rightKeys.add(rightOnly.translate(key.right(), key.comparedAs()));
    }
    RexNode leftOn = leftOnly.translate(plan.leftOn(), plan.comparedAs());
    RexNode rightOn = rightOnly.translate(plan.rightOn(), plan.comparedAs());
    RelNode join =
        AsOfTranslation.join(plan, left.rel(), right.rel(), leftKeys, rightKeys, leftOn, rightOn);
    int leftWidth = plan.left().schema().size();
    int rightWidth = plan.right().schema().size();
    int rightFrom = left.rel().getRowType().getFieldCount();
    if (join.getRowType().getFieldCount() == leftWidth + rightWidth) {
      return join;
    }
    List<RexNode> columns = new ArrayList<>();
    IntStream.range(0, leftWidth).forEach(i -> columns.add(rex().makeInputRef(join, i)));
    IntStream.range(0, rightWidth)
        .forEach(i -> columns.add(rex().makeInputRef(join, rightFrom + i)));
    return project(join, columns, null);
  }

  /** Makes a node whose keys are columns of its input. */
  private interface Keyed {
    RelNode over(RelNode rows, RelCollation keys);
  }

  private RelNode ordered(LogicalPlan plan, List<SortKey> order, Keyed node) {
    ExtendedInput input = input(plan);
    List<RexNode> values =
        order.stream().map(SortKey::expr).map(input.expressions()::translate).toList();
    RelNode rows = input.rel();
    int width = plan.schema().size();
    List<RexNode> columns = new ArrayList<>(context.rex().identityProjects(rows.getRowType()));
    int given = columns.size();
    List<RelFieldCollation> keys = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      keys.add(SortKeys.collation(order.get(i), position(values.get(i), columns)));
    }
    RelNode extended = columns.size() == given ? rows : project(rows, columns, null);
    return firstColumns(node.over(extended, RelCollations.of(keys)), width);
  }

  /** Returns the column of the value, which is appended if it is none yet. */
  static int position(RexNode value, List<RexNode> columns) {
    int at = value instanceof RexInputRef column ? column.getIndex() : columns.indexOf(value);
    if (at < 0) {
      at = columns.size();
      columns.add(value);
    }
    return at;
  }

  private RelNode limit(LogicalPlan.Limit plan) {
    if (plan.input() instanceof LogicalPlan.Limit inner && isInRange(plan, inner)) {
      long left =
          inner.count() == LogicalPlan.Limit.ALL ? inner.count() : inner.count() - plan.offset();
      return relOf(
          new LogicalPlan.Limit(
              inner.input(),
              inner.offset() + plan.offset(),
              Math.min(plan.count(), Math.max(left, 0))));
    }
    RelNode input = relOf(plan.input());
    RexNode offset = plan.offset() == 0 ? null : FunctionCalls.whole(rex(), plan.offset());
    RexNode fetch =
        plan.count() == LogicalPlan.Limit.ALL ? null : FunctionCalls.whole(rex(), plan.count());
    if (input instanceof Sort sort && isWhole(sort)) {
      return LogicalSort.create(sort.getInput(), sort.getCollation(), offset, fetch);
    }
    if (input instanceof LogicalProject project
        && project.getInput() instanceof Sort sort
        && isWhole(sort)) {
      RelNode rows = LogicalSort.create(sort.getInput(), sort.getCollation(), offset, fetch);
      return project.copy(project.getTraitSet(), List.of(rows));
    }
    return LogicalSort.create(input, RelCollations.EMPTY, offset, fetch);
  }

  private static boolean isWhole(Sort sort) {
    return sort.fetch == null && sort.offset == null;
  }

  /** Returns whether two limits can be merged into one. */
  private static boolean isInRange(LogicalPlan.Limit outer, LogicalPlan.Limit inner) {
    return outer.offset() <= Long.MAX_VALUE - inner.offset();
  }

  private RelNode limit(LogicalPlan.ComputedLimit plan) {
    LogicalPlan folded = ConstantLimits.folded(this, plan);
    return relOf(
        folded instanceof LogicalPlan.ComputedLimit computed
            ? ComputedLimits.expanded(computed)
            : folded);
  }

  private static IllegalStateException recursion(String name) {
    return new IllegalStateException(
        "The rows of \"" + name + "\" must have been computed before, round after round");
  }

  private RelNode rowIndex(LogicalPlan.RowIndex plan) {
    RelNode numbered = LogicalRowIndex.create(relOf(plan.input()), plan.start());
    int width = numbered.getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>();
    columns.add(context.rex().makeInputRef(numbered, width - 1));
    IntStream.range(0, width - 1)
        .forEach(i -> columns.add(context.rex().makeInputRef(numbered, i)));
    return project(numbered, columns, null);
  }

  private RelNode explode(LogicalPlan.Explode plan) {
    RelNode input = relOf(plan.input());
    int list = plan.input().schema().indexOf(plan.column()).orElseThrow();
    LogicalUnnest unnest = LogicalUnnest.of(plan, input, list);
    int width = input.getRowType().getFieldCount();
    RexNode element = context.rex().makeInputRef(unnest, width);
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      if (i != list) {
        columns.add(context.rex().makeInputRef(unnest, i));
      } else if (plan.input().schema().field(list).type() instanceof DataType.MapOf) {
        columns.add(context.rex().makeFieldAccess(element, DataType.MapOf.KEY, true));
        columns.add(context.rex().makeFieldAccess(element, DataType.MapOf.VALUE, true));
      } else {
        columns.add(element);
      }
    }
    if (plan.position() != null) {
      columns.add(context.rex().makeInputRef(unnest, width + 1));
    }
    return project(unnest, columns, null);
  }

  private RelNode unnest(LogicalPlan.Unnest plan) {
    ExtendedInput input = input(plan.input());
    RexNode list = input.expressions().translate(plan.list());
    RelNode rows = input.rel();
    int width = plan.input().schema().size();
    List<RexNode> columns = new ArrayList<>(context.rex().identityProjects(rows.getRowType()));
    int at = position(list, columns);
    RelNode lists =
        columns.size() == rows.getRowType().getFieldCount() ? rows : project(rows, columns, null);
    RelNode unnest = LogicalUnnest.of(plan, lists, at);
    if (columns.size() == width) {
      return unnest;
    }
    List<RexNode> output = new ArrayList<>(context.rex().identityProjects(unnest.getRowType()));
    output.subList(width, columns.size()).clear();
    return project(unnest, output, null);
  }
}
