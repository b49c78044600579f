package dev.heddle.frame.spi;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.QueryPlan;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryHandle;
import java.net.URI;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/**
 * What carries out a session's work: one engine a session.
 *
 * <p><b>Threads.</b> All methods may be called from any thread, several at once. Methods that run a
 * query block the caller until its result (of a stream: its first batch) is there; interrupting the
 * caller cancels its query.
 *
 * <p><b>Errors.</b> Every failure is a {@link dev.heddle.frame.error.HeddleException} whose
 * one-line message names the thing, the value and the way out; wrong names and types in SQL are
 * {@link dev.heddle.frame.error.AnalysisException}s with line and column. After {@link #close()}
 * every method fails with code {@code CLOSED}.
 *
 * <p><b>Names.</b> The engine owns the session's catalogue of views and tables in memory. It keeps
 * names as they were given and finds them exactly, else the only one that is equal but for case.
 */
public interface Engine extends AutoCloseable {
  /**
   * Returns a scan of the source with the columns found there. Reads the listing and one footer
   * (CSV: a sample), cached.
   *
   * @throws dev.heddle.frame.error.HeddleException {@code NOT_FOUND}, {@code SCHEMA_MISMATCH},
   *     {@code CORRUPT_FILE}, {@code IO} or {@code UNSUPPORTED}, naming the file
   */
  LogicalPlan.Scan scan(Source source);

  /**
   * Copies rows into a table in memory that lives until the session is closed; it has no name in
   * SQL.
   *
   * @param schema the columns
   * @param rows arrays with one value a column, of the classes that {@link
   *     dev.heddle.frame.Row#value} gives
   */
  LogicalPlan.Scan loadRows(Schema schema, Iterator<@Nullable Object[]> rows);

  /**
   * Copies Arrow batches into a table in memory that lives until the session is closed; the roots
   * stay the caller's.
   *
   * @param schema the columns, mapped by {@link dev.heddle.frame.schema.ArrowTypes}
   * @param batches roots of one schema; each is read before the next is asked for, so it may be the
   *     same object, refilled
   * @param dictionaries of encoded vectors; null if there are none
   */
  LogicalPlan.Scan loadArrow(
      Schema schema, Iterator<VectorSchemaRoot> batches, @Nullable DictionaryProvider dictionaries);

  /**
   * Parses and validates one query and binds the tables it names; nothing is run.
   *
   * <p>A table name means, in this order: one of {@code frames}, a view or table of the catalogue,
   * a path in quotes such as {@code 'data/*.parquet'}. With its schema, {@code main.orders} or
   * {@code heddle.main.orders}, it means what is in the catalogue alone.
   *
   * @param text one query, without a {@code ;} or with one at its end
   * @param frames names that hold for this text only
   */
  LogicalPlan analyzeSql(String text, Map<String, LogicalPlan> frames);

  /**
   * Parses a query as {@link #analyzeSql} does, with its parameters left open and typed by their
   * context.
   *
   * @throws dev.heddle.frame.error.AnalysisException also if the text does not determine a type
   */
  PreparedSql prepareSql(String text, Map<String, LogicalPlan> frames);

  /**
   * Parses an expression of SQL and binds it to columns; it may hold aggregates and windows.
   *
   * @throws dev.heddle.frame.error.AnalysisException if it is wrong, with line and column
   */
  Expr bindExpression(String text, Schema columns);

  /**
   * Returns the statements of a script; nothing is bound or run.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  List<StatementInfo> statements(String script);

  /**
   * Binds one statement and returns what it takes and gives; nothing is run.
   *
   * @throws dev.heddle.frame.error.AnalysisException if the text is not one statement, something in
   *     it is wrong, or it does not determine a parameter's type
   */
  StatementShape describe(String statement);

  /**
   * Runs the statements of a script in order and stops at the first that fails; what earlier ones
   * did stays.
   *
   * @param script statements separated by {@code ;}
   * @param parameters values for the parameters of all statements
   * @param consumer called after each statement, on the calling thread; the result it is given is
   *     closed when it returns
   */
  void execute(String script, SqlParameters parameters, Consumer<StatementResult> consumer);

  /**
   * Runs a script as {@link #execute(String, SqlParameters, Consumer)}, but does not run its
   * queries.
   *
   * @param queries called with the text and the plan of each query in its turn
   * @param others called after each other statement
   */
  void execute(
      String script,
      SqlParameters parameters,
      BiConsumer<String, LogicalPlan> queries,
      Consumer<StatementResult> others);

  /**
   * Runs one statement once for each row of values, and returns how many rows it has changed in
   * all. Of INSERT all rows of values come into the table, or none.
   *
   * @param rows values for the statement's parameters
   * @throws dev.heddle.frame.error.AnalysisException also if the text is not one statement
   */
  long executeEach(String statement, List<SqlParameters> rows);

