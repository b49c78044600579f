package dev.heddle.engine.sim;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.engine.worker.WorkerAction;
import dev.heddle.engine.worker.WorkerCore;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.scan.Share;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One life of a worker process around the real {@link WorkerCore}. */
final class SimWorker {
  final WorkerId id;
  final String host;
  final int slots;
  final long memoryBytes;
  final WorkerCore core;
  final @Nullable SimServer inline;
  boolean isAlive = true;
  boolean isDraining;
  int slowness = 1;

  /** Whether the scheduler that lives now knows it. */
  boolean hasJoined = true;

  long frozenUntil;
  long cutUntil;

  private final Simulation world;
  private final Map<TaskAttempt, List<Optional<WinnerTable>>> sentTables = new HashMap<>();
  private final Set<Object> interrupted = new HashSet<>();

  SimWorker(
      Simulation world,
      WorkerId id,
      String host,
      int slots,
      long memoryBytes,
      @Nullable SimServer inline) {
    this.world = world;
    this.id = id;
    this.host = host;
    this.slots = slots;
    this.memoryBytes = memoryBytes;
    this.core = new WorkerCore(id, slots, memoryBytes);
    this.inline = inline;
  }

  /** Does something now, or when it thaws, or never if it is dead. */
  void act(Runnable action) {
    if (isAlive) {
      if (world.now < frozenUntil) {
        world.after(frozenUntil - world.now + world.random.nextInt(3), () -> act(action));
      } else {
        action.run();
      }
    }
  }

  private void later(long millis, Runnable action) {
    world.after(millis * slowness, () -> act(action));
  }

  /**
   * A message arrives.
   *
   * @param tables winners of what a task reads, as they were when the message was sent
   */
  void receive(Command.ToWorker command, List<Optional<WinnerTable>> tables) {
    act(
        () -> {
          if (command instanceof Command.StartTask c) {
            sentTables.put(c.start().task(), tables);
          }
          carryOut(core.handle(command));
        });
  }

  void beat() {
    act(() -> world.fromWorker(this, core.heartbeat()));
    if (isAlive) {
      world.after(1_000, this::beat);
    }
  }

  private void carryOut(List<WorkerAction> actions) {
    for (WorkerAction action : actions) {
      switch (action) {
        case WorkerAction.Run run -> later(world.random.nextInt(10), () -> read(run.start()));
        case WorkerAction.Interrupt stop -> interrupted.add(stop.task());
        case WorkerAction.Stuck _, WorkerAction.GiveUp _ ->
            throw new AssertionError("no user code here, but " + action);
        case WorkerAction.Tell tell -> world.fromWorker(this, tell.message());
      }
    }
  }

  private void fail(TaskStart start, TaskFailure failure) {
    carryOut(core.failed(start.task(), failure));
  }

  private static TaskFailure error(ErrorCode code) {
    return new TaskFailure.Failed(code, code + " in the simulation");
  }

  private void read(TaskStart start) {
    SimJob job = world.job(start.task().job());
    if (interrupted.contains(start.task())) {
      fail(start, new TaskFailure.Stopped());
      return;
    }
    if (job.runsOutOfMemory(start)) {
      fail(start, error(ErrorCode.OUT_OF_MEMORY));
      return;
    }
    if (job.kills(start)) {
      world.crash(this);
      return;
    }
    if (world.happens(world.errorRate)) {
      fail(start, error(ErrorCode.IO));
      return;
    }
    if (!start.taken().isEmpty()) {
      world.hit("stage taken in");
    }
    long begun = world.now;
    Map<Integer, Long> read = new HashMap<>();
    List<Optional<WinnerTable>> tables = sentTables.getOrDefault(start.task(), List.of());
    for (int i = 0; i < start.inputs().size(); i++) {
      TaskInput input = start.inputs().get(i);
      Optional<WinnerTable> table =
          world.asksForWinners ? world.winners(input.exchange()) : tables.get(i);
      long[] sum = new long[1];
      int maps = table.map(known -> known.maps().size()).orElse(0);
      Optional<TaskRange.Part> part =
          start.range().part().filter(divided -> divided.stage() == input.stage());
      List<Integer> lost;
      if (table.isEmpty()) {
        lost = List.of();
      } else if (input.stage() < 0) {
        Share share = new Share(start.task().partition(), start.tasks());
        int first = (int) share.from(maps);
        lost = world.fetch(table.get(), 0, 1, first, (int) share.to(maps), sum, this);
        world.hit(lost.isEmpty() ? "kept result read" : "kept result lost");
      } else {
        lost = new ArrayList<>();
        for (TaskInput.Partitions partitions :
            input.read(start.range(), job.partitions(input.stage()))) {
          lost.addAll(
              world.fetch(
                  table.get(),
                  partitions.first(),
                  partitions.end(),
                  part.map(TaskRange.Part::firstMap).orElse(0),
                  part.map(TaskRange.Part::endMap).orElse(maps),
                  sum,
                  this));
          if (input.group() == PartitionGroup.SKEWED) {
            world.hit("skewed partition read");
          }
        }
      }
      if (table.isEmpty() || !lost.isEmpty()) {
        fail(
            start,
            new TaskFailure.FetchLost(input.exchange(), input.version(), lost, "Maps are gone"));
        return;
      }
      if (part.isPresent()) {
        world.hit("part of a partition read");
      }
      read.merge(Math.max(-1, input.stage()), sum[0], Long::sum);
    }
    long[] amounts = job.write(start, read);
    later(world.taskMillis(), () -> write(start, amounts, begun));
  }

  /** Writes into this worker's own memory, where that is wanted, or to the server it was told. */
  private void write(TaskStart start, long[] amounts, long begun) {
    if (inline == null || !world.keepsSmall || !write(start, amounts, begun, inline, true)) {
      write(start, amounts, begun, world.server(start.server().orElseThrow()), false);
    }
  }

  /** Returns false if nothing was done since the worker's own memory is full. */
  private boolean write(
      TaskStart start, long[] amounts, long begun, @Nullable SimServer server, boolean isOwn) {
    if (interrupted.contains(start.task())) {
      fail(start, new TaskFailure.Stopped());
    } else if (server == null || !world.canReach(this, server)) {
      fail(start, error(ErrorCode.IO));
    } else {
      MapAttempt attempt =
          new MapAttempt(start.output(), start.task().partition(), start.task().attempt());
      ErrorCode error =
          server.write(
              attempt, id, start.tasks(), amounts, world.happens(world.errorRate), world.now);
      if (error == ErrorCode.DISK_FULL && isOwn) {
        return false;
      }
      if (error != null) {
        fail(start, error(error));
        return true;
      }
      long digest = 0;
      for (int p = 0; p < amounts.length; p++) {
        digest += RowLedger.digest(p, amounts[p] == 0 ? 0 : 1, amounts[p]);
      }
      long[] bytes = world.job(start.task().job()).bytes(amounts);
      SealedMap sealed =
          new SealedMap(
              attempt,
              server.address,
              digest,
              Arrays.stream(amounts).filter(amount -> amount != 0).count(),
              Arrays.stream(bytes).sum(),
              PartitionSizes.of(bytes));
      carryOut(core.finished(start.task(), Optional.of(sealed), 1_000 * (world.now - begun)));
    }
    return true;
  }
}
