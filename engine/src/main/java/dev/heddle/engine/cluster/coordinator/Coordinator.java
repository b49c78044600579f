package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Decision;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.engine.scheduler.StageProgress;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between the connections and the scheduler's core: turns messages into events and commands
 * into messages, and knows who is connected. Used by one thread.
 */
final class Coordinator {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
  private static final long BEAT_MILLIS = 1_000;

  /** A silent process that is no worker counts as lost; the core judges workers. */
  private static final long SILENT_MILLIS = 10_000;

  private final Scheduler scheduler;
  private final Map<ControlChannel, ConnectedMember> members = new LinkedHashMap<>();
  private final Map<WorkerId, ConnectedMember.WorkerMember> workers = new LinkedHashMap<>();
  private final Map<JobId, OpenJob> jobs = new LinkedHashMap<>();
  private final ArchiveCache archives = new ArchiveCache();

  /** Workers that an earlier process may have given up, as it has told servers. */
  private final Set<WorkerId> cameBack = new LinkedHashSet<>();

  private final long firstIncarnation;
  private final long begunMillis;
  private final IdAllocator workerNumbers = new IdAllocator();
  private final IdAllocator serverNumbers = new IdAllocator();
  private long incarnations;
  private long nextJob;
  private long nextBeat;
  private long jobsDone;
  private long jobsFailed;
  private final OutboundMessages outbox;
  private final long absentMillis;
  private final long clientMillis;
  private final @Nullable EventLog log;

  /** How jobs have failed whose clients were not connected then. */
  private final Map<JobId, Missed> missed = new HashMap<>();

  private record Missed(JobOwner owner, ControlMessage message, long untilMillis) {}

  /** Servers that keep exchanges of jobs that an earlier process has left, by number. */
  private final Map<Integer, ShuffleAddress> awaited = new HashMap<>();

  /**
   * Makes a desk that knows nobody.
   *
   * @param wallMillis tells the names of this scheduler's members from those of an earlier one
   * @param log is told what happens to jobs, if it is kept
   */
  Coordinator(
      SchedulerOptions options,
      long wallMillis,
      long now,
      OutboundMessages outbox,
      @Nullable EventLog log) {
    scheduler = new Scheduler(options);
    firstIncarnation = wallMillis;
    nextJob = wallMillis;
    begunMillis = now;
    absentMillis = options.absentMillis();
    clientMillis = options.clientMillis();
    this.outbox = outbox;
    this.log = log;
  }

  /** Goes on with the jobs that earlier processes have left in the journal. */
  void recover(List<JournalRecord> journal, long now) {
    List<Decision> decisions = new ArrayList<>();
    for (JournalRecord each : journal) {
      switch (each) {
        case JournalRecord.Opened opened -> {
          Map<ContentHash, byte[]> content = new HashMap<>();
          opened.content().forEach(bytes -> content.put(bytes.hash(), bytes.bytes()));
          opened.submit().stages().stream()
              .flatMap(stage -> stage.archives().stream())
              .filter(content::containsKey)
              .forEach(hash -> archives.put(hash, content.get(hash)));
          JobId id = opened.job();
          OpenJob job = new OpenJob(id, opened.client(), opened.submit(), content, now);
          job.clientUntilMillis = now + Math.max(absentMillis, clientMillis);
          jobs.put(id, job);
          nextJob = Math.max(nextJob, id.number());
        }
        case JournalRecord.Decided decided -> {
          decisions.add(decided.decision());
          if (decided.decision() instanceof Decision.Won won) {
            ShuffleAddress server = won.output().address();
            awaited.put(server.server(), server);
          }
        }
      }
    }
    List<Command> commands = scheduler.recover(decisions, now);
    jobs.keySet().retainAll(scheduler.jobs());
    awaited.keySet().forEach(serverNumbers::take);
    if (log != null) {
      jobs.keySet().forEach(log::resumed);
    }
    carryOut(commands, now);
    if (!journal.isEmpty()) {
      LOG.info("goes on with {} jobs of {} records", jobs.size(), journal.size());
    }
  }

