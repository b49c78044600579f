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

/** Somebody connected to the scheduler, and what it has been told. Used by one thread. */
abstract sealed class ConnectedMember {
  final ControlChannel channel;
  long heardMillis;
  boolean isGone;
  boolean hasLeft; // of its own will
  private final Map<ContentHash, byte[]> content = new HashMap<>();

  ConnectedMember(ControlChannel channel) {
    this.channel = channel;
  }

  /** Returns the bytes for the job that it is about to submit. */
  Map<ContentHash, byte[]> content() {
    return content;
  }

  /** A client, or somebody who has not said what it wants. */
  static final class UnregisteredMember extends ConnectedMember {
    UnregisteredMember(ControlChannel channel) {
      super(channel);
    }
  }

  /** A shuffle server. */
  static final class ServerMember extends ConnectedMember {
    final ShuffleAddress address;
    final long indexBytes;

    ServerMember(ControlChannel channel, ShuffleAddress address, long indexBytes) {
      super(channel);
      this.address = address;
      this.indexBytes = indexBytes;
    }
  }

  /** A worker. */
  static final class WorkerMember extends ConnectedMember {
    private static final long MOST_CONTENT_BYTES = 256L << 20;

    final WorkerId id;
    final ControlMessage.JoinAsWorker join;
    final ShuffleAddress server;

    /** Jobs that it has been told of, and stages of them. */
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

    /** Notes that it gets tasks of a job; returns whether it did not before. */
    boolean begins(JobId job) {
      return jobs.putIfAbsent(job, new BitSet()) == null;
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
      outbox.send(channel, message.get());
      installedBytes += bytes;
      if (installedBytes > MOST_CONTENT_BYTES) {
        for (ContentHash each : List.copyOf(installed.keySet())) {
          if (installedBytes > MOST_CONTENT_BYTES / 2 && !isInUse.test(each)) {
            installedBytes -= installed.remove(each);
            outbox.send(channel, new ControlMessage.ForgetContent(each));
          }
        }
      }
    }

    /** Drops what it was told of a job that has ended. */
    void forget(JobId job) {
      if (jobs.remove(job) != null) {
        versions.keySet().removeIf(exchange -> exchange.job() == job.number());
      }
    }
  }
}
