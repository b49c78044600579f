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
  private static final long MIN_TASK_BYTES = 1 << 20;

  /** How many times as long as expected a task takes that is a straggler. */
  private static final int TOO_LONG = 2;

  /** One in this number of a stage's tasks gets a second attempt, but {@link #MIN_ATTEMPTS} may. */
  private static final int SHARE = 20;

  private static final int MIN_ATTEMPTS = 2;

  private final SchedulerContext context;

  Stragglers(SchedulerContext context) {
    this.context = context;
  }

  /** Returns how many second attempts a stage may have. */
  static int most(Stage stage) {
    return Math.max(MIN_ATTEMPTS, stage.tasks() / SHARE);
  }

  /** Starts second attempts where they are due and somebody is idle. */
  void find(Collection<WorkerState> workers) {
    if (context.options().stragglerMillis() == 0) {
      return;
    }
    for (WorkerState worker : workers) {
      for (int i = 0; i < worker.leases().size(); i++) {
        if (context.members().free().isEmpty()) {
          return;
        }
        Lease lease = worker.leases().at(i);
        if (isStraggler(lease)) {
          startSecond(worker, lease);
        }
      }
    }
  }

  private boolean isStraggler(Lease lease) {
    Stage stage = lease.stage();
    long ran = context.nowMillis() - lease.sinceMillis();
    boolean isStuck =
        lease.isStarted() || lease.isRecalled(); // or it gets its context, or is returned
    return !lease.isOver()
        && isStuck
        && ran >= context.options().stragglerMillis()
        && stage.isRunnable()
        && stage.pending() == 0
        && 2 * stage.done() >= stage.tasks()
        && stage.shape().partitions() > 0
        && stage.speculativeAttempts().count() < most(stage)
        && stage.speculativeAttempts().of(lease.task()) == null
        && ran > TOO_LONG * expectedMillis(lease);
  }

  /** Returns how long a task takes by what finished ones took, for each byte and at all. */
  private static long expectedMillis(Lease lease) {
    Stage stage = lease.stage();
    long bytes = inputBytes(lease.job(), stage, lease.task());
    return stage.times().expectedMicros(bytes) / 1_000;
  }

  /** Returns about how many bytes a task reads; splits count as equal. */
  static long inputBytes(Job job, Stage stage, int task) {
    long bytes = MIN_TASK_BYTES;
    TaskRange range = stage.range(task);
    for (StageInput input : stage.shape().inputs()) {
      Stage writer = job.stage(input.stage());
      long sum = 0;
      boolean isSized = !input.isWhole() && writer.sizedPartitions() > 0;
      for (int i = range.firstPartition(); i < range.endPartition() && isSized; i++) {
        sum += writer.bytes(input, i);
      }
      boolean isPart = range.part().isPresent() && range.part().get().stage() == input.stage();
      bytes += isPart ? sum * maps(range.part().get()) / writer.tasks() : sum;
    }
    return bytes;
  }

  private static int maps(TaskRange.Part part) {
    return part.endMap() - part.firstMap();
  }

  private void startSecond(WorkerState worker, Lease slow) {
    WorkerState other = context.members().chooseOther(worker, slow.floorBytes());
    if (other == null) {
      return;
    }
    ServerState server = null;
    if (context.options().needsServers()) {
      server = context.members().chooseServer(other, context.nowMillis());
      if (server == null) {
        return;
      }
    }
    context.supersede(worker, slow);
    slow.stage().speculativeAttempts().add(new SpeculativeRace(worker, slow));
    context.add(
        new Command.NoteStraggler(
            worker.id(),
            slow.taskAttempt(),
            context.nowMillis() - slow.sinceMillis(),
            expectedMillis(slow)));
    slow.job().attempts().start(slow.stage(), slow.task(), other, server);
  }
}
