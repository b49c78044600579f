package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** One job of a {@link Scheduler}. */
final class JobState {
  private final JobId job;
  private final StageGraph graph;
  private final StageState[] stages;
  private final BitSet exchangesHeld = new BitSet();
  private boolean ended;

  JobState(JobId job, StageGraph graph) {
    this.job = job;
    this.graph = graph;
    this.stages = new StageState[graph.stages().size()];
    for (StageTemplate stage : graph.stages()) {
      int inputs = stage.inputs().size();
      stages[stage.stage()] =
          inputs == 0 ? new StageState.Running(stage.tasks()) : new StageState.Waiting(inputs);
    }
  }

  boolean hasEnded() {
    return ended;
  }

  int tasksOut() {
    int tasks = 0;
    for (StageState stage : stages) {
      if (stage instanceof StageState.Running running) {
        tasks += running.tasksOut().cardinality();
      }
    }
    return tasks;
  }

  /** Starts a task of the latest stage that has one. */
  Optional<TaskAttempt> startTask(List<Command> commands) {
    if (ended) {
      return Optional.empty();
    }
    for (int i = stages.length - 1; i >= 0; i--) {
      if (stages[i] instanceof StageState.Running running && running.hasTaskToStart()) {
        StageTemplate template = graph.stage(i);
        if (template.output() instanceof StageOutput.ToExchange to
            && !exchangesHeld.get(to.exchange())) {
          exchangesHeld.set(to.exchange());
          commands.add(new Command.CreateExchange(exchange(to.exchange()), to.shape()));
        }
        TaskAttempt task = new TaskAttempt(job, i, running.startTask(), 0);
        commands.add(new Command.StartTask(task, template));
        return Optional.of(task);
      }
    }
    return Optional.empty();
  }

  void taskFinished(TaskAttempt task, List<Command> commands) {
    if (!(stages[task.stage()] instanceof StageState.Running running)) {
      throw new IllegalStateException("No task is out: " + task);
    }
    if (ended) {
      running.dropTask(task.partition());
      return;
    }
    stages[task.stage()] = running.finishTask(task.partition());
    if (stages[task.stage()] instanceof StageState.Done) {
      stageDone(graph.stage(task.stage()), commands);
    }
  }

  private void stageDone(StageTemplate stage, List<Command> commands) {
    stage.inputs().forEach(exchange -> release(exchange, commands));
    switch (stage.output()) {
      case StageOutput.Result _ -> {
        ended = true;
        commands.add(new Command.CompleteJob(job));
      }
      case StageOutput.ToExchange to -> {
        for (StageTemplate reader : graph.stages()) {
          if (reader.inputs().contains(to.exchange())
              && stages[reader.stage()] instanceof StageState.Waiting waiting) {
            stages[reader.stage()] = waiting.inputDone(reader.tasks());
          }
        }
      }
    }
  }

  void taskFailed(TaskAttempt task, HeddleException error, List<Command> commands) {
    if (stages[task.stage()] instanceof StageState.Running running) {
      running.dropTask(task.partition());
    }
    fail(error, commands);
  }

  void fail(HeddleException error, List<Command> commands) {
    if (ended) {
      return;
    }
    ended = true;
    for (int i = 0; i < stages.length; i++) {
      if (stages[i] instanceof StageState.Running running) {
        int stage = i;
        running.tasksOut().stream()
            .forEach(p -> commands.add(new Command.StopTask(new TaskAttempt(job, stage, p, 0))));
      }
    }
    exchangesHeld.stream().boxed().toList().forEach(exchange -> release(exchange, commands));
    commands.add(new Command.FailJob(job, error));
  }

  private void release(int exchange, List<Command> commands) {
    exchangesHeld.clear(exchange);
    commands.add(new Command.ReleaseExchange(exchange(exchange)));
  }

  private ExchangeId exchange(int number) {
    return new ExchangeId(job.number(), number);
  }

  /** Returns what breaks the rules of the package, if anything does. */
  List<String> inconsistencies() {
    List<String> broken = new ArrayList<>();
    for (StageTemplate stage : graph.stages()) {
      if (stages[stage.stage()] instanceof StageState.Waiting) {
        continue;
      }
      for (StageTemplate writer : graph.stages()) {
        if (writer.output() instanceof StageOutput.ToExchange to
            && stage.inputs().contains(to.exchange())
            && !(stages[writer.stage()] instanceof StageState.Done)) {
          broken.add(stage.stage() + " runs before stage " + writer.stage() + " is done");
        }
      }
    }
    if (ended && !exchangesHeld.isEmpty()) {
      broken.add(job + " has ended and holds exchanges " + exchangesHeld);
    }
    return broken;
  }
}
