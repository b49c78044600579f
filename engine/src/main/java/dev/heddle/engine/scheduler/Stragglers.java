package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskRange;
import java.util.Collection;

/**
 * Gives tasks that run much longer than their bytes explain a second attempt on another worker,
 * while that has nothing else to do. The first to finish wins; the other one is stopped.
 */
final class Stragglers {
  /** What the smallest task is taken to read, so that few bytes explain a little time. */
  private static final long LEAST_BYTES = 1 << 20;

  /** How many times as long as expected a task takes that is a straggler. */
  private static final int TOO_LONG = 2;

  /** One of so many tasks of a stage gets a second attempt, but {@link #LEAST_ATTEMPTS} may. */
  private static final int SHARE = 20;

  private static final int LEAST_ATTEMPTS = 2;

  private final SchedulerContext turn;

  Stragglers(SchedulerContext turn) {
    this.turn = turn;
  }

  /** Returns how many second attempts a stage may have. */
  static int most(StageState stage) {
    return Math.max(LEAST_ATTEMPTS, stage.tasks / SHARE);
  }

  /** Starts second attempts where they are due and somebody is idle. */
  void find(Collection<WorkerState> workers) {
    if (turn.options.stragglerMillis() == 0) {
      return;
    }
    for (WorkerState worker : workers) {
      for (int i = 0; i < worker.leases.size(); i++) {
        if (turn.members.free.isEmpty()) {
          return;
        }
        Lease lease = worker.leases.at(i);
        if (isStraggler(lease)) {
          startSecond(worker, lease);
        }
      }
    }
  }

  private boolean isStraggler(Lease lease) {
    StageState stage = lease.stage;
    long ran = turn.nowMillis - lease.sinceMillis;
    boolean isStuck = lease.started || lease.recalling; // or it gets its turn, or is given back
    return !lease.isOver
        && isStuck
        && ran >= turn.options.stragglerMillis()
        && stage.isRunnable
        && stage.pending == 0
        && 2 * stage.done >= stage.tasks
        && stage.shape.partitions() > 0
        && stage.secondAttempts < most(stage)
        && stage.race(lease.task) == null
        && ran > TOO_LONG * expectedMillis(lease);
  }

  /** Returns how long a task takes by what finished ones took, for each byte and at all. */
  private static long expectedMillis(Lease lease) {
    StageState stage = lease.stage;
    long bytes = inputBytes(lease.job, stage, lease.task);
    double byBytes = (double) stage.ranMicros / Math.max(1, stage.ranBytes) * bytes;
    double usual = (double) stage.ranMicros / Math.max(1, stage.ranTasks);
    return (long) (Math.max(byBytes, usual) / 1_000);
  }

  /** Returns about how many bytes a task reads; of splits each reads as many. */
  static long inputBytes(Job job, StageState stage, int task) {
    long bytes = LEAST_BYTES;
    TaskRange range = stage.range(task);
    for (StageInput input : stage.shape.inputs()) {
      StageState writer = job.stages[input.stage()];
      long[] written = writer.partitionBytes;
      long sum = 0;
      int end = Math.min(range.endPartition(), written.length);
      for (int i = range.firstPartition(); i < end && !input.isWhole(); i++) {
        sum += written[i];
      }
      boolean isPart = range.part().isPresent() && range.part().get().stage() == input.stage();
      bytes += isPart ? sum * maps(range.part().get()) / writer.tasks : sum;
    }
    return bytes;
  }

  private static int maps(TaskRange.Part part) {
    return part.endMap() - part.firstMap();
  }

  private void startSecond(WorkerState worker, Lease slow) {
    WorkerState other = turn.members.chooseOther(worker, slow.floorBytes);
    if (other == null) {
      return;
    }
    ServerState server = null;
    if (turn.options.needsServers()) {
      server = turn.members.chooseServer(other, turn.nowMillis);
      if (server == null) {
        return;
      }
    }
    turn.supersede(worker, slow);
    slow.stage.races.add(new Race(worker, slow));
    slow.stage.secondAttempts++;
    turn.add(
        new Command.NoteStraggler(
            worker.id,
            slow.job.attempt(slow),
            turn.nowMillis - slow.sinceMillis,
            expectedMillis(slow)));
    slow.job.start(slow.stage, slow.task, other, server);
  }
}
