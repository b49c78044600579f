package dev.heddle.planner.decorrelate;

import com.google.common.collect.ImmutableSet;
import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.rel.LogicalAsOf;
import dev.heddle.planner.rel.LogicalRandomKey;
import dev.heddle.planner.rel.LogicalRepartition;
import dev.heddle.planner.rel.LogicalRowIndex;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.rel.Projections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Computes plans for outer rows: pushes these down, through one node after the other, to where
 * nothing below reads them.
 *
 * <p>Nodes that work row by row take the outer rows as they are; the others need a domain, by which
 * they group, partition or match too. Where known equalities give each value of a domain from a
 * column of the plan, the domain itself is left out.
 */
final class OuterPush {
  private final Decorrelator decorrelator;
  private final Correlations correlations;
  private final Map<List<Object>, Pushed> done = new HashMap<>();

  OuterPush(Decorrelator decorrelator) {
    this.decorrelator = decorrelator;
    this.correlations = decorrelator.correlations();
  }

  /**
   * Returns the plan computed for the outer rows.
   *
   * @param known which of the plan's columns equal outer columns in every row that counts
   */
  Pushed push(OuterRows outer, RelNode rel, Equalities known) {
    List<Object> key = List.of(outer, rel, known);
    Pushed result = done.get(key);
    if (result == null) {
      decorrelator.failIfCancelled();
      boolean isPushed = correlations.isFree(rel) || isOfEachRow(rel);
      result = isPushed ? node(outer, rel, known) : leaf(outer, rel, known);
      done.put(key, result);
    }
    return result;
  }

  /** Whether a plan that reads no outer row gives each of them other rows. */
  private boolean isOfEachRow(RelNode rel) {
    boolean isKnown =
        switch (rel) {
          case Filter _, Project _, Aggregate _, Join _, DependentJoin _, Sort _, SetOp _ -> true;
          case LogicalUnnest _, LogicalRowIndex _, LogicalRandomKey _ -> true;
          default -> false;
        };
    return isKnown && decorrelator.isOfEachRow(rel);
  }

  private Pushed node(OuterRows outer, RelNode rel, Equalities known) {
    return switch (rel) {
      case Filter filter -> filter(outer, filter, known);
      case Project project when project.containsOver() ->
          new OrderedPush(this).window(outer, project);
      case Project project -> project(outer, project, known);
      case Aggregate aggregate -> new AggregatePush(this).push(outer, aggregate, known);
      case Join join -> new JoinPush(this, decorrelator).push(outer, join, known);
      case DependentJoin join -> dependent(outer, join, known);
      case Sort sort when sort.fetch == null && sort.offset == null -> sort(outer, sort, known);
      case Sort sort -> new OrderedPush(this).limit(outer, sort);
      case SetOp setOp -> setOperation(outer, setOp, known);
      case LogicalUnnest unnest -> unnest(outer, unnest, known);
      case LogicalRowIndex index -> new OrderedPush(this).rowIndex(outer, index);
      case LogicalRandomKey key -> randomKey(outer, key, known);
      case LogicalRepartition rows -> node(outer, rows.getInput(), known); // tasks are others here
      case LogicalAsOf join -> new AsOfPush(this, decorrelator).push(outer, join, known);
      default ->
          throw new IllegalStateException(
              "Cannot compute " + rel.getRelTypeName() + " for outer rows");
    };
  }

