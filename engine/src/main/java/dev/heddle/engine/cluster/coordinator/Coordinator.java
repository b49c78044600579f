package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Decision;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.rate.RequestLease;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the scheduler for the connected processes: turns their messages into events and its commands
 * into messages. Used by one thread.
 */
final class Coordinator {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
  private static final long BEAT_MILLIS = 1_000;

  /** A silent process that is no worker counts as lost; the scheduler decides about workers. */
  private static final long SILENT_MILLIS = 10_000;

  private final Scheduler scheduler;
  private final ClusterMembers members;
  private final TaskDelivery delivery;
  private final ClientReplies replies;
  private final Map<JobId, OpenJob> jobs = new LinkedHashMap<>();
  private final ArchiveCache archives = new ArchiveCache();
  private final BucketLeases<ConnectedMember> leases = new BucketLeases<>();

  private final long begunMillis;
  private long nextJob;
  private long nextBeat;
  private final JobHistory history = new JobHistory();
  private final OutboundMessages outbox;
  private final long absentMillis;
  private final long clientMillis;
  private final @Nullable EventLog log;
  private final @Nullable ClusterFeed feed;

  /**
   * Makes a coordinator of a cluster without members.
   *
   * @param wallMillis distinguishes the names of this scheduler's members from an earlier one's
   * @param log records what happens to jobs, if there is one
   * @param feed tells the dashboard, if there is one
   */
  Coordinator(
      SchedulerOptions options,
      long wallMillis,
      long now,
      OutboundMessages outbox,
      @Nullable EventLog log,
      @Nullable ClusterFeed feed) {
    scheduler = new Scheduler(options);
    members = new ClusterMembers(wallMillis, outbox);
    delivery = new TaskDelivery(scheduler, members, jobs, outbox);
    nextJob = wallMillis;
    begunMillis = now;
    absentMillis = options.absentMillis();
    clientMillis = options.clientMillis();
    replies = new ClientReplies(scheduler, outbox, clientMillis);
    this.outbox = outbox;
    this.log = log;
    this.feed = feed;
  }

  /** Goes on with the jobs that earlier processes have left in the journal. */
  void recover(List<JournalRecord> journal, long now) {
    List<Decision> decisions = new ArrayList<>();
    for (JournalRecord each : journal) {
      switch (each) {
        case JournalRecord.Opened opened -> {
          OpenJob job = OpenJob.of(opened, archives, now, feed);
          job.detach(now + Math.max(absentMillis, clientMillis));
          jobs.put(job.id(), job);
          nextJob = Math.max(nextJob, job.id().number());
        }
        case JournalRecord.Decided decided -> {
          decisions.add(decided.decision());
          if (decided.decision() instanceof Decision.Won won) {
            ShuffleAddress server = won.output().address();
            members.await(server);
          }
        }
      }
    }
    List<Command> commands = scheduler.recover(decisions, now);
    jobs.keySet().retainAll(scheduler.jobs());
    jobs.values().forEach(job -> job.events().begin(job.owner(), job.submit()));
    if (log != null) {
      jobs.keySet().forEach(log::resumed);
    }
    carryOut(commands, now);
    if (!journal.isEmpty()) {
      LOG.info("goes on with {} jobs of {} records", jobs.size(), journal.size());
    }
  }

