package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts the attempts at a job's tasks, and takes their ends in. */
final class JobAttempts {
  private static final int MAX_STARTS = 500;

  private final Job job;
  private final SchedulerContext context;
  private final List<Delay> delays = new ArrayList<>();

  JobAttempts(Job job, SchedulerContext context) {
    this.job = job;
    this.context = context;
  }

  /** A task that waits for a time. */
  private record Delay(Stage stage, int task, long untilMillis) {}

  /** Gives the next task of a stage to a worker. */
  void start(Stage stage, WorkerState worker, @Nullable ServerState server) {
    start(stage, stage.table().take(worker.host()), worker, server);
  }

  /** Gives a task to a worker; another attempt at it, if there is one, counts no longer. */
  void start(Stage stage, int task, WorkerState worker, @Nullable ServerState server) {
    int attempt = stage.hold(task, worker.number());
    job.noteReady(stage);
    if (stage.table().starts(task) > MAX_STARTS) {
      job.lifecycle()
          .fail(
              ErrorCode.INTERNAL,
              "Task "
                  + task
                  + " of stage "
                  + stage.number()
                  + " was started "
                  + MAX_STARTS
                  + " times");
      return;
    }
    if (stage.shape().partitions() > 0 && stage.create()) {
      context.add(
          new Command.CreateExchange(
              job.exchange(stage), stage.number(), stage.tasks(), stage.shape().partitions()));
    }
    long floor = floorBytes(stage, task, worker);
    long credit = stage.shape().isSource() ? stage.bytesPerTask() : 0;
    long micros = stage.times().recentMicros(context.options().leadMicros());
    context.give(
        worker,
        new Lease(job, stage, task, attempt, context.nowMillis(), floor, credit, micros, server));
    context.add(
        new Command.StartTask(
            worker.id(),
            new TaskStart(
                new TaskAttempt(job.id(), stage.number(), task, attempt),
                stage.tasks(),
                stage.range(task),
                stage.fused(),
                job.inputs().of(stage),
                job.exchange(stage),
                server == null ? Optional.empty() : Optional.of(server.address()),
                floor)));
  }

  private static long floorBytes(Stage stage, int task, WorkerState worker) {
    long floor = stage.shape().floorBytes();
    if (!stage.table().isNeedy(task)) {
      return floor;
    }
    // twice as much, or nearly all where nothing was foreseen: exchanges need some, too
    long max = worker.memoryBytes() / 8 * 7;
    return floor == 0 ? max : Math.max(floor, Math.min(2 * floor, max));
  }

  // --- ends -----------------------------------------------------------------------------------

  /** An attempt has done its work; its lease has ended. */
  void finished(Stage stage, TaskAttempt attempt, Optional<SealedMap> output) {
    int task = attempt.partition();
    TaskTable table = stage.table();
    if (!table.mayWin(task, attempt.attempt()) || !isOutput(stage, attempt, output)) {
      return;
    }
    int server = -1;
    if (output.isPresent() && context.options().needsServers()) {
      ServerState state = context.members().server(output.get().address());
      if (state == null) {
        if (stage.isCurrent(task, attempt.attempt())) {
          requeue(stage, task); // it went down with its server
        }
        return;
      }
      server = state.number();
      job.losses().addWinner(stage, state);
      stage.create(); // in an earlier life of the scheduler, if not in this one
    }
    endRace(stage, attempt);
    boolean isRepeated = table.hasDigest(task);
    long before = table.digest(task);
    long digest = output.isPresent() ? output.get().digest() : 0;
    stage.finish(task, attempt.attempt(), server, digest);
    job.noteReady(stage);
    if (output.isPresent()) {
      context.decide(new Decision.Won(job.id(), stage.number(), output.get()));
    }
    boolean isChanged = isRepeated && before != digest;
    if (isChanged) {
      job.losses().rowsChanged(stage);
    } else if (!isRepeated && output.isPresent()) {
      job.lifecycle().addOutput(stage, output.get());
    }
    if (isChanged || stage.isComplete()) {
      job.lifecycle().refresh();
    } else if (stage == job.resultStage()) {
      job.lifecycle().announceParts();
    }
  }

  /** The first of the attempts at a task to finish wins: others are stopped. */
  private void endRace(Stage stage, TaskAttempt winner) {
    int task = winner.partition();
    if (stage.table().state(task) == TaskTable.HELD && !stage.isCurrent(task, winner.attempt())) {
      stopHolder(stage, task);
    }
    SpeculativeRace race = stage.speculativeAttempts().of(task);
    if (race != null) {
      context.members().blame(race.worker(), context.nowMillis());
      context.end(race);
    }
  }

