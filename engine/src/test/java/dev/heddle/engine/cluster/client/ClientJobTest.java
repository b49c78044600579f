package dev.heddle.engine.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobProgress;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.physical.operator.PlanMetrics;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientJobTest {
  private static final JobId ID = new JobId(7);

  private final ClientJob job =
      new ClientJob(new StageGraph(List.of()), new PlanMetrics(), new JobProgress());

  private long asked(int looks) {
    return IntStream.range(0, looks).filter(_ -> job.askProgress().isPresent()).count();
  }

  @Test
  void whoLooksAllTheTimeAsksWhenThereIsAnAnswer() {
    assertThat(asked(10)).as("before it has a name").isZero();
    job.accept(ID);
    assertThat(asked(100_000)).isBetween(1L, 1_000L); // once a second without an answer
    for (int answers = 0; answers < 3; answers++) {
      job.progressed(new ControlMessage.Progress(ID, List.of(), List.of(), List.of()));
      assertThat(job.askProgress()).contains(ID);
    }
  }
}
