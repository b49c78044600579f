package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static dev.heddle.engine.scheduler.TestCluster.server;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.HostRange;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterSchedulerTest {
  private static final StageShape RESULT = reader(1, 1, 0);

  private final TestCluster cluster = new TestCluster(2);

  @Test
  void aWorkerHoldsOneTaskMoreThanSlotsAndGivesItBackToWhoeverIsIdle() {
    WorkerId first = cluster.join(0, 1);
    cluster.submit(source(2, 1), RESULT);
    assertThat(cluster.held(first)).hasSize(2);
    cluster.begin(cluster.task(0, 0));
    WorkerId second = cluster.join(1, 1);
    TaskAttempt asked = cluster.task(0, 1).task();
    assertThat(cluster.last).containsExactly(new Command.RecallTask(first, asked));
    cluster.out.remove(cluster.task(0, 1));
    cluster.tell(new Event.Recalled(first, asked));
    assertThat(cluster.held(second)).hasSize(1);
    assertThat(cluster.task(0, 1).task().attempt()).isEqualTo(1);
  }

  @Test
  void aTaskThatHasBegunIsNotGivenBack() {
    WorkerId first = cluster.join(0, 1);
    cluster.submit(source(2, 1), RESULT);
    cluster.begin(cluster.task(0, 0));
    WorkerId second = cluster.join(1, 1);
    cluster.finish(cluster.task(0, 0), 1, 10);
    cluster.begin(cluster.task(0, 1));
    assertThat(cluster.held(first)).hasSize(1);
    assertThat(cluster.held(second)).isEmpty();
    cluster.finish(cluster.task(0, 1), 1, 10);
    assertThat(cluster.task(1, 0).inputs()).hasSize(1);
  }

  @Test
  void aLateJoinerGetsWorkAtOnce() {
    WorkerId first = cluster.join(0, 2);
    cluster.submit(source(8, 1), RESULT);
    assertThat(cluster.held(first)).hasSize(3);
    WorkerId second = cluster.join(1, 4);
    assertThat(cluster.held(second)).hasSize(5);
  }

  @Test
  void smallPartitionsAreReadTogether() {
    cluster.join(0, 2);
    cluster.submit(source(1, 6), reader(6, 1, 0), reader(1, 1, 1));
    cluster.finish(cluster.task(0, 0), 1, 10, 900_000, 900_000, 0, 0, 9_000_000);
    assertThat(cluster.scheduler.progress(JOB).get(1).tasks()).isEqualTo(2);
    assertThat(cluster.task(1, 0).range()).isEqualTo(new TaskRange(0, 5, Optional.empty()));
    assertThat(cluster.task(1, 1).range()).isEqualTo(new TaskRange(5, 6, Optional.empty()));
    assertThat(cluster.task(1, 1).tasks()).isEqualTo(2);
  }

  @Test
  void tasksGoWhereTheirDataLies() {
    WorkerId zero = cluster.join(0, 2);
    WorkerId one = cluster.join(1, 2);
    cluster.submit(source(4, 1, new HostRange("host1", 2), new HostRange("host0", 4)), RESULT);
    assertThat(cluster.held(one)).allMatch(s -> s.task().partition() < 2);
    assertThat(cluster.held(zero)).allMatch(s -> s.task().partition() >= 2);
    assertThat(cluster.held(one).getFirst().server()).contains(server(1));
  }

  @Test
  void sourcesWaitWhileExchangesHoldTooMuchAndReadersRun() {
    cluster.join(0, 1);
    StageShape join =
        new StageShape(
            1,
            List.of(new StageInput(1, true), new StageInput(2, true)),
            1,
            0,
            -1,
            false,
            List.of());
    cluster.submit(source(1, 1), reader(1, 1, 0), source(2, 1), join);
    cluster.finish(cluster.task(0, 0), 1, 9L << 30); // the longer way goes first
    assertThat(cluster.isOut(1, 0)).isTrue();
    cluster.finish(cluster.task(2, 0), 1, 10);
    assertThat(cluster.isOut(2, 1)).isFalse();
    cluster.finish(cluster.task(1, 0), 1, 10);
    assertThat(cluster.isOut(2, 1)).isTrue();
  }

  @Test
  void anExternalErrorIsTriedFourTimesLaterEachTime() {
    WorkerId worker = cluster.join(0, 1);
    cluster.submit(source(1, 1), RESULT);
    for (int attempt = 0; attempt < 3; attempt++) {
      TaskStart start = cluster.task(0, 0);
      assertThat(start.task().attempt()).isEqualTo(attempt);
      cluster.fail(start, ErrorCode.IO);
      assertThat(cluster.failure()).isEmpty();
      assertThat(cluster.isOut(0, 0)).isFalse();
      cluster.pass(2_000, worker);
    }
    cluster.fail(cluster.task(0, 0), ErrorCode.IO);
    assertThat(cluster.failure())
        .contains(new Command.FailJob(JOB, ErrorCode.IO, "it broke (4 attempts)"));
  }

  @Test
  void errorsOfTheUserAndOfTheEngineAreNotTriedAgain() {
    for (ErrorCode code : List.of(ErrorCode.DIVISION_BY_ZERO, ErrorCode.INTERNAL)) {
      TestCluster fresh = new TestCluster(1);
      fresh.join(0, 1);
      fresh.submit(source(1, 1), RESULT);
      fresh.fail(fresh.task(0, 0), code);
      assertThat(fresh.failure()).contains(new Command.FailJob(JOB, code, "it broke"));
    }
  }

  @Test
  void aTaskThatRanOutOfMemoryIsTriedOnceWithTwiceAsMuch() {
    cluster.join(0, 1);
    cluster.submit(source(1, 1), RESULT);
    cluster.fail(cluster.task(0, 0), ErrorCode.OUT_OF_MEMORY);
    assertThat(cluster.task(0, 0).floorBytes()).isEqualTo(200);
    cluster.fail(cluster.task(0, 0), ErrorCode.OUT_OF_MEMORY);
    assertThat(cluster.failure().orElseThrow().code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
  }

  @Test
  void aTaskUnderWhichThreeWorkersDieFailsItsJob() {
    for (int i = 0; i < 3; i++) {
      cluster.join(i, 1);
    }
    cluster.submit(source(1, 1), RESULT);
    for (int deaths = 1; deaths <= 3; deaths++) {
      TaskStart start = cluster.task(0, 0);
      cluster.begin(start);
      cluster.tell(new Event.WorkerLost(cluster.out.remove(start), "killed"));
      assertThat(cluster.failure().isPresent()).isEqualTo(deaths == 3);
    }
    assertThat(cluster.failure().orElseThrow().message())
        .isEqualTo("3 workers ended while they ran task 0 of stage 0");
  }

  @Test
  void aJobFailsWhenNoWorkerIsThereForAMinute() {
    cluster.submit(source(1, 1), RESULT);
    assertThat(cluster.scheduler.whyIdle(JOB)).isEqualTo("No worker could take tasks");
    cluster.pass(59_000);
    assertThat(cluster.failure()).isEmpty();
    cluster.pass(2_000);
    assertThat(cluster.failure())
        .contains(
            new Command.FailJob(
                JOB,
                ErrorCode.WORKER_LOST,
                "No worker could take tasks for 60 seconds: start what is missing, or let jobs wait"
                    + " longer (the scheduler's option --absent-seconds)"));
  }

  @Test
  void aJobThatNeedsMoreMemoryThanAnyWorkerHasSaysSo() {
    WorkerId worker = cluster.join(0, 1);
    cluster.submit(new StageShape(1, List.of(), 1, 5_000, -1, false, List.of()), reader(1, 1, 0));
    assertThat(cluster.scheduler.whyIdle(JOB))
        .isEqualTo("Tasks need 5000 bytes of memory, and no worker had more than 1000");
    cluster.pass(62_000, worker);
    assertThat(cluster.scheduler.jobs()).isEmpty();
  }

  @Test
  void aWorkerThatFailsAgainAndAgainIsLeftOutUntilThatHasFaded() {
    WorkerId bad = cluster.join(0, 4);
    WorkerId good = cluster.join(1, 1);
    cluster.submit(source(200, 1), RESULT);
    for (int i = 0; i < 3; i++) {
      cluster.fail(cluster.held(bad).getFirst(), ErrorCode.IO);
    }
    int left = cluster.held(bad).size();
    cluster.finish(cluster.held(good).getFirst(), 1, 1);
    assertThat(cluster.held(bad)).hasSize(left);
    cluster.pass(70_000, bad, good);
    assertThat(cluster.held(bad)).hasSize(5);
  }

  @Test
  void theOnlyWorkerIsNeverLeftOut() {
    WorkerId only = cluster.join(0, 4);
    cluster.submit(source(200, 1), RESULT);
    for (int i = 0; i < 5; i++) {
      cluster.fail(cluster.held(only).getFirst(), ErrorCode.IO);
    }
    assertThat(cluster.held(only)).hasSize(5);
  }

  @Test
  void aDrainingWorkerFinishesWhatItHasBegunAndGetsNothingNew() {
    WorkerId first = cluster.join(0, 1);
    cluster.submit(source(3, 1), RESULT);
    TaskStart begun = cluster.task(0, 0);
    cluster.begin(begun);
    cluster.tell(new Event.DrainRequested(first));
    TaskStart waiting = cluster.task(0, 1);
    assertThat(cluster.last).containsExactly(new Command.RecallTask(first, waiting.task()));
    cluster.out.remove(waiting);
    cluster.tell(new Event.Recalled(first, waiting.task()));
    cluster.finish(begun, 1, 1);
    assertThat(cluster.held(first)).isEmpty();
    cluster.pass(1_000, first);
    assertThat(cluster.last).contains(new Command.WorkerDrained(first));
  }

  @Test
  void aSilentWorkerGetsNothingNewAndThenCountsAsLost() {
    WorkerId silent = cluster.join(0, 1);
    WorkerId other = cluster.join(1, 1);
    cluster.submit(source(9, 1), RESULT);
    cluster.pass(4_000, other);
    cluster.finish(cluster.held(other).getFirst(), 1, 1);
    assertThat(cluster.scheduler.isLive(silent)).isTrue();
    cluster.pass(6_000, other);
    assertThat(cluster.last)
        .contains(new Command.ExpireWorker(silent, "Nothing was heard of it for 10000 ms"));
    assertThat(cluster.scheduler.isLive(silent)).isFalse();
    cluster.tell(new Event.Heartbeat(silent, List.of()));
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.ExpireWorker);
  }

  @Test
  void onlyMapsOfALostServerRunAgain() {
    cluster.join(0, 4);
    cluster.join(1, 4);
    cluster.submit(source(4, 2), reader(2, 1, 0), reader(1, 1, 1));
    int lost = 0;
    for (TaskStart start : List.copyOf(cluster.out.keySet())) {
      lost += start.server().orElseThrow().equals(server(1)) ? 1 : 0;
      cluster.finish(start, start.task().partition(), 50_000_000, 50_000_000);
    }
    assertThat(lost).isBetween(1, 3);
    WinnerTable before = cluster.scheduler.winners(new ExchangeId(1, 0)).orElseThrow();
    cluster.tell(new Event.ServerLost(server(1), "killed"));
    assertThat(cluster.scheduler.winners(new ExchangeId(1, 0))).isEmpty();
    assertThat(cluster.out.keySet().stream().filter(s -> s.task().stage() == 0)).hasSize(lost);
    for (TaskStart start : List.copyOf(cluster.out.keySet())) {
      if (start.task().stage() == 0) {
        cluster.finish(start, start.task().partition(), 50_000_000, 50_000_000);
      }
    }
    WinnerTable after = cluster.scheduler.winners(new ExchangeId(1, 0)).orElseThrow();
    assertThat(after.servers()).containsExactly(server(0));
    assertThat(after).isNotEqualTo(before);
  }

  @Test
  void aReaderThatLostItsInputGetsItMadeAgain() {
    cluster.join(0, 4);
    cluster.submit(source(2, 1), RESULT);
    cluster.finishStage(0, 10);
    TaskStart reading = cluster.task(1, 0);
    int version = reading.inputs().getFirst().version();
    cluster.fail(
        reading,
        new TaskFailure.FetchLost(new ExchangeId(1, 0), version, List.of(1), "it is gone"));
    assertThat(cluster.isOut(0, 1)).isTrue();
    assertThat(cluster.isOut(0, 0)).isFalse();
    cluster.finish(cluster.task(0, 1), 7, 10);
    assertThat(cluster.task(1, 0).inputs().getFirst().version()).isGreaterThan(version);
  }

  @Test
  void aStageThatLosesItsInputsAgainAndAgainFailsTheJob() {
    WorkerId worker = cluster.join(0, 4);
    cluster.submit(source(1, 1), RESULT);
    for (int round = 0; cluster.failure().isEmpty(); round++) {
      assertThat(round).isLessThan(20);
      cluster.finishStage(0, 10);
      TaskStart reading = cluster.task(1, 0);
      cluster.fail(
          reading,
          new TaskFailure.FetchLost(
              new ExchangeId(1, 0), reading.inputs().getFirst().version(), List.of(0), "gone"));
    }
    assertThat(cluster.failure().orElseThrow().message())
        .isEqualTo("gone (9 times since stage 1 got on)");
    assertThat(cluster.held(worker)).isEmpty();
  }

  @Test
  void whatWasReleasedIsMadeAnewWhenALaterLossNeedsIt() {
    cluster.join(0, 4);
    StageShape two = reader(1, 1, 1);
    cluster.submit(source(1, 1), reader(1, 1, 0), two, reader(1, 1, 2));
    for (int stage = 0; stage < 3; stage++) {
      cluster.finishStage(stage, 10);
    }
    // stage 2 is done: its input's input has been released, its input has not
    assertThat(cluster.scheduler.isHeld(new ExchangeId(1, 0))).isFalse();
    assertThat(cluster.scheduler.isHeld(new ExchangeId(1, 1))).isTrue();
    cluster.tell(new Event.ServerLost(server(0), "killed"));
    cluster.tell(new Event.ServerLost(server(1), "killed"));
    cluster.tell(new Event.ServerJoined(new ShuffleAddress(0, 2, "host0", 1), Optional.empty()));
    assertThat(cluster.task(0, 0).output()).isEqualTo(new ExchangeId(1, 4));
    for (int stage = 0; stage < 4; stage++) {
      cluster.finishStage(stage, 10);
    }
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.CompleteJob);
  }

  @Test
  void otherRowsOfARepeatedMapRollItsReadersBack() {
    cluster.join(0, 1);
    cluster.submit(source(1, 2), reader(2, 1, 0), reader(1, 1, 1));
    cluster.finish(cluster.task(0, 0), 5, 50_000_000, 50_000_000);
    TaskStart first = cluster.task(1, 0);
    cluster.finish(first, 1, 10);
    TaskStart reading = cluster.task(1, 1);
    cluster.fail(
        reading,
        new TaskFailure.FetchLost(
            new ExchangeId(1, 0), reading.inputs().getFirst().version(), List.of(0), "gone"));
    cluster.finish(cluster.task(0, 0), 6, 50_000_000, 50_000_000);
    assertThat(cluster.task(1, 0).output()).isEqualTo(new ExchangeId(1, 4));
    assertThat(cluster.task(1, 1).output()).isEqualTo(new ExchangeId(1, 4));
    assertThat(cluster.last).contains(new Command.ReleaseExchange(first.output()));
  }

  @Test
  void theJobWithTheFewestTasksUnderWayComesFirst() {
    WorkerId worker = cluster.join(0, 4);
    cluster.submit(source(100, 1), RESULT);
    cluster.tell(
        new Event.JobSubmitted(new JobId(2), new JobShape(List.of(source(100, 1), RESULT))));
    for (int i = 0; i < 20; i++) {
      cluster.finish(cluster.held(worker).getFirst(), 1, 1);
    }
    assertThat(cluster.held(worker).stream().filter(s -> s.task().job().equals(JOB)))
        .hasSizeBetween(2, 3);
  }

  private void submit(int job, int tasks, int priority, int weight) {
    JobShape shape = new JobShape(List.of(source(tasks, 1), RESULT));
    cluster.tell(
        new Event.JobSubmitted(new JobId(job), shape.withShare(new JobShare(priority, weight))));
  }

  private long heldOf(WorkerId worker, int job) {
    return cluster.held(worker).stream().filter(s -> s.task().job().number() == job).count();
  }

  @Test
  void slotsAreSharedByWeight() {
    WorkerId worker = cluster.join(0, 9); // and one ahead
    submit(2, 1_000, 0, 1);
    submit(3, 1_000, 0, 3);
    long third = 0;
    for (int i = 0; i < 400; i++) {
      cluster.finish(cluster.held(worker).get(i % 7), 1, 1);
      third += i < 300 ? 0 : heldOf(worker, 3);
    }
    assertThat(third / 100.0).isBetween(7.0, 8.0);
    assertThat(cluster.held(worker)).hasSize(10);
  }

  @Test
  void tasksOfTheHighestPriorityStartFirst() {
    WorkerId worker = cluster.join(0, 4);
    submit(2, 100, 0, 100);
    submit(3, 10, 7, 1);
    for (int i = 0; i < 5; i++) {
      cluster.finish(cluster.held(worker).getFirst(), 1, 1);
    }
    assertThat(heldOf(worker, 3)).isEqualTo(5);
    for (int i = 0; i < 10; i++) {
      cluster.finish(cluster.held(worker).getFirst(), 1, 1);
    }
    assertThat(heldOf(worker, 2)).isBetween(4L, 5L); // but for the end of the other one
  }
}
