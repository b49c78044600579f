package dev.heddle.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class WorkerCoreTest {
  private static final WorkerId WORKER = new WorkerId(0, 1);

  private final WorkerCore core = new WorkerCore(WORKER, 2, 1_000);

  private static TaskAttempt task(int number) {
    return new TaskAttempt(new JobId(1), 0, number, 0);
  }

  private void start(int number) {
    core.handle(
        new Command.StartTask(
            WORKER,
            new TaskStart(
                task(number),
                4,
                TaskRange.of(number),
                List.of(),
                List.of(),
                new ExchangeId(1, 0),
                Optional.empty(),
                1)));
  }

  private void stop(int number) {
    core.handle(new Command.StopTask(WORKER, task(number)));
  }

  private List<WorkerAction> watch(int seconds, Predicate<TaskAttempt> isInUserCode) {
    List<WorkerAction> actions = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      actions.addAll(core.watch(isInUserCode));
    }
    return actions;
  }

  @Test
  void whatDoesNotStopInTimeIsNamedOnceAndKeepsItsSlot() {
    start(0);
    start(1);
    start(2);
    assertThat(watch(100, _ -> true)).as("nothing was asked to stop").isEmpty();
    stop(0);
    assertThat(watch(WorkerCore.GRACE_SECONDS - 1, _ -> true)).isEmpty();
    assertThat(watch(100, _ -> true)).containsExactly(new WorkerAction.Stuck(task(0)));
    assertThat(core.running()).isEqualTo(2);
    assertThat(core.heartbeat().held()).containsExactly(task(0), task(1), task(2));
  }

  @Test
  void whatIsBusyWithSomethingElseThanUserCodeIsWaitedFor() {
    start(0);
    stop(0);
    assertThat(watch(100, _ -> false)).isEmpty();
    assertThat(watch(1, _ -> true)).containsExactly(new WorkerAction.Stuck(task(0)));
  }

  @Test
  void aWorkerWithoutASlotLeftGivesUpOnce() {
    start(0);
    start(1);
    stop(0);
    stop(1);
    assertThat(watch(100, _ -> true))
        .containsExactly(
            new WorkerAction.Stuck(task(0)),
            new WorkerAction.Stuck(task(1)),
            new WorkerAction.GiveUp());
  }

  @Test
  void aSlotIsBackWhenItsAttemptEndsAfterAll() {
    start(0);
    start(1);
    start(2);
    stop(0);
    watch(WorkerCore.GRACE_SECONDS, _ -> true);
    assertThat(core.failed(task(0), new TaskFailure.Stopped()))
        .anyMatch(action -> action instanceof WorkerAction.Run);
    stop(1);
    assertThat(watch(WorkerCore.GRACE_SECONDS, _ -> true))
        .containsExactly(new WorkerAction.Stuck(task(1)));
  }
}
