package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.verb.Aggregations;
import dev.heddle.frame.verb.Pivot;
import dev.heddle.frame.verb.UserRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a frame in groups of equal keys; {@link #agg} makes one row of each. Immutable. */
public final class GroupedFrame {
  private final DataFrame frame;
  private final List<NamedExpr> keys;
  private final List<List<Integer>> groupingSets;
  private final @Nullable Pivot pivot;

  GroupedFrame(DataFrame frame, List<NamedExpr> keys, List<List<Integer>> groupingSets) {
    this(frame, keys, groupingSets, null);
  }

  private GroupedFrame(
      DataFrame frame,
      List<NamedExpr> keys,
      List<List<Integer>> groupingSets,
      @Nullable Pivot pivot) {
    this.frame = frame;
    this.keys = keys;
    this.groupingSets = groupingSets;
    this.pivot = pivot;
  }

  /**
   * Returns one row for each group: the keys, then these expressions. Null keys are equal and make
   * a group.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="group"}
   *
   * @param aggregates aggregates and computations on them and on the keys
   * @throws AnalysisException if a column outside of an aggregate is not a key, a name occurs
   *     twice, or a name or type is wrong
   */
  public DataFrame agg(Expr... aggregates) {
    return aggregated(Arguments.all(aggregates, "aggregates"));
  }

  /**
   * Returns one row for each group, as {@link #agg(Expr...)}, with an aggregate for each of the
   * columns that a selector chooses: {@code agg(count(), numeric().each(Functions::max))}.
   */
  @SafeVarargs
  public final DataFrame agg(Comparable<String>... aggregates) {
    return aggregated(ColumnArguments.exprs(frame.schema(), aggregates));
  }

  private DataFrame aggregated(List<Expr> aggregates) {
    List<Expr> read = frame.read(aggregates);
    List<Expr> all = pivot == null ? read : pivot.expand(frame, read);
    return frame.derive(Aggregations.aggregate(frame.plan(), keys, groupingSets, all));
  }

  /** Returns one row for each group: the keys, then the number of rows as column {@code count}. */
  public DataFrame count() {
    return pivot == null ? agg(Functions.count().named("count")) : agg(Functions.count());
  }

  /**
   * Returns what a function of the user's own makes of the rows of each group, with the group's
   * keys before it: the function takes one list of structs, with a field for each of the columns. A
   * list that it gives is a row for each element, and the fields of structs are columns.
   *
   * <p>The rows of one group are in memory together, in any order; those of all groups are spilled.
   *
   * @param columns of the rows that it is given, by name, as expressions or by selectors; all
   *     columns of the frame if none is named
   * @throws AnalysisException if the function does not take them, or two columns would have one
   *     name
   */
  @SafeVarargs
  public final DataFrame mapGroups(UserFunction function, Comparable<String>... columns) {
    requireNonNull(function, "function is null");
    List<Expr> named = ColumnArguments.exprs(frame.schema(), columns);
    List<Expr> rows =
        named.isEmpty()
            ? frame.schema().names().stream().<Expr>map(Functions::col).toList()
            : named;
    return UserRows.mapGroups(this, function, rows);
  }

  /**
   * Returns one row for each group: the keys, then what an aggregate of the user's own makes of its
   * rows, in a column of the aggregate's name.
   *
   * <p>It is {@link #agg(Expr...)} of a call under the aggregate's name.
   *
   * @param arguments by name or as expressions
   * @throws AnalysisException if their number or types are not those of the aggregate
   */
  @SafeVarargs
  public final DataFrame aggregate(UserAggregate aggregate, Comparable<String>... arguments) {
    requireNonNull(aggregate, "aggregate is null");
    List<Expr> values = ColumnArguments.exprs(frame.schema(), arguments);
    return agg(aggregate.call(values.toArray(Expr[]::new)).named(aggregate.name()));
  }

  /**
   * Returns these groups with each aggregate divided among columns: one for each value of a column,
   * over the rows that have it. The values are found by a query that runs when the aggregates are
   * given, without null and in their order.
   *
   * <p>{@code orders.groupBy("year").pivot("status").agg(sum("price"))} has columns {@code year},
   * {@code F} and {@code O}. A column is named by its value; of an aggregate with a name of its
   * own, and of several, by {@code value_name}.
   *
   * @throws AnalysisException if there is no such column, it has more than {@link
   *     Pivot#MAX_COLUMNS} values, or the groups are pivoted already
   */
  public GroupedFrame pivot(String column) {
    return pivot(Functions.col(requireNonNull(column, "column is null")));
  }

  /**
   * Returns these groups with columns for the values of an expression, as {@link #pivot(String)}.
   */
  public GroupedFrame pivot(Expr key) {
    return pivoted(Pivot.found(frame, frame.read(requireNonNull(key, "key is null"))));
  }

  /**
   * Returns these groups with columns for some values of a column, as {@link #pivot(String)}, in
   * the order given; no query runs. A null is a column of the rows without a value.
   */
  public GroupedFrame pivot(String column, @Nullable Comparable<?>... values) {
    return pivot(Functions.col(requireNonNull(column, "column is null")), values);
  }

  /** Returns these groups with columns for some values of an expression. */
  public GroupedFrame pivot(Expr key, @Nullable Comparable<?>... values) {
    return pivoted(
        Pivot.of(
            frame,
            frame.read(requireNonNull(key, "key is null")),
            requireNonNull(values, "values is null")));
  }

  private GroupedFrame pivoted(Pivot made) {
    if (pivot != null) {
      throw new AnalysisException(
          "Cannot pivot: the groups are pivoted already; pivot by struct(...) of both keys");
    }
    return new GroupedFrame(frame, keys, groupingSets, made);
  }
}
