package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a scheduler leaves out since there is nothing to read. */
class EmptyInputEliminationTest {
  private TestCluster cluster = new TestCluster(1);

  /** A stage that reads two others, of which the first one must have rows. */
  private static StageShape join(int first, int second, int partitions) {
    return new StageShape(
        3,
        List.of(new StageInput(first, false, false, true), new StageInput(second, false)),
        partitions,
        0,
        -1,
        true,
        List.of());
  }

  /** A small source, a large one, their join, and who reads that. */
  private void submit() {
    cluster.submit(source(1, 3), source(4, 3), join(0, 1, 1), reader(1, 1, 2));
  }

  private List<Integer> tasks() {
    return cluster.scheduler.progress(JOB).stream().map(StageProgress::tasks).toList();
  }

  private void loseServer() {
    cluster.tell(new Event.ServerLost(TestCluster.server(0), "killed"));
    cluster.tell(new Event.ServerJoined(new ShuffleAddress(0, 2, "host0", 1), Optional.empty()));
  }

  @Test
  void aStageWithoutARequiredInputHasNoTasksAndWhatItOnlyReadIsStopped() {
    cluster.join(0, 8);
    submit();
    assertThat(cluster.isOut(1, 3)).isTrue();
    cluster.finishStage(0, 0, 0, 0);
    assertThat(cluster.isOut(1, 0)).isFalse();
    assertThat(cluster.isOut(2, 0)).isFalse();
    assertThat(tasks()).containsExactly(1, 4, 0, 1);
    assertThat(cluster.scheduler.progress(JOB).get(2).steps())
        .containsExactly("stage 0 has written no rows, so none of its 3 tasks is run");
    assertThat(cluster.task(3, 0).inputs()).hasSize(1);
    assertThat(cluster.scheduler.winners(cluster.task(3, 0).inputs().getFirst().exchange()))
        .hasValueSatisfying(table -> assertThat(table.maps()).isEmpty());
    cluster.finishStage(3, 10);
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.CompleteJob);
  }

  @Test
  void oneThatMayDoWithoutRunsAllTheSame() {
    cluster.join(0, 8);
    submit();
    cluster.finishStage(1, 0, 0, 0);
    cluster.finishStage(0, 10, 10, 10);
    assertThat(cluster.isOut(2, 0)).isTrue();
  }

  @Test
  void whatReadsAStageThatWasLeftOutIsLeftOutToo() {
    cluster.join(0, 8);
    cluster.submit(
        source(1, 3), source(4, 3), join(0, 1, 3), source(2, 3), join(2, 3, 1), reader(1, 1, 4));
    cluster.finishStage(0, 0, 0, 0);
    assertThat(tasks()).containsExactly(1, 4, 0, 2, 0, 1);
    assertThat(cluster.isOut(3, 0)).isFalse();
    assertThat(cluster.isOut(5, 0)).isTrue();
  }

  @Test
  void anEmptyResultIsAnnouncedAndAgainAfterARestart() {
    cluster.join(0, 8);
    cluster.submit(source(1, 3), source(4, 3), join(0, 1, 1));
    cluster.finishStage(0, 0, 0, 0);
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.CompleteJob);
    TestCluster next = new TestCluster(1, cluster.journal);
    assertThat(next.recovered).anyMatch(c -> c instanceof Command.CompleteJob);
    next.tell(new Event.ResultTaken(JOB));
    assertThat(next.scheduler.jobs()).isEmpty();
  }

  @Test
  void itStaysSoWhenServersAreLostAndAfterARestart() {
    cluster.join(0, 8);
    submit();
    cluster.finishStage(0, 0, 0, 0);
    loseServer();
    assertThat(cluster.isOut(0, 0)).isFalse();
    TestCluster next = new TestCluster(1, cluster.journal);
    next.join(0, 8);
    assertThat(next.out.keySet()).allMatch(start -> start.task().stage() == 3);
    List<Decision> forgetful =
        cluster.journal.stream().takeWhile(each -> !(each instanceof Decision.LeftOut)).toList();
    TestCluster again = new TestCluster(0, forgetful);
    again.join(0, 8);
    again.tell(new Event.ServerJoined(TestCluster.server(0), Optional.empty()));
    assertThat(again.task(3, 0).inputs().getFirst().exchange())
        .isNotEqualTo(next.task(3, 0).inputs().getFirst().exchange());
  }

  @Test
  void rowsThatComeUpLaterFailTheJobLoudly() {
    cluster.join(0, 8);
    // another stage reads the empty one too, so that it is computed again
    cluster.submit(
        source(1, 3),
        source(4, 3),
        join(0, 1, 1),
        new StageShape(3, List.of(new StageInput(0, false)), 1, 0, -1, true, List.of()),
        new StageShape(
            1,
            List.of(new StageInput(2, true), new StageInput(3, true)),
            1,
            0,
            -1,
            false,
            List.of()));
    cluster.finishStage(0, 0, 0, 0);
    loseServer();
    cluster.finish(cluster.task(0, 0), 99L, 10, 10, 10);
    assertThat(cluster.failure())
        .hasValueSatisfying(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.FETCH_LOST));
  }

  @Test
  void rowsOfAnInputThatHasChangedAreNotTrusted() {
    cluster.join(0, 8);
    cluster.submit(source(1, 3), source(4, 3), join(0, 1, 3), source(1, 3), join(3, 2, 1));
    cluster.finishStage(3, 10, 10, 10);
    cluster.finish(cluster.task(0, 0), 1L, 10, 10, 10);
    loseServer();
    cluster.finishStage(3, 10, 10, 10);
    cluster.finish(cluster.task(0, 0), 2L, 0, 0, 0);
    cluster.finishStage(1, 10, 10, 10);
    assertThat(cluster.isOut(2, 0)).isTrue();
  }
}
