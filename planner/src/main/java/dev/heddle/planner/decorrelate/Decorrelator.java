package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.rel.LogicalRowIndex;
import dev.heddle.planner.rel.Projections;
import dev.heddle.planner.rel.SharedRows;
import dev.heddle.planner.rel.Volatility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.CancelFlag;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns dependent joins into joins, the outermost first.
 *
 * <p>The right plan is computed for all left rows at once. Its outer rows are the left rows
 * themselves where each of its nodes works row by row, else the distinct values that it reads of
 * them (its domain). They are pushed down to where nothing below reads them ({@link OuterPush}). A
 * join with the left rows brings the results home. Conjuncts that read the left row at the top of
 * the plan become conditions of that join instead; a plan of one row becomes expressions beside the
 * left row.
 *
 * <p>After Neumann and Kemper, "Unnesting Arbitrary Queries" (2015) and "Improving Unnesting of
 * Complex Queries" (2025). One object serves one plan. Not thread-safe.
 */
public final class Decorrelator {
  private final CancelFlag cancel;
  private final List<String> notes;
  private final Correlations correlations = new Correlations();
  private final Exactness exactness = new Exactness(correlations);
  private final Repeatability repeatability = new Repeatability();
  private final Volatility volatility = new Volatility();
  private final IdentityHashMap<RelNode, RelNode> done = new IdentityHashMap<>();
  private final RexBuilder rex;
  private final ResultJoin results;

  private Decorrelator(RelNode rel, CancelFlag cancel, List<String> notes) {
    this.cancel = cancel;
    this.notes = notes;
    this.rex = rel.getCluster().getRexBuilder();
    this.results = new ResultJoin(rex);
  }

  /**
   * Returns the plan without dependent joins, with the same columns.
   *
   * @param notes gets a line for each dependent join: what became of it, and why
   * @throws CancellationException once the flag is set
   */
  public static RelNode apply(RelNode rel, CancelFlag cancel, List<String> notes) {
    RelNode result = new Decorrelator(rel, cancel, notes).closed(new EarlyFilters().apply(rel));
    DecorrelationCheck.check(rel, result);
    return result;
  }