  void receive(ControlChannel channel, ControlMessage.ToScheduler message, long now) {
    ConnectedMember member =
        members.computeIfAbsent(channel, ConnectedMember.UnregisteredMember::new);
    if (member.isGone) {
      return;
    }
    member.heardMillis = now;
    switch (message) {
      case ControlMessage.Heartbeat _ -> {}
      case ControlMessage.JoinAsWorker m -> joinWorker(channel, m, now);
      case ControlMessage.JoinAsServer m -> joinServer(channel, m, now);
      case ControlMessage.TaskEvent m -> told(member, m.event(), now);
      case ControlMessage.Metrics m -> measured(m);
      case ControlMessage.OutputCommitted m -> {
        OpenJob job = jobs.get(new JobId(m.output().attempt().exchange().job()));
        if (job != null) {
          job.put(m.output());
        }
      }
      case ControlMessage.AskStatus m ->
          outbox.send(channel, new ControlMessage.Status(m.tag(), status(now)));
      case ControlMessage.Content m -> member.content().put(m.hash(), m.bytes());
      case ControlMessage.Archive m -> archives.put(m.hash(), m.bytes());
      case ControlMessage.Submit m -> submit(member, m, now);
      case ControlMessage.Resume m -> resume(member, m.jobs(), now);
      case ControlMessage.Leave _ -> {
        member.hasLeft = true;
        disconnected(channel, "it has ended", now);
      }
      case ControlMessage.Cancel m ->
          ofClient(member, m.job(), new Event.CancelRequested(m.job()), now);
      case ControlMessage.ResultAcknowledged m ->
          ofClient(member, m.job(), new Event.ResultTaken(m.job()), now);
      case ControlMessage.ResultLost m ->
          ofClient(
              member,
              m.job(),
              new Event.ResultLost(m.job(), m.exchange(), m.version(), m.maps()),
              now);
    }
  }

  // --- who is there

  private void joinWorker(ControlChannel channel, ControlMessage.JoinAsWorker join, long now) {
    if (!is(channel, Role.WORKER)) {
      return;
    }
    WorkerId id = null;
    ShuffleAddress server = null;
    if (join.before().isPresent()) {
      ControlMessage.JoinedAsWorker before = join.before().get();
      if (workerNumbers.take(before.worker().number())) {
        if (keeps(before.server())) {
          id = before.worker();
          server = before.server();
        } else {
          workerNumbers.giveBack(before.worker().number());
        }
      }
    }
    boolean isBack = id != null;
    if (id == null || server == null) {
      id = new WorkerId(workerNumbers.take(), firstIncarnation + ++incarnations);
      server =
          new ShuffleAddress(
              serverNumbers.take(),
              channel.connection().peer().incarnation(),
              join.host(),
              join.shufflePort());
    }
    ConnectedMember.WorkerMember worker =
        new ConnectedMember.WorkerMember(channel, id, join, server);
    worker.heardMillis = now;
    members.put(channel, worker);
    workers.put(id, worker);
    outbox.send(channel, new ControlMessage.JoinedAsWorker(id, server));
    outbox.send(channel, jobsLive());
    LOG.info("{} is {}", channel, id);
    tellWhoCameBack(channel);
    if (isBack) {
      cameBack.add(id);
      toServers(new ControlMessage.WorkerBack(id));
    }
    handle(new Event.WorkerJoined(id, join.host(), join.slots(), join.memoryBytes()), now);
    handle(new Event.ServerJoined(server, Optional.of(id)), now);
    refuseTooLarge(now);
  }

  private void joinServer(ControlChannel channel, ControlMessage.JoinAsServer join, long now) {
    if (!is(channel, Role.SHUFFLE)) {
      return;
    }
    ShuffleAddress address =
        join.before()
            .filter(this::keeps)
            .orElseGet(
                () ->
                    new ShuffleAddress(
                        serverNumbers.take(),
                        channel.connection().peer().incarnation(),
                        join.host(),
                        join.port()));
    ConnectedMember.ServerMember server =
        new ConnectedMember.ServerMember(channel, address, join.indexBytes());
    server.heardMillis = now;
    members.put(channel, server);
    outbox.send(channel, new ControlMessage.JoinedAsServer(address));
    outbox.send(channel, jobsLive());
    LOG.info("{} is {}", channel, address);
    tellWhoCameBack(channel);
    handle(new Event.ServerJoined(address, Optional.empty()), now);
    refuseTooLarge(now);
  }

