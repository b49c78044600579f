package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StragglerTest {
  private static final StageShape RESULT = reader(1, 1, 0);
  private static final TaskAttempt SLOW = new TaskAttempt(JOB, 0, 1, 0);
  private static final TaskAttempt SECOND = new TaskAttempt(JOB, 0, 1, 1);

  private final TestCluster cluster = new TestCluster(2);
  private final WorkerId good = cluster.join(0, 1);
  private final WorkerId bad = cluster.join(1, 1);

  /** One of two tasks is finished, the other one runs on the bad worker. */
  private void begin(StageShape... stages) {
    cluster.submit(stages);
    cluster.begin(cluster.task(0, 0));
    cluster.begin(cluster.task(0, 1));
    assertThat(cluster.held(bad)).extracting(TaskStart::task).containsExactly(SLOW);
    cluster.finish(cluster.task(0, 0), 1, 10);
  }

  private List<TaskAttempt> out() {
    return cluster.out.keySet().stream().map(TaskStart::task).toList();
  }

  @Test
  void theSecondAttemptWinsAndTheSlowOneIsStopped() {
    begin(source(2, 1), RESULT);
    cluster.pass(1_900, good, bad);
    assertThat(out()).containsExactly(SLOW);
    cluster.pass(1_000, good, bad);
    assertThat(out()).containsExactly(SLOW, SECOND);
    assertThat(cluster.held(good)).hasSize(1);
    assertThat(cluster.scheduler.progress(JOB).getFirst().speculativeAttempts()).isEqualTo(1);
    assertThat(cluster.finish(SECOND, 5, 10)).contains(new Command.StopTask(bad, SLOW));
    cluster.tell(new Event.TaskFailed(bad, SLOW, new TaskFailure.Stopped()));
    WinnerTable table =
        cluster.scheduler.winners(cluster.task(1, 0).inputs().getFirst().exchange()).orElseThrow();
    assertThat(table.maps()).extracting(WinnerTable.Winner::attempt).containsExactly(0, 1);
  }

  @Test
  void theSlowAttemptMayStillWinAndTheSecondIsStopped() {
    begin(source(2, 1), RESULT);
    cluster.pass(3_000, good, bad);
    TaskStart slow = cluster.out.keySet().iterator().next();
    assertThat(cluster.finish(slow, 5, 10)).contains(new Command.StopTask(good, SECOND));
    assertThat(cluster.scheduler.progress(JOB).getFirst().done()).isEqualTo(2);
  }

  @Test
  void whenTheSecondFailsTheSlowOneMayWinBesideAThird() {
    begin(source(2, 1), RESULT);
    cluster.pass(3_000, good, bad);
    WorkerId third = cluster.join(2, 1);
    cluster.out.keySet().removeIf(start -> start.task().equals(SECOND));
    cluster.tell(new Event.WorkerLost(good, "it died"));
    assertThat(cluster.held(third)).extracting(s -> s.task().attempt()).containsExactly(2);
    assertThat(cluster.finish(SLOW, 5, 10))
        .contains(new Command.StopTask(third, new TaskAttempt(JOB, 0, 1, 2)));
  }

  @Test
  void whenTheSlowOneFailsTheSecondGoesOn() {
    begin(source(2, 1), RESULT);
    cluster.pass(3_000, good, bad);
    cluster.tell(
        new Event.TaskFailed(bad, SLOW, new TaskFailure.Failed(ErrorCode.INTERNAL, "it broke")));
    cluster.out.keySet().removeIf(start -> start.task().equals(SLOW));
    assertThat(cluster.failure()).isEmpty();
    cluster.finish(SECOND, 5, 10);
    assertThat(cluster.isOut(1, 0)).isTrue();
  }

  @Test
  void whatBytesExplainIsNoStraggler() {
    cluster.submit(source(1, 2), reader(2, 1, 0), reader(1, 1, 1));
    cluster.finish(cluster.task(0, 0), 1, 40 << 20, 1_000L << 20);
    cluster.begin(cluster.task(1, 0));
    cluster.begin(cluster.task(1, 1));
    cluster.finish(cluster.task(1, 0), 1, 10); // took a second for 40 MiB
    cluster.pass(40_000, good, bad);
    assertThat(out()).containsExactly(new TaskAttempt(JOB, 1, 1, 0));
    cluster.pass(20_000, good, bad);
    assertThat(out()).hasSize(2);
  }

  @Test
  void nobodyIsIdleWhileThereIsAnythingElseToStart() {
    begin(source(2, 1), RESULT);
    cluster.tell(new Event.JobSubmitted(new JobId(2), new JobShape(List.of(source(9, 1), RESULT))));
    cluster.pass(8_000, good, bad);
    assertThat(out().stream().filter(task -> task.job().equals(JOB))).containsExactly(SLOW);
  }

  @Test
  void aTwentiethOfAStageGetsSecondAttempts() {
    WorkerId large = cluster.join(2, 100);
    cluster.submit(new StageShape(100, List.of(), 1, 0, -1, false, List.of()), RESULT);
    List.copyOf(cluster.out.keySet()).forEach(cluster::begin);
    cluster.join(3, 100);
    List<TaskStart> first = new ArrayList<>(cluster.out.keySet());
    for (TaskStart start : first.subList(0, 60)) {
      cluster.finish(start, 1, 10);
    }
    cluster.pass(9_000, good, bad, large, new WorkerId(3, 1));
    assertThat(out().stream().filter(task -> task.attempt() == 1)).hasSize(5);
    assertThat(out()).hasSize(45);
  }

  @Test
  void aWorkerThatLosesAgainAndAgainIsLeftOut() {
    for (int job = 1; job <= 4; job++) {
      cluster.tell(
          new Event.JobSubmitted(new JobId(job), new JobShape(List.of(source(2, 1), RESULT))));
      cluster.out.keySet().forEach(cluster::begin);
      TaskStart quick = cluster.held(good).getFirst();
      cluster.finish(quick, 1, 10);
      cluster.pass(3_000, good, bad);
      cluster.finish(cluster.held(good).getFirst(), 1, 10);
      cluster.finishStage(1, 10);
      cluster.tell(new Event.ResultTaken(new JobId(job)));
      cluster.pass(1_000, good, bad);
    }
    cluster.tell(new Event.JobSubmitted(new JobId(5), new JobShape(List.of(source(2, 1), RESULT))));
    assertThat(cluster.held(bad)).isEmpty();
    assertThat(cluster.held(good)).hasSize(2);
  }

  @Test
  void allAttemptsEndWithTheJob() {
    begin(source(2, 1), RESULT);
    cluster.pass(3_000, good, bad);
    assertThat(cluster.tell(new Event.CancelRequested(JOB)))
        .contains(new Command.StopTask(bad, SLOW), new Command.StopTask(good, SECOND));
  }
}
