package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What a scheduler makes of an exchange whose skewed partitions are read by stages of their own.
 */
class SkewedPartitionsTest {
  private static final long MB = 1_000_000;

  private final TestCluster cluster = new TestCluster(1);

  private static StageShape reads(PartitionGroup group, boolean isRequired, int partitions) {
    return new StageShape(
        4,
        List.of(new StageInput(0, false, group == PartitionGroup.SKEWED, isRequired, group, 0)),
        partitions,
        0,
        -1,
        true,
        List.of());
  }

  /** Rows by hash, what divides their skewed partitions by ranges, and who reads both. */
  private void submit() {
    StageShape both =
        new StageShape(
            4,
            List.of(
                new StageInput(0, false, false, false, PartitionGroup.EVEN, 0),
                new StageInput(1, false)),
            1,
            0,
            -1,
            true,
            List.of());
    cluster.join(0, 4);
    cluster.submit(source(3, 4), reads(PartitionGroup.SKEWED, true, 4), both);
  }

  private List<Decision.Skewed> decided() {
    return cluster.journal.stream()
        .filter(each -> each instanceof Decision.Skewed)
        .map(each -> (Decision.Skewed) each)
        .toList();
  }

  private List<String> steps(int stage) {
    return cluster.scheduler.progress(JOB).get(stage).steps();
  }

  @Test
  void skewedPartitionsAreDividedByTheirMapsAndReadByNoOtherStage() {
    submit();
    cluster.finishStage(0, MB, 20 * MB, MB, MB);
    assertThat(decided()).containsExactly(new Decision.Skewed(JOB, 0, List.of(1)));
    assertThat(steps(0)).singleElement().asString().startsWith("of its 4 partitions [1] are skew");
    for (int task = 0; task < 3; task++) {
      TaskStart start = cluster.task(1, task);
      assertThat(start.tasks()).isEqualTo(3);
      assertThat(start.range())
          .isEqualTo(new TaskRange(0, 4, Optional.of(new TaskRange.Part(0, task, task + 1))));
      assertThat(start.input(0).read(new TaskRange(0, 4, Optional.empty()), 4))
          .containsExactly(new TaskInput.Partitions(1, 2));
    }
    cluster.finishStage(1, 15 * MB, 15 * MB, 15 * MB, 15 * MB);
    assertThat(cluster.task(2, 1).input(0).read(new TaskRange(0, 4, Optional.empty()), 4))
        .containsExactly(new TaskInput.Partitions(0, 1), new TaskInput.Partitions(2, 4));
    assertThat(cluster.task(2, 1).tasks()).isEqualTo(4);
    cluster.finishStage(2, 10);
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.CompleteJob);
  }

  @Test
  void whereNoneIsSkewedWhatWouldReadThemIsLeftOut() {
    submit();
    cluster.finishStage(0, 20 * MB, 21 * MB, 19 * MB, 22 * MB);
    assertThat(decided()).containsExactly(new Decision.Skewed(JOB, 0, List.of()));
    assertThat(cluster.isOut(1, 0)).isFalse();
    assertThat(steps(0)).isEmpty();
    assertThat(steps(1))
        .containsExactly("no partition of stage 0 is skewed, so none of its 4 tasks is run");
    assertThat(cluster.task(2, 3).input(0).read(new TaskRange(0, 4, Optional.empty()), 4))
        .containsExactly(new TaskInput.Partitions(0, 4));
  }

  @Test
  void littleIsNotDivided() {
    submit();
    cluster.finishStage(0, 10, MB, 10, 10);
    assertThat(decided()).containsExactly(new Decision.Skewed(JOB, 0, List.of()));
  }

  @Test
  void whatIsSkewedStaysSoWhenRowsAreMadeAnewAndAfterARestart() {
    submit();
    cluster.finishStage(0, MB, 20 * MB, MB, MB);
    TestCluster next = new TestCluster(1, cluster.journal);
    next.join(0, 4);
    assertThat(next.task(1, 2).range()).isEqualTo(cluster.task(1, 2).range());
    assertThat(next.task(1, 2).input(0).skewed()).containsExactly(1);
    next.tell(new Event.ServerLost(TestCluster.server(0), "killed"));
    next.tell(new Event.ServerJoined(new ShuffleAddress(0, 2, "host0", 1), Optional.empty()));
    for (int map = 0; map < 3; map++) {
      next.finish(next.task(0, map), 7 + map, 20 * MB, MB, MB, MB); // other rows than before
    }
    assertThat(next.task(1, 0).input(0).skewed()).containsExactly(1);
    List<Decision> forgetful =
        cluster.journal.stream().takeWhile(each -> !(each instanceof Decision.Skewed)).toList();
    TestCluster again = new TestCluster(1, forgetful);
    again.join(0, 4);
    assertThat(again.task(1, 0).output()).isNotEqualTo(cluster.task(1, 0).output());
  }

  @Test
  void rowsThatChangeDoNotFailAJobWithoutSkew() {
    submit();
    cluster.finishStage(0, 20 * MB, 21 * MB, 19 * MB, 22 * MB);
    cluster.tell(new Event.ServerLost(TestCluster.server(0), "killed"));
    cluster.tell(new Event.ServerJoined(new ShuffleAddress(0, 2, "host0", 1), Optional.empty()));
    for (int map = 0; map < 3; map++) {
      cluster.finish(cluster.task(0, map), 7 + map, MB, 60 * MB, MB, MB);
    }
    assertThat(cluster.failure()).isEmpty();
    assertThat(cluster.task(2, 0).input(0).read(new TaskRange(0, 4, Optional.empty()), 4))
        .containsExactly(new TaskInput.Partitions(0, 4));
  }

  @Test
  void noTaskReadsAcrossTheBorderOfInputsThatAreReadApart() {
    StageShape both =
        new StageShape(
            12,
            List.of(
                new StageInput(0, false, false, false, PartitionGroup.EVEN, 0),
                new StageInput(1, false, false, false, PartitionGroup.ALL, 4)),
            1,
            0,
            -1,
            true,
            List.of());
    cluster.join(0, 4);
    cluster.submit(source(3, 4), reads(PartitionGroup.SKEWED, true, 8), both);
    cluster.finishStage(0, 10, 11, 12, 13);
    assertThat(cluster.task(2, 0).tasks()).isEqualTo(2);
    assertThat(cluster.task(2, 0).range()).isEqualTo(new TaskRange(0, 4, Optional.empty()));
    assertThat(cluster.task(2, 1).range()).isEqualTo(new TaskRange(4, 12, Optional.empty()));
  }
}
