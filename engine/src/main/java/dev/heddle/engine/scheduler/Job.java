package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One job of a {@link Scheduler}. */
final class Job {
  private static final int MAX_STARTS = 500;

  final JobId id;
  final JobShare share;
  final StageState[] stages;

  /** Whether other jobs read the result. */
  private final boolean isKept;

  /** Stages in the order in which their tasks start. */
  private final int[] order;

  private final int[] rankOf;

  /** Ranks of stages with a task that could start. */
  private final BitSet ready = new BitSet();

  private final List<Delay> delays = new ArrayList<>();
  private final SchedulerContext turn;

  /** What its stages read. */
  final JobInputs inputs;

  /** How many of its tasks are held. */
  int held;

  /** Since when nothing could run it. */
  long stuckSinceMillis = -1;

  private boolean hasEnded;
  private int announcedVersion = -1;

  Job(JobId id, JobShape shape, SchedulerContext turn) {
    this.id = id;
    this.share = shape.share();
    this.isKept = shape.isKept();
    this.turn = turn;
    int count = shape.stages().size();
    stages = new StageState[count];
    List<List<Integer>> consumers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      consumers.add(new ArrayList<>());
      for (StageInput input : shape.stages().get(i).inputs()) {
        consumers.get(input.stage()).add(i);
      }
    }
    for (int i = 0; i < count; i++) {
      stages[i] =
          new StageState(
              i,
              shape.stages().get(i),
              consumers.get(i).stream().mapToInt(Integer::intValue).distinct().toArray());
    }
    if (turn.options.coalesceBytes() > 0 || turn.options.stragglerMillis() > 0) {
      for (StageState stage : stages) {
        for (StageInput input : stage.shape.inputs()) {
          stages[input.stage()].countsSizes |= !input.isWhole();
          stages[input.stage()].countsMaps |= input.isDivisible();
        }
      }
    }
    resultStage().isKept = isKept;
    inputs = new JobInputs(this, turn);
    order = StageOrder.of(stages);
    rankOf = new int[count];
    for (int rank = 0; rank < count; rank++) {
      rankOf[order[rank]] = rank;
    }
  }

  /** A task that waits for a time. */
  private record Delay(StageState stage, int task, long untilMillis) {}

  /** Returns whether its tasks start before those of another job. */
  boolean comesBefore(Job other) {
    if (share.priority() != other.share.priority()) {
      return share.priority() > other.share.priority();
    }
    return (long) held * other.share.weight() < (long) other.held * share.weight();
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** Returns whether the client can read the result. */
  boolean isComplete() {
    return resultStage().isComplete();
  }

  StageState resultStage() {
    return stages[stages.length - 1];
  }

  boolean isKept() {
    return isKept;
  }

  /** The client has been told of a result in an earlier life of the scheduler. */
  void wasAnnounced() {
    announcedVersion = 0;
  }

  boolean hasDelays() {
    return !delays.isEmpty();
  }

  TaskAttempt attempt(Lease lease) {
    return new TaskAttempt(id, lease.stage.stage, lease.task, lease.attempt);
  }

  ExchangeId exchange(StageState stage) {
    return new ExchangeId(id.number(), stage.stage + stage.epoch * stages.length);
  }

  /** Returns the stage that writes an exchange, if the number is not out of date. */
  @Nullable StageState writer(int exchange) {
    if (exchange < 0) {
      return null;
    }
    StageState stage = stages[exchange % stages.length];
    return stage.epoch == exchange / stages.length && stage.isCreated && !stage.isReleased
        ? stage
        : null;
  }

  @Nullable StageState stage(TaskAttempt task) {
    if (hasEnded || task.stage() < 0 || task.stage() >= stages.length) {
      return null;
    }
    StageState stage = stages[task.stage()];
    return stage.knows(task.partition()) ? stage : null;
  }

  /** Returns the first rank from one on whose stage has a task that could start, or -1. */
  int nextReady(int rank) {
    return ready.nextSetBit(rank);
  }

  StageState stageOfRank(int rank) {
    return stages[order[rank]];
  }

  private void noteReady(StageState stage) {
    ready.set(rankOf[stage.stage], !hasEnded && stage.isRunnable && stage.pending > 0);
  }

  // --- starting -------------------------------------------------------------------------------

  /** Gives the next task of a stage to a worker. */
  void start(StageState stage, WorkerState worker, @Nullable ServerState server) {
    start(stage, stage.take(worker.host), worker, server);
  }

  /** Gives a task to a worker; another attempt at it, if there is one, counts no longer. */
  void start(StageState stage, int task, WorkerState worker, @Nullable ServerState server) {
    int attempt = stage.hold(task, worker.number);
    noteReady(stage);
    if (stage.starts(task) > MAX_STARTS) {
      fail(
          ErrorCode.INTERNAL,
          "Task " + task + " of stage " + stage.stage + " was started " + MAX_STARTS + " times");
      return;
    }
    ExchangeId output = exchange(stage);
    if (!stage.isCreated && stage.shape.partitions() > 0) {
      stage.isCreated = true;
      turn.add(
          new Command.CreateExchange(output, stage.stage, stage.tasks, stage.shape.partitions()));
    }
    long floor = stage.shape.floorBytes();
    if (stage.isNeedy(task)) {
      // twice as much, or nearly all where nothing was foreseen: exchanges need some, too
      long most = worker.memoryBytes / 8 * 7;
      floor = floor == 0 ? most : Math.max(floor, Math.min(2 * floor, most));
    }
    long credit = stage.shape.isSource() ? stage.bytesPerTask() : 0;
    long micros = stage.micros(turn.options.leadMicros());
    Lease lease =
        new Lease(this, stage, task, attempt, turn.nowMillis, floor, credit, micros, server);
    worker.add(lease);
    turn.members.place(worker);
    held++;
    turn.creditBytes += credit;
    if (!stage.shape.isSource()) {
      turn.consumersHeld++;
    }
    turn.add(
        new Command.StartTask(
            worker.id,
            new TaskStart(
                new TaskAttempt(id, stage.stage, task, attempt),
                stage.tasks,
                stage.range(task),
                stage.taken,
                inputs.of(stage),
                output,
                server == null ? Optional.empty() : Optional.of(server.address),
                floor)));
  }

  // --- ends of attempts -----------------------------------------------------------------------

  /** An attempt has done its work; its lease has ended. */
  void finished(StageState stage, TaskAttempt attempt, Optional<SealedMap> output) {
    int task = attempt.partition();
    if (!stage.mayWin(task, attempt.attempt()) || !isOutput(stage, attempt, output)) {
      return;
    }
    int server = -1;
    if (output.isPresent() && turn.options.needsServers()) {
      ServerState state = turn.members.server(output.get().address());
      if (state == null) {
        if (stage.isCurrent(task, attempt.attempt())) {
          requeue(stage, task); // it went down with its server
        }
        return;
      }
      server = state.address.server();
      addWinner(stage, state);
      stage.isCreated = true; // in an earlier life of the scheduler, if not in this one
    }
    endRace(stage, attempt);
    boolean isRepeated = stage.hasDigest(task);
    long before = stage.digest(task);
    long digest = output.isPresent() ? output.get().digest() : 0;
    stage.finish(task, attempt.attempt(), server, digest);
    stage.fetchRounds = 0;
    noteReady(stage);
    if (turn.hasJournal && output.isPresent()) {
      turn.decide(new Decision.Won(id, stage.stage, output.get()));
    }
    boolean isChanged = isRepeated && before != digest;
    if (isChanged) {
      rowsChanged(stage);
    } else if (!isRepeated && output.isPresent()) {
      addSizes(stage, output.get());
    }
    if (isChanged || stage.isComplete()) {
      refresh();
    }
  }

  /** The first of the attempts at a task to finish wins: others are stopped. */
  private void endRace(StageState stage, TaskAttempt winner) {
    int task = winner.partition();
    if (stage.state(task) == StageState.HELD && !stage.isCurrent(task, winner.attempt())) {
      stopHolder(stage, task);
    }
    Race race = stage.race(task);
    if (race != null) {
      turn.members.blame(race.worker(), turn.nowMillis);
      turn.end(race);
    }
  }

  private boolean isOutput(StageState stage, TaskAttempt attempt, Optional<SealedMap> output) {
    if (stage.shape.partitions() == 0) {
      return output.isEmpty();
    }
    return output.isPresent()
        && output.get().attempt().exchange().equals(exchange(stage))
        && output.get().attempt().map() == attempt.partition()
        && output.get().attempt().attempt() == attempt.attempt();
  }

  void addSizes(StageState stage, SealedMap sealed) {
    stage.rows += sealed.rows();
    stage.bytes += sealed.bytes();
    hold(stage, sealed.bytes());
    stage.addSizes(sealed.attempt().map(), sealed.sizes());
  }

  /** Counts bytes of an exchange, or takes them back. */
  void hold(StageState stage, long bytes) {
    if (!stage.isKept) {
      turn.heldBytes += bytes;
    }
  }

  /** The worker that holds a task is to stop it, if its attempt is not just being reported. */
  private void stopHolder(StageState stage, int task) {
    WorkerState holder = turn.members.worker(stage.holder(task));
    if (holder == null) {
      return;
    }
    for (int i = 0; i < holder.leases.size(); i++) {
      Lease lease = holder.leases.at(i);
      if (lease.stage == stage && lease.task == task && !lease.isOver) {
        turn.stop(holder, lease);
        return;
      }
    }
  }

  /** A re-run has not made the same rows: whoever has read the old ones starts again. */
  private void rowsChanged(StageState stage) {
    stage.hasChanged = true;
    if (EmptyInputs.dependOn(this, stage)) {
      fail(
          ErrorCode.FETCH_LOST,
          "A stage that had no rows may have some, since computing stage "
              + stage.stage
              + " again gave other rows: run the query again");
      return;
    }
    if (stage == resultStage() && announcedVersion >= 0) {
      fail(
          ErrorCode.FETCH_LOST,
          "A part of the result was lost, and computing it again gave other rows: run the query"
              + " again");
      return;
    }
    for (int consumer : stage.consumers) {
      rollBack(stages[consumer]);
    }
  }

  private void rollBack(StageState stage) {
    if (!stage.wasStarted || stage.isLeftOut()) {
      return;
    }
    makeAnew(stage, false);
    for (int consumer : stage.consumers) {
      rollBack(stages[consumer]);
    }
  }

  /** An attempt ended without a result; its lease has ended. */
  void failed(
      StageState stage,
      TaskAttempt attempt,
      TaskFailure failure,
      WorkerState worker,
      @Nullable ServerState server) {
    int task = attempt.partition();
    boolean isCurrent = stage.isCurrent(task, attempt.attempt());
    switch (failure) {
      case TaskFailure.Stopped _ -> {
        if (isCurrent) {
          requeue(stage, task);
        }
      }
      case TaskFailure.FetchLost lost -> {
        if (isCurrent) {
          requeue(stage, task);
          if (lost.exchange().job() == id.number()) {
            fetchLost(
                stage, lost.exchange().exchange(), lost.version(), lost.maps(), lost.message());
          } else {
            pinLost(stage, lost);
          }
        }
      }
      case TaskFailure.Failed error -> {
        if (isCurrent) {
          if (turn.members.isForWantOfServer(stage, error, server)) {
            requeue(stage, task);
          } else {
            failed(stage, task, error, worker);
          }
        }
      }
    }
  }

  private void failed(StageState stage, int task, TaskFailure.Failed error, WorkerState worker) {
    ErrorKind kind = error.code().kind();
    if (turn.options.maxAttempts() == 1 || kind == ErrorKind.USER || kind == ErrorKind.INTERNAL) {
      fail(error.code(), error.message());
      return;
    }
    turn.members.blame(worker, turn.nowMillis);
    if (error.code() == ErrorCode.OUT_OF_MEMORY) {
      if (stage.isNeedy(task)) {
        fail(error.code(), error.message() + " (also with twice the memory)");
      } else {
        stage.setNeedy(task);
        requeue(stage, task);
      }
      return;
    }
    int failures = stage.addFailure(task);
    if (failures >= turn.options.maxAttempts()) {
      fail(error.code(), error.message() + " (" + failures + " attempts)");
      return;
    }
    stage.delay(task);
    long wait = turn.options.retryMillis() << (failures - 1);
    delays.add(new Delay(stage, task, turn.nowMillis + wait));
    noteReady(stage);
  }

  /** A worker is gone that held an attempt; its lease has ended. */
  void workerLost(Lease lease) {
    if (hasEnded || !lease.stage.isCurrent(lease.task, lease.attempt)) {
      return;
    }
    if (lease.started && lease.stage.addDeath(lease.task) >= turn.options.maxWorkerDeaths()) {
      fail(
          ErrorCode.WORKER_LOST,
          turn.options.maxWorkerDeaths()
              + " workers ended while they ran task "
              + lease.task
              + " of stage "
              + lease.stage.stage);
    } else {
      requeue(lease.stage, lease.task);
    }
  }

  void requeue(StageState stage, int task) {
    stage.requeue(task);
    noteReady(stage);
  }

  /** Lets tasks go on whose time has come. */
  void wake() {
    for (Iterator<Delay> all = delays.iterator(); all.hasNext(); ) {
      Delay delay = all.next();
      boolean isWaiting =
          delay.stage.knows(delay.task) && delay.stage.state(delay.task) == StageState.DELAYED;
      if (!isWaiting) {
        all.remove();
      } else if (delay.untilMillis <= turn.nowMillis) {
        all.remove();
        requeue(delay.stage, delay.task);
      }
    }
  }

  // --- losses ---------------------------------------------------------------------------------

  /** A reader could not have what some maps have written. */
  private void fetchLost(
      StageState reader, int exchange, int version, List<Integer> maps, String message) {
    StageState writer = writer(exchange);
    if (writer == null || version != writer.version || maps.isEmpty()) {
      return; // it read winners that have been replaced: let it read again
    }
    if (noteRound(reader, message)) {
      lose(writer, maps);
      refresh();
    }
  }

  /** A reader could not have a part of another job's result. */
  private void pinLost(StageState reader, TaskFailure.FetchLost lost) {
    Job job = turn.jobs.get(new JobId(lost.exchange().job()));
    if (job != null && job.resultGone(lost.exchange().exchange(), lost.version(), lost.maps())) {
      noteRound(reader, lost.message());
    }
  }

  /** Others could not read a part of the result; false if that is out of date. */
  private boolean resultGone(int exchange, int version, List<Integer> maps) {
    StageState writer = writer(exchange);
    if (hasEnded || writer != resultStage() || version != writer.version || maps.isEmpty()) {
      return false;
    }
    lose(writer, maps);
    refresh();
    return true;
  }

  /** A reader lost inputs once more; false if that was too often. */
  private boolean noteRound(StageState reader, String message) {
    if (++reader.fetchRounds > turn.options.maxFetchRounds()) {
      fail(
          ErrorCode.FETCH_LOST,
          message + " (" + reader.fetchRounds + " times since stage " + reader.stage + " got on)");
      return false;
    }
    return true;
  }

  /** The client could not read a part of the result. */
  void resultLost(int exchange, int version, List<Integer> maps) {
    StageState writer = writer(exchange);
    if (!hasEnded && writer == resultStage() && writer.isComplete()) {
      fetchLost(writer, exchange, version, maps, "The result was lost");
    }
  }

  private void lose(StageState writer, List<Integer> maps) {
    BitSet blamed = new BitSet();
    for (int map : maps) {
      if (writer.knows(map) && writer.state(map) == StageState.DONE) {
        ServerState server = turn.members.server(writer.holder(map));
        if (server != null && !blamed.get(server.address.server())) {
          blamed.set(server.address.server());
          server.failures.add(turn.nowMillis);
        }
        lose(writer, map);
      }
    }
  }

  private void lose(StageState stage, int map) {
    dropWinner(stage, map);
    stage.lose(map);
    noteReady(stage);
  }

  static void addWinner(StageState stage, ServerState server) {
    server.winners++;
    stage.addWinners(server.address.server(), 1);
  }

  void dropWinner(StageState stage, int map) {
    int number = stage.holder(map);
    ServerState server = turn.members.server(number);
    if (number >= 0) {
      stage.addWinners(number, -1);
    }
    if (server != null) {
      server.winners--;
    }
  }

  /** A server is gone: so is what lies on it. */
  void serverLost(int number) {
    dropWinners(number);
    refresh();
  }

  /** Forgets all that lies on a server. */
  void dropWinners(int number) {
    for (StageState stage : stages) {
      if (stage.isCreated && !stage.isReleased && stage.hasWinners(number)) {
        for (int task = 0; task < stage.tasks && stage.done > 0; task++) {
          if (stage.state(task) == StageState.DONE && stage.holder(task) == number) {
            lose(stage, task);
          }
        }
      }
    }
  }

  // --- stages ---------------------------------------------------------------------------------

  /** Works out what is needed, may run, and can go; called when a stage is complete or is not. */
  void refresh() {
    if (hasEnded) {
      return;
    }
    findNeeds();
    if (EmptyInputs.apply(this, turn.options)) {
      findNeeds();
      EmptyInputs.stopUnneeded(this);
    }
    if (WholeInputs.apply(this, turn.options)) {
      findNeeds();
    }
    Optional<JobId> gone = inputs.gone();
    if (gone.isPresent()) {
      fail(
          ErrorCode.FETCH_LOST,
          "Rows that were kept in the cluster by " + gone.get() + " are gone: run the query again");
      return;
    }
    for (StageState stage : stages) {
      boolean mayRun =
          stage.isNeeded
              && !stage.isComplete()
              && inputs.areComplete(stage)
              && !WholeInputs.isAwaited(this, stage, turn.options);
      if (mayRun && !stage.hasArrays()) {
        TaskRanges.apply(this, stage, turn.options, turn.members.slots());
        if (turn.hasJournal && stage.shape.isAdaptive()) {
          turn.decide(new Decision.Ranged(id, stage.stage, stage.rangeList()));
        }
        stage.allocate();
      }
      stage.isRunnable = mayRun;
      noteReady(stage);
    }
    StageState result = resultStage();
    if (result.isComplete() && result.shape.partitions() == 0) {
      turn.add(new Command.CompleteJob(id, exchange(result), result.version));
      end();
      return;
    }
    for (StageState stage : stages) {
      if (stage.isCreated && !stage.isReleased && canGo(stage)) {
        release(stage);
      }
    }
    if (result.isComplete() && announcedVersion != result.version) {
      announcedVersion = result.version;
      turn.decide(new Decision.Announced(id));
      turn.add(new Command.CompleteJob(id, exchange(result), result.version));
    }
    tellReaders();
  }

  /** Lets the tasks of a stage do the work of one that it reads. */
  void takeIn(StageState stage, int input) {
    StageState other = stages[input];
    stage.takeIn(other);
    for (StageInput read : other.shape.inputs()) {
      StageState writer = stages[read.stage()];
      writer.consumers =
          Arrays.stream(writer.consumers)
              .map(consumer -> consumer == input ? stage.stage : consumer)
              .distinct()
              .toArray();
    }
  }

  /** Whether some worker has so much memory, as far as is known. */
  boolean fits(long floorBytes) {
    long largest = turn.members.largestMemoryBytes();
    return largest == 0 || floorBytes <= largest;
  }

  /** Notes a decision about a stage. */
  void decide(Decision decision) {
    if (turn.hasJournal) {
      turn.decide(decision);
    }
  }

  /** Notes what was made of a stage. */
  void note(StageState stage, String step) {
    stage.steps.add(step);
    turn.add(new Command.NoteStep(id, stage.stage, step));
  }

  /** Lets jobs that read the result learn that it is complete, is not, or is gone. */
  void tellReaders() {
    if (isKept && !turn.isRecovering) {
      for (Job job : turn.jobs.values()) {
        if (job.inputs.containPin(id)) {
          job.refresh();
        }
      }
    }
  }

  /** From the result backwards: what is read by someone who has not finished is needed. */
  private void findNeeds() {
    for (int i = stages.length - 1; i >= 0; i--) {
      StageState stage = stages[i];
      stage.isNeeded = stage == resultStage();
      for (int consumer : stage.consumers) {
        stage.isNeeded |= stages[consumer].isNeeded && !stages[consumer].isComplete();
      }
      if (stage.isNeeded && stage.isReleased) {
        makeAnew(stage, true);
      }
    }
  }

  private boolean canGo(StageState stage) {
    if (stage.isNeeded || !stage.isComplete()) {
      return false;
    }
    if (turn.options.keepsInputs()) {
      for (int consumer : stage.consumers) {
        if (!isRead(stages[consumer])) {
          return false; // should the consumer's output be lost, this is read again
        }
      }
    }
    return true;
  }

  private boolean isRead(StageState stage) {
    if (stage == resultStage()) {
      return isKept && stage.isComplete(); // for long: rather made anew than all held
    }
    for (int consumer : stage.consumers) {
      if (!stages[consumer].isComplete()) {
        return false;
      }
    }
    return true;
  }

  private void release(StageState stage) {
    letGo(stage);
    turn.decide(new Decision.Released(id, stage.stage));
    turn.add(new Command.ReleaseExchange(exchange(stage)));
  }

  /** Releases a stage's exchange, if there is one. */
  private void drop(StageState stage) {
    if (stage.isCreated && !stage.isReleased) {
      release(stage);
    } else if (!stage.isReleased) {
      hold(stage, -stage.bytes); // was to be there again
    }
  }

  void letGo(StageState stage) {
    stage.isReleased = true;
    hold(stage, -stage.bytes);
    for (int number = 0; number < stage.serverCount(); number++) {
      int winners = stage.takeWinners(number);
      ServerState server = turn.members.server(number);
      if (server != null) {
        server.winners -= winners;
      }
    }
  }

  void makeAnew(StageState stage, boolean keepsDigests) {
    stopAll(stage);
    drop(stage);
    stage.startAnew(keepsDigests);
    turn.decide(new Decision.MadeAnew(id, stage.stage, keepsDigests));
    hold(stage, stage.bytes); // of rows that are going to be there again
  }

  private void stopAll(StageState stage) {
    for (int task = 0; task < stage.tasks && stage.held > 0; task++) {
      if (stage.state(task) == StageState.HELD) {
        stopHolder(stage, task);
      }
    }
    List.copyOf(stage.races).forEach(turn::end);
  }

  // --- the end --------------------------------------------------------------------------------

  void fail(ErrorCode code, String message) {
    if (!hasEnded) {
      end();
      turn.add(new Command.FailJob(id, code, message));
      tellReaders();
    }
  }

  /** Stops what runs and frees what is kept; nothing is said to the client. */
  void end() {
    if (hasEnded) {
      return;
    }
    for (StageState stage : stages) {
      if (stage.hasArrays()) {
        stopAll(stage);
      }
      drop(stage);
      stage.isRunnable = false;
    }
    hasEnded = true;
    turn.decide(new Decision.JobEnded(id));
    turn.jobsEnded++;
    ready.clear();
    delays.clear();
  }

  /** Returns the winners of an exchange, if every map has one. */
  Optional<WinnerTable> winners(int exchange) {
    StageState stage = writer(exchange);
    if (stage == null || !stage.isComplete()) {
      return Optional.empty();
    }
    return Optional.of(stage.winnerTable(exchange(stage), turn.members));
  }
}
