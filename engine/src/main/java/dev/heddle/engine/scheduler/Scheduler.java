package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Decides what runs when and where; see the package. Used by one thread at a time. */
public final class Scheduler {
  private static final String NO_SERVER = "No shuffle server was there";

  private final Map<JobId, Job> jobs = new LinkedHashMap<>();
  private final SchedulerContext context;
  private final Dispatcher dispatcher;
  private final Stragglers stragglers;
  private long recoveredMillis;

  /** Makes a scheduler without members. */
  public Scheduler(SchedulerOptions options) {
    context = new SchedulerContext(options, jobs);
    dispatcher = new Dispatcher(context);
    stragglers = new Stragglers(context);
  }

  /**
   * Takes an event in and returns what is to be done, in order.
   *
   * @param nowMillis a clock that does not go back
   */
  public List<Command> handle(Event event, long nowMillis) {
    context.begin(nowMillis);
    switch (event) {
      case Event.JobSubmitted e -> submit(e);
      case Event.CancelRequested e ->
          of(e.job(), job -> job.lifecycle().fail(ErrorCode.CANCELLED, e.reason()));
      case Event.ClientLost e -> end(e.job());
      case Event.ResultTaken e -> end(e.job());
      case Event.ResultLost e ->
          of(e.job(), job -> job.losses().resultLost(e.exchange(), e.version(), e.maps()));
      case Event.PartLost e ->
          of(e.job(), job -> job.losses().partLost(e.exchange(), e.part(), e.attempt()));
      case Event.WorkerJoined e -> join(e);
      case Event.WorkerLost e -> {
        WorkerState worker = context.members().worker(e.worker());
        if (worker != null) {
          lose(worker);
        }
      }
      case Event.ServerJoined e -> join(e);
      case Event.ServerLost e -> {
        ServerState server = context.members().server(e.server());
        if (server != null) {
          lose(server);
        }
      }
      case Event.FromWorker e -> hear(e);
      case Event.GoOn _ -> {}
      case Event.Tick _ -> tick();
    }
    forgetEnded();
    dispatcher.run(jobs.values());
    forgetEnded();
    return context.commands();
  }

  private void of(JobId id, Consumer<Job> then) {
    Job job = jobs.get(id);
    if (job != null) {
      then.accept(job);
    }
  }

  private void forgetEnded() {
    if (context.takeEndedJobs()) {
      jobs.values().removeIf(Job::hasEnded);
    }
  }

  private void submit(Event.JobSubmitted event) {
    if (jobs.containsKey(event.job())) {
      return;
    }
    Job job = new Job(event.job(), event.shape(), context);
    jobs.put(event.job(), job);
    context.decide(new Decision.JobAccepted(event.job(), event.shape()));
    job.lifecycle().refresh();
  }

  // --- the journal ----------------------------------------------------------------------------

  /**
   * Lets a scheduler that has had no event yet go on where an earlier one was. From now on it notes
   * decisions. Winners on servers that do not join again within a time count as lost.
   *
   * @param journal what the earlier ones have decided, or any beginning of it behind the last
   *     barrier; empty for the first life
   * @return what is to be done
   */
  public List<Command> recover(List<Decision> journal, long nowMillis) {
    context.begin(nowMillis);
    context.beginRecovery();
    int times = new Recovery(jobs, context).replay(journal);
    context.clearCommands(); // has been done then
    context.openJournal();
    recoveredMillis = nowMillis;
    if (!journal.isEmpty()) {
      context.decide(new Decision.Recovered(times + 1));
    }
    for (Job job : jobs.values()) {
      Recovery.resume(job, (times + 1) * Recovery.ATTEMPTS_PER_LIFE);
    }
    context.endRecovery();
    forgetEnded();
    return context.commands();
  }

  /** Returns the decisions since the last call, for the journal. */
  public List<Decision> takeDecisions() {
    return context.takeDecisions();
  }