  void receive(ControlChannel channel, ControlMessage.ToScheduler message, long now) {
    ConnectedMember member = members.of(channel);
    if (member.isGone()) {
      return;
    }
    member.hear(now);
    switch (message) {
      case ControlMessage.Heartbeat _ -> {}
      case ControlMessage.JoinAsWorker m -> joinWorker(channel, m, now);
      case ControlMessage.JoinAsServer m -> joinServer(channel, m, now);
      case ControlMessage.TaskEvent m -> received(member, m.event(), now);
      case ControlMessage.Metrics m -> measured(member, m);
      case ControlMessage.Profile m -> replies.profiled(member, m);
      case ControlMessage.TaskSamples m ->
          jobs.values().forEach(job -> job.samples().put(member, m.stages()));
      case ControlMessage.RequestsSent m -> leases.report(member, m.buckets(), now);
      case ControlMessage.OutputCommitted m -> {
        OpenJob job = jobs.get(new JobId(m.output().attempt().exchange().job()));
        if (job != null) {
          job.put(m.output());
        }
      }
      case ControlMessage.AskStatus m ->
          outbox.send(channel, new ControlMessage.Status(m.tag(), status(now)));
      case ControlMessage.AskProgress m -> replies.progress(member, jobs.get(m.job()));
      case ControlMessage.Content m -> member.content().put(m.hash(), m.bytes());
      case ControlMessage.Archive m -> archives.put(m.hash(), m.bytes());
      case ControlMessage.Submit m -> submit(member, m, now);
      case ControlMessage.Resume m -> resume(member, m.jobs(), now);
      case ControlMessage.QueryTold m -> ClusterFeed.told(feed, channel, m);
      case ControlMessage.ProcessSampled m -> ClusterFeed.sampled(feed, member, m);
      case ControlMessage.Leave _ -> {
        member.leave();
        disconnected(channel, "it has ended", now);
      }
      case ControlMessage.Cancel m ->
          ofClient(member, m.job(), new Event.CancelRequested(m.job()), now);
      case ControlMessage.ResultAcknowledged m ->
          ofClient(member, m.job(), new Event.ResultTaken(m.job()), now);
      case ControlMessage.ResultPartLost m ->
          ofClient(
              member,
              m.job(),
              new Event.PartLost(m.job(), m.exchange(), m.part(), m.attempt()),
              now);
      case ControlMessage.ResultLost m ->
          ofClient(
              member,
              m.job(),
              new Event.ResultLost(m.job(), m.exchange(), m.version(), m.maps()),
              now);
    }
  }

  // --- members

  private void joinWorker(ControlChannel channel, ControlMessage.JoinAsWorker join, long now) {
    ConnectedMember.WorkerMember worker = members.join(channel, join, jobsLive(), now);
    if (worker != null) {
      grant(worker, leases.leases(worker, now));
      handle(new Event.WorkerJoined(worker.id, join.host(), join.slots(), join.memoryBytes()), now);
      handle(new Event.ServerJoined(worker.server, Optional.of(worker.id)), now);
    }
  }

  private void joinServer(ControlChannel channel, ControlMessage.JoinAsServer join, long now) {
    ConnectedMember.ServerMember server = members.join(channel, join, jobsLive(), now);
    if (server != null) {
      handle(new Event.ServerJoined(server.address, Optional.empty()), now);
    }
  }

  private void grant(ConnectedMember member, List<RequestLease> granted) {
    if (!granted.isEmpty()) {
      member.channel().send(new ControlMessage.RequestLeases(granted));
    }
  }

  private ControlMessage jobsLive() {
    return new ControlMessage.JobsLive(List.copyOf(jobs.keySet()), nextJob);
  }

  /** The one way in which anybody is lost. */
  void disconnected(ControlChannel channel, String reason, long now) {
    ConnectedMember member = members.remove(channel);
    if (member == null) {
      return;
    }
    leases.remove(member);
    switch (member) {
      case ConnectedMember.UnregisteredMember stranger -> {
        for (OpenJob job : List.copyOf(jobs.values())) {
          if (job.client() == stranger) {
            if (stranger.hasLeft() || clientMillis == 0) {
              LOG.info("{} ends with its client: {}", job.id(), reason);
              handle(new Event.ClientLost(job.id()), now);
            } else {
              LOG.info("{} has lost its client, and waits for it: {}", job.id(), reason);
              job.detach(now + clientMillis);
            }
          }
        }
      }
      case ConnectedMember.WorkerMember worker -> {
        LOG.info("{} is lost: {}", worker.id, reason);
        ClusterFeed.lost(feed, worker, reason);
        members.beginLoss(worker);
        handle(new Event.WorkerLost(worker.id, reason), now);
        handle(new Event.ServerLost(worker.server, reason), now);
        members.endLoss(worker);
      }
      case ConnectedMember.ServerMember server -> {
        LOG.info("{} is lost: {}", server.address, reason);
        members.beginLoss(server);
        handle(new Event.ServerLost(server.address, reason), now);
        members.endLoss(server);
      }
    }
  }

