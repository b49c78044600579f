package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskRange;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Compares the state of a {@link Scheduler} with the rules of the package. */
final class ConsistencyCheck {
  private final Map<JobId, Job> jobs;
  private final SchedulerContext context;
  private final Dispatcher dispatcher;
  private final List<String> broken = new ArrayList<>();

  private ConsistencyCheck(Map<JobId, Job> jobs, SchedulerContext context, Dispatcher dispatcher) {
    this.jobs = jobs;
    this.context = context;
    this.dispatcher = dispatcher;
  }

  /** Returns what is wrong. */
  static List<String> of(Map<JobId, Job> jobs, SchedulerContext context, Dispatcher dispatcher) {
    ConsistencyCheck check = new ConsistencyCheck(jobs, context, dispatcher);
    check.leases();
    check.stages();
    check.races();
    check.bytes();
    check.progress();
    return check.broken;
  }

  private void leases() {
    IdentityHashMap<Job, Integer> heldOfJobs = new IdentityHashMap<>();
    long credit = 0;
    int consumers = 0;
    int recalls = 0;
    int freeSlots = 0;
    int heldTasks = 0;
    for (WorkerState worker : context.members().workers()) {
      long floors = 0;
      int notStarted = 0;
      int asked = 0;
      int full = worker.slots() + context.options().surplusLeases();
      long micros = 0;
      for (int i = 0; i < worker.leases().size(); i++) {
        if (i >= full && micros >= context.options().leadMicros() * worker.slots()) {
          broken.add(worker.id() + " holds more than " + i + " tasks");
        }
        micros += worker.leases().at(i).micros();
      }
      for (Lease lease : worker.leases().copy()) {
        floors += lease.floorBytes();
        asked += lease.isRecalled() ? 1 : 0;
        if (lease.isOver()) {
          continue;
        }
        notStarted += lease.isStarted() ? 0 : 1;
        credit += lease.creditBytes();
        consumers += lease.stage().shape().isSource() ? 0 : 1;
        heldOfJobs.merge(lease.job(), 1, Integer::sum);
        if (lease.job().hasEnded()) {
          broken.add(lease.job().id() + " is over and holds a slot of " + worker.id());
        } else if (!lease.isCurrent()
            || lease.stage().table().holder(lease.task()) != worker.id().number()) {
          broken.add(lease.taskAttempt() + " is held but does not count");
        }
        if (lease.server() != null
            && context.members().server(lease.server().address()) != lease.server()) {
          broken.add(lease.taskAttempt() + " writes to a server that is gone");
        }
      }
      recalls += asked;
      heldTasks += worker.leases().size();
      freeSlots += worker.takesTasks() ? Math.max(0, worker.slots() - worker.leases().size()) : 0;
      if (floors != worker.floorBytes()
          || micros != worker.heldMicros()
          || notStarted != worker.notStarted()
          || asked != worker.recalls()) {
        broken.add(worker.id() + " counts wrongly");
      }
    }
    if (credit != context.creditBytes()
        || consumers != context.consumersHeld()
        || recalls != context.recallsOut()
        || freeSlots != context.members().freeSlots()
        || heldTasks != context.members().heldTasks()) {
      broken.add("Totals of leases are wrong");
    }
    for (Job job : jobs.values()) {
      int held = heldOfJobs.getOrDefault(job, 0);
      int tasks = 0;
      for (Stage stage : job.stages()) {
        tasks += stage.held();
      }
      if (held != job.held() || held != tasks) {
        broken.add(
            job.id() + " counts " + job.held() + " held tasks, but it is " + held + "/" + tasks);
      }
    }
  }

  private void stages() {
    IdentityHashMap<ServerState, Integer> winners = new IdentityHashMap<>();
    for (Job job : jobs.values()) {
      parts(job);
      for (Stage stage : job.stages()) {
        stage.check(broken);
        ranges(job, stage);
        boolean inputsAreThere = true;
        for (StageInput input : stage.shape().inputs()) {
          Stage writer = job.stage(input.stage());
          inputsAreThere &= writer.isComplete() && !writer.isReleased();
          if (stage.isDivided() && input.isGrouped() && writer.skewed() == null) {
            broken.add(
                "Stage " + stage.number() + " of " + job.id() + " knows no skew of " + input);
          }
        }
        inputsAreThere &= job.inputs().areComplete(stage);
        if (stage.isRunnable() && !inputsAreThere) {
          broken.add("Stage " + stage.number() + " of " + job.id() + " may run without its inputs");
        }
        boolean isDone = stage.isComplete() || !stage.isDivided();
        if (stage.isNeeded() && inputsAreThere && !isDone && !stage.isRunnable()) {
          broken.add("Stage " + stage.number() + " of " + job.id() + " could run, but does not");
        }
        if (stage.isStored()) {
          countWinners(stage, winners);
        }
      }
    }
    for (ServerState server : context.members().servers()) {
      if (server.winners() != winners.getOrDefault(server, 0)) {
        broken.add(server.address() + " has " + winners.get(server) + " winners, not as counted");
      }
    }
  }