  /** A plan that reads no outer row is joined with each of them. */
  private Pushed leaf(OuterRows outer, RelNode rel, Equalities known) {
    int outerWidth = outer.width();
    RelNode rows = decorrelator.closed(rel);
    RexBuilder rex = rows.getCluster().getRexBuilder();
    if (outer.isDomain() && !outer.isExact() && outerWidth > 0 && known.coverAll()) {
      return withoutDomain(rows, known);
    }
    if (rel instanceof Values values && values.getTuples().size() == 1) {
      List<RexNode> columns = new ArrayList<>(rex.identityProjects(outer.rel().getRowType()));
      columns.addAll(values.getTuples().getFirst());
      return plain(outer, project(outer.rel(), columns), outerWidth);
    }
    boolean[] neverNull = new boolean[outerWidth];
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < outerWidth; i++) {
      int column = known.columnOf(i);
      if (column >= 0) {
        neverNull[i] = true;
        conditions.add(
            rex.makeCall(
                SqlStdOperatorTable.EQUALS,
                RexInputRef.of(i, outer.rel().getRowType()),
                new RexInputRef(
                    outerWidth + column, rows.getRowType().getFieldList().get(column).getType())));
      }
    }
    RelNode join =
        LogicalJoin.create(
            outer.rel(),
            rows,
            List.of(),
            RexUtil.composeConjunction(rex, conditions),
            ImmutableSet.of(),
            JoinRelType.INNER);
    return new Pushed(join, neverNull, none(outerWidth), false);
  }

  private Pushed withoutDomain(RelNode rows, Equalities known) {
    RexBuilder rex = rows.getCluster().getRexBuilder();
    int outerWidth = known.outerWidth();
    int[] copied = new int[outerWidth];
    List<RexNode> columns = new ArrayList<>();
    List<RexNode> tests = new ArrayList<>();
    for (int i = 0; i < outerWidth; i++) {
      copied[i] = known.columnOf(i);
      RexNode column = RexInputRef.of(copied[i], rows.getRowType());
      columns.add(column);
      if (column.getType().isNullable()) {
        tests.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, column));
      }
    }
    columns.addAll(rex.identityProjects(rows.getRowType()));
    RelNode filtered =
        tests.isEmpty() ? rows : LogicalFilter.create(rows, RexUtil.composeConjunction(rex, tests));
    boolean[] neverNull = new boolean[outerWidth];
    Arrays.fill(neverNull, true);
    return new Pushed(project(filtered, columns), neverNull, copied, true);
  }

  static Pushed plain(OuterRows outer, RelNode rel, int outerWidth) {
    return new Pushed(rel, new boolean[outerWidth], none(outerWidth), false);
  }

  static int[] none(int width) {
    int[] none = new int[width];
    Arrays.fill(none, -1);
    return none;
  }

  static RelNode project(RelNode rel, List<RexNode> columns) {
    return Projections.of(rel, columns);
  }

  static int width(RelNode rel) {
    return rel.getRowType().getFieldCount();
  }

  /** Returns expressions over a plan's columns and outer fields as ones over the pushed plan. */
  static Rebinding rebinding(OuterRows outer, RelNode pushed) {
    RelDataType type = pushed.getRowType();
    int outerWidth = outer.width();
    return new Rebinding(
        column -> RexInputRef.of(outerWidth + column, type),
        access -> outerField(outer, access, type));
  }

  static RexNode outerField(OuterRows outer, RexFieldAccess access, RelDataType type) {
    if (!Correlations.id(access).equals(outer.id())) {
      throw new IllegalStateException("Another row than " + outer.id() + " is read: " + access);
    }
    return RexInputRef.of(outer.column(access.getField().getIndex()), type);
  }

  /** Notes the equality that a conjunct is, if it is one of two columns. */
  static void addEquality(RexNode conjunct, Equalities known, ToIntFunction<RexNode> node) {
    if (conjunct.isA(SqlKind.EQUALS)) {
      RexNode one = ((RexCall) conjunct).getOperands().get(0);
      RexNode other = ((RexCall) conjunct).getOperands().get(1);
      int a = node.applyAsInt(one);
      int b = node.applyAsInt(other);
      if (a >= 0 && b >= 0 && SqlTypeUtil.equalSansNullability(one.getType(), other.getType())) {
        known.unite(a, b);
      }
    }
  }

  /** Notes the equalities that the conjuncts of a condition over a plan's columns are. */
  static void addEqualities(OuterRows outer, RexNode condition, Equalities known) {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      addEquality(
          conjunct,
          known,
          node -> {
            RexFieldAccess access = Correlations.access(node);
            return node instanceof RexInputRef column
                ? column.getIndex()
                : access == null ? -1 : known.width() + outer.column(access.getField().getIndex());
          });
    }
  }

  private Pushed filter(OuterRows outer, Filter filter, Equalities known) {
    Equalities inside = known.copy();
    addEqualities(outer, filter.getCondition(), inside);
    Pushed input = push(outer, filter.getInput(), inside);
    Rebinding rebinding = rebinding(outer, input.rel());
    List<RexNode> conditions = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      RexNode rebound = conjunct.accept(rebinding);
      if (!isCopy(rebound, input, outer.width())) {
        conditions.add(rebound);
      }
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RexNode condition = RexUtil.composeConjunction(rex, conditions);
    RelNode rel =
        condition.isAlwaysTrue() ? input.rel() : LogicalFilter.create(input.rel(), condition);
    return new Pushed(rel, input.neverNull(), input.copied(), input.isDropped());
  }

  /** Whether a conjunct compares an outer column with the column that it is a copy of. */
  private static boolean isCopy(RexNode conjunct, Pushed input, int outerWidth) {
    if (conjunct.isA(SqlKind.EQUALS)
        && ((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef one
        && ((RexCall) conjunct).getOperands().get(1) instanceof RexInputRef other) {
      int outer = Math.min(one.getIndex(), other.getIndex());
      int column = Math.max(one.getIndex(), other.getIndex()) - outerWidth;
      return outer < outerWidth && column >= 0 && input.copied()[outer] == column;
    }
    return false;
  }

  private Pushed project(OuterRows outer, Project project, Equalities known) {
    int inputWidth = width(project.getInput());
    Pushed input =
        push(
            outer,
            project.getInput(),
            known.mapped(
                inputWidth,
                i ->
                    project.getProjects().get(i) instanceof RexInputRef column
                        ? column.getIndex()
                        : -1));
    List<RexNode> columns = outerColumns(outer, input.rel());
    columns.addAll(rebinding(outer, input.rel()).all(project.getProjects()));
    int[] copied = none(outer.width());
    for (int i = 0; i < copied.length; i++) {
      for (int j = 0; j < project.getProjects().size() && copied[i] < 0; j++) {
        if (project.getProjects().get(j) instanceof RexInputRef column
            && column.getIndex() == input.copied()[i]) {
          copied[i] = j;
        }
      }
    }
    return new Pushed(project(input.rel(), columns), input.neverNull(), copied, input.isDropped());
  }

  static List<RexNode> outerColumns(OuterRows outer, RelNode rel) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < outer.width(); i++) {
      columns.add(RexInputRef.of(i, rel.getRowType()));
    }
    return columns;
  }

  private Pushed sort(OuterRows outer, Sort sort, Equalities known) {
    Pushed input = push(outer, sort.getInput(), known);
    RelNode rel =
        LogicalSort.create(input.rel(), shifted(sort.getCollation(), outer.width()), null, null);
    return new Pushed(rel, input.neverNull(), input.copied(), input.isDropped());
  }

  static RelCollation shifted(RelCollation collation, int by) {
    return RelCollations.of(
        collation.getFieldCollations().stream()
            .map(key -> key.withFieldIndex(key.getFieldIndex() + by))
            .toList());
  }

  private Pushed unnest(OuterRows outer, LogicalUnnest unnest, Equalities known) {
    int inputWidth = width(unnest.getInput());
    Pushed input =
        push(outer, unnest.getInput(), known.mapped(inputWidth, i -> i < inputWidth ? i : -1));
    RelNode rel = unnest.over(input.rel(), outer.width() + unnest.list());
    return new Pushed(rel, input.neverNull(), input.copied(), input.isDropped());
  }

  /** Computes a plan for the domain and joins the outer rows with it. */
  Pushed throughDomain(OuterRows outer, RelNode rel) {
    int outerWidth = outer.width();
    OuterRows domain = domain(outer, rel);
    Pushed pushed = push(domain, rel, new Equalities(width(rel), domain.width()));
    ResultJoin results = new ResultJoin(rel.getCluster().getRexBuilder());
    List<RexNode> same = same(outer, outer.rel(), 0, domain, pushed, outerWidth);
    RelNode join =
        results.join(
            DependentJoin.Kind.INNER,
            outer.rel(),
            pushed.rel(),
            rel.getCluster().getRexBuilder().makeLiteral(true),
            same,
            domain.width(),
            width(rel));
    return plain(outer, join, outerWidth);
  }

  /** Returns the different values of outer rows for which a plan is computed. */
  OuterRows domain(OuterRows outer, RelNode rel) {
    ImmutableBitSet fields = correlations.fields(rel, outer.id());
    boolean isExact =
        (outer.isDomain() && outer.isExact()) || decorrelator.exactness().isNeeded(rel);
    return isExact ? outer.exactDomain(fields) : outer.domain(fields);
  }

  /**
   * Returns that outer columns are the values of a domain that a plan was computed for.
   *
   * @param carrier rows that have the outer columns from a position on
   * @param from position of the pushed plan in the pairs
   */
  static List<RexNode> same(
      OuterRows outer, RelNode carrier, int outerFrom, OuterRows domain, Pushed pushed, int from) {
    ResultJoin results = new ResultJoin(carrier.getCluster().getRexBuilder());
    List<RexNode> same = new ArrayList<>();
    for (int column = 0; column < domain.width(); column++) {
      RexNode value =
          RexInputRef.of(outerFrom + outerColumn(outer, domain, column), carrier.getRowType());
      RexNode found =
          new RexInputRef(
              from + column, pushed.rel().getRowType().getFieldList().get(column).getType());
      same.add(
          pushed.isNeverNull(column) ? results.equal(value, found) : results.same(value, found));
    }
    return same;
  }

  /** Returns the outer column that a column of a domain of it has the values of. */
  static int outerColumn(OuterRows outer, OuterRows domain, int column) {
    return outer.column(domain.field(column));
  }

  private Pushed randomKey(OuterRows outer, LogicalRandomKey key, Equalities known) {
    int inputWidth = width(key.getInput());
    Pushed input =
        push(outer, key.getInput(), known.mapped(inputWidth, i -> i < inputWidth ? i : -1));
    return new Pushed(key.over(input.rel()), input.neverNull(), input.copied(), input.isDropped());
  }

  private Pushed setOperation(OuterRows outer, SetOp setOp, Equalities known) {
    if (!outer.isDomain()) {
      return throughDomain(outer, setOp);
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean[] neverNull = new boolean[outer.width()];
    Arrays.fill(neverNull, true);
    boolean isDropped = false;
    for (RelNode input : setOp.getInputs()) {
      Pushed pushed = push(outer, input, known);
      inputs.add(pushed.rel());
      isDropped |= pushed.isDropped();
      for (int i = 0; i < neverNull.length; i++) {
        neverNull[i] &= pushed.neverNull()[i];
      }
    }
    RelNode rel =
        switch (setOp) {
          case Intersect _ -> LogicalIntersect.create(inputs, setOp.all);
          case Minus _ -> LogicalMinus.create(inputs, setOp.all);
          default -> LogicalUnion.create(inputs, setOp.all);
        };
    return new Pushed(rel, neverNull, none(outer.width()), isDropped);
  }

  /**
   * Pushes through the left side of a dependent join in the plan, which then reads the outer rows
   * from its own left rows.
   */
  private Pushed dependent(OuterRows outer, DependentJoin join, Equalities known) {
    int leftWidth = width(join.getLeft());
    Pushed left = push(outer, join.getLeft(), known.mapped(leftWidth, i -> i < leftWidth ? i : -1));
    RelNode rows = left.rel();
    RexBuilder rex = rows.getCluster().getRexBuilder();
    CorrelationId id = rows.getCluster().createCorrel();
    RexNode row = rex.makeCorrel(rows.getRowType(), id);
    int outerWidth = outer.width();
    RelNode right =
        correlations.replace(
            join.getRight(),
            access -> {
              int field = access.getField().getIndex();
              return Correlations.id(access).equals(join.id())
                  ? rex.makeFieldAccess(row, outerWidth + field)
                  : Correlations.id(access).equals(outer.id())
                      ? rex.makeFieldAccess(row, outer.column(field))
                      : access;
            });
    RelDataType rightType = right.getRowType();
    RexNode predicate =
        join.predicate()
            .accept(
                new Rebinding(
                    column ->
                        column < leftWidth
                            ? RexInputRef.of(outerWidth + column, rows.getRowType())
                            : new RexInputRef(
                                outerWidth + column,
                                rightType.getFieldList().get(column - leftWidth).getType()),
                    access -> outerField(outer, access, rows.getRowType())));
    RelNode rel =
        decorrelator.resolve(
            rows, right, join.kind(), id, predicate, left.isDropped() ? null : outer);
    return new Pushed(rel, left.neverNull(), left.copied(), left.isDropped());
  }
}