  /** Runs a plan and keeps its whole result; the caller closes it. */
  QueryResult run(LogicalPlan plan);

  /** Runs a plan beside the caller, who closes its result. */
  QueryHandle submit(LogicalPlan plan);

  /** Shows a listener how far each query is that runs from now on. */
  void addProgressListener(ProgressListener listener);

  /** Ends what {@link #addProgressListener} began; does nothing if the listener is unknown. */
  void removeProgressListener(ProgressListener listener);

  /**
   * Runs a query, whose rows are dropped, and writes a page that tells of it.
   *
   * @throws dev.heddle.frame.error.HeddleException the query's, after the page is written; with
   *     code {@code IO} if it cannot be; with code {@code NOT_FOUND} if what makes it is missing
   */
  void report(LogicalPlan plan, Path file);

  /** Returns a link that opens the dashboard once; empty if the session has none. */
  Optional<URI> dashboard();

  /**
   * Runs a plan and hands over its result batch by batch while it runs; the caller closes the
   * stream, which ends the query.
   */
  ArrowStream stream(LogicalPlan plan);

  /**
   * Runs a plan and hands over copies of its rows batch by batch while it runs; the caller closes
   * the stream, which ends the query.
   */
  BatchStream batches(LogicalPlan plan);

  /**
   * Runs a plan and lends its rows to a consumer while it runs, batch by batch and in the order of
   * the query, with a bounded number of bytes waiting.
   *
   * @param consumer called by one thread at a time, of the query's; what it throws ends the query
   * @return where the time went
   */
  QueryProfile forEachBatch(LogicalPlan plan, Consumer<ResultBatch> consumer);

  /**
   * Caches a plan's rows in memory from their first use on, for every query that contains an equal
   * plan; they may be dropped and computed again where memory is short. Does nothing if they are
   * cached.
   */
  void cache(LogicalPlan plan);

  /** Ends what {@link #cache} began; does nothing if the plan's rows are not cached. */
  void uncache(LogicalPlan plan);

  /**
   * Persists a plan's rows where queries run, from their first use on, for every query that
   * contains an equal plan: on a cluster in the cluster, else as {@link #cache} does. Does nothing
   * if they are persisted.
   */
  void persist(LogicalPlan plan);

  /** Ends what {@link #persist} began; does nothing if the plan's rows are not persisted. */
  void unpersist(LogicalPlan plan);

  /** Returns the plan as text, with line ends. Some modes run it: {@link ExplainMode#isRun}. */
  String explain(LogicalPlan plan, ExplainMode mode);

  /** Returns the plan of operators with estimates; runs nothing. */
  QueryPlan queryPlan(LogicalPlan plan);

  /** Runs the plan, drops its rows, and returns the plan of operators with what each has done. */
  QueryPlan analyzedPlan(LogicalPlan plan);

  /** Runs a plan and writes its rows; the target appears complete or not at all. */
  WriteSummary write(LogicalPlan plan, WriteTarget target);

  /**
   * Gives a plan a name that SQL can use; a view of that name is replaced. Fails with {@code
   * ALREADY_EXISTS} if a table has the name.
   */
  void createView(String name, LogicalPlan plan);

  /** Removes a view. Fails with {@code NOT_FOUND} if there is none. */
  void dropView(String name);

  /**
   * Returns the plan of a view, or a scan of a table as it is now. Fails with {@code NOT_FOUND},
   * naming the nearest.
   */
  LogicalPlan table(String name);

  /**
   * Copies Arrow batches into a table of the catalogue, all of them or, if this fails, none. Rows
   * that are added to a table have its columns' names, in any order and without regard to case, and
   * are converted to their types; columns that are not given become null.
   *
   * @param schema the columns, mapped by {@link dev.heddle.frame.schema.ArrowTypes}
   * @param batches as in {@link #loadArrow}
   * @param dictionaries of encoded vectors; null if there are none
   * @return number of rows
   * @throws dev.heddle.frame.error.HeddleException also {@code ANALYSIS} if the name is a view's
   */
  long loadTable(
      String name,
      LoadMode mode,
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries);

  /** Returns the zone in which points in time are shown. */
  ZoneId timeZone();

  /** Returns the catalogue's views and tables, by name. */
  List<TableInfo> tables();

  /** Returns the functions of the user's own. */
  UserFunctions functions();

  /**
   * Returns an engine for another session over the same catalogue, functions, memory and cached
   * rows, with settings of its own: those that this one was opened with. Closing it cancels what it
   * runs; closing this one closes it.
   */
  Engine newSession();

  /** Returns an engine as {@link #newSession()} does, which has not more than these rights. */
  Engine newSession(SessionAccess access);

  /** Cancels every query that runs now; their callers get {@code CANCELLED}. Returns at once. */
  void cancelAll();

  /** Cancels what runs, closes what is open, frees all memory. Calling it again does nothing. */
  @Override
  void close();
}
