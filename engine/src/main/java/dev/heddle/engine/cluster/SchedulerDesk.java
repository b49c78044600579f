package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between the connections and the scheduler's core: turns messages into events and commands
 * into messages, and knows who is connected. Used by one thread.
 */
final class SchedulerDesk {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerDesk.class);
  private static final long BEAT_MILLIS = 1_000;

  /** A silent process that is no worker counts as lost; the core judges workers. */
  private static final long SILENT_MILLIS = 10_000;

  private final Scheduler scheduler;
  private final Map<ControlChannel, Member> members = new LinkedHashMap<>();
  private final Map<WorkerId, Member.WorkerMember> workers = new LinkedHashMap<>();
  private final Map<JobId, OpenJob> jobs = new LinkedHashMap<>();
  private final long firstIncarnation;
  private final long begunMillis;
  private final Numbers workerNumbers = new Numbers();
  private final Numbers serverNumbers = new Numbers();
  private long incarnations;
  private long nextJob;
  private long nextBeat;
  private long jobsDone;
  private long jobsFailed;

  /**
   * Makes a desk that knows nobody.
   *
   * @param wallMillis tells the names of this scheduler's members from those of an earlier one
   */
  SchedulerDesk(SchedulerOptions options, long wallMillis) {
    scheduler = new Scheduler(options);
    firstIncarnation = wallMillis;
    nextJob = wallMillis;
    begunMillis = System.nanoTime() / 1_000_000;
  }

  void receive(ControlChannel channel, ControlMessage message, long now) {
    Member member = members.computeIfAbsent(channel, Member.Stranger::new);
    if (member.isGone) {
      return;
    }
    member.heardMillis = now;
    switch (message) {
      case ControlMessage.Alive _ -> {}
      case ControlMessage.JoinAsWorker m -> joinWorker(channel, m, now);
      case ControlMessage.JoinAsServer m -> joinServer(channel, m, now);
      case ControlMessage.Told m -> told(member, m.event(), now);
      case ControlMessage.Measured m -> measured(m);
      case ControlMessage.AskStatus m ->
          channel.send(new ControlMessage.Status(m.tag(), status(now)));
      case ControlMessage.Content m -> member.content().put(m.hash(), m.bytes());
      case ControlMessage.Submit m -> submit(member, m, now);
      case ControlMessage.Cancel m ->
          ofClient(member, m.job(), new Event.CancelRequested(m.job()), now);
      case ControlMessage.Taken m -> ofClient(member, m.job(), new Event.ResultTaken(m.job()), now);
      case ControlMessage.NotTaken m ->
          ofClient(
              member,
              m.job(),
              new Event.ResultLost(m.job(), m.exchange(), m.version(), m.maps()),
              now);
      case ControlMessage.JoinedAsWorker _,
          ControlMessage.JoinedAsServer _,
          ControlMessage.JobBegins _,
          ControlMessage.ForgetContent _,
          ControlMessage.Winners _,
          ControlMessage.Order _,
          ControlMessage.Drained _,
          ControlMessage.JobsLive _,
          ControlMessage.JobEnds _,
          ControlMessage.Release _,
          ControlMessage.WorkerGone _,
          ControlMessage.ServerGone _,
          ControlMessage.Status _,
          ControlMessage.Accepted _,
          ControlMessage.Result _,
          ControlMessage.Failed _ -> {
        LOG.warn("{} said what only a scheduler says", channel);
        channel.close();
      }
    }
  }

  // --- who is there

  private void joinWorker(ControlChannel channel, ControlMessage.JoinAsWorker join, long now) {
    if (!is(channel, Role.WORKER)) {
      return;
    }
    long incarnation = firstIncarnation + ++incarnations;
    WorkerId id = new WorkerId(workerNumbers.take(), incarnation);
    ShuffleAddress server =
        new ShuffleAddress(
            serverNumbers.take(),
            channel.connection().peer().incarnation(),
            join.host(),
            join.shufflePort());
    Member.WorkerMember worker = new Member.WorkerMember(channel, id, join, server);
    worker.heardMillis = now;
    members.put(channel, worker);
    workers.put(id, worker);
    channel.send(new ControlMessage.JoinedAsWorker(id, server));
    channel.send(new ControlMessage.JobsLive(List.copyOf(jobs.keySet())));
    LOG.info("{} is {}", channel, id);
    handle(new Event.WorkerJoined(id, join.host(), join.slots(), join.memoryBytes()), now);
    handle(new Event.ServerJoined(server, Optional.of(id)), now);
  }

  private void joinServer(ControlChannel channel, ControlMessage.JoinAsServer join, long now) {
    if (!is(channel, Role.SHUFFLE)) {
      return;
    }
    ShuffleAddress address =
        new ShuffleAddress(
            serverNumbers.take(),
            channel.connection().peer().incarnation(),
            join.host(),
            join.port());
    Member.ServerMember server = new Member.ServerMember(channel, address);
    server.heardMillis = now;
    members.put(channel, server);
    channel.send(new ControlMessage.JoinedAsServer(address));
    channel.send(new ControlMessage.JobsLive(List.copyOf(jobs.keySet())));
    LOG.info("{} is {}", channel, address);
    handle(new Event.ServerJoined(address, Optional.empty()), now);
  }

  private static boolean is(ControlChannel channel, Role role) {
    if (channel.connection().peer().role() == role) {
      return true;
    }
    LOG.warn("{} introduced itself as {}", channel, channel.connection().peer().role());
    channel.close();
    return false;
  }

  /** The one way in which anybody is lost. */
  void disconnected(ControlChannel channel, String reason, long now) {
    Member member = members.remove(channel);
    if (member == null || member.isGone) {
      return;
    }
    member.isGone = true;
    channel.close();
    switch (member) {
      case Member.Stranger stranger -> {
        for (OpenJob job : List.copyOf(jobs.values())) {
          if (job.client() == stranger) {
            LOG.info("{} ends with its client: {}", job.id(), reason);
            handle(new Event.ClientLost(job.id()), now);
          }
        }
      }
      case Member.WorkerMember worker -> {
        LOG.info("{} is lost: {}", worker.id, reason);
        workers.remove(worker.id);
        tellServerGone(worker.server);
        handle(new Event.WorkerLost(worker.id, reason), now);
        handle(new Event.ServerLost(worker.server, reason), now);
        workerNumbers.giveBack(worker.id.number());
        serverNumbers.giveBack(worker.server.server());
        toServers(new ControlMessage.WorkerGone(worker.id));
      }
      case Member.ServerMember server -> {
        LOG.info("{} is lost: {}", server.address, reason);
        tellServerGone(server.address);
        handle(new Event.ServerLost(server.address, reason), now);
        serverNumbers.giveBack(server.address.server());
      }
    }
  }

  /** Goes ahead of whatever follows from the loss, a new server of this number among it. */
  private void tellServerGone(ShuffleAddress address) {
    for (Member member : members.values()) {
      if (!(member instanceof Member.ServerMember)) {
        member.channel.send(new ControlMessage.ServerGone(address));
      }
    }
  }

  void tick(long now) {
    if (now >= nextBeat) {
      nextBeat = now + BEAT_MILLIS;
      List<JobId> live = List.copyOf(jobs.keySet());
      for (Member member : List.copyOf(members.values())) {
        member.channel.send(new ControlMessage.Alive());
        if (!(member instanceof Member.Stranger)) {
          member.channel.send(new ControlMessage.JobsLive(live));
        }
        if (!(member instanceof Member.WorkerMember) && now - member.heardMillis > SILENT_MILLIS) {
          disconnected(member.channel, "nothing was heard of it for ten seconds", now);
        }
      }
    }
    handle(new Event.Tick(), now);
  }

  private void toServers(ControlMessage message) {
    for (Member member : members.values()) {
      if (!(member instanceof Member.Stranger)) {
        member.channel.send(message);
      }
    }
  }

  // --- jobs

  private void submit(Member member, ControlMessage.Submit submit, long now) {
    JobId id = new JobId(++nextJob);
    Map<ContentHash, byte[]> content = new HashMap<>(member.content());
    member.content().clear();
    OpenJob job = new OpenJob(id, member, submit, content, now);
    if (!job.isWhole()) {
      LOG.warn("{} submitted a job without its stages", member.channel);
      member.channel.close();
      return;
    }
    jobs.put(id, job);
    member.channel.send(new ControlMessage.Accepted(submit.tag(), id));
    handle(new Event.JobSubmitted(id, submit.shape()), now);
  }

  private void ofClient(Member member, JobId job, Event event, long now) {
    OpenJob open = jobs.get(job);
    if (open != null && open.client() == member) {
      handle(event, now);
    }
  }

  private void told(Member member, Event.FromWorker event, long now) {
    if (member instanceof Member.WorkerMember worker && worker.id.equals(event.worker())) {
      handle(event, now);
    }
  }

  private void measured(ControlMessage.Measured message) {
    OpenJob job = jobs.get(message.task().job());
    if (job != null) {
      job.client().channel.send(message);
    }
  }

  private void handle(Event event, long now) {
    for (Command command : scheduler.handle(event, now)) {
      carryOut(command, now);
    }
    if (!(event instanceof Event.Heartbeat)) {
      forgetEndedJobs();
    }
  }

  private void carryOut(Command command, long now) {
    switch (command) {
      case Command.StartTask c -> start(c);
      case Command.RecallTask c -> order(c);
      case Command.StopTask c -> order(c);
      case Command.CreateExchange _ -> {} // a server makes one with its first writer
      case Command.ReleaseExchange c -> {
        toServers(new ControlMessage.Release(c.exchange()));
        workers.values().forEach(each -> each.versions.remove(c.exchange()));
      }
      case Command.CompleteJob c -> {
        OpenJob job = jobs.get(c.job());
        if (job != null) {
          scheduler
              .winners(c.result())
              .ifPresent(
                  table ->
                      job.client()
                          .channel
                          .send(new ControlMessage.Result(c.job(), c.version(), table)));
        }
      }
      case Command.FailJob c -> {
        OpenJob job = jobs.get(c.job());
        if (job != null) {
          jobsFailed++;
          job.hasFailed = true;
          job.client().channel.send(new ControlMessage.Failed(c.job(), c.code(), c.message()));
        }
      }
      case Command.ExpireWorker c -> {
        Member.WorkerMember worker = workers.get(c.worker());
        if (worker != null) {
          disconnected(worker.channel, c.reason(), now);
        }
      }
      case Command.WorkerDrained c -> {
        Member.WorkerMember worker = workers.get(c.worker());
        if (worker != null) {
          worker.channel.send(new ControlMessage.Drained());
        }
      }
    }
  }

  private void order(Command.ToWorker command) {
    Member.WorkerMember worker = workers.get(command.worker());
    if (worker != null) {
      worker.channel.send(new ControlMessage.Order(command));
    }
  }

  /** Sends a task, and before it what the worker does not have yet. */
  private void start(Command.StartTask command) {
    Member.WorkerMember worker = workers.get(command.worker());
    TaskStart start = command.start();
    OpenJob job = jobs.get(start.task().job());
    if (worker == null || job == null) {
      return; // lost in the same turn, which the core knows
    }
    if (worker.jobs.add(job.id())) {
      worker.channel.send(job.begins());
    }
    StageContent stage = job.submit().stages().get(start.task().stage());
    install(worker, job, stage.template());
    stage.tables().forEach(table -> install(worker, job, table));
    for (TaskInput input : start.inputs()) {
      int known = worker.versions.getOrDefault(input.exchange(), -1);
      if (input.version() > known) {
        scheduler
            .winners(input.exchange())
            .ifPresent(
                table -> {
                  worker.channel.send(new ControlMessage.Winners(input.version(), table));
                  worker.versions.put(input.exchange(), input.version());
                });
      }
    }
    worker.channel.send(new ControlMessage.Order(command));
  }

  private void install(Member.WorkerMember worker, OpenJob job, ContentHash hash) {
    worker.install(
        hash, job.bytes(hash), old -> jobs.values().stream().anyMatch(each -> each.has(old)));
  }

  private void forgetEndedJobs() {
    if (jobs.isEmpty()) {
      return;
    }
    List<JobId> open = scheduler.jobs();
    if (open.size() == jobs.size()) {
      return;
    }
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (!open.contains(job.id())) {
        jobs.remove(job.id());
        jobsDone += job.hasFailed ? 0 : 1;
        workers.values().forEach(worker -> worker.forget(job.id()));
        toServers(new ControlMessage.JobEnds(job.id()));
      }
    }
  }

  ClusterStatus status(long now) {
    List<ClusterStatus.Worker> workerList = new ArrayList<>();
    List<ClusterStatus.Server> serverList = new ArrayList<>();
    for (Member member : members.values()) {
      String name = member.channel.connection().peer().name();
      long silent = now - member.heardMillis;
      switch (member) {
        case Member.Stranger _ -> {}
        case Member.WorkerMember w ->
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
        case Member.ServerMember s ->
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
              job.client().channel.connection().peer().name(),
              now - job.begunMillis(),
              scheduler.whyIdle(job.id()),
              scheduler.progress(job.id())));
    }
    return new ClusterStatus(
        now - begunMillis, jobsDone, jobsFailed, workerList, serverList, jobList);
  }
}