  /** The client of a streamed result knows those first parts that are there. */
  private void parts(Job job) {
    Stage result = job.resultStage();
    int there = 0;
    while (result.isStored()
        && result.knows(there)
        && result.table().state(there) == TaskTable.DONE) {
      there++;
    }
    int known = job.lifecycle().announcedParts();
    if (job.isStreamed() && !job.isComplete() && known != there) {
      broken.add(job.id() + " has " + there + " first parts, but its client knows " + known);
    }
  }

  /** Every partition is read by one task, or in parts that follow one another to its end. */
  private void ranges(Job job, Stage stage) {
    int partition = 0;
    int map = 0;
    for (TaskRange range : stage.ranges()) {
      TaskRange.Part part = range.part().orElse(new TaskRange.Part(-1, 0, 0));
      int maps = part.stage() < 0 ? 0 : job.stage(part.stage()).tasks();
      if (range.firstPartition() != partition || part.firstMap() != map) {
        broken.add(
            "Stage " + stage.number() + " of " + job.id() + " reads " + range + " out of order");
      }
      boolean isEnd = part.endMap() == maps;
      map = isEnd ? 0 : part.endMap();
      partition = isEnd ? range.endPartition() : range.firstPartition();
    }
    if (!stage.ranges().isEmpty() && (partition != stage.shape().tasks() || map > 0)) {
      broken.add("Stage " + stage.number() + " of " + job.id() + " does not read all");
    }
  }

  /** Second attempts are few, and slow ones go on only while they may win. */
  private void races() {
    for (Job job : jobs.values()) {
      for (Stage stage : job.stages()) {
        if (stage.speculativeAttempts().count() > Stragglers.most(stage)) {
          broken.add(
              "Stage " + stage.number() + " of " + job.id() + " has too many second attempts");
        }
        for (SpeculativeRace race : stage.speculativeAttempts().races()) {
          Lease slow = race.slow();
          if (!slow.isOver()
              || !slow.isRacing()
              || stage.table().state(slow.task()) == TaskTable.DONE
              || !race.worker().leases().contains(slow)
              || context.members().worker(race.worker().id()) == null) {
            broken.add(slow.taskAttempt() + " goes on but cannot win");
          }
        }
      }
    }
  }

  private void countWinners(Stage stage, IdentityHashMap<ServerState, Integer> winners) {
    for (int task = 0; task < stage.tasks(); task++) {
      if (stage.table().state(task) == TaskTable.DONE && context.options().needsServers()) {
        ServerState server = context.members().server(stage.table().holder(task));
        if (server == null) {
          broken.add("The winner of map " + task + " of stage " + stage.number() + " is gone");
        } else {
          winners.merge(server, 1, Integer::sum);
        }
      }
    }
  }

  private void bytes() {
    long held = 0;
    for (Job job : jobs.values()) {
      for (Stage stage : job.stages()) {
        held += stage.isReleased() || stage.isKept() ? 0 : stage.bytes();
      }
    }
    if (held != context.heldBytes()) {
      broken.add("Exchanges hold " + held + " bytes, not " + context.heldBytes());
    }
  }

  /**
   * Each job has something that goes on, and no slot is free that a task fits into, unless there is
   * more to do.
   */
  private void progress() {
    boolean serversAreThere =
        !context.options().needsServers() || !context.members().servers().isEmpty();
    for (Job job : jobs.values()) {
      if (job.hasEnded()) {
        broken.add(job.id() + " is over but not gone");
      } else if (!job.isComplete()
          && job.held() == 0
          && job.nextReady(0) < 0
          && !job.attempts().areDelayed()
          && !job.inputs().awaitPin()) {
        broken.add(job.id() + " is stuck");
      }
      for (int rank = job.nextReady(0); rank >= 0; rank = job.nextReady(rank + 1)) {
        Stage stage = job.stageOfRank(rank);
        if (serversAreThere && !context.isUnfinished() && !waitsForBytes(stage)) {
          for (int i = 0; i < context.members().free().size(); i++) {
            if (Members.fits(context.members().free().at(i), stage.shape().floorBytes())) {
              broken.add("A slot is free for stage " + stage.number() + " of " + job.id());
            }
          }
        }
      }
    }
  }

  private boolean waitsForBytes(Stage stage) {
    return (context.consumersHeld() > 0 && dispatcher.isWithheld(stage))
        || context.members().awaitsService(stage);
  }
}
