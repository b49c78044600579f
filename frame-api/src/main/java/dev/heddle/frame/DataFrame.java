package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.SubqueryFrame;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.verb.Aggregations;
import dev.heddle.frame.verb.ExprChecks;
import dev.heddle.frame.verb.Projections;
import dev.heddle.frame.verb.SetOperations;
import dev.heddle.frame.verb.Uniques;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A table that is described but not yet computed: immutable, cheap, free to share between threads.
 *
 * <p>A verb such as {@link #filter} checks names and types at once, throws an {@link
 * AnalysisException} where something is wrong and returns a new frame; it reads no data. An action
 * ({@link #collect}, {@link #count()}, {@link #show()}, {@link #rows}, {@link #toArrow}, {@link
 * #write}, {@link #describe}) optimises the whole plan and runs it. Column names are exact and
 * case-sensitive. Rows have no order unless the last verbs gave them one.
 */
public final class DataFrame implements SubqueryFrame, FrameActions, FrameLimits, FramePartitions {
  private final Session session;
  private final LogicalPlan plan;

  DataFrame(Session session, LogicalPlan plan) {
    this.session = session;
    this.plan = plan;
  }

  /** Returns the session that the frame belongs to. */
  public Session session() {
    return session;
  }

  /** Returns what this frame means. */
  @Override
  public LogicalPlan plan() {
    return plan;
  }

  /** Returns the columns; known without running anything. */
  public Schema schema() {
    return plan.schema();
  }

  /** Returns a frame of some columns, in the order named. */
  @Override
  public DataFrame select(String... columns) {
    return select(columns(columns));
  }

  /** Returns a frame of exactly these columns, each by its name or as an expression. */
  @SafeVarargs
  public final DataFrame select(Comparable<String>... columns) {
    return derive(Projections.select(plan, read(ColumnArguments.exprs(columns))));
  }

  /**
   * Returns a frame of exactly these columns. A column without a name of its own is named by its
   * text, such as {@code price + 1}.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="select"}
   *
   * @throws AnalysisException if a name or type is wrong, two columns have one name, or an
   *     aggregate is outside of a window
   */
  public DataFrame select(Expr... columns) {
    return derive(Projections.select(plan, read(Arguments.all(columns, "columns"))));
  }

  /**
   * Returns this frame with more columns at its end; one with the name of an existing column takes
   * its place. All of them see the columns of this frame, not each other.
   */
  public DataFrame withColumns(Expr... columns) {
    return derive(Projections.withColumns(plan, read(Arguments.all(columns, "columns"))));
  }

  /** Returns this frame with one more column, as {@link #withColumns}. */
  public DataFrame withColumn(String name, Expr column) {
    return withColumns(requireNonNull(column, "column is null").named(name));
  }

  /** Returns this frame with one column under another name. */
  public DataFrame rename(String column, String newName) {
    return rename(
        Map.of(
            requireNonNull(column, "column is null"), requireNonNull(newName, "newName is null")));
  }

  /**
   * Returns a row for each element of a list, in the list's place; of a map its entries, as columns
   * {@code key} and {@code value}. Rows whose list is null or empty are left out.
   *
   * <p>{@code orders.explode("tags")} has a row for each tag of each order.
   */
  public DataFrame explode(String column) {
    return explode(Explode.of(column));
  }

  /** Returns a row for each element of a column's list, as {@link #explode(String)}. */
  public DataFrame explode(Expr.Column column) {
    return explode(Explode.of(requireNonNull(column, "column is null").name()));
  }

  /**
   * Returns a row for each element of a list, as {@link #explode(String)}, and as the argument
   * specifies with the element's position, and with the rows whose list is null or empty.
   *
   * @throws AnalysisException if there is no such column of lists or maps, or two columns would
   *     have one name
   */
  public DataFrame explode(Explode how) {
    return derive(requireNonNull(how, "how is null").apply(plan));
  }

  /**
   * Returns this frame with the fields of structs as columns, in the place of each struct; of a
   * null struct they are null.
   *
   * <p>{@code people.unnest("address")} has {@code street} and {@code city} in its place.
   *
   * @throws AnalysisException if there is no such column of structs, or two columns would have one
   *     name
   */
  public DataFrame unnest(String... columns) {
    return derive(Projections.unnest(plan, Arguments.all(columns, "columns")));
  }

  /** As {@link #unnest(String...)}, of columns by name or as {@code col(name)}. */
  @SafeVarargs
  public final DataFrame unnest(Comparable<String>... columns) {
    return derive(Projections.unnest(plan, ColumnArguments.names("Cannot unnest", columns)));
  }

  /** Returns this frame with some columns under other names. */
  public DataFrame rename(Map<String, String> newNames) {
    return derive(Projections.rename(plan, sorted(newNames, "newNames")));
  }

  /** Returns this frame without some columns. */
  public DataFrame drop(String... columns) {
    return derive(Projections.drop(plan, Arguments.all(columns, "columns")));
  }

  /** Returns this frame without some columns, by name or as {@code col(name)}. */
  @SafeVarargs
  public final DataFrame drop(Comparable<String>... columns) {
    return derive(Projections.drop(plan, ColumnArguments.names("Cannot drop", columns)));
  }

  /**
   * Returns this frame with a column converted; values that do not fit are an error when the query
   * runs.
   */
  public DataFrame cast(String column, DataType type) {
    return cast(
        Map.of(requireNonNull(column, "column is null"), requireNonNull(type, "type is null")));
  }

  /**
   * Returns this frame with some columns converted; values that do not fit are an error when the
   * query runs.
   */
  public DataFrame cast(Map<String, DataType> types) {
    return derive(Projections.cast(plan, sorted(types, "types")));
  }

  /**
   * Returns this frame with a first column that numbers the rows from 0: in their order if the
   * frame is sorted, else in any.
   *
   * @param name name of the new column
   */
  public DataFrame withRowIndex(String name) {
    return withRowIndex(name, 0);
  }

  /**
   * Returns this frame with a first column that numbers the rows from a start, as {@link
   * #withRowIndex(String)}.
   */
  public DataFrame withRowIndex(String name, long start) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field(requireNonNull(name, "name is null"), DataType.INT64, false));
    fields.addAll(schema().fields());
    Schema indexed = ExprChecks.schema("Cannot add a row index", fields);
    return derive(new LogicalPlan.RowIndex(plan, name, start, indexed));
  }

  /**
   * Returns a frame with the rows of this one for which {@code predicate} is true.
   *
   * <p>A row for which the predicate is null is left out, as in SQL {@code WHERE}.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="filter"}
   *
   * @param predicate a boolean over the columns of this frame
   * @throws AnalysisException if the predicate is no boolean, names a column that is not here, or
   *     contains an aggregate or window
   */
  public DataFrame filter(Expr predicate) {
    ExprTyper typer = new ExprTyper(schema(), "Cannot filter");
    Expr checked = ExprChecks.bound(typer, read(requireNonNull(predicate, "predicate is null")));
    ExprChecks.requireScalar(typer, checked);
    typer.requireBoolean(checked);
    return derive(new LogicalPlan.Filter(plan, checked));
  }

  /** Returns the different rows; nulls are equal. */
  public DataFrame distinct() {
    return derive(new LogicalPlan.Distinct(plan));
  }

  /**
   * Returns one whole row, any, for each combination of values in some columns; nulls are equal.
   */
  public DataFrame unique(String... columns) {
    return derive(Uniques.unique(plan, List.of(columns(columns))));
  }

  /**
   * Returns one whole row, any, for each combination of values of columns, by name or as an
   * expression; nulls are equal.
   */
  @SafeVarargs
  public final DataFrame unique(Comparable<String>... columns) {
    return derive(Uniques.unique(plan, read(ColumnArguments.exprs(columns))));
  }

  /** Returns this frame sorted by columns, small values first, nulls last. */
  public DataFrame sort(String... columns) {
    return sorted(ColumnArguments.sortKeys(columns));
  }

  /**
   * Returns this frame sorted by columns, by name, as an expression or as a sort key: {@code
   * sort("status", col("price").descending())}. The default is ascending, nulls last.
   */
  @SafeVarargs
  public final DataFrame sort(Comparable<String>... columns) {
    return sorted(ColumnArguments.sortKeys(columns));
  }

  /**
   * Returns this frame sorted. The order holds for the result, for {@link #limit}, {@link #offset}
   * and {@link #withRowIndex}; other verbs may lose it.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="sort"}
   */
  public DataFrame sort(SortKey... keys) {
    return sorted(Arguments.all(keys, "keys"));
  }

  private DataFrame sorted(List<SortKey> keys) {
    return derive(new LogicalPlan.Sort(plan, checked("Cannot sort", keys)));
  }

  /** Returns sort keys over this frame, at least one, once they are known to be fit for it. */
  List<SortKey> checked(String action, List<SortKey> keys) {
    if (keys.isEmpty()) {
      throw new AnalysisException(action + ": no key is given");
    }
    ExprTyper typer = new ExprTyper(schema(), action);
    List<SortKey> checked = new ArrayList<>();
    for (SortKey key : keys) {
      SortKey plain =
          new SortKey(ExprChecks.bound(typer, read(key.expr())), key.direction(), key.nulls());
      ExprChecks.requireScalar(typer, plain.expr());
      typer.requireOrdered(plain);
      checked.add(plain);
    }
    return checked;
  }

  /** Returns all rows as one group, also if there is none. */
  public GroupedFrame groupBy() {
    return new GroupedFrame(this, List.of(), Aggregations.plainSet(List.of()));
  }

  /** Returns the rows in groups of equal values in some columns. */
  public GroupedFrame groupBy(String... columns) {
    return groupBy(columns(columns));
  }

  /** Returns the rows in groups of equal keys, each by its name or as an expression. */
  @SafeVarargs
  public final GroupedFrame groupBy(Comparable<String>... keys) {
    return groupedBy(ColumnArguments.exprs(keys));
  }

  /** Returns the rows in groups of equal keys; null keys are equal. */
  public GroupedFrame groupBy(Expr... keys) {
    return groupedBy(Arguments.all(keys, "keys"));
  }

  private GroupedFrame groupedBy(List<Expr> keys) {
    List<NamedExpr> named = Aggregations.keys(plan, read(keys));
    return new GroupedFrame(this, named, Aggregations.plainSet(named));
  }

  /**
   * Returns the rows in groups by all keys, by all but the last, and so on to one group of all
   * rows; keys left out are null.
   */
  @SafeVarargs
  public final GroupedFrame rollup(Comparable<String>... keys) {
    List<NamedExpr> named = Aggregations.keys(plan, read(ColumnArguments.exprs(keys)));
    List<List<Integer>> sets = new ArrayList<>();
    for (int size = named.size(); size >= 0; size--) {
      sets.add(IntStream.range(0, size).boxed().toList());
    }
    return new GroupedFrame(this, named, sets);
  }

  /**
   * Returns one row of aggregates over all rows; over no rows, counts are 0 and the others null.
   */
  public DataFrame agg(Expr... aggregates) {
    return groupBy().agg(aggregates);
  }

  /**
   * Returns the pairs of rows with equal values in columns that both frames have; these appear
   * once.
   */
  public DataFrame join(DataFrame right, String... columns) {
    return join(right, Join.inner().on(columns));
  }

  /**
   * Returns the pairs of rows with equal values in columns that both frames have, by name or as
   * {@code col(name)}; these appear once. For columns of two names, and computed keys, there is
   * {@link Join#on(Expr, Expr)}, for other conditions {@link Join#where}.
   */
  @SafeVarargs
  public final DataFrame join(DataFrame right, Comparable<String>... columns) {
    return join(right, JoinKind.INNER, columns);
  }

  /** Returns a join of a kind on columns that both frames have, by name or as {@code col(name)}. */
  @SafeVarargs
  public final DataFrame join(DataFrame right, JoinKind kind, Comparable<String>... columns) {
    String action = "Cannot join on a column of both frames";
    String[] names = ColumnArguments.names(action, columns).toArray(String[]::new);
    return join(right, Join.of(kind).on(names));
  }

  /** Returns a join of a kind on columns that both frames have; these appear once. */
  public DataFrame join(DataFrame right, JoinKind kind, String... columns) {
    return join(right, Join.of(kind).on(columns));
  }

  /**
   * Returns a join of this frame, as the left side, with another.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="join"}
   *
   * @throws AnalysisException if keys are missing, unknown or of types that do not meet, the
   *     condition is no boolean, or two columns would have one name
   */
  public DataFrame join(DataFrame right, Join join) {
    LogicalPlan rows = other(right, "right");
    Join read = requireNonNull(join, "join is null").read(session, schema(), rows.schema());
    return derive(Joins.join(plan, rows, read));
  }

  /**
   * Returns each row of this frame, the left side, beside the one row of another that is nearest to
   * it in an order, such as the last quote before a trade.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="asof"}
   *
   * @throws AnalysisException if the order is missing, columns are unknown or of types that do not
   *     meet or have no order, or the tolerance does not fit them
   */
  public DataFrame asOfJoin(DataFrame right, AsOf how) {
    LogicalPlan rows = other(right, "right");
    AsOf read = requireNonNull(how, "how is null").read(session, schema(), rows.schema());
    return derive(AsOfJoins.join(plan, rows, read));
  }

  /**
   * Returns the rows of both frames, equal ones too; columns meet by position, in common types,
   * under this frame's names.
   */
  public DataFrame union(DataFrame other) {
    return derive(SetOperations.union(plan, other(other, "other")));
  }

  /**
   * Returns the rows of both frames, equal ones too; columns meet by name, and both must have the
   * same ones.
   */
  public DataFrame unionByName(DataFrame other) {
    return derive(SetOperations.unionByName(plan, other(other, "other")));
  }

  /**
   * Returns the different rows that both frames have; columns meet by position, nulls are equal.
   */
  public DataFrame intersect(DataFrame other) {
    return derive(SetOperations.intersect(plan, other(other, "other")));
  }

  /**
   * Returns the different rows of this frame that the other does not have; columns meet by
   * position, nulls are equal.
   */
  public DataFrame except(DataFrame other) {
    return derive(SetOperations.except(plan, other(other, "other")));
  }

  /** Returns a table of the columns, and the plan, one node a line; reads and runs nothing. */
  @Override
  public String toString() {
    return TextTable.columns(schema()) + PlanPrinter.print(plan);
  }

  /**
   * Returns the columns and the plan as a piece of HTML, as notebooks show it; reads and runs
   * nothing.
   */
  public String toHtml() {
    return HtmlTable.frame(plan);
  }

  List<Expr> read(List<Expr> exprs) {
    return new SqlTexts(session, schema()).read(exprs);
  }

  private Expr read(Expr expr) {
    return new SqlTexts(session, schema()).read(expr);
  }

  DataFrame derive(LogicalPlan newPlan) {
    return new DataFrame(session, newPlan);
  }

  WriteSummary write(WriteTarget target) {
    return session.engine().write(plan, target);
  }

  private LogicalPlan other(DataFrame frame, String name) {
    if (requireNonNull(frame, () -> name + " is null").session != session) {
      throw new AnalysisException(
          "Cannot combine frames of two sessions; make both in the same session");
    }
    return frame.plan;
  }

  private static Expr[] columns(String... names) {
    return ColumnArguments.exprs(names).toArray(Expr[]::new);
  }

  private static <V> Map<String, V> sorted(Map<String, V> map, String name) {
    return new TreeMap<>(Arguments.all(map, name));
  }
}
