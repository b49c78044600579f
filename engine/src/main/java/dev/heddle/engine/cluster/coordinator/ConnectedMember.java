package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A process that is connected to the scheduler, and what it has received. Used by one thread. */
abstract sealed class ConnectedMember {
  private final ControlChannel channel;
  private long heardMillis;
  private boolean isGone;
  private boolean hasLeft;
  private final Map<ContentHash, byte[]> content = new HashMap<>();

  ConnectedMember(ControlChannel channel) {
    this.channel = channel;
  }

  ControlChannel channel() {
    return channel;
  }

  /** Returns when it was heard last. */
  long heardMillis() {
    return heardMillis;
  }

  void hear(long nowMillis) {
    heardMillis = nowMillis;
  }

  boolean isGone() {
    return isGone;
  }

  /** It is lost, or has left: its connection is closed. */
  void disconnect() {
    isGone = true;
    channel.close();
  }

  /** Returns whether it left of its own will. */
  boolean hasLeft() {
    return hasLeft;
  }

  void leave() {
    hasLeft = true;
  }

  /** Returns the bytes for the job that it is about to submit. */
  Map<ContentHash, byte[]> content() {
    return content;
  }

  /** A client, or a process that has not registered. */
  static final class UnregisteredMember extends ConnectedMember {
    UnregisteredMember(ControlChannel channel) {
      super(channel);
    }
  }

  /** A shuffle server. */
  static final class ServerMember extends ConnectedMember {
    final ShuffleAddress address;

    ServerMember(ControlChannel channel, ShuffleAddress address) {
      super(channel);
      this.address = address;
    }
  }

  /** A worker. */
  static final class WorkerMember extends ConnectedMember {
    private static final long MAX_CONTENT_BYTES = 256L << 20;

    final WorkerId id;
    final ControlMessage.JoinAsWorker join;
    final ShuffleAddress server;

    /** Jobs of which it has received the beginning, and stages of them. */
    private final Map<JobId, BitSet> jobs = new HashMap<>();

    /** The version of winners that it has. */
    final Map<ExchangeId, Integer> versions = new HashMap<>();

    private final Map<ContentHash, Integer> installed = new LinkedHashMap<>(); // oldest use first
    private long installedBytes;

    WorkerMember(
        ControlChannel channel,
        WorkerId id,
        ControlMessage.JoinAsWorker join,
        ShuffleAddress server) {
      super(channel);
      this.id = id;
      this.join = join;
      this.server = server;
    }

    /** Returns how it introduced itself. */
    String name() {
      return channel().connection().peer().name();
    }

    /** Notes that it gets tasks of a job; returns whether it did not before. */
    boolean begins(JobId job) {
      return jobs.putIfAbsent(job, new BitSet()) == null;
    }

    /** Returns whether it was sent a job that has not ended. */
    boolean has(JobId job) {
      return jobs.containsKey(job);
    }

    /** Notes that it gets tasks of a stage of a job; returns whether it did not before. */
    boolean begins(JobId job, int stage) {
      BitSet stages = jobs.get(job);
      if (stages == null || stages.get(stage)) {
        return false;
      }
      stages.set(stage);
      return true;
    }

    /** Sends bytes unless the worker has them; those not used for long are dropped. */
    void install(
        ContentHash hash,
        int bytes,
        Supplier<ControlMessage> message,
        Predicate<ContentHash> isInUse,
        OutboundMessages outbox) {
      boolean isNew = installed.remove(hash) == null;
      installed.put(hash, bytes);
      if (!isNew) {
        return;
      }
      outbox.send(channel(), message.get());
      installedBytes += bytes;
      if (installedBytes > MAX_CONTENT_BYTES) {
        for (ContentHash each : List.copyOf(installed.keySet())) {
          if (installedBytes > MAX_CONTENT_BYTES / 2 && !isInUse.test(each)) {
            installedBytes -= installed.remove(each);
            outbox.send(channel(), new ControlMessage.ForgetContent(each));
          }
        }
      }
    }

    /** Drops what it has received of a job that has ended. */
    void forget(JobId job) {
      if (jobs.remove(job) != null) {
        versions.keySet().removeIf(exchange -> exchange.job() == job.number());
      }
    }
  }
}
