package dev.heddle.frame;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.BatchStream;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.LoadMode;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.frame.spi.UserFunctions;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/**
 * An engine without data: it knows the schemas of a few sources and returns the rows it was told.
 */
final class RecordingEngine implements Engine {
  private final Map<String, Function<Expr[], Expr>> functions = new HashMap<>();
  final Map<String, Schema> sources = new LinkedHashMap<>();
  final Map<String, LogicalPlan> views = new LinkedHashMap<>();
  final Map<String, LogicalPlan> analyzed = new LinkedHashMap<>();
  final List<LogicalPlan> ran = new ArrayList<>();
  final List<LogicalPlan> cached = new ArrayList<>();
  final List<WriteTarget> written = new ArrayList<>();
  final List<@Nullable Object[]> loaded = new ArrayList<>();
  List<@Nullable Object[]> nextRows = List.of();

  @Override
  public ZoneId timeZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public LogicalPlan.Scan scan(Source source) {
    String path =
        switch (source) {
          case Source.Parquet s -> s.paths().getFirst();
          case Source.Csv s -> s.paths().getFirst();
          case Source.Json s -> s.paths().getFirst();
          case Source.Arrow s -> s.paths().getFirst();
          case Source.Files s -> s.paths().getFirst();
          case Source.ParquetFooters s -> s.paths().getFirst();
          case Source.Memory s -> s.name();
        };
    Schema schema = sources.get(path);
    if (schema == null) {
      throw new HeddleException(ErrorCode.NOT_FOUND, "Cannot read " + path + ": no such file");
    }
    return new LogicalPlan.Scan(source, schema);
  }

  @Override
  public LogicalPlan.Scan loadRows(Schema schema, Iterator<@Nullable Object[]> rows) {
    rows.forEachRemaining(loaded::add);
    return new LogicalPlan.Scan(new Source.Memory(loaded.size(), "rows"), schema);
  }

  @Override
  public LogicalPlan.Scan loadArrow(
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    batches.forEachRemaining(batch -> {});
    return new LogicalPlan.Scan(new Source.Memory(0, "arrow"), schema);
  }

  @Override
  public LogicalPlan analyzeSql(String text, Map<String, LogicalPlan> frames) {
    analyzed.putAll(frames);
    return new LogicalPlan.Scan(
        new Source.Memory(0, text), Schema.of(Field.of("n", DataType.INT64)));
  }

  @Override
  public UserFunctions functions() {
    return new UserFunctions() {
      @Override
      public void register(UserFunction function) {
        functions.put(function.name(), function::call);
      }

      @Override
      public void register(UserAggregate aggregate) {
        functions.put(aggregate.name(), aggregate::call);
      }

      @Override
      public void unregister(String name) {
        functions.remove(name);
      }

      @Override
      public Expr call(String name, List<Expr> arguments) {
        return functions.get(name).apply(arguments.toArray(Expr[]::new));
      }
    };
  }

  @Override
  public Expr bindExpression(String text, Schema columns) {
    return columns.indexOf(text).isPresent() ? new Expr.Column(text) : Functions.lit(text);
  }

  @Override
  public PreparedSql prepareSql(String text, Map<String, LogicalPlan> frames) {
    Map<String, DataType> parameters = new LinkedHashMap<>();
    Matcher found = Pattern.compile("\\?|\\$(\\w+)").matcher(text);
    while (found.find()) {
      String name = found.group(1);
      parameters.put(name == null ? "" + (parameters.size() + 1) : name, DataType.STRING);
    }
    return new PreparedSql(analyzeSql(text, frames), parameters);
  }

  @Override
  public StatementShape describe(String statement) {
    throw new UnsupportedOperationException("describe");
  }

  @Override
  public long executeEach(String statement, List<SqlParameters> rows) {
    throw new UnsupportedOperationException("executeEach");
  }

  @Override
  public Engine newSession(SessionAccess access) {
    throw new UnsupportedOperationException("newSession");
  }

  @Override
  public Engine newSession() {
    throw new UnsupportedOperationException("newSession");
  }

  @Override
  public long loadTable(
      String name,
      LoadMode mode,
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    throw new UnsupportedOperationException("loadTable");
  }

  @Override
  public List<StatementInfo> statements(String script) {
    throw new UnsupportedOperationException("statements");
  }

