package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.option.DatabaseAccess;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryHandle;
import java.net.URI;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/**
 * A place to make frames and run them; closing it cancels what runs and frees all memory.
 *
 * <p>May be used from several threads. Frames, results and streams of a session fail with code
 * {@code CLOSED} once it is closed.
 */
public final class Session implements AutoCloseable {
  private final Engine engine;
  private final SessionOptions options;
  private volatile boolean isClosed;

  /**
   * Makes a session over an engine, which becomes the session's; users call {@link Heddle#local()}.
   */
  public Session(Engine engine, SessionOptions options) {
    this.engine = requireNonNull(engine, "engine is null");
    this.options = requireNonNull(options, "options is null");
  }

  /** Returns the settings the session was opened with. */
  public SessionOptions options() {
    return options;
  }

  /**
   * Returns the zone in which points in time are shown: that of the options, until {@code SET
   * TimeZone} chooses another.
   */
  public ZoneId timeZone() {
    return engine.timeZone();
  }

  /**
   * Attaches the lasting database of a folder under the folder's name and makes its schema {@code
   * main} the current one. Its tables, views and macros are there as the last statement has left
   * them. {@code ATTACH} in SQL gives it another name.
   *
   * @throws HeddleException {@code REFUSED} if another process, which the message names, writes it;
   *     {@code NOT_FOUND} if it is to be read and is not there; {@code ALREADY_EXISTS} if the
   *     folder is that of something else, or the session has a database of its name
   */
  public void openDatabase(Path folder, DatabaseAccess access) {
    requireNonNull(access, "access is null");
    Path local = Path.of(requireNonNull(folder, "folder is null").toString());
    Path last = local.toAbsolutePath().normalize().getFileName();
    if (last == null) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot open database " + folder + ": the folder has no name; choose one below it");
    }
    String name = "\"" + last.toString().replace("\"", "\"\"") + "\"";
    String path = "'" + folder.toString().replace("'", "''") + "'";
    String readOnly =
        switch (access) {
          case WRITE -> "";
          case READ -> " (READ_ONLY)";
        };
    execute("ATTACH " + path + " AS " + name + readOnly + "; USE " + name + ".main");
  }

  /** Returns a reader of files. */
  public FrameReader read() {
    return new FrameReader(this);
  }

  /**
   * Returns a frame of records. Component names become column names; primitives are never null.
   * Components may be {@code boolean, byte, short, int, long, float, double} or their boxes, {@code
   * BigDecimal} (as DECIMAL(38, s) with the largest scale found), {@code BigInteger, String, char,
   * byte[], LocalDate, LocalTime, LocalDateTime, Instant, OffsetDateTime, ZonedDateTime, Duration,
   * Period, UUID}, enums (as text), an {@code Optional} of one of these, and arrays, collections,
   * maps and records of them. A class counts as one of records, too, if it has one public
   * constructor, each of whose parameters has an accessor of its name and type, as case classes of
   * Scala have.
   *
   * @param rows at least one record, all of one class; for what may be empty use {@link
   *     #from(Class, List)}
   */
  public <R> DataFrame from(List<R> rows) {
    if (requireNonNull(rows, "rows is null").isEmpty()) {
      throw new AnalysisException(
          "Cannot make a frame of no records: the columns are unknown; use from(Class, List)");
    }
    return fromRecords(requireNonNull(rows.getFirst(), "rows[0] is null").getClass(), rows);
  }

  /** Returns a frame of records, possibly none, as {@link #from(List)}. */
  public <R> DataFrame from(Class<R> type, List<R> rows) {
    return fromRecords(type, rows);
  }

  private DataFrame fromRecords(Class<?> type, List<?> rows) {
    RecordReader reader = new RecordReader(requireNonNull(type, "type is null"));
    int position = 0;
    for (Object row : requireNonNull(rows, "rows is null")) {
      int index = position++;
      requireNonNull(row, () -> "rows[" + index + "] is null");
    }
    Schema schema = reader.schema(rows);
    return frame(RowLoader.load(engine(), schema, reader.values(rows)));
  }

  /**
   * Returns a frame of rows given as arrays.
   *
   * @param schema the columns
   * @param rows one value a column, of the classes that {@link Row#value} gives; an integer of
   *     another width, or an integer or decimal of another scale for a decimal, is converted if
   *     nothing is lost
   */
  public DataFrame from(Schema schema, List<@Nullable Object[]> rows) {
    return frame(
        RowLoader.load(
            engine(),
            requireNonNull(schema, "schema is null"),
            requireNonNull(rows, "rows is null")));
  }

  /** Returns a frame of the rows of a result; they are copied and the result stays the caller's. */
  public DataFrame from(QueryResult rows) {
    Schema schema = requireNonNull(rows, "rows is null").schema();
    List<@Nullable Object[]> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.toArray()));
    return from(schema, values);
  }

  /** Returns a frame of Arrow vectors; they are copied and stay the caller's. */
  public DataFrame from(VectorSchemaRoot root) {
    requireNonNull(root, "root is null");
    Schema schema = ArrowTypes.fromArrow(root.getSchema(), null);
    return fromArrow(schema, List.of(root).iterator());
  }

  /**
   * Returns a frame of Arrow vectors of which some have codes of dictionaries; the values that the
   * codes mean are copied, and all vectors stay the caller's.
   */
  public DataFrame from(VectorSchemaRoot root, DictionaryProvider dictionaries) {
    requireNonNull(root, "root is null");
    requireNonNull(dictionaries, "dictionaries is null");
    Schema schema = ArrowTypes.fromArrow(root.getSchema(), dictionaries);
    return frame(engine().loadArrow(schema, List.of(root).iterator(), dictionaries));
  }

  /**
   * Returns a frame of Arrow batches; they are copied and stay the caller's.
   *
   * @param schema schema of every batch
   * @param batches each is copied before the next is asked for, so it may be one root that is
   *     refilled
   */
  public DataFrame fromArrow(Schema schema, Iterator<VectorSchemaRoot> batches) {
    return frame(
        engine()
            .loadArrow(
                requireNonNull(schema, "schema is null"),
                requireNonNull(batches, "batches is null"),
                null));
  }

  /**
   * Returns the frame that a query means. It is parsed and checked now and run by an action.
   *
   * <p>Tables are the session's views and tables, or files: {@code from 'data/*.parquet'}. What
   * their names mean now, they mean for good.
   *
   * @throws AnalysisException if the text does not parse or names or types something wrongly, with
   *     line and column
   */
  public DataFrame sql(String query) {
    return sql(query, Map.of());
  }

  /**
   * Returns the frame that a query over frames, or with named parameters, means.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="sql"}
   *
   * @param query text as in {@link #sql(String)}
   * @param named what names mean in this text only: of a {@link DataFrame} a table, of any other
   *     value the parameter {@code $name}
   * @throws AnalysisException also if a parameter has no value, a value no parameter, or one does
   *     not fit the other's type, which the text gives it
   */
  public DataFrame sql(String query, Map<String, ? extends @Nullable Object> named) {
    requireNonNull(query, "query is null");
    SqlParameters.requireNames(requireNonNull(named, "named is null"));
    Map<String, LogicalPlan> frames = new LinkedHashMap<>();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, @Nullable Object> each :
        new TreeMap<String, @Nullable Object>(named).entrySet()) {
      if (each.getValue() instanceof DataFrame frame) {
        frames.put(each.getKey(), frame.plan());
      } else {
        values.put(each.getKey(), each.getValue());
      }
    }
    return values.isEmpty()
        ? frame(engine().analyzeSql(query, frames))
        : new PreparedQuery(this, query, frames).bind(values);
  }

  /**
   * Returns the frame that a query means with values for its parameters {@code ?}, in their order.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="parameters"}
   *
   * @throws AnalysisException also if there are more or fewer values than parameters, or one does
   *     not fit the type that the text gives its parameter
   */
  public DataFrame sql(String query, @Nullable Object... parameters) {
    return sql(query, Arrays.asList(requireNonNull(parameters, "parameters is null")));
  }

  /** Returns the frame that a query means with values for its parameters {@code ?}. */
  public DataFrame sql(String query, List<? extends @Nullable Object> parameters) {
    return prepare(query).bind(parameters);
  }

  /**
   * Parses and types a query with parameters, {@code ?} or {@code $name}, to be run with several
   * values.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="prepare"}
   *
   * @throws AnalysisException if the query is wrong, or the text does not determine a parameter's
   *     type
   */
  public PreparedQuery prepare(String query) {
    return new PreparedQuery(this, requireNonNull(query, "query is null"), Map.of());
  }

  /**
   * Runs the statements of a script in order: queries, {@code CREATE VIEW}, {@code CREATE TABLE},
   * {@code INSERT}, {@code DROP}, {@code COPY} and so on. It stops at the first that fails; what
   * earlier ones did stays.
   */
  public void execute(String script) {
    execute(script, result -> {});
  }

  /**
   * Runs a script as {@link #execute(String)} and shows each statement's result to the consumer,
   * which must not keep it.
   */
  public void execute(String script, Consumer<StatementResult> consumer) {
    requireNonNull(script, "script is null");
    engine().execute(script, SqlParameters.none(), requireNonNull(consumer, "consumer is null"));
  }

  /**
   * Runs a script as {@link #execute(String)} with values for its parameters {@code ?}, which are
   * numbered in each statement anew.
   */
  public void execute(String script, List<? extends @Nullable Object> parameters) {
    requireNonNull(script, "script is null");
    engine().execute(script, SqlParameters.of(parameters), result -> {});
  }

  /** Runs a script as {@link #execute(String)} with values for its parameters {@code $name}. */
  public void execute(String script, Map<String, ? extends @Nullable Object> parameters) {
    requireNonNull(script, "script is null");
    engine().execute(script, SqlParameters.of(parameters), result -> {});
  }

  /** Runs a script as {@link #execute(String)}, but leaves it to the handler to run queries. */
  public void execute(String script, ScriptHandler handler) {
    execute(script, SqlParameters.none(), handler);
  }

  /** Runs a script with parameters, but leaves it to the handler to run queries. */
  public void execute(String script, SqlParameters parameters, ScriptHandler handler) {
    requireNonNull(script, "script is null");
    requireNonNull(handler, "handler is null");
    engine()
        .execute(
            script,
            requireNonNull(parameters, "parameters is null"),
            (text, plan) -> handler.query(text, frame(plan)),
            handler::result);
  }

  /**
   * Returns the statements of a script with what each gives, rows or a number of changed rows;
   * nothing is bound or run.
   *
   * @throws AnalysisException of code SYNTAX if the script does not parse, with line and column
   */
  public List<StatementInfo> statements(String script) {
    return engine().statements(requireNonNull(script, "script is null"));
  }

  /**
   * Returns what one statement takes and gives; it is bound, and not run.
   *
   * @throws AnalysisException if the text is not one statement, something in it is wrong, or it
   *     does not determine a parameter's type
   */
  public StatementShape describe(String statement) {
    return engine().describe(requireNonNull(statement, "statement is null"));
  }

  /**
   * Returns another session over the same views, tables, functions and cached rows, with settings
   * of its own, which begin as those that this session was opened with. Progress listeners see the
   * queries of all sessions that were made so. Closing it cancels its queries and leaves the
   * tables; closing this session closes it.
   */
  public Session newSession() {
    return new Session(engine().newSession(), options);
  }

  /**
   * Returns another session as {@link #newSession()} does, which may use less: what is neither this
   * session's right nor one of {@code access} is refused with code {@code ACCESS_DENIED}. Sessions
   * that are made of it have no more.
   */
  public Session newSession(SessionAccess access) {
    return new Session(engine().newSession(requireNonNull(access, "access is null")), options);
  }

  /** Gives a frame a name that SQL can use; a view of that name is replaced. */
  public void createView(String name, DataFrame frame) {
    requireNonNull(name, "name is null");
    engine().createView(name, requireNonNull(frame, "frame is null").plan());
  }

  /** Removes a view. */
  public void dropView(String name) {
    engine().dropView(requireNonNull(name, "name is null"));
  }

  /** Returns the frame of a view or table. */
  public DataFrame table(String name) {
    return frame(engine().table(requireNonNull(name, "name is null")));
  }

  /** Returns the views and tables, by name. */
  public List<TableInfo> tables() {
    return new ArrayList<>(engine().tables());
  }

  /**
   * Gives a function of the user's own to this session: to SQL by its name, to frames by {@link
   * #call}. One of that name is replaced; frames that exist keep it.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="function"}
   *
   * @return the function, whose {@link UserFunction#call} makes calls too
   * @throws HeddleException with code {@code ALREADY_EXISTS} if a built-in function has the name;
   *     {@code USER_CODE} if the session is of a cluster and the code cannot be sent there
   */
  public UserFunction register(UserFunction function) {
    engine().functions().register(requireNonNull(function, "function is null"));
    return function;
  }

  /**
   * Gives an aggregate of the user's own to this session, as {@link #register(UserFunction)} does a
   * function.
   *
   * @return the aggregate, whose {@link UserAggregate#call} makes calls too
   */
  public UserAggregate register(UserAggregate aggregate) {
    engine().functions().register(requireNonNull(aggregate, "aggregate is null"));
    return aggregate;
  }

  /** Takes a function or an aggregate away; frames that call it keep it. */
  public void unregister(String function) {
    engine().functions().unregister(requireNonNull(function, "function is null"));
  }

  /** Returns a call of a function or an aggregate that was registered; case does not matter. */
  public Expr call(String function, Expr... arguments) {
    return engine()
        .functions()
        .call(requireNonNull(function, "function is null"), Arguments.all(arguments, "arguments"));
  }

  /**
   * Runs the query of a frame beside the caller.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="submit"}
   *
   * @param frame of this session
   */
  public QueryHandle submit(DataFrame frame) {
    requireNonNull(frame, "frame is null");
    return engine().submit(frame.plan());
  }

  /** Shows a listener how far each query of this session is, from now on. */
  public void addProgressListener(ProgressListener listener) {
    engine().addProgressListener(requireNonNull(listener, "listener is null"));
  }

  /** Ends what {@link #addProgressListener} began; does nothing if the listener is unknown. */
  public void removeProgressListener(ProgressListener listener) {
    engine().removeProgressListener(requireNonNull(listener, "listener is null"));
  }

  /**
   * Returns a new link that opens the dashboard in one browser, once; empty if this session was
   * opened without one, see {@link dev.heddle.frame.option.SessionOptions#withUi(int)}.
   */
  public Optional<URI> dashboard() {
    return engine().dashboard();
  }

  /**
   * Cancels every query of this session that runs now; their callers get an error with code {@code
   * CANCELLED}.
   */
  public void cancelAll() {
    engine().cancelAll();
  }

  @Override
  public void close() {
    isClosed = true;
    engine.close();
  }

  /** Returns the frame of a plan that the engine of this session has made. */
  public DataFrame frame(LogicalPlan plan) {
    return new DataFrame(this, requireNonNull(plan, "plan is null"));
  }

  /** Returns what runs the queries of this session: for those who extend Heddle, not for users. */
  public Engine engine() {
    if (isClosed) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use the session: it is closed; open another one");
    }
    return engine;
  }
}