  private void end(JobId id) {
    Job job = jobs.get(id);
    if (job != null) {
      job.lifecycle().end();
      job.lifecycle().refreshReaders();
    }
  }

  // --- members --------------------------------------------------------------------------------

  private void join(Event.WorkerJoined event) {
    WorkerState before = context.members().worker(event.worker().number());
    if (before != null) {
      if (before.incarnation() == event.worker().incarnation()) {
        return;
      }
      lose(before);
    }
    context
        .members()
        .add(
            new WorkerState(
                event.worker(),
                event.host(),
                event.slots(),
                event.memoryBytes(),
                context.members().servicesOf(event.host()),
                context.nowMillis()));
  }

  private void lose(WorkerState worker) {
    context.members().remove(worker);
    ServerState inline = worker.inlineServer();
    for (Lease lease : worker.leases().copy()) {
      boolean counted = !lease.isOver();
      context.endLease(worker, lease);
      if (counted) {
        lease.job().attempts().workerLost(lease);
      }
    }
    context.members().remove(worker); // ends of leases have placed it
    if (inline != null) {
      lose(inline);
    }
  }

  private void join(Event.ServerJoined event) {
    ServerState before = context.members().server(event.server().server());
    if (before != null) {
      boolean isSame = before.address().incarnation() == event.server().incarnation();
      if (isSame && !before.isAwaited()) {
        return;
      }
      if (!isSame) {
        lose(before);
        before = null;
      }
    }
    WorkerState worker = null;
    if (event.worker().isPresent()) {
      worker = context.members().worker(event.worker().get());
      if (worker == null) {
        return; // it is gone already
      }
    }
    if (before == null) {
      before = new ServerState(event.server(), worker);
    }
    before.join(worker);
    context.members().add(before);
  }

  private void lose(ServerState server) {
    context.members().remove(server);
    for (WorkerState worker : context.members().workers()) {
      for (int i = 0; i < worker.leases().size(); i++) {
        Lease lease = worker.leases().at(i);
        if (lease.server() == server && !lease.isOver()) {
          context.stop(worker, lease);
          if (lease.isCurrent()) {
            lease.job().attempts().requeue(lease.stage(), lease.task());
          }
        }
      }
    }
    for (Job job : jobs.values()) {
      job.losses().serverLost(server.number());
    }
  }

  // --- workers --------------------------------------------------------------------------------

  private void hear(Event.FromWorker event) {
    WorkerState worker = context.members().worker(event.worker());
    if (worker == null) {
      context.add(new Command.ExpireWorker(event.worker(), "It counts as lost"));
      return;
    }
    if (worker.hear(context.nowMillis())) {
      context.members().place(worker);
    }
    switch (event) {
      case Event.Heartbeat e -> compare(worker, e.held());
      case Event.DrainRequested _ -> drain(worker);
      case Event.TaskStarted e -> {
        Lease lease = worker.leases().find(e.task());
        if (lease != null) {
          context.started(worker, lease);
        }
      }
      case Event.TaskFinished e -> {
        Lease lease = worker.leases().find(e.task());
        endLease(worker, lease);
        Job job = job(e.task(), lease);
        Stage stage = job == null ? null : job.stage(e.task());
        if (job != null && stage != null) {
          stage.times().add(e.micros(), Stragglers.inputBytes(job, stage, e.task().partition()));
          job.attempts().finished(stage, e.task(), e.output());
        }
      }
      case Event.TaskFailed e -> {
        Lease lease = worker.leases().find(e.task());
        if (lease != null && lease.server() != null) {
          Members.blame(lease.server(), e.failure(), context.nowMillis());
        }
        endLease(worker, lease);
        Job job = job(e.task(), lease);
        Stage stage = job == null ? null : job.stage(e.task());
        if (job != null && stage != null) {
          job.attempts()
              .failed(stage, e.task(), e.failure(), worker, lease == null ? null : lease.server());
        }
      }
      case Event.Recalled e -> giveBack(worker, e.task());
    }
  }