  private ControlMessage jobsLive() {
    return new ControlMessage.JobsLive(List.copyOf(jobs.keySet()), nextJob);
  }

  private void tellWhoCameBack(ControlChannel channel) {
    cameBack.forEach(id -> outbox.send(channel, new ControlMessage.WorkerBack(id)));
  }

  private static boolean is(ControlChannel channel, Role role) {
    if (channel.connection().peer().role() == role) {
      return true;
    }
    LOG.warn("{} introduced itself as {}", channel, channel.connection().peer().role());
    channel.close();
    return false;
  }

  /** Lets a server that an earlier process knew keep its number, if nobody has it. */
  private boolean keeps(ShuffleAddress address) {
    return awaited.remove(address.server(), address) || serverNumbers.take(address.server());
  }

  /** The one way in which anybody is lost. */
  void disconnected(ControlChannel channel, String reason, long now) {
    ConnectedMember member = members.remove(channel);
    if (member == null || member.isGone) {
      return;
    }
    member.isGone = true;
    channel.close();
    switch (member) {
      case ConnectedMember.UnregisteredMember stranger -> {
        for (OpenJob job : List.copyOf(jobs.values())) {
          if (job.client == stranger) {
            if (stranger.hasLeft || clientMillis == 0) {
              LOG.info("{} ends with its client: {}", job.id(), reason);
              handle(new Event.ClientLost(job.id()), now);
            } else {
              LOG.info("{} has lost its client, and waits for it: {}", job.id(), reason);
              job.client = null;
              job.clientUntilMillis = now + clientMillis;
            }
          }
        }
      }
      case ConnectedMember.WorkerMember worker -> {
        LOG.info("{} is lost: {}", worker.id, reason);
        workers.remove(worker.id);
        cameBack.remove(worker.id);
        tellServerGone(worker.server);
        handle(new Event.WorkerLost(worker.id, reason), now);
        handle(new Event.ServerLost(worker.server, reason), now);
        workerNumbers.giveBack(worker.id.number());
        serverNumbers.giveBack(worker.server.server());
        toServers(new ControlMessage.WorkerGone(worker.id));
      }
      case ConnectedMember.ServerMember server -> {
        LOG.info("{} is lost: {}", server.address, reason);
        tellServerGone(server.address);
        handle(new Event.ServerLost(server.address, reason), now);
        serverNumbers.giveBack(server.address.server());
      }
    }
  }

  /** Goes ahead of whatever follows from the loss, a new server of this number among it. */
  private void tellServerGone(ShuffleAddress address) {
    for (ConnectedMember member : members.values()) {
      if (!(member instanceof ConnectedMember.ServerMember)) {
        outbox.send(member.channel, new ControlMessage.ServerGone(address));
      }
    }
  }