  /** Returns whether there is a dependent join in the plan. */
  public static boolean isNeeded(RelNode rel) {
    return isNeeded(rel, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean isNeeded(RelNode rel, Set<RelNode> seen) {
    if (!seen.add(rel)) {
      return false;
    }
    if (rel instanceof DependentJoin) {
      return true;
    }
    for (RelNode input : rel.getInputs()) {
      if (isNeeded(input, seen)) {
        return true;
      }
    }
    return false;
  }

  Correlations correlations() {
    return correlations;
  }

  Exactness exactness() {
    return exactness;
  }

  /** Returns whether a plan has to be computed for each outer row by itself. */
  boolean isOfEachRow(RelNode rel) {
    return volatility.draws(rel);
  }

  void note(String line) {
    notes.add(line);
  }

  void failIfCancelled() {
    if (cancel.isCancelRequested()) {
      throw new CancellationException("Planning was cancelled"); // the program words it better
    }
  }

  /** Returns a plan that reads no outer row without dependent joins, with the same row type. */
  RelNode closed(RelNode rel) {
    RelNode known = done.get(rel);
    if (known != null) {
      return known;
    }
    failIfCancelled();
    RelNode result;
    if (rel instanceof DependentJoin join) {
      result =
          results.typed(
              resolve(
                  closed(join.getLeft()),
                  join.getRight(),
                  join.kind(),
                  join.id(),
                  join.predicate(),
                  null),
              join.getRowType());
    } else {
      List<RelNode> inputs = new ArrayList<>();
      boolean isChanged = false;
      for (RelNode input : rel.getInputs()) {
        RelNode changed = closed(input);
        isChanged |= changed != input;
        inputs.add(changed);
      }
      result = isChanged ? rel.copy(rel.getTraitSet(), inputs) : rel;
    }
    done.put(rel, result);
    done.put(result, result);
    return result;
  }

  /**
   * Returns a dependent join's rows.
   *
   * @param left its left rows, without dependent joins
   * @param right its right plan, which reads no other rows than these
   * @param predicate over left's columns, then right's
   * @param around outer rows whose columns are the first ones of the left rows
   */
  RelNode resolve(
      RelNode left,
      RelNode right,
      DependentJoin.Kind kind,
      CorrelationId id,
      RexNode predicate,
      @Nullable OuterRows around) {
    failIfCancelled();
    boolean isFree = correlations.isFree(right);
    boolean isNumbered = isFree && isOfEachRow(right);
    boolean isShared = isFree && !isNumbered && !repeatability.isRepeatable(left);
    RelNode shared = isShared ? SharedRows.create(left) : left;
    List<RexNode> keys = OuterKeys.of(right, id, correlations);
    return keys.isEmpty() && !isNumbered
        ? resolve(OuterRows.of(shared, id, around), right, kind, predicate)
        : withKeys(shared, right, kind, id, predicate, around, keys, isNumbered);
  }

  /**
   * Makes columns of the left rows of values computed from them, and of their numbers if the right
   * plan has to be computed for each of them, equal ones too.
   */
  private RelNode withKeys(
      RelNode left,
      RelNode right,
      DependentJoin.Kind kind,
      CorrelationId id,
      RexNode predicate,
      @Nullable OuterRows around,
      List<RexNode> keys,
      boolean isNumbered) {
    int width = left.getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(left.getRowType()));
    for (RexNode key : keys) {
      columns.add(
          key.accept(
              new Rebinding(
                  column -> RexInputRef.of(column, left.getRowType()),
                  access -> RexInputRef.of(access.getField().getIndex(), left.getRowType()))));
    }
    RelNode wide = Projections.of(left, columns);
    RelNode extended = isNumbered ? SharedRows.create(LogicalRowIndex.create(wide, 1)) : wide;
    int added = keys.size() + (isNumbered ? 1 : 0);
    CorrelationId newId = left.getCluster().createCorrel();
    RexNode row = rex.makeCorrel(extended.getRowType(), newId);
    Map<RexNode, RexNode> fields = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      fields.put(keys.get(i), rex.makeFieldAccess(row, width + i));
    }
    RelNode moved =
        correlations.replace(
            right,
            fields,
            access ->
                Correlations.id(access).equals(id)
                    ? rex.makeFieldAccess(row, access.getField().getIndex())
                    : access);
    RelNode result =
        resolve(
            isNumbered
                ? OuterRows.of(extended, newId, around, width + keys.size())
                : OuterRows.of(extended, newId, around),
            moved,
            kind,
            RexUtil.shift(predicate, width, added));
    List<RexNode> wanted = new ArrayList<>(rex.identityProjects(result.getRowType()));
    wanted.subList(width, width + added).clear();
    return Projections.of(result, wanted);
  }

  private RelNode resolve(
      OuterRows rows, RelNode given, DependentJoin.Kind kind, RexNode predicate) {
    RelNode left = rows.rel();
    if (!correlations.isFree(given)) {
      note(kind + ": reads no outer row");
      RelNode right = closed(given);
      boolean isSingle = kind != DependentJoin.Kind.SINGLE || RowCounts.isOneAtMost(given);
      return results.join(
          kind,
          left,
          isSingle ? right : results.single(right, 0),
          predicate,
          List.of(),
          0,
          right.getRowType().getFieldCount());
    }
    RelNode right = withoutOrder(given);
    int leftWidth = left.getRowType().getFieldCount();
    if (kind == DependentJoin.Kind.INNER) {
      note(kind + ": pushed down");
      Equalities known = new Equalities(right.getRowType().getFieldCount(), rows.width());
      addPairs(predicate, leftWidth, known);
      RelNode pairs = new OuterPush(this).push(rows, right, known).rel();
      return results.filtered(pairs, List.of(predicate));
    }
    OneRow oneRow = OneRow.of(right);
    if (oneRow != null) {
      note(kind + ": one row, computed beside the outer row");
      return besideLeft(rows, oneRow, kind, predicate);
    }
    RexNode condition = predicate;
    if (kind != DependentJoin.Kind.LEFT && kind != DependentJoin.Kind.SINGLE) {
      MatchedPlan matched = MatchedPlan.of(right, condition, left);
      right = matched.plan();
      condition = matched.condition();
      if (!correlations.isFree(right) && !rows.isNumbered()) {
        note(kind + ": only its columns read the outer row");
        return results.join(kind, left, closed(right), condition, List.of(), 0, 0);
      }
    }
    boolean mayPull = kind != DependentJoin.Kind.SINGLE || RowCounts.isOneAtMost(right);
    if (mayPull && !rows.isNumbered()) {
      PulledConjuncts pulled = PulledConjuncts.of(right, correlations);
      if (!correlations.isFree(pulled.rel())) {
        note(kind + ": conjuncts became the join's");
        Rebinding ofPair =
            new Rebinding(
                column ->
                    new RexInputRef(
                        leftWidth + column,
                        pulled.rel().getRowType().getFieldList().get(column).getType()),
                access -> RexInputRef.of(access.getField().getIndex(), left.getRowType()));
        return results.join(
            kind,
            left,
            closed(pulled.rel()),
            condition,
            ofPair.all(pulled.conjuncts()),
            0,
            right.getRowType().getFieldCount());
      }
    }
    return throughDomain(rows, right, kind, condition);
  }

