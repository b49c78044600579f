package dev.heddle.engine.trace;

import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a span of each query, within the span that its caller is in, and one of each of its stages
 * within that. The names of attributes are those of OpenTelemetry's conventions for databases where
 * there are such. No data are in them: of a finding, whose text names values, its code, cost and
 * nodes.
 */
final class QuerySpans implements ProgressListener {
  private static final Logger LOG = LoggerFactory.getLogger(QuerySpans.class);
  private static final String SCOPE = "dev.heddle";

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  private static final AttributeKey<String> TEXT = AttributeKey.stringKey("db.query.text");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("exception.message");
  private static final AttributeKey<Long> QUERY = AttributeKey.longKey("heddle.query.number");
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("heddle.query.state");
  private static final AttributeKey<Long> ROWS_READ =
      AttributeKey.longKey("heddle.query.rows_read");
  private static final AttributeKey<Long> READ = AttributeKey.longKey("heddle.query.bytes_read");
  private static final AttributeKey<Long> MEMORY =
      AttributeKey.longKey("heddle.query.peak_memory_bytes");
  private static final AttributeKey<Long> SPILLED =
      AttributeKey.longKey("heddle.query.spilled_bytes");
  private static final AttributeKey<Double> TOOK = AttributeKey.doubleKey("heddle.step.seconds");
  private static final AttributeKey<Long> MOVED = AttributeKey.longKey("heddle.step.bytes");
  private static final AttributeKey<Long> STAGE = AttributeKey.longKey("heddle.stage.number");
  private static final AttributeKey<String> OPERATORS =
      AttributeKey.stringKey("heddle.stage.operators");
  private static final AttributeKey<Long> TASKS = AttributeKey.longKey("heddle.stage.tasks");
  private static final AttributeKey<Long> ROWS = AttributeKey.longKey("heddle.stage.rows");
  private static final AttributeKey<Long> BYTES = AttributeKey.longKey("heddle.stage.bytes");
  private static final AttributeKey<Long> TASK = AttributeKey.longKey("heddle.task.number");
  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("heddle.task.attempt");
  private static final AttributeKey<String> WORKER = AttributeKey.stringKey("heddle.task.worker");
  private static final AttributeKey<String> CODE = AttributeKey.stringKey("heddle.finding.code");
  private static final AttributeKey<Double> COST = AttributeKey.doubleKey("heddle.finding.seconds");
  private static final AttributeKey<List<Long>> NODES =
      AttributeKey.longArrayKey("heddle.finding.nodes");

  private final Tracer tracer;
  private final LiteralMask mask = new LiteralMask();
  private final Map<Long, Context> callers = new ConcurrentHashMap<>();
  private final Map<Long, OpenQuery> open = new HashMap<>(); // used by one thread at a time

  /** A query's span, and those of its stages that are not over. */
  private static final class OpenQuery {
    private final Span span;
    private final Context context;
    private final Map<Integer, Span> stages = new HashMap<>();
    private Map<Integer, String> operators = Map.of();

    OpenQuery(Span span, Context caller) {
      this.span = span;
      this.context = caller.with(span);
    }

    void endStages(Instant at) {
      stages.values().forEach(stage -> stage.end(at));
      stages.clear();
    }
  }

  QuerySpans(OpenTelemetry telemetry) {
    this.tracer = telemetry.getTracer(SCOPE);
  }

  /** Returns what sends spans to the process's OpenTelemetry. */
  static QuerySpans global() {
    OpenTelemetry telemetry = GlobalOpenTelemetry.get();
    if (telemetry.getTracerProvider() == OpenTelemetry.noop().getTracerProvider()) {
      LOG.warn(
          "spans of queries go nowhere: no OpenTelemetry SDK was set before the session was"
              + " opened");
    }
    return new QuerySpans(telemetry);
  }

  @Override
  public void asked(long query) {
    callers.put(query, Context.current());
  }

  @Override
  public void progress(QueryProgress progress) {}