  private boolean isOutput(Stage stage, TaskAttempt attempt, Optional<SealedMap> output) {
    if (stage.shape().partitions() == 0) {
      return output.isEmpty();
    }
    return output.isPresent()
        && output.get().attempt().exchange().equals(job.exchange(stage))
        && output.get().attempt().map() == attempt.partition()
        && output.get().attempt().attempt() == attempt.attempt();
  }

  /** The worker that holds a task is to stop it, if its attempt is not just being reported. */
  private void stopHolder(Stage stage, int task) {
    WorkerState holder = context.members().worker(stage.table().holder(task));
    if (holder == null) {
      return;
    }
    for (int i = 0; i < holder.leases().size(); i++) {
      Lease lease = holder.leases().at(i);
      if (lease.stage() == stage && lease.task() == task && !lease.isOver()) {
        context.stop(holder, lease);
        return;
      }
    }
  }

  /** Stops all attempts at a stage's tasks. */
  void stopAll(Stage stage) {
    for (int task = 0; task < stage.tasks() && stage.held() > 0; task++) {
      if (stage.table().state(task) == TaskTable.HELD) {
        stopHolder(stage, task);
      }
    }
    List.copyOf(stage.speculativeAttempts().races()).forEach(context::end);
  }

  /** An attempt ended without a result; its lease has ended. */
  void failed(
      Stage stage,
      TaskAttempt attempt,
      TaskFailure failure,
      WorkerState worker,
      @Nullable ServerState server) {
    int task = attempt.partition();
    if (!stage.isCurrent(task, attempt.attempt())) {
      return;
    }
    switch (failure) {
      case TaskFailure.Stopped _ -> requeue(stage, task);
      case TaskFailure.FetchLost lost -> {
        requeue(stage, task);
        job.losses().inputLost(stage, lost);
      }
      case TaskFailure.Failed error -> {
        if (context.members().isForWantOfServer(stage, error, server)) {
          requeue(stage, task);
        } else {
          failed(stage, task, error, worker);
        }
      }
    }
  }

  private void failed(Stage stage, int task, TaskFailure.Failed error, WorkerState worker) {
    ErrorKind kind = error.code().kind();
    if (context.options().maxAttempts() == 1
        || kind == ErrorKind.USER
        || kind == ErrorKind.INTERNAL) {
      job.lifecycle().fail(error.code(), error.message());
      return;
    }
    context.members().blame(worker, context.nowMillis());
    if (error.code() == ErrorCode.OUT_OF_MEMORY) {
      if (stage.table().isNeedy(task)) {
        job.lifecycle().fail(error.code(), error.message() + " (also with twice the memory)");
      } else {
        stage.table().setNeedy(task);
        requeue(stage, task);
      }
      return;
    }
    int failures = stage.table().addFailure(task);
    if (failures >= context.options().maxAttempts()) {
      job.lifecycle().fail(error.code(), error.message() + " (" + failures + " attempts)");
      return;
    }
    stage.table().delay(task);
    long wait = context.options().retryMillis() << (failures - 1);
    delays.add(new Delay(stage, task, context.nowMillis() + wait));
    job.noteReady(stage);
  }

  /** A worker with an attempt is gone; its lease has ended. */
  void workerLost(Lease lease) {
    if (job.hasEnded() || !lease.isCurrent()) {
      return;
    }
    int maxDeaths = context.options().maxWorkerDeaths();
    if (lease.isStarted() && lease.stage().table().addDeath(lease.task()) >= maxDeaths) {
      job.lifecycle()
          .fail(
              ErrorCode.WORKER_LOST,
              maxDeaths
                  + " workers ended while they ran task "
                  + lease.task()
                  + " of stage "
                  + lease.stage().number());
    } else {
      requeue(lease.stage(), lease.task());
    }
  }

  void requeue(Stage stage, int task) {
    stage.table().requeue(task);
    job.noteReady(stage);
  }

  // --- delays ---------------------------------------------------------------------------------

  boolean areDelayed() {
    return !delays.isEmpty();
  }

  /** Lets tasks go on whose time has come. */
  void wake() {
    for (Iterator<Delay> all = delays.iterator(); all.hasNext(); ) {
      Delay delay = all.next();
      boolean isWaiting =
          delay.stage.knows(delay.task)
              && delay.stage.table().state(delay.task) == TaskTable.DELAYED;
      if (!isWaiting) {
        all.remove();
      } else if (delay.untilMillis <= context.nowMillis()) {
        all.remove();
        requeue(delay.stage, delay.task);
      }
    }
  }

  void clearDelays() {
    delays.clear();
  }
}
