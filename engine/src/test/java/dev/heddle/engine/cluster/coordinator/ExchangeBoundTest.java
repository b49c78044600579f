package dev.heddle.engine.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exchanges are refused for which servers have not enough heap. */
class ExchangeBoundTest {
  private static final long HALF_A_GIB = 512L << 20;

  private static JobShape job(int tasks, int partitions) {
    return new JobShape(
        List.of(
            new StageShape(1, List.of(), 1, 0, -1, false, List.of()),
            new StageShape(tasks, List.of(), partitions, 0, -1, false, List.of())));
  }

  @Test
  void namesTheStageTheLimitAndTheWayOut() {
    ExchangeBound one = new ExchangeBound(1, HALF_A_GIB, false);
    assertThat(one.refusal(job(1_000, 1_000))).isEmpty();
    assertThat(one.refusal(job(20_000, 16))).isEmpty();
    assertThat(one.refusal(job(2_000, 0))).isEmpty();
    assertThat(one.refusal(job(2_000, 2_000)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("2000 tasks of stage 1", "2000 partitions", "at most 1046 tasks")
                    .contains("1 shuffle server with 512 MiB of heap", "-Xmx"));
    assertThat(one.refusal(job(20_000, 2_000))).isPresent();
  }

  @Test
  void allowsMoreWithMoreServers() {
    assertThat(new ExchangeBound(2, HALF_A_GIB, false).refusal(job(2_000, 2_000))).isEmpty();
    assertThat(new ExchangeBound(2, HALF_A_GIB, true).refusal(job(4_000, 2_000)))
        .hasValueSatisfying(why -> assertThat(why).contains("2092 tasks", "2 workers"));
  }

  @Test
  void countsWhatAStageReadsAndWritesTogether() {
    ExchangeBound one = new ExchangeBound(1, HALF_A_GIB, false);
    assertThat(one.refusal(join(1_000, 1_000))).isEmpty();
    assertThat(one.refusal(join(1_200, 1_000)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("stage 2 reads (1200 tasks by 1000 partitions, 1200 tasks by 1000")
                    .contains("takes 588 MiB of each of 1 shuffle server with 512 MiB", "-Xmx"));
    assertThat(new ExchangeBound(2, HALF_A_GIB, false).refusal(join(1_200, 1_000))).isEmpty();
  }

  private static JobShape join(int tasks, int partitions) {
    StageShape side = new StageShape(tasks, List.of(), partitions, 0, -1, false, List.of());
    List<StageInput> inputs =
        List.of(new StageInput(0, false, false, false), new StageInput(1, false, false, false));
    return new JobShape(
        List.of(side, side, new StageShape(partitions, inputs, 0, 0, -1, false, List.of())));
  }
}
