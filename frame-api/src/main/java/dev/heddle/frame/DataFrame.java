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
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.verb.Aggregations;
import dev.heddle.frame.verb.ExprChecks;
import dev.heddle.frame.verb.NullRows;
import dev.heddle.frame.verb.Projections;
import dev.heddle.frame.verb.Uniques;
import java.util.ArrayList;
import java.util.List;

/**
 * A table that is described but not yet computed: immutable, cheap, free to share between threads.
 *
 * <p>A verb such as {@link #filter} checks names and types at once, throws an {@link
 * AnalysisException} where something is wrong and returns a new frame; it reads no data. An action
 * ({@link #collect}, {@link #count()}, {@link #show()}, {@link #rows}, {@link #toArrow}, {@link
 * #write}, {@link #describe}) optimises the whole plan and runs it. Column names are exact and
 * case-sensitive. Rows have no order unless the last verbs gave them one.
 */
public final class DataFrame
    implements SubqueryFrame,
        FrameActions,
        FrameColumns,
        FrameLimits,
        FrameNulls,
        FramePartitions,
        FrameSets,
        FrameShapes {
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

  /**
   * Returns a frame of exactly these columns, each by its name, as an expression or by a {@link
   * dev.heddle.frame.expr.Selector}.
   */
  @SafeVarargs
  public final DataFrame select(Comparable<String>... columns) {
    return derive(Projections.select(plan, read(ColumnArguments.exprs(schema(), columns))));
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

  /**
   * Returns this frame with more columns, as {@link #withColumns(Expr...)}, some of them computed
   * from those that a selector chooses: {@code withColumns(numeric().each(c -> c.round(2)))}.
   */
  @SafeVarargs
  public final DataFrame withColumns(Comparable<String>... columns) {
    return derive(Projections.withColumns(plan, read(ColumnArguments.exprs(schema(), columns))));
  }

  /** As {@link #unnest(String...)}, of columns by name or as {@code col(name)}. */
  @SafeVarargs
  public final DataFrame unnest(Comparable<String>... columns) {
    return derive(
        Projections.unnest(plan, ColumnArguments.names("Cannot unnest", schema(), columns)));
  }

  /** Returns this frame without some columns, by name or as {@code col(name)}. */
  @SafeVarargs
  public final DataFrame drop(Comparable<String>... columns) {
    return derive(Projections.drop(plan, ColumnArguments.names("Cannot drop", schema(), columns)));
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
    return derive(Uniques.first(plan, List.of(columns(columns)), List.of()));
  }

  /**
   * Returns one whole row, any, for each combination of values of columns, by name or as an
   * expression; nulls are equal.
   */
  @SafeVarargs
  public final DataFrame unique(Comparable<String>... columns) {
    return derive(Uniques.first(plan, read(ColumnArguments.exprs(schema(), columns)), List.of()));
  }

  /**
   * Returns one whole row for each combination of values in some columns: the first or the last in
   * an order, or only those that have no equal.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="unique"}
   *
   * @throws AnalysisException if columns or the order are wrong, or no column is named
   */
  public DataFrame unique(Unique how) {
    return derive(requireNonNull(how, "how is null").apply(this));
  }

  /** Returns this frame without the rows that have a null in one of some columns. */
  @SafeVarargs
  public final DataFrame dropNulls(Comparable<String>... columns) {
    return derive(NullRows.withoutAny(plan, nullable("dropNulls", columns)));
  }

  /** Returns this frame without the rows that have nothing but nulls in some columns. */
  @SafeVarargs
  public final DataFrame dropAllNulls(Comparable<String>... columns) {
    return derive(NullRows.withoutAll(plan, nullable("dropAllNulls", columns)));
  }

  @SafeVarargs
  private List<Expr> nullable(String verb, Comparable<String>... columns) {
    if (Arguments.all(columns, "columns").isEmpty()) {
      throw new AnalysisException(
          "Cannot drop nulls: no column is named; " + verb + "() looks at all columns");
    }
    return read(ColumnArguments.exprs(schema(), columns));
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
    return sorted(ColumnArguments.sortKeys(schema(), columns));
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
    return groupedBy(ColumnArguments.exprs(schema(), keys));
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
    List<NamedExpr> named = keys(keys);
    return new GroupedFrame(this, named, Aggregations.rollupSets(named.size()));
  }

  /**
   * Returns the rows in groups by each set of some of the keys, from all of them to none; keys left
   * out are null.
   *
   * @throws AnalysisException if there are more than {@link Aggregations#MAX_CUBE_KEYS} keys
   */
  @SafeVarargs
  public final GroupedFrame cube(Comparable<String>... keys) {
    List<NamedExpr> named = keys(keys);
    return new GroupedFrame(this, named, Aggregations.cubeSets(named.size()));
  }

  /**
   * Returns the rows in groups by each of some sets of keys, such as {@code
   * List.of(List.of("status", "year"), List.of("status"), List.of())}. The keys of all sets are
   * columns of the result; those left out of a row's set are null.
   *
   * @param sets keys by name or as an expression; an empty one is all rows as one group
   * @throws AnalysisException if there is no set, two are equal, or a key is wrong
   */
  public GroupedFrame groupingSets(List<? extends List<? extends Comparable<String>>> sets) {
    List<Expr> keys = new ArrayList<>();
    List<List<Integer>> positions = new ArrayList<>();
    for (List<? extends Comparable<String>> set : Arguments.all(sets, "sets")) {
      List<Expr> exprs = read(ColumnArguments.exprs(schema(), Arguments.all(set, "set")));
      exprs.stream().filter(key -> !keys.contains(key)).forEach(keys::add);
      List<Integer> places = exprs.stream().map(keys::indexOf).distinct().sorted().toList();
      if (positions.contains(places)) {
        throw new AnalysisException("Cannot group by grouping sets: " + set + " is given twice");
      }
      positions.add(places);
    }
    if (positions.isEmpty()) {
      throw new AnalysisException("Cannot group by grouping sets: no set is given");
    }
    return new GroupedFrame(this, Aggregations.keys(plan, keys), positions);
  }

  @SafeVarargs
  private List<NamedExpr> keys(Comparable<String>... keys) {
    return Aggregations.keys(plan, read(ColumnArguments.exprs(schema(), keys)));
  }

  /**
   * Returns one row of aggregates over all rows; over no rows, counts are 0 and the others null.
   */
  public DataFrame agg(Expr... aggregates) {
    return groupBy().agg(aggregates);
  }

  /**
   * Returns one row of aggregates, as {@link #agg(Expr...)}, some of them for each column that a
   * selector chooses: {@code agg(numeric().each(Functions::max))}.
   */
  @SafeVarargs
  public final DataFrame agg(Comparable<String>... aggregates) {
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

  Expr read(Expr expr) {
    return new SqlTexts(session, schema()).read(expr);
  }

  DataFrame derive(LogicalPlan newPlan) {
    return new DataFrame(session, newPlan);
  }

  WriteSummary write(WriteTarget target) {
    return session.engine().write(plan, target);
  }

  LogicalPlan other(DataFrame frame, String name) {
    if (requireNonNull(frame, () -> name + " is null").session != session) {
      throw new AnalysisException(
          "Cannot combine frames of two sessions; make both in the same session");
    }
    return frame.plan;
  }

  private static Expr[] columns(String... names) {
    return ColumnArguments.exprs(names).toArray(Expr[]::new);
  }
}