  void tick(long now) {
    if (now >= nextBeat) {
      nextBeat = now + BEAT_MILLIS;
      ControlMessage live = jobsLive();
      for (ConnectedMember member : members.all()) {
        member.channel().send(new ControlMessage.Heartbeat());
        if (!(member instanceof ConnectedMember.UnregisteredMember)) {
          outbox.send(member.channel(), live);
        }
        if (!(member instanceof ConnectedMember.WorkerMember)
            && now - member.heardMillis() > SILENT_MILLIS) {
          disconnected(member.channel(), "nothing was heard of it for ten seconds", now);
        }
      }
    }
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (job.client() == null && now >= job.clientUntilMillis()) {
        LOG.info("{} ends: its client has not come back", job.id());
        handle(new Event.ClientLost(job.id()), now);
      }
    }
    leases.tick(members.all(), now).forEach(each -> grant(each.member(), each.leases()));
    replies.forgetOld(now);
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

  // --- jobs

  private void submit(ConnectedMember member, ControlMessage.Submit submit, long now) {
    JobOwner owner = JobOwner.of(member.channel());
    Map<ContentHash, byte[]> content = new HashMap<>(member.content());
    member.content().clear();
    for (OpenJob open : jobs.values()) {
      if (open.client() != member && open.owner().equals(owner) && open.submit().equals(submit)) {
        replies.accept(member, open); // its name was lost with an earlier process or connection
        replies.announce(open);
        return;
      }
    }
    Set<ContentHash> named = new LinkedHashSet<>();
    submit.stages().forEach(stage -> named.addAll(stage.archives()));
    List<ContentHash> missing = archives.take(named, content);
    if (!missing.isEmpty()) {
      outbox.send(member.channel(), new ControlMessage.WantArchives(submit.tag(), missing));
      return;
    }
    JobId id = new JobId(++nextJob);
    OpenJob job = new OpenJob(id, owner, submit, content, now, feed);
    if (!job.isWhole()) {
      LOG.warn("{} submitted a job without its stages", member.channel());
      member.channel().close();
      return;
    }
    jobs.put(id, job);
    job.events().begin(owner, submit);
    outbox.note(job.opened());
    List<Command> commands = decide(new Event.JobSubmitted(id, submit.shape()), now);
    noteDecisions();
    replies.accept(member, job);
    carryOut(commands, now);
    forgetEndedJobs(now);
  }

