package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to a cluster's scheduler. Thread-safe. When it breaks, everything that
 * waits for an answer ends with an error.
 */
public final class ClusterClient implements AutoCloseable {
  private static final long BEAT_MILLIS = 1_000;

  /** So long the scheduler may be silent, which answers at least once a second. */
  private static final long SILENT_MILLIS = 20_000;

  private final ControlChannel channel;
  private final Consumer<ShuffleAddress> serverGone;
  private final String place;
  private final AtomicLong tags = new AtomicLong();
  private final Map<Long, CompletableFuture<ClusterStatus>> asked = new ConcurrentHashMap<>();
  private final Map<Long, ClientJob> submitted = new ConcurrentHashMap<>(); // by tag
  private final Map<JobId, ClientJob> jobs = new ConcurrentHashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile long heardNanos = System.nanoTime();
  private volatile @Nullable HeddleException error;

  /**
   * Connects.
   *
   * @throws HeddleException of code REFUSED if the scheduler does not want this process, of code IO
   *     if it cannot be reached
   */
  public ClusterClient(InetSocketAddress scheduler, Security security) {
    this(scheduler, security, hello(), _ -> {});
  }

  /**
   * Connects.
   *
   * @param serverGone is told of servers of exchanges that are lost
   */
  ClusterClient(
      InetSocketAddress scheduler,
      Security security,
      Hello self,
      Consumer<ShuffleAddress> serverGone) {
    this.serverGone = serverGone;
    Connection connection = Connection.open(scheduler, security, self);
    if (connection.peer().role() != Role.SCHEDULER) {
      connection.close();
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + connection
              + " as a cluster's scheduler: name the address that heddle scheduler prints");
    }
    place = connection.place();
    channel = new ControlChannel(connection);
    Thread.ofVirtual().name("heddle-receive").start(this::receiveAll);
    Thread.ofVirtual().name("heddle-heartbeat").start(this::beat);
  }

  /** Returns how this process introduces itself. */
  static Hello hello() {
    return new Hello(
        ControlChannel.fingerprint(),
        Role.CLIENT,
        System.currentTimeMillis(),
        "client " + ProcessHandle.current().pid());
  }

  private void beat() {
    try {
      while (!ended.await(BEAT_MILLIS, TimeUnit.MILLISECONDS)) {
        channel.send(new ControlMessage.Alive());
        if (System.nanoTime() - heardNanos > TimeUnit.MILLISECONDS.toNanos(SILENT_MILLIS)) {
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
      channel.receiveAll(this::receive);
    } catch (HeddleException e) {
      why = String.valueOf(e.getMessage());
    } finally {
      HeddleException lost =
          new HeddleException(
              ErrorCode.IO, "The cluster's scheduler at " + place + " is lost: " + why);
      error = lost;
      channel.close();
      ended.countDown();
      asked.values().forEach(each -> each.completeExceptionally(lost));
      submitted.values().forEach(each -> each.fail(lost));
      jobs.values().forEach(each -> each.fail(lost));
    }
  }

  private void receive(ControlMessage message) {
    heardNanos = System.nanoTime();
    switch (message) {
      case ControlMessage.Alive _ -> {}
      case ControlMessage.Status m -> {
        CompletableFuture<ClusterStatus> waiting = asked.remove(m.tag());
        if (waiting != null) {
          waiting.complete(m.status());
        }
      }
      case ControlMessage.Accepted m -> {
        ClientJob job = submitted.remove(m.tag());
        if (job == null) {
          channel.send(new ControlMessage.Cancel(m.job())); // given up before it had a name
        } else {
          jobs.put(m.job(), job);
          job.accept(m.job());
        }
      }
      case ControlMessage.Result m -> of(m.job(), job -> job.complete(m));
      case ControlMessage.Failed m ->
          of(m.job(), job -> job.fail(new HeddleException(m.code(), m.message())));
      case ControlMessage.ServerGone m -> serverGone.accept(m.server());
      case ControlMessage.Measured m -> of(m.task().job(), job -> job.measured(m));
      case ControlMessage.JoinAsWorker _,
          ControlMessage.JoinedAsWorker _,
          ControlMessage.JoinAsServer _,
          ControlMessage.JoinedAsServer _,
          ControlMessage.Told _,
          ControlMessage.JobBegins _,
          ControlMessage.Content _,
          ControlMessage.ForgetContent _,
          ControlMessage.Winners _,
          ControlMessage.Order _,
          ControlMessage.Drained _,
          ControlMessage.JobsLive _,
          ControlMessage.JobEnds _,
          ControlMessage.Release _,
          ControlMessage.WorkerGone _,
          ControlMessage.AskStatus _,
          ControlMessage.Submit _,
          ControlMessage.Cancel _,
          ControlMessage.Taken _,
          ControlMessage.NotTaken _ ->
          throw new HeddleException(
              ErrorCode.CORRUPT_MESSAGE, "The scheduler said what it never says: " + message);
    }
  }

  private void of(JobId id, Consumer<ClientJob> then) {
    ClientJob job = jobs.get(id);
    if (job != null) {
      then.accept(job);
    }
  }

  void send(ControlMessage message) {
    channel.send(message);
  }

  /**
   * Submits a job, whose messages it gets until {@link #forget}.
   *
   * @param content goes ahead of it, with nothing of another job in between
   */
  void submit(ClientJob job, List<ControlMessage.Content> content, ControlMessage.Submit submit) {
    submitted.put(submit.tag(), job);
    synchronized (submitted) {
      content.forEach(channel::send);
      channel.send(submit);
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
    submitted.values().remove(job);
    jobs.values().remove(job);
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

  /** Closes the connection; jobs that are not over end. */
  @Override
  public void close() {
    channel.close();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
