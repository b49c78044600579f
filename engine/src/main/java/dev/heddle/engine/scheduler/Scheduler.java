package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what runs when; see the package. Used by one thread. */
public final class Scheduler {
  private final int slots;
  private final Map<JobId, JobState> jobs = new LinkedHashMap<>();

  /** Makes a scheduler that lets so many tasks run at a time. */
  public Scheduler(int slots) {
    this.slots = slots;
  }

  /** Takes an event in and returns what is to be done, in order. */
  public List<Command> handle(Event event) {
    List<Command> commands = new ArrayList<>();
    switch (event) {
      case Event.JobSubmitted e -> submit(e);
      case Event.TaskFinished e -> job(e.task().job()).taskFinished(e.task(), commands);
      case Event.TaskFailed e -> job(e.task().job()).taskFailed(e.task(), e.error(), commands);
      case Event.CancelRequested e -> {
        JobState state = jobs.get(e.job());
        if (state != null) {
          state.fail(new HeddleException(ErrorCode.CANCELLED, "Query was cancelled"), commands);
        }
      }
    }
    jobs.values().removeIf(state -> state.hasEnded() && state.tasksOut() == 0);
    fillSlots(commands);
    return commands;
  }

  private void submit(Event.JobSubmitted event) {
    if (jobs.putIfAbsent(event.job(), new JobState(event.job(), event.graph())) != null) {
      throw new IllegalStateException("Submitted twice: " + event.job());
    }
  }

  private JobState job(JobId job) {
    JobState state = jobs.get(job);
    if (state == null) {
      throw new IllegalStateException("No task of this job is out: " + job);
    }
    return state;
  }

  private int tasksOut() {
    return jobs.values().stream().mapToInt(JobState::tasksOut).sum();
  }

  private void fillSlots(List<Command> commands) {
    int free = slots - tasksOut();
    for (JobState state : jobs.values()) {
      while (free > 0) {
        Optional<?> started = state.startTask(commands);
        if (started.isEmpty()) {
          break;
        }
        free--;
      }
    }
  }

  /** Throws if a rule of the package is broken; for tests, after each event. */
  public void checkConsistent() {
    List<String> broken = new ArrayList<>();
    jobs.values().forEach(state -> broken.addAll(state.inconsistencies()));
    if (tasksOut() > slots) {
      broken.add(tasksOut() + " tasks are out, but there are " + slots + " slots");
    }
    if (!broken.isEmpty()) {
      throw new IllegalStateException("Scheduler broke its rules: " + broken);
    }
  }
}
