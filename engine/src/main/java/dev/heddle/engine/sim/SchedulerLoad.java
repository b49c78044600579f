package dev.heddle.engine.sim;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Measures the real scheduler core with simulated workers: one job, whose stages all have the same
 * number of tasks; every second one reads the one before. Each worker has {@value #SLOTS} slots,
 * reports begin and end of each task and sends a heartbeat every second. Of a thousand tasks one
 * fails and is tried again, and one takes ten times as long, so that others get second attempts.
 */
public final class SchedulerLoad {
  private static final int SLOTS = 4;
  private static final int SERVERS = 64;
  private static final int TASK_MILLIS = 2_000;
  private static final int RARE = 1_000; // of this number of tasks one fails, and one is slow
  private static final int SLOW = 10;
  private static final int COLLECTIONS_EVERY = 1_000;

  private final Scheduler scheduler = new Scheduler(SchedulerOptions.cluster());
  private final NanosHistogram times = new NanosHistogram();
  private final TimeHeap timers = new TimeHeap();
  private final Random random = new Random(1);
  private final List<SimpleWorker> workers = new ArrayList<>();
  private final PartitionSizes sizes;
  private final JobId job = new JobId(1);
  private final long half;
  private long now;
  private long started;
  private long heapBytes;
  private long longestOwnNanos;
  private long collections; // of the heap, at most this number of events ago
  private boolean isComplete;

  private SchedulerLoad(int workerCount, int stages, int tasksPerStage, int sizedPartitions) {
    sizes = PartitionSizes.of(new long[sizedPartitions]);
    half = (long) stages * tasksPerStage / 2;
    for (int i = 0; i < SERVERS; i++) {
      tell(new Event.ServerJoined(new ShuffleAddress(i, 1, "host" + i, 1), Optional.empty()));
    }
    for (int i = 0; i < workerCount; i++) {
      workers.add(new SimpleWorker(i));
    }
    for (SimpleWorker worker : workers) {
      tell(new Event.WorkerJoined(worker.id, "host" + worker.number % 1_000, SLOTS, 1L << 34));
      timers.add(random.nextInt(1_000), timer(worker.number, SLOTS));
    }
    List<StageShape> shapes = new ArrayList<>();
    for (int i = 0; i < stages; i++) {
      List<StageInput> inputs = i % 2 == 0 ? List.of() : List.of(new StageInput(i - 1, false));
      int partitions = i == stages - 1 ? 1 : tasksPerStage;
      shapes.add(new StageShape(tasksPerStage, inputs, partitions, 1 << 20, -1, false, List.of()));
    }
    // the result stage reads all that nobody else does
    List<StageInput> last = new ArrayList<>(shapes.getLast().inputs());
    for (int i = 1; i < stages - 1; i += 2) {
      last.add(new StageInput(i, false));
    }
    StageShape result = shapes.removeLast();
    shapes.add(new StageShape(result.tasks(), last, 1, result.floorBytes(), -1, false, List.of()));
    tell(new Event.JobSubmitted(job, new JobShape(shapes)));
  }

  /** Runs a job of this number of stages to its end. */
  public static LoadFigures run(int workerCount, int stages, int tasksPerStage) {
    return run(workerCount, stages, tasksPerStage, PartitionSizes.MAX_CODES);
  }

  /**
   * Runs a job of exchanges of this number of tasks by the same number of partitions, of which each
   * task reports the sizes.
   */
  public static LoadFigures runExchanges(int workerCount, int stages, int tasksPerStage) {
    return run(workerCount, stages, tasksPerStage, tasksPerStage);
  }

  private static LoadFigures run(
      int workerCount, int stages, int tasksPerStage, int sizedPartitions) {
    long begun = System.nanoTime();
    long cpuBegun = cpuNanos();
    SchedulerLoad load = new SchedulerLoad(workerCount, stages, tasksPerStage, sizedPartitions);
    load.toEnd();
    long wall = System.nanoTime() - begun;
    long cpu = cpuNanos() - cpuBegun;
    double cpuShare = Math.min(1, (double) cpu / wall);
    return new LoadFigures(
        workerCount,
        (long) stages * tasksPerStage,
        load.times.count(),
        wall,
        cpu,
        (long) (load.times.sum() * cpuShare),
        load.times.quantile(0.5),
        load.times.quantile(0.99),
        load.times.longest(),
        load.longestOwnNanos,
        load.heapBytes);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static int timer(int worker, int slot) {
    return worker * (SLOTS + 1) + slot;
  }

  private void toEnd() {
    long nextTick = 0;
    while (!isComplete && !timers.isEmpty()) {
      now = Math.max(now, timers.firstMillis());
      if (now >= nextTick) {
        tell(new Event.Tick());
        nextTick = now + 250;
      }
      int timer = timers.poll();
      SimpleWorker worker = workers.get(timer / (SLOTS + 1));
      int slot = timer % (SLOTS + 1);
      if (slot < SLOTS) {
        worker.end(slot);
      } else {
        tell(worker.heartbeat());
        timers.add(now + 1_000, timer);
      }
    }
    if (!isComplete) {
      throw new IllegalStateException("Nothing happens any more: " + scheduler.whyIdle(job));
    }
  }

  private void tell(Event event) {
    handle(event);
    while (scheduler.isUnfinished()) {
      handle(new Event.GoOn());
    }
  }

  private void handle(Event event) {
    long begun = System.nanoTime();
    List<Command> commands = scheduler.handle(event, now);
    note(System.nanoTime() - begun);
    for (Command command : commands) {
      switch (command) {
        case Command.StartTask c -> workers.get(c.worker().number()).add(c.start());
        case Command.RecallTask c -> workers.get(c.worker().number()).giveBack(c.task());
        case Command.CompleteJob _ -> isComplete = true;
        case Command.StopTask c -> workers.get(c.worker().number()).stop(c.task());
        case Command.CreateExchange _, Command.ReleaseExchange _, Command.NoteStraggler _ -> {}
        case Command.NoteStep _,
            Command.ExtendResult _,
            Command.FailJob _,
            Command.ExpireWorker _,
            Command.WorkerDrained _ ->
            throw new IllegalStateException("Unexpected: " + command);
      }
    }
  }

  private void note(long nanos) {
    times.add(nanos);
    if (nanos > longestOwnNanos || times.count() % COLLECTIONS_EVERY == 0) {
      long count = collections();
      if (nanos < 1_000_000 || count == collections) {
        longestOwnNanos = Math.max(longestOwnNanos, nanos);
      }
      collections = count;
    }
  }

  private static long collections() {
    long count = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += collector.getCollectionCount();
    }
    return count;
  }

  /** Starts leases in order, each for a random time. */
  private final class SimpleWorker {
    private final int number;
    private final WorkerId id;
    private final TaskStart[] running = new TaskStart[SLOTS];
    private final int[] millis = new int[SLOTS];
    private final boolean[] stops = new boolean[SLOTS];
    private final List<TaskStart> waiting = new ArrayList<>(2);

    SimpleWorker(int number) {
      this.number = number;
      this.id = new WorkerId(number, 1);
    }

    void add(TaskStart start) {
      for (int slot = 0; slot < SLOTS; slot++) {
        if (running[slot] == null) {
          begin(slot, start);
          return;
        }
      }
      waiting.add(start);
    }

    private void begin(int slot, TaskStart start) {
      running[slot] = start;
      millis[slot] = 1 + random.nextInt(TASK_MILLIS);
      if (random.nextInt(RARE) == 0) {
        millis[slot] *= SLOW;
      }
      timers.add(now + millis[slot], timer(number, slot));
      if (++started == half) {
        heapBytes = usedHeapBytes();
      }
      tell(new Event.TaskStarted(id, start.task()));
    }

    void giveBack(TaskAttempt task) {
      if (waiting.removeIf(start -> start.task().equals(task))) {
        tell(new Event.Recalled(id, task));
      }
    }

    /** A task that runs goes on for its time, but fails then. */
    void stop(TaskAttempt task) {
      boolean runs = false;
      for (int slot = 0; slot < SLOTS; slot++) {
        if (running[slot] != null && running[slot].task().equals(task)) {
          stops[slot] = true;
          runs = true;
        }
      }
      if (!runs) {
        waiting.removeIf(start -> start.task().equals(task));
        tell(new Event.TaskFailed(id, task, new TaskFailure.Stopped()));
      }
    }

    void end(int slot) {
      TaskStart start = running[slot];
      long micros = 1_000L * millis[slot];
      boolean isStopped = stops[slot];
      running[slot] = null;
      stops[slot] = false;
      if (!waiting.isEmpty()) {
        begin(slot, waiting.removeFirst());
      }
      TaskAttempt task = start.task();
      if (isStopped || random.nextInt(RARE) == 0) {
        tell(new Event.TaskFailed(id, task, new TaskFailure.Stopped()));
        return;
      }
      SealedMap sealed =
          new SealedMap(
              new MapAttempt(start.output(), task.partition(), task.attempt()),
              start.server().orElseThrow(),
              task.partition(),
              1_000,
              1 << 20,
              sizes);
      tell(new Event.TaskFinished(id, task, Optional.of(sealed), micros));
    }

    Event heartbeat() {
      List<TaskAttempt> held = new ArrayList<>(SLOTS + 2);
      for (TaskStart start : running) {
        if (start != null) {
          held.add(start.task());
        }
      }
      for (TaskStart start : waiting) {
        held.add(start.task());
      }
      return new Event.Heartbeat(id, held);
    }
  }

  private static long usedHeapBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
