package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a cluster since its dashboard last looked. The scheduler's thread only puts
 * down what happens; of what is not taken in time the oldest is dropped and counted. Thread-safe.
 */
public final class ClusterFeed {
  private static final int MAX_EVENTS = 200_000;
  private static final long MAX_BYTES = 64L << 20;

  private Deque<ClusterEvent> waiting = new ArrayDeque<>(); // guarded by this
  private long bytes; // guarded by this
  private long dropped; // guarded by this

  /** Puts down what happens; waits for nothing. */
  public synchronized void add(ClusterEvent event) {
    waiting.add(event);
    bytes += event.bytes();
    while (waiting.size() > MAX_EVENTS || bytes > MAX_BYTES) {
      bytes -= waiting.remove().bytes();
      dropped++;
    }
  }

  /** A worker is lost. */
  static void lost(@Nullable ClusterFeed feed, ConnectedMember.WorkerMember worker, String reason) {
    if (feed != null) {
      feed.add(new ClusterEvent.WorkerLost(worker.id, worker.name(), reason, Instant.now()));
    }
  }

  /** A client tells of a query. */
  static void told(
      @Nullable ClusterFeed feed, ControlChannel client, ControlMessage.QueryTold told) {
    if (feed != null) {
      feed.add(new ClusterEvent.News(JobOwner.of(client), told.query(), told.news()));
    }
  }

  /** A process says what it takes of its machine. */
  static void sampled(
      @Nullable ClusterFeed feed, ConnectedMember member, ControlMessage.ProcessSampled sample) {
    if (feed == null) {
      return;
    }
    switch (member) {
      case ConnectedMember.WorkerMember worker ->
          feed.sampled("worker " + worker.id.number(), worker.server.server(), member, sample);
      case ConnectedMember.ServerMember server -> {
        int number = server.address.server();
        feed.sampled("shuffle server " + number, number, member, sample);
      }
      case ConnectedMember.UnregisteredMember _ -> {} // has no name yet
    }
  }

  private void sampled(
      String name, int server, ConnectedMember member, ControlMessage.ProcessSampled sample) {
    String process = member.channel().connection().peer().name();
    add(new ClusterEvent.Sampled(name, server, process, Instant.now(), sample));
  }

  /** Returns what nobody has taken yet. */
  public List<ClusterEvent> take() {
    Deque<ClusterEvent> taken;
    synchronized (this) {
      taken = waiting;
      waiting = new ArrayDeque<>();
      bytes = 0;
    }
    return new ArrayList<>(taken);
  }

  /** Returns how much was dropped. */
  public synchronized long dropped() {
    return dropped;
  }
}