  @Override
  public void execute(String script, SqlParameters parameters, Consumer<StatementResult> consumer) {
    consumer.accept(new StatementResult(script, "done", null, 0));
  }

  @Override
  public void execute(
      String script,
      SqlParameters parameters,
      BiConsumer<String, LogicalPlan> queries,
      Consumer<StatementResult> others) {
    queries.accept(script, analyzeSql(script, Map.of()));
  }

  @Override
  public QueryProfile forEachBatch(LogicalPlan plan, Consumer<ResultBatch> consumer) {
    try (QueryResult result = run(plan)) {
      result.batches().forEach(consumer);
      return result.profile();
    }
  }

  @Override
  public QueryResult run(LogicalPlan plan) {
    ran.add(plan);
    return new RowsResult(plan.schema(), nextRows);
  }

  @Override
  public ArrowStream stream(LogicalPlan plan) {
    return new EmptyStream(plan.schema());
  }

  @Override
  public BatchStream batches(LogicalPlan plan) {
    Iterator<ResultBatch> batches = run(plan).batches().iterator();
    return new BatchStream() {
      @Override
      public @Nullable ResultBatch next() {
        return batches.hasNext() ? batches.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void cache(LogicalPlan plan) {
    cached.add(plan);
  }

  @Override
  public void persist(LogicalPlan plan) {
    cached.add(plan);
  }

  @Override
  public void unpersist(LogicalPlan plan) {
    cached.remove(plan);
  }

  @Override
  public void uncache(LogicalPlan plan) {
    cached.remove(plan);
  }

  @Override
  public String explain(LogicalPlan plan, ExplainMode mode) {
    return mode + "\n" + PlanPrinter.print(plan);
  }

  @Override
  public QueryPlan queryPlan(LogicalPlan plan) {
    PlanNode root =
        new PlanNode(0, 0, plan.getClass().getSimpleName(), plan.toString(), -1, List.of());
    return new QueryPlan(List.of(), List.of(root), List.of());
  }

  @Override
  public QueryPlan analyzedPlan(LogicalPlan plan) {
    return new QueryPlan(
        List.of(), queryPlan(plan).nodes(), List.of(new NodeStatus(0, 0, 0, 0, 0)));
  }

  @Override
  public WriteSummary write(LogicalPlan plan, WriteTarget target) {
    written.add(target);
    return new WriteSummary(0, 0, 0);
  }

  @Override
  public void createView(String name, LogicalPlan plan) {
    views.put(name, plan);
  }

  @Override
  public void dropView(String name) {
    views.remove(name);
  }

  @Override
  public LogicalPlan table(String name) {
    return views.get(name);
  }

  @Override
  public List<TableInfo> tables() {
    return views.entrySet().stream()
        .map(e -> new TableInfo(e.getKey(), TableInfo.Kind.VIEW, e.getValue().schema()))
        .toList();
  }

  @Override
  public QueryHandle submit(LogicalPlan plan) {
    return new Submitted(CompletableFuture.completedFuture(run(plan)));
  }

  /** A query that is over when it is submitted. */
  private record Submitted(CompletableFuture<QueryResult> result) implements QueryHandle {
    @Override
    public long query() {
      return 1;
    }

    @Override
    public QueryProgress progress() {
      return new QueryProgress(
          1,
          "",
          QueryState.FINISHED,
          Duration.ZERO,
          Duration.ZERO,
          1,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          List.of(),
          List.of());
    }

    @Override
    public void cancel() {}

    @Override
    public QueryHandle cancelAfter(Duration timeout) {
      return this;
    }
  }

  @Override
  public void addProgressListener(ProgressListener listener) {}

  @Override
  public void report(LogicalPlan plan, Path file) {}

  @Override
  public Optional<URI> dashboard() {
    return Optional.empty();
  }

  @Override
  public void removeProgressListener(ProgressListener listener) {}

  @Override
  public void cancelAll() {}

  @Override
  public void close() {}

  /** A stream without rows. */
  private record EmptyStream(Schema schema) implements ArrowStream {
    @Override
    public VectorSchemaRoot root() {
      throw new IllegalStateException("no rows");
    }

    @Override
    public boolean next() {
      return false;
    }

    @Override
    public void close() {}
  }
}