  /** A client is there again after its connection broke. */
  private void resume(ConnectedMember member, List<JobId> wanted, long now) {
    JobOwner owner = JobOwner.of(member.channel());
    for (JobId id : wanted) {
      OpenJob job = jobs.get(id);
      if (job == null && replies.repeatFailure(id, owner, member)) {
        continue;
      }
      if (job == null || !job.owner().equals(owner)) {
        outbox.send(
            member.channel(),
            new ControlMessage.Failed(
                id,
                ErrorCode.IO,
                "The connection to the cluster's scheduler was lost, which no longer knows "
                    + id
                    + ": run the query again"));
      } else {
        job.attach(member);
        replies.announce(job);
      }
    }
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (job.client() != member && job.owner().equals(owner)) {
        handle(new Event.ClientLost(job.id()), now);
      }
    }
  }

  /** Ends a job, if it is not over. */
  void cancel(JobId id, String reason, long now) {
    handle(new Event.CancelRequested(id, reason), now);
  }

  /** Asks a client to stop a query. */
  void stop(JobOwner client, long query, String reason) {
    members.toClient(client, new ControlMessage.StopQuery(query, reason));
  }

  private void ofClient(ConnectedMember member, JobId job, Event event, long now) {
    OpenJob open = jobs.get(job);
    if (open != null && open.client() == member) {
      handle(event, now);
    }
  }

  private void received(ConnectedMember member, Event.FromWorker event, long now) {
    if (member instanceof ConnectedMember.WorkerMember worker && worker.id.equals(event.worker())) {
      handle(event, now);
    }
  }

  private void measured(ConnectedMember worker, ControlMessage.Metrics message) {
    OpenJob job = jobs.get(message.job());
    if (job != null) {
      job.samples().drop(worker, message.stage());
    }
    ConnectedMember client = job == null ? null : job.client();
    if (client != null) {
      outbox.send(client.channel(), message);
    }
  }

  private void handle(Event event, long now) {
    carryOut(decide(event, now), now);
    if (!(event instanceof Event.Heartbeat)) {
      forgetEndedJobs(now);
    }
  }

  private List<Command> decide(Event event, long now) {
    if (log != null) {
      log.received(event);
    }
    JobEvents.handled(event, jobs);
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
      case Command.StartTask c -> delivery.start(c);
      case Command.RecallTask c -> delivery.order(c);
      case Command.StopTask c -> delivery.order(c);
      case Command.CreateExchange _ -> {} // a server makes one with its first writer
      case Command.NoteStraggler c ->
          LOG.info(
              "{} takes {} ms on {} instead of {}: gets a second attempt",
              c.task(),
              c.ranMillis(),
              c.worker(),
              c.expectedMillis());
      case Command.NoteStep c -> LOG.info("Stage {} of {}: {}", c.stage(), c.job(), c.text());
      case Command.ReleaseExchange c -> members.release(c.exchange());
      case Command.CompleteJob c -> {
        OpenJob job = jobs.get(c.job());
        if (job != null) {
          job.complete(c);
          if (log != null) {
            log.complete(c.job(), scheduler.progress(c.job()));
          }
          replies.announce(job);
        }
      }
      case Command.ExtendResult c -> replies.extend(jobs.get(c.job()), c);
      case Command.FailJob c -> {
        OpenJob job = jobs.get(c.job());
        if (job != null) {
          job.fail(c.message());
          replies.fail(job, c.code(), c.message());
        }
      }
      case Command.ExpireWorker c -> {
        ConnectedMember.WorkerMember worker = members.worker(c.worker());
        if (worker != null) {
          disconnected(worker.channel(), c.reason(), now);
        }
      }
      case Command.WorkerDrained c -> {
        ConnectedMember.WorkerMember worker = members.worker(c.worker());
        if (worker != null) {
          outbox.send(worker.channel(), new ControlMessage.Drained());
        }
      }
    }
  }

  private void forgetEndedJobs(long now) {
    if (jobs.isEmpty() || scheduler.jobCount() == jobs.size()) {
      return;
    }
    List<JobId> open = scheduler.jobs();
    for (OpenJob job : List.copyOf(jobs.values())) {
      if (!open.contains(job.id())) {
        jobs.remove(job.id());
        if (log != null) {
          log.ended(job.id());
        }
        job.events().end(job.failure());
        history.add(job, now);
        replies.ended(job, members.workers(), now);
        members.toServers(new ControlMessage.JobEnds(job.id()));
      }
    }
    if (jobs.isEmpty()) {
      outbox.drop();
    }
  }

  ClusterStatus status(long now) {
    return new ClusterStatus(
        now - begunMillis,
        history.done(),
        history.failed(),
        members.workerStatus(scheduler, now),
        members.serverStatus(now),
        jobs.values().stream().map(job -> job.status(scheduler, now)).toList(),
        history.last(now),
        leases.status(member -> member.channel().connection().peer().name(), now));
  }
}
