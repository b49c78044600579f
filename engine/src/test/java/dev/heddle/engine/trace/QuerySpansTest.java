package dev.heddle.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.frame.watch.QueryProgress;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spans as OpenTelemetry's own SDK sees them. */
class QuerySpansTest {
  private static final AttributeKey<String> TEXT = AttributeKey.stringKey("db.query.text");
  private static final AttributeKey<Long> ROWS = AttributeKey.longKey("heddle.stage.rows");

  @TempDir private Path folder;

  private final List<SpanData> ended = new CopyOnWriteArrayList<>();
  private SdkTracerProvider provider;
  private Tracer tracer;
  private Session session;

  /** Keeps the spans that are over. */
  private final class Kept implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      ended.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }

  /** What a program has set up that uses OpenTelemetry. */
  private record Telemetry(TracerProvider provider) implements io.opentelemetry.api.OpenTelemetry {
    @Override
    public TracerProvider getTracerProvider() {
      return provider;
    }

    @Override
    public ContextPropagators getPropagators() {
      return ContextPropagators.noop();
    }
  }

  @BeforeEach
  void open() {
    provider = SdkTracerProvider.builder().addSpanProcessor(new Kept()).build();
    GlobalOpenTelemetry.resetForTest();
    GlobalOpenTelemetry.set(new Telemetry(provider));
    tracer = provider.get("program");
    session = Heddle.local(SessionOptions.defaults().withThreads(2).withTracing());
  }

  @AfterEach
  void close() {
    session.close();
    provider.close();
    GlobalOpenTelemetry.resetForTest();
  }

  private List<SpanData> named(String name) {
    return ended.stream().filter(span -> span.getName().equals(name)).toList();
  }

  private String sql() {
    return "select id % 10 as k, count(*) as n, 'private' as p from '"
        + folder.resolve("numbers.parquet")
        + "' where id >= 1234 group by k order by n desc, k";
  }

  private void write() {
    session.execute(
        "copy (select range as id from range(100000)) to '"
            + folder.resolve("numbers.parquet")
            + "'");
    ended.clear();
  }

  @Test
  void aQueryIsWithinItsCallersSpanAndItsStagesAreWithinIt() {
    write();
    Span caller = tracer.spanBuilder("request").startSpan();
    try (Scope scope = caller.makeCurrent();
        QueryResult rows = session.sql(sql()).collect()) {
      assertThat(rows.rowCount()).isEqualTo(10);
    } finally {
      caller.end();
    }
    SpanData request = named("request").getFirst();
    List<SpanData> queries = named("heddle query");
    assertThat(queries).hasSize(1);
    SpanData query = queries.getFirst();
    assertThat(query.getParentSpanId()).isEqualTo(request.getSpanId());
    assertThat(query.getTraceId()).isEqualTo(request.getTraceId());
    assertThat(query.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(query.getAttributes().get(AttributeKey.stringKey("db.system.name")))
        .isEqualTo("heddle");
    assertThat(query.getAttributes().get(TEXT))
        .isEqualTo(
            "select id % ? as k, count(*) as n, ? as p from ? where id >= ?"
                + " group by k order by n desc, k");
    assertThat(query.getEvents())
        .extracting(event -> event.getName())
        .contains("construction", "planning", "execution");
    List<SpanData> stages = named("heddle stage");
    assertThat(stages).isNotEmpty();
    for (SpanData stage : stages) {
      assertThat(stage.getParentSpanId()).isEqualTo(query.getSpanId());
      assertThat(stage.getStartEpochNanos()).isGreaterThanOrEqualTo(query.getStartEpochNanos());
      assertThat(stage.getEndEpochNanos()).isLessThanOrEqualTo(query.getEndEpochNanos());
      assertThat(stage.getAttributes().get(AttributeKey.stringKey("heddle.stage.operators")))
          .contains("Scan", "Aggregate");
      assertThat(stage.getAttributes().get(ROWS)).isNotNull();
    }
  }

  @Test
  void aSubmittedQueryIsWithinTheSpanOfWhoSubmitsIt() throws Exception {
    Span caller = tracer.spanBuilder("request").startSpan();
    QueryHandle handle;
    try (Scope scope = caller.makeCurrent()) {
      handle = session.submit(session.sql("select 1"));
    }
    handle.result().get().close();
    caller.end();
    session.close(); // after it, all has been told
    assertThat(named("heddle query"))
        .singleElement()
        .satisfies(
            query ->
                assertThat(query.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId()));
  }

  @Test
  void aQueryThatFailsSaysWhyWithoutSecrets() {
    assertThatThrownBy(
            () ->
                session
                    .sql("select cast(x as integer) as i from (values ('s3://me:hidden@b')) t(x)")
                    .collect()
                    .close())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("hidden");
    SpanData query = named("heddle query").getFirst();
    assertThat(query.getParentSpanId()).isEqualTo(SpanId.getInvalid());
    assertThat(query.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(query.getStatus().getDescription()).contains("s3://***@b").doesNotContain("hidden");
    assertThat(query.getAttributes().get(TEXT))
        .isEqualTo("select cast(x as integer) as i from (values (?)) t(x)");
  }

  @Test
  void findingsAreEventsWithoutTheValuesThatTheyName() {
    session.execute(
        "copy (select case when range % 40 < 39 then 'owner Anna' else 'owner ' || range % 1000 end"
            + " as owner, (range * 7919) % 1000003 as v from range(3000000)) to '"
            + folder.resolve("owners.parquet")
            + "'");
    ended.clear();
    List<Finding> findings = new CopyOnWriteArrayList<>();
    session.addProgressListener(
        new ProgressListener() {
          @Override
          public void progress(QueryProgress progress) {}

          @Override
          public void event(QueryEvent event) {
            if (event instanceof QueryEvent.Ended end) {
              findings.addAll(end.findings());
            }
          }
        });
    session
        .sql(
            "select owner, length(string_agg('v' || v, ',' order by v)) as m from '"
                + folder.resolve("owners.parquet")
                + "' group by owner order by m, owner limit 5")
        .collect()
        .close();
    session.close(); // after it, all has been told
    assertThat(findings).isNotEmpty();
    assertThat(findings.getFirst().what()).contains("owner = 'owner Anna'");
    SpanData query = named("heddle query").getFirst();
    assertThat(query.getEvents())
        .filteredOn(event -> event.getName().equals("finding"))
        .hasSize(findings.size())
        .first()
        .satisfies(
            event -> {
              assertThat(event.getAttributes().get(AttributeKey.stringKey("heddle.finding.code")))
                  .isEqualTo(findings.getFirst().code());
              assertThat(
                      event.getAttributes().get(AttributeKey.doubleKey("heddle.finding.seconds")))
                  .isPositive();
              assertThat(
                      event.getAttributes().get(AttributeKey.longArrayKey("heddle.finding.nodes")))
                  .isNotEmpty();
            });
    assertThat(ended).noneMatch(span -> span.toString().contains("Anna"));
  }
}