  private RelNode throughDomain(
      OuterRows rows, RelNode right, DependentJoin.Kind kind, RexNode condition) {
    boolean isSingle = kind != DependentJoin.Kind.SINGLE || RowCounts.isOneAtMost(right);
    int leftWidth = rows.width();
    int rightWidth = right.getRowType().getFieldCount();
    ImmutableBitSet fields = rows.withNumber(correlations.fields(right, rows.id()));
    boolean isExact = !isSingle || exactness.isNeeded(right);
    OuterRows domain = isExact ? rows.exactDomain(fields) : rows.domain(fields);
    Equalities known = new Equalities(rightWidth, domain.width());
    if (kind != DependentJoin.Kind.MARK) {
      Equalities ofRows = new Equalities(rightWidth, rows.width());
      addPairs(condition, leftWidth, ofRows);
      known =
          ofRows.mapped(
              rightWidth, column -> column, domain.width(), field -> domain.column(field));
    }
    Pushed pushed = new OuterPush(this).push(domain, right, known);
    note(
        kind
            + (pushed.isDropped()
                ? ": computed for all values of equal columns"
                : ": computed for the different values of " + domain.width() + " columns"));
    int width = domain.width();
    RelNode result = isSingle ? pushed.rel() : results.single(pushed.rel(), width);
    List<RexNode> same = new ArrayList<>();
    for (int field : fields) {
      int column = domain.column(field);
      RexNode value = RexInputRef.of(field, rows.rel().getRowType());
      RexNode found =
          new RexInputRef(
              leftWidth + column, result.getRowType().getFieldList().get(column).getType());
      same.add(
          pushed.isNeverNull(column) ? results.equal(value, found) : results.same(value, found));
    }
    RexNode moved = RexUtil.shift(condition, leftWidth, width);
    return results.join(kind, rows.rel(), result, moved, same, width, rightWidth);
  }

  /** Computes a plan of one row as expressions beside the left row. */
  private RelNode besideLeft(
      OuterRows rows, OneRow right, DependentJoin.Kind kind, RexNode predicate) {
    int leftWidth = rows.width();
    RelNode base = right.base();
    Equalities known = new Equalities(base.getRowType().getFieldCount(), leftWidth);
    RelNode both = new OuterPush(this).push(rows, base, known).rel();
    RelDataType type = both.getRowType();
    Rebinding ofBoth =
        new Rebinding(
            column -> RexInputRef.of(leftWidth + column, type),
            access -> RexInputRef.of(access.getField().getIndex(), type));
    List<RexNode> columns = ofBoth.all(right.columns());
    List<RexNode> conditions = ofBoth.all(right.conditions());
    RexNode matches =
        RexUtil.flatten(
            rex,
            predicate.accept(
                Rebinding.ofColumns(
                    column ->
                        column < leftWidth
                            ? RexInputRef.of(column, type)
                            : columns.get(column - leftWidth))));
    return results.besideLeft(kind, both, leftWidth, conditions, matches, columns);
  }

  /** Records the columns of the left and the right that a predicate over both makes equal. */
  private static void addPairs(RexNode predicate, int leftWidth, Equalities known) {
    for (RexNode conjunct : RelOptUtil.conjunctions(predicate)) {
      OuterPush.addEquality(
          conjunct,
          known,
          node ->
              node instanceof RexInputRef column
                  ? column.getIndex() < leftWidth
                      ? known.width() + column.getIndex()
                      : column.getIndex() - leftWidth
                  : -1);
    }
  }

  /** The order of a plan's rows does not matter to a dependent join. */
  static RelNode withoutOrder(RelNode rel) {
    RelNode current = rel;
    while (current instanceof Sort sort && sort.fetch == null && sort.offset == null) {
      current = sort.getInput();
    }
    return current;
  }
}
