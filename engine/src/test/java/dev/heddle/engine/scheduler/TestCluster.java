package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.HostRange;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drives a scheduler by hand: notes what it has started and where, and every command. */
final class TestCluster {
  static final JobId JOB = new JobId(1);
  private static final long SECOND = 1_000_000;

  final Scheduler scheduler = new Scheduler(SchedulerOptions.cluster());
  final List<Decision> journal = new ArrayList<>();
  final Map<TaskStart, WorkerId> out = new LinkedHashMap<>();
  final List<Command> recovered;
  List<Command> last = new ArrayList<>();
  long now;

  TestCluster(int servers) {
    this(servers, List.of());
  }

  /** Makes a cluster whose scheduler goes on where an earlier one was. */
  TestCluster(int servers, List<Decision> before) {
    journal.addAll(before);
    recovered = carryOut(scheduler.recover(before, now));
    for (int i = 0; i < servers; i++) {
      tell(new Event.ServerJoined(server(i), Optional.empty()));
    }
  }

  static ShuffleAddress server(int number) {
    return new ShuffleAddress(number, 1, "host" + number, 1);
  }

  WorkerId join(int number, int slots) {
    WorkerId id = new WorkerId(number, 1);
    tell(new Event.WorkerJoined(id, "host" + number, slots, 1_000));
    return id;
  }

  static StageShape source(int tasks, int partitions, HostRange... hosts) {
    return new StageShape(tasks, List.of(), partitions, 100, -1, false, List.of(hosts));
  }

  static StageShape reader(int tasks, int partitions, int input) {
    return new StageShape(
        tasks,
        List.of(new StageInput(input, tasks == 1)),
        partitions,
        100,
        -1,
        tasks > 1,
        List.of());
  }

  void submit(StageShape... stages) {
    tell(new Event.JobSubmitted(JOB, new JobShape(List.of(stages))));
  }

  List<Command> tell(Event event) {
    return carryOut(scheduler.handle(event, now));
  }

  private List<Command> carryOut(List<Command> commands) {
    last = commands;
    scheduler.checkConsistent();
    journal.addAll(scheduler.takeDecisions());
    for (Command command : last) {
      switch (command) {
        case Command.StartTask c -> out.put(c.start(), c.worker());
        case Command.StopTask c -> out.keySet().removeIf(s -> s.task().equals(c.task()));
        default -> {}
      }
    }
    return last;
  }

  /** Lets time pass, with heartbeats of the workers named. */
  void pass(long millis, WorkerId... alive) {
    long end = now + millis;
    while (now < end) {
      now = Math.min(end, now + 1_000);
      List<Command> all = new ArrayList<>();
      for (WorkerId worker : alive) {
        all.addAll(
            tell(
                new Event.Heartbeat(
                    worker,
                    out.entrySet().stream()
                        .filter(e -> e.getValue().equals(worker))
                        .map(e -> e.getKey().task())
                        .toList())));
      }
      all.addAll(tell(new Event.Tick()));
      last = all;
    }
  }

  List<TaskStart> held(WorkerId worker) {
    return out.entrySet().stream()
        .filter(e -> e.getValue().equals(worker))
        .map(Map.Entry::getKey)
        .toList();
  }

  TaskStart task(int stage, int partition) {
    return out.keySet().stream()
        .filter(s -> s.task().stage() == stage && s.task().partition() == partition)
        .findFirst()
        .orElseThrow(() -> new AssertionError(stage + "." + partition + " not in " + out));
  }

  boolean isOut(int stage, int partition) {
    return out.keySet().stream()
        .anyMatch(s -> s.task().stage() == stage && s.task().partition() == partition);
  }

  void begin(TaskStart start) {
    WorkerId worker = out.get(start);
    if (worker != null) {
      tell(new Event.TaskStarted(worker, start.task()));
    }
  }

  /** Finishes a task of which two attempts are out. */
  List<Command> finish(TaskAttempt task, long digest, long... partitionBytes) {
    return finish(
        out.keySet().stream().filter(s -> s.task().equals(task)).findFirst().orElseThrow(),
        digest,
        partitionBytes);
  }

  List<Command> finish(TaskStart start, long digest, long... partitionBytes) {
    WorkerId worker = out.remove(start);
    long sum = 0;
    for (long bytes : partitionBytes) {
      sum += bytes;
    }
    SealedMap sealed =
        new SealedMap(
            new MapAttempt(start.output(), start.task().partition(), start.task().attempt()),
            start.server().orElseThrow(),
            digest,
            sum == 0 ? 0 : 1,
            sum,
            PartitionSizes.of(partitionBytes));
    return tell(new Event.TaskFinished(worker, start.task(), Optional.of(sealed), SECOND));
  }

  /** Finishes tasks of a stage, whichever are out, until none is. */
  void finishStage(int stage, long... partitionBytes) {
    while (true) {
      Optional<TaskStart> next =
          out.keySet().stream().filter(s -> s.task().stage() == stage).findFirst();
      if (next.isEmpty()) {
        return;
      }
      finish(next.get(), 7L, partitionBytes);
    }
  }

  List<Command> fail(TaskStart start, ErrorCode code) {
    return fail(start, new TaskFailure.Failed(code, "it broke"));
  }

  List<Command> fail(TaskStart start, TaskFailure failure) {
    return tell(new Event.TaskFailed(out.remove(start), start.task(), failure));
  }

  Optional<Command.FailJob> failure() {
    return last.stream()
        .filter(c -> c instanceof Command.FailJob)
        .map(c -> (Command.FailJob) c)
        .findFirst();
  }
}
