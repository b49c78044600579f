package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.SubqueryFrame;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.SampleSize;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
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
public final class DataFrame implements SubqueryFrame {
  private static final int SHOWN_ROWS = 20;
  private static final int HEAD_ROWS = 10;

  private final Session session;
  private final LogicalPlan plan;

  DataFrame(Session session, LogicalPlan plan) {
    this.session = session;
    this.plan = plan;
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

  // ---- columns

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
   *     aggregate stands outside of a window
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
   * Returns a row for each element of a list, as {@link #explode(String)}, and as the argument says
   * with the element's position, and with the rows whose list is null or empty.
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

  // ---- rows

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
   * sort("status", col("price").descending())}. What says nothing else is ascending, nulls last.
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
    if (keys.isEmpty()) {
      throw new AnalysisException("Cannot sort: no key is given");
    }
    ExprTyper typer = new ExprTyper(schema(), "Cannot sort");
    List<SortKey> checked = new ArrayList<>();
    for (SortKey key : keys) {
      SortKey plain =
          new SortKey(ExprChecks.bound(typer, read(key.expr())), key.direction(), key.nulls());
      ExprChecks.requireScalar(typer, plain.expr());
      typer.requireOrdered(plain);
      checked.add(plain);
    }
    return derive(new LogicalPlan.Sort(plan, checked));
  }

  /** Returns at most this number of rows: the first if this frame is sorted, else any. */
  public DataFrame limit(long count) {
    requireCount("Cannot limit", count);
    if (count == LogicalPlan.Limit.ALL) {
      return this;
    }
    return derive(new LogicalPlan.Limit(plan, 0, count));
  }

  /** Returns all rows but this number: but the first if this frame is sorted, else any. */
  public DataFrame offset(long count) {
    requireCount("Cannot offset", count);
    if (count == 0) {
      return this;
    }
    return derive(new LogicalPlan.Limit(plan, count, LogicalPlan.Limit.ALL));
  }

  /**
   * Returns at most a number of rows that the query computes, as {@link #limit(long)}: a constant
   * expression, or the value of a frame by {@code scalar(frame)}. Null is no limit; a negative
   * number is an error when the query runs.
   *
   * @throws AnalysisException if it names a column of this frame, or is no number
   */
  public DataFrame limit(Expr count) {
    return derive(Limits.limit(plan, requireNonNull(count, "count is null")));
  }

  /** Leaves out a number of rows that the query computes, as {@link #limit(Expr)}. */
  public DataFrame offset(Expr count) {
    return derive(Limits.offset(plan, requireNonNull(count, "count is null")));
  }

  /**
   * Returns a percentage of the rows, as a number of rows rounded down: the first if this frame is
   * sorted, else any.
   *
   * @throws AnalysisException if it is not from 0 to 100
   */
  public DataFrame limitPercent(double percent) {
    return derive(Limits.percent(plan, percent));
  }

  /**
   * Returns the first rows of this sorted frame, and those behind them that are equal to the last
   * of them in the sort keys.
   *
   * @throws AnalysisException if this frame is not sorted
   */
  public DataFrame limitWithTies(long count) {
    requireCount("Cannot limit with ties", count);
    return derive(Limits.withTies(plan, count));
  }

  /**
   * Returns rows chosen at random, each with one probability, in any order. The seed is drawn now:
   * the frame chooses alike whenever it runs.
   *
   * @param fraction probability from 0 to 1
   * @throws AnalysisException if it is not
   */
  public DataFrame sample(double fraction) {
    return sample(fraction, newSeed());
  }

  /**
   * Returns rows as {@link #sample(double)}, by a seed. The same seed gives the same sample where
   * the rows come in the same order, as those of files and tables do whatever the number of
   * threads, also behind filters and columns; those of joins, groups and exchanges may not.
   */
  public DataFrame sample(double fraction, long seed) {
    return derive(new LogicalPlan.Sample(plan, new SampleSize.Fraction(fraction), seed));
  }

  /**
   * Returns a number of rows chosen at random, none twice, or all if there are fewer, in any order.
   * The seed is drawn now, as for {@link #sample(double)}.
   *
   * @throws AnalysisException if the number is negative
   */
  public DataFrame sampleRows(long count) {
    return sampleRows(count, newSeed());
  }

  /** Returns rows as {@link #sampleRows(long)}, by a seed, as {@link #sample(double, long)}. */
  public DataFrame sampleRows(long count, long seed) {
    return derive(new LogicalPlan.Sample(plan, new SampleSize.RowCount(count), seed));
  }

  private static long newSeed() {
    return ThreadLocalRandom.current().nextLong();
  }

  /** Returns at most ten rows, as {@link #limit}. */
  public DataFrame head() {
    return limit(HEAD_ROWS);
  }

  /** Returns at most this number of rows; another word for {@link #limit}. */
  public DataFrame head(long count) {
    return limit(count);
  }

  private static void requireCount(String action, long count) {
    if (count < 0) {
      throw new AnalysisException(action + ": " + count + " rows; the number must not be negative");
    }
  }

  // ---- groups

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

  // ---- several frames

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

  // ---- holding results

  /**
   * Has the session hold this frame's rows in memory from their first use on, and returns this
   * frame.
   *
   * <p>Every later query of the session that contains an equal plan (this frame, those derived from
   * it, frames made anew in the same way, SQL over them) reads the held rows, as they were at that
   * first use: files that change and the time of day no longer matter. The rows lie off the heap in
   * columns and count against the memory budget. Where memory gets short, those that were used
   * least recently are dropped before operators spill, and computed again at their next use; what
   * does not fit is not held. {@link #explain()} says what is held.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="cache"}
   *
   * @see #uncache()
   */
  public DataFrame cache() {
    session.engine().cache(plan);
    return this;
  }