  @Override
  public void event(QueryEvent event) {
    if (event instanceof QueryEvent.Began began) {
      begin(began);
      return;
    }
    OpenQuery query = open.get(event.query());
    if (query == null) {
      return; // it had begun before anybody asked for spans
    }
    switch (event) {
      case QueryEvent.Began e -> {} // done above
      case QueryEvent.StepEnded e ->
          query.span.addEvent(
              e.step().name().toLowerCase(Locale.ROOT),
              Attributes.of(TOOK, e.took().toNanos() / 1e9, MOVED, e.bytes()),
              e.at());
      case QueryEvent.Planned e -> plan(query, e);
      case QueryEvent.StageStarted e -> start(query, e);
      case QueryEvent.StageEnded e -> end(query, e);
      case QueryEvent.TaskStarted e -> {} // a span a task is too much
      case QueryEvent.TaskEnded e -> end(query, e);
      case QueryEvent.Profiled e -> {} // not for traces
      case QueryEvent.Ended e -> end(query, e);
    }
  }

  private void begin(QueryEvent.Began began) {
    Context caller = callers.remove(began.query());
    if (caller == null) {
      caller = Context.root();
    }
    Span span =
        tracer
            .spanBuilder("heddle query")
            .setParent(caller)
            .setSpanKind(SpanKind.CLIENT)
            .setStartTimestamp(began.at())
            .setAttribute(SYSTEM, "heddle")
            .setAttribute(TEXT, mask.mask(began.text()))
            .setAttribute(QUERY, began.query())
            .startSpan();
    open.put(began.query(), new OpenQuery(span, caller));
  }

  private void plan(OpenQuery query, QueryEvent.Planned planned) {
    query.endStages(planned.at()); // of a plan that is no longer
    Map<Integer, String> operators = new HashMap<>();
    for (PlannedStage stage : planned.stages()) {
      operators.put(stage.stage(), mask.withoutSecrets(stage.operators()));
    }
    query.operators = operators;
  }

  private void start(OpenQuery query, QueryEvent.StageStarted started) {
    Span span =
        tracer
            .spanBuilder("heddle stage")
            .setParent(query.context)
            .setStartTimestamp(started.at())
            .setAttribute(STAGE, (long) started.stage())
            .setAttribute(OPERATORS, query.operators.getOrDefault(started.stage(), ""))
            .setAttribute(TASKS, (long) started.tasks())
            .startSpan();
    Span before = query.stages.put(started.stage(), span);
    if (before != null) {
      before.end(started.at());
    }
  }

  private static void end(OpenQuery query, QueryEvent.StageEnded ended) {
    Span span = query.stages.remove(ended.stage());
    if (span != null) {
      span.setAttribute(ROWS, ended.rows());
      span.setAttribute(BYTES, ended.bytes());
      span.end(ended.at());
    }
  }

  private void end(OpenQuery query, QueryEvent.TaskEnded ended) {
    Span span = query.stages.get(ended.stage());
    if (span == null || ended.failure().isEmpty()) {
      return;
    }
    span.addEvent(
        "task failed",
        Attributes.builder()
            .put(TASK, (long) ended.task())
            .put(ATTEMPT, (long) ended.attempt())
            .put(WORKER, ended.worker())
            .put(MESSAGE, mask.withoutSecrets(ended.failure().get()))
            .build(),
        ended.at());
  }

  private void end(OpenQuery query, QueryEvent.Ended ended) {
    query.endStages(ended.at());
    Span span = query.span;
    QueryProgress last = ended.last();
    span.setAttribute(STATE, last.state().name());
    span.setAttribute(READ, last.bytesRead());
    span.setAttribute(MEMORY, last.memoryBytes());
    span.setAttribute(SPILLED, last.spilledBytes());
    span.setAttribute(ROWS_READ, last.rows());
    for (Finding finding : ended.findings()) {
      span.addEvent(
          "finding",
          Attributes.of(
              CODE,
              finding.code(),
              COST,
              finding.cost().toNanos() / 1e9,
              NODES,
              finding.nodes().stream().map(Integer::longValue).toList()),
          ended.at());
    }
    ended
        .failure()
        .ifPresent(
            failure -> {
              span.setAttribute(ERROR, last.state().name());
              span.setStatus(StatusCode.ERROR, mask.withoutSecrets(failure));
            });
    span.end(ended.at());
    open.remove(ended.query());
  }
}
