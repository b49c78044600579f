package dev.heddle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.explain.ParsedJson;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.ExplainMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Profiles of queries that run in this process. */
class QueryProfileTest {
  private static volatile boolean wasSampled;
  private static CountDownLatch called = new CountDownLatch(1);

  private Session session;

  /** Takes some microseconds for each row. */
  public static final class Slow implements Udf1<Long, Long> {
    @Override
    public Long apply(Long value) {
      return spin(value);
    }

    private static long spin(long value) {
      long mixed = value;
      for (int i = 0; i < 1_000; i++) {
        mixed = mixed * 0x9E3779B97F4A7C15L + (mixed >>> 29);
      }
      return mixed;
    }
  }

  /** Notes whether samples are taken. */
  public static final class Asks implements Udf1<Long, Long> {
    @Override
    public Long apply(Long value) {
      wasSampled |= CpuSampler.process().isRunning();
      called.countDown();
      return value;
    }
  }

  /** Always fails. */
  public static final class Fails implements Udf1<Long, Long> {
    @Override
    public Long apply(Long value) {
      throw new IllegalStateException("no value for " + value);
    }
  }

  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(2));
    wasSampled = false;
    called = new CountDownLatch(1);
  }

  @AfterEach
  void close() {
    session.close();
    assertThat(CpuSampler.process().isRunning()).isFalse();
  }

  private void register(String name, Class<? extends Udf1<Long, Long>> type) {
    session.register(UserFunction.of(name, type, DataType.INT64, DataType.INT64));
  }

  private ParsedJson profile(String sql) throws Exception {
    String json = session.sql(sql).explain(ExplainMode.ANALYZE_PROFILE_JSON);
    return ParsedJson.of(json);
  }

  @Test
  void namesASlowFunctionOfTheUser() throws Exception {
    register("slow", Slow.class);
    ParsedJson all = profile("select sum(slow(range) % 7) from range(300000)");
    ParsedJson cpu = all.get("cpu");
    assertThat(cpu.get("nanos").asLong()).as("%s", cpu).isGreaterThan(200_000_000);
    ParsedJson first = cpu.get("places").get(0);
    assertThat(first.has("node")).as("%s", cpu).isTrue();
    ParsedJson method = first.get("methods").get(0);
    assertThat(method.get("function").asText()).isEqualTo("slow");
    assertThat(method.get("method").asText()).startsWith(Slow.class.getName() + ".");
    assertThat(first.get("share").asDouble()).as("%s", cpu).isGreaterThan(0.5);
  }

  @Test
  void saysSoInTextWithTheRegisteredName() {
    register("slow", Slow.class);
    String text =
        session
            .sql("select sum(slow(range) % 7) from range(300000)")
            .explain(ExplainMode.ANALYZE_PROFILE);
    assertThat(text.substring(text.indexOf("== cpu time")))
        .contains("of CPU time, a sample each 20 ms", Slow.class.getName(), "of function slow");
  }

  @Test
  void tellsTwoJoinsOfOnePlanApart() throws Exception {
    String join =
        "select count(*) from (select range k from range(%d)) a join (select range k from"
            + " range(%d)) b on a.k %% 3 = b.k %% 3 and sin(a.k * b.k) > cos(a.k + b.k)";
    ParsedJson all =
        profile(join.formatted(6_000, 6_000) + " union all " + join.formatted(850, 850));
    List<Long> joins = new ArrayList<>(); // CPU time of each
    int slowest = -1;
    long most = 0;
    for (ParsedJson node : all.get("nodes")) {
      if (node.get("operator").asText().equals("HashJoin")) {
        long nanos = 0;
        for (ParsedJson place : all.get("cpu").get("places")) {
          if (place.has("node") && place.get("node").equals(node.get("node"))) {
            nanos = place.get("nanos").asLong();
          }
        }
        slowest = node.get("busy_nanos").asLong() > most ? joins.size() : slowest;
        most = Math.max(most, node.get("busy_nanos").asLong());
        joins.add(nanos);
      }
    }
    assertThat(joins).as("%s", all).hasSize(2);
    assertThat(joins.get(slowest)).as("%s", all).isGreaterThan(200_000_000);
    assertThat(joins.get(slowest)).as("%s", all).isGreaterThan(4 * joins.get(1 - slowest));
  }

  @Test
  void samplesNothingOfPlainAnalyze() {
    register("asks", Asks.class);
    String text =
        session.sql("select sum(asks(range)) from range(1000)").explain(ExplainMode.ANALYZE);
    assertThat(wasSampled).isFalse();
    assertThat(text).doesNotContain("cpu time");
    String profiled =
        session
            .sql("select sum(asks(range)) from range(1000)")
            .explain(ExplainMode.ANALYZE_PROFILE);
    assertThat(wasSampled).isTrue();
    assertThat(profiled).contains("== cpu time");
  }

  @Test
  void endsWithAQueryThatFails() {
    register("fails", Fails.class);
    assertThatThrownBy(
            () ->
                session
                    .sql("select sum(fails(range)) from range(1000)")
                    .explain(ExplainMode.ANALYZE_PROFILE))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("no value for");
    assertThat(CpuSampler.process().isRunning()).isFalse();
  }

  @Test
  void endsWithAQueryThatIsCancelled() throws Exception {
    register("asks", Asks.class);
    CompletableFuture<String> explained =
        CompletableFuture.supplyAsync(
            () ->
                session
                    .sql("select count(*) from range(100000000) a where asks(range) % 3 = 5")
                    .explain(ExplainMode.ANALYZE_PROFILE));
    called.await();
    session.cancelAll();
    assertThatThrownBy(explained::join)
        .hasCauseInstanceOf(HeddleException.class)
        .hasMessageContaining("Query was cancelled");
    assertThat(wasSampled).isTrue();
    assertThat(CpuSampler.process().isRunning()).isFalse();
  }

  @Test
  void profilesOnlyWhatRuns() {
    assertThatThrownBy(() -> session.execute("explain (profile) select 1"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("write EXPLAIN (ANALYZE, PROFILE)");
  }

  @Test
  void canBeAskedForInSql() {
    List<String> texts = new ArrayList<>();
    session.execute(
        "explain (analyze, profile) select sum(range) from range(1000000);"
            + " explain (profile, format json, analyze) select sum(range) from range(1000000)",
        result -> {
          StringBuilder text = new StringBuilder();
          try (QueryResult lines = result.rows()) {
            lines.forEach(row -> text.append(row.text(0)).append('\n'));
          }
          texts.add(text.toString());
        });
    assertThat(texts.getFirst()).contains("== cpu time");
    assertThat(texts.getLast()).startsWith("{").contains("\"cpu\":{");
  }

  @Test
  void leavesQueriesAloneThatNobodyProfiles() {
    register("asks", Asks.class);
    session.sql("select sum(asks(range)) from range(1000)").collect().close();
    assertThat(called.getCount()).isZero();
    assertThat(wasSampled).isFalse();
  }
}
