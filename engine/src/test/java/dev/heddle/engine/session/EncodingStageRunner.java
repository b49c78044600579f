package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.CodeSource;
import dev.heddle.engine.graph.EncodedGraph;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.graph.StageTables;
import dev.heddle.engine.worker.LocalStageRunner;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.option.SessionOptions;

/** Runs what is left of a graph once it has been bytes. */
final class EncodingStageRunner implements StageRunner {
  private static final int THREADS = 2;

  private static final int SLOTS = 3;

  private final StageRunner local = new LocalStageRunner(THREADS);

  /**
   * Returns a session whose stages are sent as bytes.
   *
   * @param partitions 0 for as many as it says it has slots, where that pays
   */
  static Session session(SessionOptions options, int partitions) {
    SessionOptions own = options.withPartitions(partitions).withThreads(THREADS);
    return new Session(new SessionEngine(own, new EncodingStageRunner()), own);
  }

  @Override
  public void prepare(UserFunction function) {}

  @Override
  public void run(JobId job, StageGraph graph, JobContext context) {
    EncodedGraph encoded = StageCodec.encode(graph, context.account(), CodeSource.NONE);
    try (StageTables tables = StageTables.of(encoded, context.account())) {
      StageGraph decoded = StageCodec.decode(encoded, tables);
      assertThat(decoded.describe()).isEqualTo(graph.describe());
      assertSame(StageCodec.encode(decoded, context.account(), CodeSource.NONE), encoded);
      local.run(job, decoded, context);
    }
  }

  private static void assertSame(EncodedGraph actual, EncodedGraph expected) {
    for (int i = 0; i < expected.stages().size(); i++) {
      assertThat(actual.stages().get(i).template()).isEqualTo(expected.stages().get(i).template());
      assertThat(actual.stages().get(i).tables()).isEqualTo(expected.stages().get(i).tables());
    }
    assertThat(actual.tables()).containsOnlyKeys(expected.tables().keySet());
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public int slots() {
    return SLOTS;
  }

  @Override
  public void close() {
    local.close();
  }
}
