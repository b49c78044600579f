package dev.heddle.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private static final JobId JOB = new JobId(1);
  private static final WorkerId WORKER = new WorkerId(0, 7);

  private static StageShape stage(int tasks, List<Integer> inputs, int partitions) {
    List<StageInput> read = inputs.stream().map(i -> new StageInput(i, tasks == 1)).toList();
    return new StageShape(tasks, read, partitions, 0, -1, false, List.of());
  }

  /** Two scans, a join of both, and the result. */
  private static JobShape join() {
    return new JobShape(
        List.of(
            stage(2, List.of(), 3),
            stage(2, List.of(), 3),
            stage(3, List.of(0, 1), 1),
            stage(1, List.of(2), 0)));
  }

  private static List<TaskStart> started(List<Command> commands) {
    List<TaskStart> tasks = new ArrayList<>();
    for (Command command : commands) {
      if (command instanceof Command.StartTask start) {
        tasks.add(start.start());
      }
    }
    return tasks;
  }

  private static Scheduler embedded(int slots) {
    Scheduler scheduler = new Scheduler(SchedulerOptions.embedded());
    scheduler.handle(new Event.WorkerJoined(WORKER, "here", slots, 100), 0);
    return scheduler;
  }

  private static Event finished(TaskStart start) {
    MapAttempt map =
        new MapAttempt(start.output(), start.task().partition(), start.task().attempt());
    Optional<SealedMap> sealed =
        start.task().stage() == 3
            ? Optional.empty()
            : Optional.of(
                new SealedMap(
                    map,
                    start.server().orElse(ShuffleAddress.HERE),
                    start.task().partition(),
                    1,
                    10,
                    PartitionSizes.of(new long[] {10})));
    return new Event.TaskFinished(WORKER, start.task(), sealed, 0);
  }

  @Test
  void runsConsumersOnlyAfterTheirProducersInEveryOrderOfEnds() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int slots = 1 + random.nextInt(4);
      Scheduler scheduler = embedded(slots);
      List<TaskStart> out = new ArrayList<>();
      Set<Integer> doneStages = new HashSet<>();
      int[] finished = new int[4];
      boolean complete = false;
      Deque<Event> events = new ArrayDeque<>(List.of(new Event.JobSubmitted(JOB, join())));
      while (!events.isEmpty()) {
        List<Command> commands = scheduler.handle(events.poll(), 0);
        scheduler.checkConsistent();
        for (TaskStart start : started(commands)) {
          if (start.task().stage() >= 2) {
            assertThat(doneStages).as("seed %d", seed).contains(start.task().stage() == 2 ? 0 : 2);
          }
          out.add(start);
        }
        assertThat(out).as("seed %d", seed).hasSizeLessThanOrEqualTo(slots);
        complete |= commands.stream().anyMatch(c -> c instanceof Command.CompleteJob);
        if (!out.isEmpty()) {
          TaskStart ended = out.remove(random.nextInt(out.size()));
          int stage = ended.task().stage();
          if (++finished[stage] == join().stages().get(stage).tasks()) {
            doneStages.add(stage);
          }
          events.add(finished(ended));
        }
      }
      assertThat(complete).as("seed %d", seed).isTrue();
      assertThat(finished).as("seed %d", seed).containsExactly(2, 2, 3, 1);
    }
  }

  @Test
  void createsAnExchangeBeforeItsFirstWriterAndReleasesItAfterItsReader() {
    Scheduler scheduler = embedded(1);
    List<String> story = new ArrayList<>();
    Deque<Event> events = new ArrayDeque<>(List.of(new Event.JobSubmitted(JOB, join())));
    while (!events.isEmpty()) {
      for (Command command : scheduler.handle(events.poll(), 0)) {
        switch (command) {
          case Command.CreateExchange c -> story.add("create " + c.exchange().exchange());
          case Command.ReleaseExchange c -> story.add("release " + c.exchange().exchange());
          case Command.StartTask c -> {
            story.add("start " + c.start().task().stage() + "." + c.start().task().partition());
            events.add(finished(c.start()));
          }
          case Command.CompleteJob _ -> story.add("complete");
          default -> story.add("unexpected " + command);
        }
      }
    }
    assertThat(story)
        .containsExactly(
            "create 1",
            "start 1.0",
            "start 1.1",
            "create 0",
            "start 0.0",
            "start 0.1",
            "create 2",
            "start 2.0",
            "start 2.1",
            "start 2.2",
            "release 0",
            "release 1",
            "start 3.0",
            "complete",
            "release 2");
  }

  @Test
  void firstErrorEndsTheJobAndStopsTheOthers() {
    Scheduler scheduler = embedded(2);
    List<TaskStart> out = started(scheduler.handle(new Event.JobSubmitted(JOB, join()), 0));
    TaskAttempt first = out.get(0).task();
    List<Command> commands =
        scheduler.handle(
            new Event.TaskFailed(
                WORKER, first, new TaskFailure.Failed(ErrorCode.IO, "disk on fire")),
            0);
    scheduler.checkConsistent();
    assertThat(commands)
        .contains(
            new Command.StopTask(WORKER, out.get(1).task()),
            new Command.FailJob(JOB, ErrorCode.IO, "disk on fire"))
        .noneMatch(c -> c instanceof Command.StartTask);
    assertThat(commands).anyMatch(c -> c instanceof Command.ReleaseExchange);
    assertThat(scheduler.handle(finished(out.get(1)), 0)).isEmpty();
  }

  @Test
  void cancelIsAFailureWithItsOwnCodeAndComesOnce() {
    Scheduler scheduler = embedded(1);
    List<TaskStart> out = started(scheduler.handle(new Event.JobSubmitted(JOB, join()), 0));
    List<Command> commands = scheduler.handle(new Event.CancelRequested(JOB), 0);
    assertThat(commands)
        .anyMatch(c -> c instanceof Command.FailJob f && f.code() == ErrorCode.CANCELLED);
    assertThat(scheduler.handle(new Event.CancelRequested(JOB), 0)).isEmpty();
    assertThat(scheduler.handle(finished(out.get(0)), 0)).isEmpty();
    assertThat(scheduler.handle(new Event.CancelRequested(JOB), 0)).isEmpty();
  }
}
