package dev.heddle.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private static final JobId JOB = new JobId(1);

  private static StageTemplate stage(int number, int tasks, List<Integer> inputs, int exchange) {
    PhysicalPlan nothing =
        new PhysicalPlan.Values(List.of(), new Schema(List.of()), Estimate.UNKNOWN);
    StageOutput output =
        exchange < 0
            ? new StageOutput.Result()
            : new StageOutput.ToExchange(
                exchange,
                new Distribution.Hash(List.of(0)),
                new ExchangeShape(List.of(DataType.INT64), tasks, 3));
    return new StageTemplate(number, nothing, tasks, inputs, output);
  }

  /** Two scans, a join of both, and the result. */
  private static StageGraph joinGraph() {
    return new StageGraph(
        List.of(
            stage(0, 2, List.of(), 0),
            stage(1, 2, List.of(), 1),
            stage(2, 3, List.of(0, 1), 2),
            stage(3, 1, List.of(2), -1)));
  }

  private static List<TaskAttempt> started(List<Command> commands) {
    List<TaskAttempt> tasks = new ArrayList<>();
    for (Command command : commands) {
      if (command instanceof Command.StartTask start) {
        tasks.add(start.task());
      }
    }
    return tasks;
  }

  @Test
  void runsConsumersOnlyAfterTheirProducersInEveryOrderOfEnds() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int slots = 1 + random.nextInt(4);
      Scheduler scheduler = new Scheduler(slots);
      List<TaskAttempt> out = new ArrayList<>();
      Set<Integer> doneStages = new HashSet<>();
      int[] finished = new int[4];
      boolean complete = false;
      Deque<Event> events = new ArrayDeque<>(List.of(new Event.JobSubmitted(JOB, joinGraph())));
      while (!events.isEmpty()) {
        List<Command> commands = scheduler.handle(events.poll());
        scheduler.checkConsistent();
        for (TaskAttempt task : started(commands)) {
          if (task.stage() >= 2) {
            assertThat(doneStages).as("seed %d", seed).contains(task.stage() == 2 ? 0 : 2);
          }
          out.add(task);
        }
        assertThat(out).as("seed %d", seed).hasSizeLessThanOrEqualTo(slots);
        complete |= commands.contains(new Command.CompleteJob(JOB));
        if (!out.isEmpty()) {
          TaskAttempt ended = out.remove(random.nextInt(out.size()));
          if (++finished[ended.stage()] == joinGraph().stage(ended.stage()).tasks()) {
            doneStages.add(ended.stage());
          }
          events.add(new Event.TaskFinished(ended));
        }
      }
      assertThat(complete).as("seed %d", seed).isTrue();
      assertThat(finished).as("seed %d", seed).containsExactly(2, 2, 3, 1);
    }
  }

  @Test
  void createsAnExchangeBeforeItsFirstWriterAndReleasesItAfterItsReader() {
    Scheduler scheduler = new Scheduler(1);
    List<String> story = new ArrayList<>();
    Deque<Event> events = new ArrayDeque<>(List.of(new Event.JobSubmitted(JOB, joinGraph())));
    while (!events.isEmpty()) {
      for (Command command : scheduler.handle(events.poll())) {
        switch (command) {
          case Command.CreateExchange c -> story.add("create " + c.exchange().exchange());
          case Command.ReleaseExchange c -> story.add("release " + c.exchange().exchange());
          case Command.StartTask c -> {
            story.add("start " + c.task().stage() + "." + c.task().partition());
            events.add(new Event.TaskFinished(c.task()));
          }
          case Command.CompleteJob _ -> story.add("complete");
          case Command.StopTask _, Command.FailJob _ -> story.add("unexpected");
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
            "release 2",
            "complete");
  }

  @Test
  void firstErrorEndsTheJobAndStopsTheOthers() {
    Scheduler scheduler = new Scheduler(2);
    List<TaskAttempt> out = started(scheduler.handle(new Event.JobSubmitted(JOB, joinGraph())));
    HeddleException error = new HeddleException(ErrorCode.IO, "disk on fire");
    List<Command> commands = scheduler.handle(new Event.TaskFailed(out.get(0), error));
    scheduler.checkConsistent();
    assertThat(commands)
        .contains(new Command.StopTask(out.get(1)), new Command.FailJob(JOB, error))
        .noneMatch(c -> c instanceof Command.StartTask);
    assertThat(commands).anyMatch(c -> c instanceof Command.ReleaseExchange);
    assertThat(scheduler.handle(new Event.TaskFinished(out.get(1)))).isEmpty();
  }

  @Test
  void cancelIsAFailureWithItsOwnCodeAndComesOnce() {
    Scheduler scheduler = new Scheduler(1);
    List<TaskAttempt> out = started(scheduler.handle(new Event.JobSubmitted(JOB, joinGraph())));
    List<Command> commands = scheduler.handle(new Event.CancelRequested(JOB));
    assertThat(commands)
        .anyMatch(c -> c instanceof Command.FailJob f && f.error().code() == ErrorCode.CANCELLED);
    assertThat(scheduler.handle(new Event.CancelRequested(JOB))).isEmpty();
    assertThat(scheduler.handle(new Event.TaskFinished(out.get(0)))).isEmpty();
    assertThat(scheduler.handle(new Event.CancelRequested(JOB))).isEmpty();
  }

  @Test
  void aTaskThatIsNotOutCannotEnd() {
    Scheduler scheduler = new Scheduler(1);
    assertThatThrownBy(
            () -> scheduler.handle(new Event.TaskFinished(new TaskAttempt(JOB, 0, 0, 0))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("No task of this job is out");
  }
}
