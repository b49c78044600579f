package dev.heddle.bench.suite;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An engine in this process. */
final class LocalContestant implements Contestant {
  private static final long CLUSTER_BYTES = 4L << 30;

  private final Engine engine;
  private final List<Question> questions;
  private final Map<String, Long> rows = new HashMap<>();
  private final ProcessGauge gauge;

  private LocalContestant(Engine engine, List<Question> questions) {
    this.engine = engine;
    this.gauge = new ProcessGauge(engine.processes());
    this.questions = questions;
  }

  /** Opens an engine over a suite's tables. */
  static LocalContestant open(EngineSpec spec, Suite suite, Path folder) {
    Engine engine = open(spec);
    try {
      LocalContestant contestant = new LocalContestant(engine, suite.questions());
      for (String table : suite.tables()) {
        Path file = suite.find(folder, table);
        switch (spec.tables()) {
          case FILES -> engine.openTable(table, file);
          case MEMORY -> engine.holdTable(table, file);
        }
        RowsAnswer count = engine.run("select count(*) from " + table);
        contestant.rows.put(table, ((Number) count.rows().getFirst().getFirst()).longValue());
      }
      return contestant;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** Opens an engine without tables. */
  static Engine open(EngineSpec spec) {
    return switch (spec.engine()) {
      case "heddle" ->
          new HeddleEngine(
              SessionOptions.defaults()
                  .withThreads(spec.threads())
                  .withMemoryBudgetBytes(spec.memoryBytes()),
              spec.api());
      case "cluster" ->
          new ClusterEngine(
              spec.threads() > 0 ? spec.threads() : Runtime.getRuntime().availableProcessors(),
              spec.memoryBytes() > 0 ? spec.memoryBytes() : CLUSTER_BYTES,
              spec.api());
      case "duckdb" -> new DuckDbEngine(spec.threads(), spec.memoryBytes());
      default ->
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot benchmark engine \""
                  + spec.engine()
                  + "\": choose among heddle, cluster and duckdb");
    };
  }

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public long rows(String table) {
    return rows.getOrDefault(table, 0L);
  }

  @Override
  public Measurement ask(int index, Reply wanted) {
    Question question = questions.get(index);
    gauge.resetPeak();
    long bytesBefore = gauge.bytesRead();
    long cpuBefore = gauge.cpuNanos();
    long begun = System.nanoTime();
    try (Engine.Held held = engine.hold(question)) {
      long nanos = System.nanoTime() - begun;
      long cpuNanos = gauge.cpuNanos() - cpuBefore;
      long bytesRead = gauge.bytesRead() - bytesBefore;
      long peakBytes = gauge.peakBytes();
      return new Measurement(
          nanos,
          cpuNanos,
          bytesRead,
          peakBytes,
          wanted == Reply.ANSWER ? held.answer() : null,
          null);
    } catch (HeddleException e) {
      return Measurement.failed(e);
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