  void tick(long now) {
    if (now >= nextBeat) {
      nextBeat = now + BEAT_MILLIS;
      ControlMessage live = jobsLive();
      for (ConnectedMember member : List.copyOf(members.values())) {
        member.channel.send(new ControlMessage.Heartbeat());
        if (!(member instanceof ConnectedMember.UnregisteredMember)) {
          outbox.send(member.channel, live);
        }
        if (!(member instanceof ConnectedMember.WorkerMember)
            && now - member.heardMillis > SILENT_MILLIS) {
          disconnected(member.channel, "nothing was heard of it for ten seconds", now);
        }
      }
    }
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (job.client == null && now >= job.clientUntilMillis) {
        LOG.info("{} ends: its client has not come back", job.id());
        handle(new Event.ClientLost(job.id()), now);
      }
    }
    missed.values().removeIf(each -> now >= each.untilMillis());
    handle(new Event.Tick(), now);
  }

  /** Returns whether the turn has left something to do for the next one. */
  boolean isUnfinished() {
    return scheduler.isUnfinished();
  }

  void goOn(long now) {
    handle(new Event.GoOn(), now);
  }

  /** A turn has ended: lets out what follows from it. */
  void flush() {
    outbox.flush();
  }

  /** The journal is safe up to a number. */
  void safe(long number) {
    outbox.safe(number);
  }

  private void toServers(ControlMessage message) {
    for (ConnectedMember member : members.values()) {
      if (!(member instanceof ConnectedMember.UnregisteredMember)) {
        outbox.send(member.channel, message);
      }
    }
  }

  // --- jobs

  private void submit(ConnectedMember member, ControlMessage.Submit submit, long now) {
    JobOwner owner = JobOwner.of(member.channel);
    Map<ContentHash, byte[]> content = new HashMap<>(member.content());
    member.content().clear();
    for (OpenJob open : jobs.values()) {
      if (open.client != member && open.owner().equals(owner) && open.submit().equals(submit)) {
        accept(member, open); // its name was lost with an earlier process or connection
        announce(open);
        return;
      }
    }
    Set<ContentHash> named = new LinkedHashSet<>();
    submit.stages().forEach(stage -> named.addAll(stage.archives()));
    List<ContentHash> missing = archives.take(named, content);
    if (!missing.isEmpty()) {
      outbox.send(member.channel, new ControlMessage.WantArchives(submit.tag(), missing));
      return;
    }
    JobId id = new JobId(++nextJob);
    OpenJob job = new OpenJob(id, owner, submit, content, now);
    if (!job.isWhole()) {
      LOG.warn("{} submitted a job without its stages", member.channel);
      member.channel.close();
      return;
    }
    jobs.put(id, job);
    outbox.note(job.opened());
    List<Command> commands = decide(new Event.JobSubmitted(id, submit.shape()), now);
    noteDecisions();
    accept(member, job);
    carryOut(commands, now);
    forgetEndedJobs();
    refuseTooLarge(now);
  }

  /** Refuses jobs whose exchanges are too large, once there are servers of which that is known. */
  private void refuseTooLarge(long now) {
    ExchangeBound bound = ExchangeBound.of(members.values());
    if (bound.servers() == 0) {
      return;
    }
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (!job.isChecked) {
        job.isChecked = true;
        bound
            .refusal(job.submit().shape())
            .ifPresent(
                why -> handle(new Event.JobRefused(job.id(), ErrorCode.OUT_OF_MEMORY, why), now));
      }
    }
  }

  private void accept(ConnectedMember member, OpenJob job) {
    job.client = member;
    outbox.send(
        member.channel,
        new ControlMessage.Accepted(
            job.submit().tag(), job.id(), outbox.hasJournal(), clientMillis));
    if (outbox.hasJournal()) {
      outbox.sendSafely(member.channel, new ControlMessage.Kept(job.id()));
    }
  }

  /** A client is there again after its connection broke. */
  private void resume(ConnectedMember member, List<JobId> wanted, long now) {
    JobOwner owner = JobOwner.of(member.channel);
    for (JobId id : wanted) {
      OpenJob job = jobs.get(id);
      Missed failure = missed.get(id);
      if (job == null && failure != null && failure.owner().equals(owner)) {
        missed.remove(id);
        outbox.send(member.channel, failure.message());
      } else if (job == null || !job.owner().equals(owner)) {
        outbox.send(
            member.channel,
            new ControlMessage.Failed(
                id,
                ErrorCode.IO,
                "The connection to the cluster's scheduler was lost, which no longer knows "
                    + id
                    + ": run the query again"));
      } else {
        job.client = member;
        announce(job);
      }
    }
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (job.client != member && job.owner().equals(owner)) {
        handle(new Event.ClientLost(job.id()), now);
      }
    }
  }

  /** Tells a job's client where the result lies, if it is complete. */
  private void announce(OpenJob job) {
    Command.CompleteJob complete = job.complete;
    ConnectedMember client = job.client;
    if (complete != null && client != null) {
      scheduler
          .winners(complete.result())
          .ifPresent(
              table -> {
                ControlMessage result =
                    new ControlMessage.Result(
                        job.id(), complete.version(), table, job.little(table), steps(job.id()));
                if (job.submit().shape().isKept()) {
                  outbox.sendSafelySoon(client.channel, result); // other jobs will name this one
                } else {
                  outbox.send(client.channel, result);
                }
              });
    }
  }

  /** Returns what was made of a job's stages since sizes were known. */
  private List<String> steps(JobId job) {
    List<String> steps = new ArrayList<>();
    for (StageProgress stage : scheduler.progress(job)) {
      stage.steps().forEach(step -> steps.add("stage " + stage.stage() + ": " + step));
    }
    return steps;
  }

  private void ofClient(ConnectedMember member, JobId job, Event event, long now) {
    OpenJob open = jobs.get(job);
    if (open != null && open.client == member) {
      handle(event, now);
    }
  }

  private void told(ConnectedMember member, Event.FromWorker event, long now) {
    if (member instanceof ConnectedMember.WorkerMember worker && worker.id.equals(event.worker())) {
      handle(event, now);
    }
  }

  private void measured(ControlMessage.Metrics message) {
    OpenJob job = jobs.get(message.job());
    if (job != null && job.client != null) {
      outbox.send(job.client.channel, message);
    }
  }

  private void handle(Event event, long now) {
    carryOut(decide(event, now), now);
    if (!(event instanceof Event.Heartbeat)) {
      forgetEndedJobs();
    }
  }

  private List<Command> decide(Event event, long now) {
    if (log != null) {
      log.told(event);
    }
    return scheduler.handle(event, now);
  }

  /** Notes what was decided, and then carries out what follows. */
  private void carryOut(List<Command> commands, long now) {
    noteDecisions();
    for (Command command : commands) {
      carryOut(command, now);
    }
  }

  private void noteDecisions() {
    for (Decision decision : scheduler.takeDecisions()) {
      outbox.note(new JournalRecord.Decided(decision));
    }
  }

  private void carryOut(Command command, long now) {
    if (log != null) {
      log.wanted(command);
    }
    switch (command) {
      case Command.StartTask c -> start(c);
      case Command.RecallTask c -> order(c);
      case Command.StopTask c -> order(c);
      case Command.CreateExchange _ -> {} // a server makes one with its first writer
      case Command.NoteStraggler c ->
          LOG.info(
              "{} takes {} ms on {} instead of {}: gets a second attempt",
              c.task(),
              c.ranMillis(),
              c.worker(),
              c.expectedMillis());
      case Command.NoteStep c -> LOG.info("Stage {} of {}: {}", c.stage(), c.job(), c.text());
      case Command.ReleaseExchange c -> {
        for (ConnectedMember member : members.values()) {
          if (!(member instanceof ConnectedMember.UnregisteredMember)) {
            outbox.sendSafely(member.channel, new ControlMessage.Release(c.exchange()));
          }
        }
        workers.values().forEach(each -> each.versions.remove(c.exchange()));
      }
      case Command.CompleteJob c -> {
        OpenJob job = jobs.get(c.job());
        if (job != null) {
          job.complete = c;
          if (log != null) {
            log.complete(c.job(), scheduler.progress(c.job()));
          }
          announce(job);
        }
      }
      case Command.FailJob c -> {
        OpenJob job = jobs.get(c.job());
        if (job != null) {
          jobsFailed++;
          job.hasFailed = true;
          ControlMessage failed = new ControlMessage.Failed(c.job(), c.code(), c.message());
          if (job.client != null) {
            outbox.send(job.client.channel, failed);
          } else {
            missed.put(c.job(), new Missed(job.owner(), failed, job.clientUntilMillis));
          }
        }
      }
      case Command.ExpireWorker c -> {
        ConnectedMember.WorkerMember worker = workers.get(c.worker());
        if (worker != null) {
          disconnected(worker.channel, c.reason(), now);
        }
      }
      case Command.WorkerDrained c -> {
        ConnectedMember.WorkerMember worker = workers.get(c.worker());
        if (worker != null) {
          outbox.send(worker.channel, new ControlMessage.Drained());
        }
      }
    }
  }

  private void order(Command.ToWorker command) {
    ConnectedMember.WorkerMember worker = workers.get(command.worker());
    if (worker != null) {
      outbox.send(worker.channel, new ControlMessage.Order(command));
    }
  }

  /** Sends a task, and before it what the worker does not have yet. */
  private void start(Command.StartTask command) {
    ConnectedMember.WorkerMember worker = workers.get(command.worker());
    TaskStart start = command.start();
    OpenJob job = jobs.get(start.task().job());
    if (worker == null || job == null) {
      return; // lost in the same turn, which the core knows
    }
    if (worker.begins(job.id())) {
      outbox.send(worker.channel, job.begins());
    }
    install(worker, job, start.task().stage());
    start.taken().forEach(stage -> install(worker, job, stage));
    for (TaskInput input : start.inputs()) {
      int known = worker.versions.getOrDefault(input.exchange(), -1);
      if (input.version() > known) {
        scheduler
            .winners(input.exchange())
            .ifPresent(
                table -> {
                  outbox.send(
                      worker.channel,
                      new ControlMessage.Winners(input.version(), table, job.little(table)));
                  worker.versions.put(input.exchange(), input.version());
                });
      }
    }
    outbox.send(worker.channel, new ControlMessage.Order(command));
  }

  /** Sends what a stage runs, unless it has been sent. */
  private void install(ConnectedMember.WorkerMember worker, OpenJob job, int number) {
    if (worker.begins(job.id(), number)) {
      StageContent stage = job.submit().stages().get(number);
      install(worker, job, stage.template(), ControlMessage.Content::new);
      stage.tables().forEach(table -> install(worker, job, table, ControlMessage.Content::new));
      stage
          .archives()
          .forEach(archive -> install(worker, job, archive, ControlMessage.Archive::new));
    }
  }

  private void install(
      ConnectedMember.WorkerMember worker,
      OpenJob job,
      ContentHash hash,
      BiFunction<ContentHash, byte[], ControlMessage> message) {
    byte[] bytes = job.bytes(hash);
    worker.install(
        hash,
        bytes.length,
        () -> message.apply(hash, bytes),
        old -> jobs.values().stream().anyMatch(each -> each.has(old)),
        outbox);
  }

  private void forgetEndedJobs() {
    if (jobs.isEmpty()) {
      return;
    }
    if (scheduler.jobCount() == jobs.size()) {
      return;
    }
    List<JobId> open = scheduler.jobs();
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (!open.contains(job.id())) {
        jobs.remove(job.id());
        if (log != null) {
          log.ended(job.id());
        }
        jobsDone += job.hasFailed ? 0 : 1;
        workers.values().forEach(worker -> worker.forget(job.id()));
        toServers(new ControlMessage.JobEnds(job.id()));
      }
    }
    if (jobs.isEmpty()) {
      outbox.drop();
    }
  }

  ClusterStatus status(long now) {
    List<ClusterStatus.Worker> workerList = new ArrayList<>();
    List<ClusterStatus.Server> serverList = new ArrayList<>();
    for (ConnectedMember member : members.values()) {
      String name = member.channel.connection().peer().name();
      long silent = now - member.heardMillis;
      switch (member) {
        case ConnectedMember.UnregisteredMember _ -> {}
        case ConnectedMember.WorkerMember w ->
            workerList.add(
                new ClusterStatus.Worker(
                    w.id,
                    name,
                    w.join.host(),
                    w.join.slots(),
                    w.join.threads(),
                    w.join.memoryBytes(),
                    scheduler.heldTasks(w.id),
                    silent));
        case ConnectedMember.ServerMember s ->
            serverList.add(
                new ClusterStatus.Server(
                    s.address.server(), name, s.address.host(), s.address.port(), silent));
      }
    }
    List<ClusterStatus.Job> jobList = new ArrayList<>();
    for (OpenJob job : jobs.values()) {
      jobList.add(
          new ClusterStatus.Job(
              job.id(),
              job.owner().name(),
              now - job.begunMillis(),
              scheduler.whyIdle(job.id()),
              scheduler.progress(job.id())));
    }
    return new ClusterStatus(
        now - begunMillis, jobsDone, jobsFailed, workerList, serverList, jobList);
  }
}