  private @Nullable Job job(TaskAttempt task, @Nullable Lease lease) {
    return lease == null ? jobs.get(task.job()) : lease.job();
  }

  private void endLease(WorkerState worker, @Nullable Lease lease) {
    if (lease != null) {
      context.endLease(worker, lease);
    }
  }

  private void giveBack(WorkerState worker, TaskAttempt task) {
    Lease lease = worker.leases().find(task);
    if (lease != null) {
      context.endLease(worker, lease);
      giveBack(lease);
    }
  }

  private static void giveBack(Lease lease) {
    if (!lease.job().hasEnded() && lease.isCurrent()) {
      lease.job().attempts().requeue(lease.stage(), lease.task());
    }
  }

  /** Messages may be lost on both ways: what the worker holds and what it should are compared. */
  private void compare(WorkerState worker, List<TaskAttempt> list) {
    Leases leases = worker.leases();
    int next = 0; // most workers name their tasks in order
    for (TaskAttempt task : list) {
      int place = leases.find(task, next);
      if (place < 0) {
        context.add(new Command.StopTask(worker.id(), task));
      } else {
        leases.at(place).name();
        next = place + 1;
      }
    }
    for (int i = leases.size() - 1; i >= 0; i--) {
      Lease lease = leases.at(i);
      if (lease.takeNamed()) {
        if (lease.isOver() && !lease.isRacing()) {
          context.add(new Command.StopTask(worker.id(), lease.taskAttempt()));
        }
      } else if (context.nowMillis() - lease.sinceMillis()
          >= context.options().leaseGraceMillis()) {
        context.endLease(worker, lease);
        giveBack(lease);
      }
    }
  }

  private void drain(WorkerState worker) {
    worker.drain();
    context.members().place(worker);
    context.members().includeOneIfNone();
    for (Lease lease = worker.recallable(); lease != null; lease = worker.recallable()) {
      context.recall(worker, lease);
    }
  }

  // --- time -----------------------------------------------------------------------------------

  private void tick() {
    for (WorkerState worker : List.copyOf(context.members().workers())) {
      long silent = context.nowMillis() - worker.heardMillis();
      if (silent >= context.options().deadMillis()) {
        context.add(
            new Command.ExpireWorker(worker.id(), "Nothing was heard of it for " + silent + " ms"));
        lose(worker);
      } else if (silent >= context.options().suspectMillis() && !worker.isSuspect()) {
        worker.suspect();
        context.members().place(worker);
        context.members().includeOneIfNone();
      }
      if (worker.isDraining()
          && worker.leases().isEmpty()
          && (worker.inlineServer() == null || worker.inlineServer().winners() == 0)) {
        context.add(new Command.WorkerDrained(worker.id()));
      }
    }
    context.members().forgive(context.nowMillis());
    context.members().findStalled(context.nowMillis());
    stragglers.find(context.members().workers());
    if (context.nowMillis() - recoveredMillis >= context.options().absentMillis()) {
      for (ServerState server : List.copyOf(context.members().awaited())) {
        lose(server);
      }
    }
    for (Job job : jobs.values()) {
      job.attempts().wake();
      failIfStuck(job);
    }
  }

  /** A job that nothing could run for a long time fails. */
  private void failIfStuck(Job job) {
    Optional<String> missing = job.isComplete() ? Optional.empty() : missing(job);
    if (missing.isEmpty()) {
      job.markUnstuck();
      return;
    }
    long since = job.markStuck(context.nowMillis());
    if (context.nowMillis() - since >= Math.max(1, context.options().absentMillis())) {
      job.lifecycle()
          .fail(
              ErrorCode.WORKER_LOST,
              missing.get()
                  + " for "
                  + context.options().absentMillis() / 1000
                  + " seconds: start what is missing, or let jobs wait longer (the scheduler's"
                  + " option --absent-seconds)");
    }
  }

