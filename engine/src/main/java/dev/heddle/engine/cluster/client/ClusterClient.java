package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.RequestReports;
import dev.heddle.engine.cluster.protocol.SuspendAwareClock;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection to a cluster's scheduler. Thread-safe. When it breaks it connects again, as
 * long as the scheduler keeps jobs of clients that are not connected, and for a minute in any case,
 * and jobs go on; then everything that waits for an answer ends with an error.
 */
public final class ClusterClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClient.class);
  private static final long BEAT_MILLIS = 1_000;

  /** So long the scheduler may be silent, which answers at least once a second. */
  private static final long SILENT_MILLIS = 20_000;

  /** So long it looks at least for a scheduler, or for the next process of one with a journal. */
  static final long COME_BACK_MILLIS = 60_000;

  private static final long LEAVE_MILLIS = 1_000;

  private static final long PAUSE_MILLIS = 100;

  /** The scheduler wants an archive once, and once more after each of its restarts. */
  private static final int MAX_TIMES_ASKED = 8;

  private static final AtomicLong LAST_INCARNATION = new AtomicLong();

  private final InetSocketAddress scheduler;
  private final Security security;
  private final Hello self;
  private volatile ControlChannel channel;
  private long incarnation; // of the scheduler; guarded by submitted
  private final Consumer<ShuffleAddress> serverGone;
  private final String place;
  private final AtomicLong tags = new AtomicLong();
  private final Map<Long, CompletableFuture<ClusterStatus>> asked = new ConcurrentHashMap<>();
  private final Map<Long, Submission> submitted = new LinkedHashMap<>(); // by tag; guarded by it
  private final Map<JobId, ClientJob> jobs = new ConcurrentHashMap<>();
  private final QueryAnnouncer announcer = new QueryAnnouncer(this::send);
  private volatile BiConsumer<Long, String> stopper = (_, _) -> {};
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isConnected = true;
  private final long minComeBackMillis;
  private volatile long comeBackMillis;
  private final Thread leaver = new Thread(this::leave, "heddle-leave");
  private final SuspendAwareClock clock = new SuspendAwareClock();
  private volatile long heardMillis = clock.millis();
  private volatile @Nullable HeddleException error;

  /** A job that the scheduler's next process would not know, with a name or without. */
  private record Submission(
      ClientJob job,
      List<ControlMessage.Content> content,
      Map<ContentHash, byte[]> archives,
      ControlMessage.Submit submit,
      AtomicInteger timesAsked) {}

  /**
   * Connects.
   *
   * @throws HeddleException of code REFUSED if the scheduler does not want this process, of code IO
   *     if it cannot be reached
   */
  public ClusterClient(InetSocketAddress scheduler, Security security) {
    this(scheduler, security, hello(), COME_BACK_MILLIS, _ -> {});
  }

  /**
   * Connects.
   *
   * @param minComeBackMillis for how long at least it tries to come back to a scheduler that is
   *     lost
   * @param serverGone is notified of lost servers of exchanges
   */
  ClusterClient(
      InetSocketAddress scheduler,
      Security security,
      Hello self,
      long minComeBackMillis,
      Consumer<ShuffleAddress> serverGone) {
    this.minComeBackMillis = minComeBackMillis;
    comeBackMillis = minComeBackMillis;
    this.scheduler = scheduler;
    this.security = security;
    this.self = self;
    this.serverGone = serverGone;
    channel = connect();
    place = channel.connection().place();
    incarnation = channel.connection().peer().incarnation();
    Runtime.getRuntime().addShutdownHook(leaver);
    Thread.ofPlatform().daemon().name("heddle-receive").start(this::receiveAll);
    Thread.ofVirtual().name("heddle-heartbeat").start(this::beat);
  }

  private ControlChannel connect() {
    Connection connection = Connection.open(scheduler, security, self);
    if (connection.peer().role() != Role.SCHEDULER) {
      connection.close();
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + connection
              + " as a cluster's scheduler: name the address that heddle scheduler prints");
    }
    return new ControlChannel(connection, UnaryOperator.identity());
  }

  /** Returns how a client introduces itself, each with an incarnation of its own. */
  static Hello hello() {
    return new Hello(
        ControlChannel.fingerprint(),
        Role.CLIENT,
        LAST_INCARNATION.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis())),
        "client " + ProcessHandle.current().pid());
  }

  private void beat() {
    try {
      while (!ended.await(BEAT_MILLIS, TimeUnit.MILLISECONDS)) {
        channel.send(new ControlMessage.Heartbeat());
        RequestReports.send(channel);
        long silent = clock.millis() - heardMillis;
        if (isConnected && silent > SILENT_MILLIS) {
          channel.close();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void receiveAll() {
    String why = "it closed the connection";
    try {
      do {
        why = receiveFrom(channel);
      } while (comeBack());
    } finally {
      HeddleException lost =
          new HeddleException(
              ErrorCode.IO, "The cluster's scheduler at " + place + " is lost: " + why);
      error = lost;
      channel.close();
      ended.countDown();
      asked.values().forEach(each -> each.completeExceptionally(lost));
      synchronized (submitted) {
        submitted.values().forEach(each -> each.job().fail(lost));
      }
      jobs.values().forEach(each -> each.fail(lost));
    }
  }

  private String receiveFrom(ControlChannel from) {
    try {
      from.receiveAll(ControlMessage.ToClient.class, all -> all.forEach(this::receive));
      return "it closed the connection";
    } catch (HeddleException e) {
      return String.valueOf(e.getMessage());
    } finally {
      isConnected = false;
      from.close();
    }
  }

  /** Connects again and states what is waited for. */
  private boolean comeBack() {
    long end = clock.millis() + comeBackMillis;
    try {
      while (clock.millis() < end && !closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          ControlChannel next = connect();
          resume(next);
          return true;
        } catch (HeddleException e) {
          if (e.code() != ErrorCode.IO) {
            return false;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void resume(ControlChannel next) {
    synchronized (submitted) {
      heardMillis = clock.millis();
      announcer.end();
      channel = next;
      isConnected = true;
      boolean isSame = next.connection().peer().incarnation() == incarnation;
      incarnation = next.connection().peer().incarnation();
      for (Submission each : submitted.values()) {
        if (isSame && jobs.containsValue(each.job())) {
          continue; // the scheduler knows it
        }
        jobs.values().remove(each.job()); // it may get another name
        send(next, each);
      }
    }
    next.send(new ControlMessage.Resume(List.copyOf(jobs.keySet())));
    jobs.values().forEach(ClientJob::reconnected);
    asked.keySet().forEach(tag -> next.send(new ControlMessage.AskStatus(tag)));
    if (closing.getCount() == 0) {
      next.close();
    }
  }

  private static void send(ControlChannel to, Submission submission) {
    submission.content().forEach(to::send);
    to.send(submission.submit());
  }

  private void sendArchives(Submission submission, List<ContentHash> wanted) {
    if (submission.timesAsked().incrementAndGet() > MAX_TIMES_ASKED) {
      submission
          .job()
          .fail(
              new HeddleException(
                  ErrorCode.IO,
                  "Cannot send the code of the query's functions: the scheduler has not stored "
                      + wanted
                      + "; run the query again"));
      return;
    }
    for (ContentHash hash : wanted) {
      channel.send(new ControlMessage.Archive(hash, submission.archives().get(hash)));
    }
    send(channel, submission);
  }

  private void receive(ControlMessage.ToClient message) {
    heardMillis = clock.millis();
    switch (message) {
      case ControlMessage.Heartbeat _ -> {}
      case ControlMessage.Status m -> {
        CompletableFuture<ClusterStatus> waiting = asked.remove(m.tag());
        if (waiting != null) {
          waiting.complete(m.status());
        }
      }
      case ControlMessage.Accepted m -> {
        comeBackMillis = Math.max(minComeBackMillis, m.patienceMillis());
        synchronized (submitted) {
          Submission submission = m.isKept() ? submitted.get(m.tag()) : submitted.remove(m.tag());
          if (submission == null) {
            channel.send(new ControlMessage.Cancel(m.job())); // given up before it had a name
          } else {
            jobs.put(m.job(), submission.job());
            submission.job().accept(m.job());
          }
        }
      }
      case ControlMessage.WantArchives m -> {
        synchronized (submitted) {
          Submission submission = submitted.get(m.tag());
          if (submission != null) {
            sendArchives(submission, m.archives());
          }
        }
      }
      case ControlMessage.Kept m -> {
        synchronized (submitted) {
          ClientJob job = jobs.get(m.job());
          submitted.values().removeIf(each -> each.job() == job);
        }
      }
      case ControlMessage.Result m -> of(m.job(), job -> job.complete(m));
      case ControlMessage.ResultParts m -> of(m.job(), job -> job.extend(m));
      case ControlMessage.Failed m ->
          of(m.job(), job -> job.fail(new HeddleException(m.code(), m.message())));
      case ControlMessage.ServerGone m -> serverGone.accept(m.server());
      case ControlMessage.RequestLeases m -> RequestReports.take(this, m);
      case ControlMessage.Metrics m -> of(m.job(), job -> job.measured(m));
      case ControlMessage.ProfilePart m -> of(m.job(), job -> job.profiled(m));
      case ControlMessage.Progress m -> of(m.job(), job -> job.progressed(m));
      case ControlMessage.ShowsCluster m -> announcer.begin(Duration.ofMillis(m.sampleMillis()));
      case ControlMessage.StopQuery m -> stopper.accept(m.query(), m.reason());
    }
  }

  private void of(JobId id, Consumer<ClientJob> then) {
    ClientJob job = jobs.get(id);
    if (job != null) {
      then.accept(job);
    }
  }

  /** Returns whether the scheduler is there; if not, it may be looked for. */
  boolean isConnected() {
    return isConnected;
  }

  void send(ControlMessage message) {
    channel.send(message);
  }

  /**
   * Submits a job, whose messages it gets until {@link #forget}.
   *
   * @param content goes ahead of it, with nothing of another job in between
   * @param archives those that it names, which go if the scheduler does not have them
   */
  void submit(
      ClientJob job,
      List<ControlMessage.Content> content,
      Map<ContentHash, byte[]> archives,
      ControlMessage.Submit submit) {
    Submission submission = new Submission(job, content, archives, submit, new AtomicInteger());
    synchronized (submitted) {
      submitted.put(submit.tag(), submission);
      send(channel, submission);
    }
    HeddleException lost = error;
    if (lost != null) {
      job.fail(lost);
    }
  }

  long nextTag() {
    return tags.incrementAndGet();
  }

  void forget(ClientJob job) {
    synchronized (submitted) {
      submitted.values().removeIf(each -> each.job() == job);
      jobs.values().remove(job);
    }
  }

  /** Asks how the cluster is. */
  public ClusterStatus status() {
    long tag = nextTag();
    CompletableFuture<ClusterStatus> answer = new CompletableFuture<>();
    asked.put(tag, answer);
    channel.send(new ControlMessage.AskStatus(tag));
    HeddleException lost = error;
    if (lost != null) {
      throw lost;
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw new HeddleException(ErrorCode.IO, String.valueOf(e.getCause()), e);
    }
  }

  /**
   * Returns who is to be told of queries.
   *
   * @param stop stops the query of a number, and is given a reason
   * @param profile lets the queries be profiled that begin within a time
   */
  QueryAnnouncer announcer(BiConsumer<Long, String> stop, Consumer<Duration> profile) {
    stopper = stop;
    announcer.profileBy(profile);
    return announcer;
  }

  /** Reports, within the time allowed, that nobody is going to ask for its jobs. */
  private void leave() {
    ControlChannel to = channel;
    Thread leave = Thread.ofVirtual().start(() -> to.sendLast(new ControlMessage.Leave()));
    try {
      leave.join(LEAVE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the connection; jobs that are not over end. */
  @Override
  public void close() {
    closing.countDown();
    if (isConnected) {
      leave();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(leaver);
    } catch (IllegalStateException e) {
      LOG.debug("closed while the process ends", e);
    }
    channel.close();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