  /**
   * Ends what {@link #cache()} began: frees the rows once no query reads them, and returns this
   * frame. Does nothing if they are not held.
   */
  public DataFrame uncache() {
    session.engine().uncache(plan);
    return this;
  }

  /**
   * Has this frame's rows held where queries run, from their first use on, and returns this frame.
   *
   * <p>On a cluster the rows stay where its tasks wrote them, in the memory of shuffle servers and
   * then on their disks; later queries of the session read them there, on the hosts that have them,
   * and only their own results come here. What is lost with a server is computed again. They go
   * with the session or with {@link #unpersist()}. Which queries read them, and which rows those
   * are, is as with {@link #cache()}; and in a session without a cluster this is {@link #cache()}.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="persist"}
   *
   * @see #unpersist()
   */
  public DataFrame persist() {
    session.engine().persist(plan);
    return this;
  }

  /**
   * Ends what {@link #persist()} began: frees the rows once no query reads them, and returns this
   * frame. Does nothing if they are not held.
   */
  public DataFrame unpersist() {
    session.engine().unpersist(plan);
    return this;
  }

  // ---- actions

  /** Runs the query and returns its whole result, held off-heap until the caller closes it. */
  public QueryResult collect() {
    return session.engine().run(plan);
  }

  /**
   * Runs the query and returns its rows as records on the heap.
   *
   * <p>Each component takes the column of its name, exactly or else the only one equal but for case
   * and underscores ({@code orderKey} and {@code order_key}). Types are checked before the query
   * runs. Integers, and decimals without fraction such as the sum of integers, go into every class
   * of integers that has room for the value, and into a {@code double} or {@code float} that is
   * exactly the value; other decimals into a {@code double} near them. Text becomes an enum
   * constant of that name or a {@code UUID}; an interval a {@code Duration} or {@code Period}; a
   * null an empty {@code Optional}.
   *
   * @throws AnalysisException if a component has no column or a type that does not take its values
   * @throws HeddleException if a value does not fit its component, with both names; if a primitive
   *     component meets a null; with code {@code USER_CODE} if the record's constructor fails
   */
  public <R extends Record> List<R> rows(Class<R> type) {
    RecordWriter<R> writer = new RecordWriter<>(requireNonNull(type, "type is null"), schema());
    try (QueryResult result = collect()) {
      return writer.records(result);
    }
  }

  /**
   * Runs the query and returns its result batch by batch while it runs; the caller closes the
   * stream.
   */
  public ArrowStream toArrow() {
    return session.engine().stream(plan);
  }

  /**
   * Runs the query and lends its rows to a consumer while it runs, batch by batch and in the order
   * of the query: a result of any size takes a bounded number of bytes.
   *
   * @param consumer called by one thread at a time, and must not keep a batch; what it throws ends
   *     the query
   * @return where the time went
   * @throws HeddleException with code {@code USER_CODE} if the consumer fails, with its exception
   *     as the cause
   */
  public QueryProfile forEachBatch(Consumer<ResultBatch> consumer) {
    requireNonNull(consumer, "consumer is null");
    return session
        .engine()
        .forEachBatch(
            plan,
            batch -> {
              try {
                consumer.accept(batch);
              } catch (HeddleException e) {
                throw e;
              } catch (RuntimeException e) {
                throw new HeddleException(
                    ErrorCode.USER_CODE, "Cannot go on: the consumer of batches failed, " + e, e);
              }
            });
  }

  /** Runs the query and returns its number of rows. */
  public long count() {
    DataFrame counted = agg(Functions.count().named("count"));
    try (QueryResult result = counted.collect()) {
      return result.iterator().next().longValue(0);
    }
  }

  /** Runs the query and prints its first 20 rows to standard output. */
  public void show() {
    show(SHOWN_ROWS);
  }

  /** Runs the query and prints its first rows to standard output. */
  public void show(int rowCount) {
    System.out.print(toText(rowCount));
  }

  /** Runs the query and returns its first rows as a text table. */
  public String toText(int rowCount) {
    requireCount("Cannot show", rowCount);
    try (QueryResult result = limit(rowCount + 1L).collect()) {
      return result.toText(rowCount);
    }
  }

  /**
   * Runs the query and returns its summary: one row for each of count, null_count, mean, std, min,
   * 25%, 50%, 75% and max, and a column of numbers (text, for columns that are no numbers) for each
   * column of this frame.
   */
  public DataFrame describe() {
    return Summary.describe(session, this);
  }

  /** Returns a writer of this frame's rows. */
  public FrameWriter write() {
    return new FrameWriter(this, WriteMode.FAIL_IF_EXISTS, WriteLayout.DEFAULT);
  }

  /**
   * Returns the logical, optimised and physical plans and the stages as text, with estimates; runs
   * nothing.
   */
  public String explain() {
    return explain(ExplainMode.ALL);
  }

  /** Returns some forms of the plan as text; {@link ExplainMode#ANALYZE} runs the query. */
  public String explain(ExplainMode mode) {
    return session.engine().explain(plan, requireNonNull(mode, "mode is null"));
  }

  /** Returns the columns, one a line; runs nothing. */
  @Override
  public String toString() {
    return schema().toString();
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