  /** Returns what a job lacks that only others can bring. */
  private Optional<String> missing(Job job) {
    if (context.members().slots() == 0) {
      return Optional.of("No worker could take tasks");
    }
    if (context.options().needsServers() && context.members().servers().isEmpty()) {
      return Optional.of(NO_SERVER);
    }
    long largest = context.members().largestMemoryBytes();
    for (int rank = job.nextReady(0); rank >= 0; rank = job.nextReady(rank + 1)) {
      if (context.members().awaitsService(job.stageOfRank(rank))) {
        return Optional.of(NO_SERVER);
      }
      long floor = job.stageOfRank(rank).shape().floorBytes();
      if (floor > largest && job.held() == 0) {
        return Optional.of(
            "Tasks need " + floor + " bytes of memory, and no worker had more than " + largest);
      }
    }
    return Optional.empty();
  }

  // --- questions ------------------------------------------------------------------------------

  /**
   * Returns which attempt counts for each map of an exchange, and its version; nothing while a map
   * has none or after its release.
   */
  public Optional<WinnerTable> winners(ExchangeId exchange) {
    Job job = jobs.get(new JobId(exchange.job()));
    return job == null ? Optional.empty() : job.winners(exchange.exchange());
  }

  /**
   * Returns where the parts of a streamed result are that its client knows, from one on; nothing if
   * it knows none of them.
   */
  public Optional<WinnerTable> parts(JobId id, int first) {
    Job job = jobs.get(id);
    int end = job == null ? 0 : job.lifecycle().announcedParts();
    return job == null || first >= end ? Optional.empty() : Optional.of(job.parts(first, end));
  }

  /**
   * Returns whether an exchange may be used: if not, a server that stores some of it can drop it.
   */
  public boolean isHeld(ExchangeId exchange) {
    Job job = jobs.get(new JobId(exchange.job()));
    return job != null && job.writer(exchange.exchange()) != null;
  }

  /** Returns whether a life of a worker is the current one. */
  public boolean isLive(WorkerId worker) {
    return context.members().worker(worker) != null;
  }

  /** Returns how far each stage of a job is; nothing if the job is over or unknown. */
  public List<StageProgress> progress(JobId id) {
    List<StageProgress> progress = new ArrayList<>();
    Job job = jobs.get(id);
    if (job != null) {
      for (Stage stage : job.stages()) {
        progress.add(
            new StageProgress(
                stage.number(),
                stage.tasks(),
                stage.held(),
                stage.done(),
                stage.speculativeAttempts().count(),
                stage.rows(),
                stage.bytes(),
                stage.steps()));
      }
    }
    return progress;
  }

  /** Returns whether the stage was left out that would write an exchange. */
  public boolean isLeftOut(ExchangeId exchange) {
    Job job = jobs.get(new JobId(exchange.job()));
    return job != null && job.isLeftOut(exchange);
  }

  /** Returns how many tasks a worker holds, begun or not. */
  public int heldTasks(WorkerId id) {
    WorkerState worker = context.members().worker(id);
    return worker == null ? 0 : worker.leases().size();
  }

  /** Returns whether the last event has left something to do: then {@link Event.GoOn} is due. */
  public boolean isUnfinished() {
    return context.isUnfinished();
  }

  /** Returns how many jobs are not over. */
  public int jobCount() {
    return jobs.size();
  }

  /** Returns the jobs that are not over, oldest first. */
  public List<JobId> jobs() {
    return List.copyOf(jobs.keySet());
  }

  /** Returns one line on why nothing of a job runs, or what runs. */
  public String whyIdle(JobId id) {
    Job job = jobs.get(id);
    return job == null ? id + " is over or unknown" : IdleReason.of(job, context, missing(job));
  }

  /** Throws if a rule of the package is broken; for tests, after each event. */
  public void checkConsistent() {
    List<String> broken = ConsistencyCheck.of(jobs, context, dispatcher);
    if (!broken.isEmpty()) {
      throw new IllegalStateException("Scheduler broke its rules: " + broken);
    }
  }
}
