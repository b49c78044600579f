package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedId;
import dev.heddle.shuffle.store.PackFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What happens to a {@link ShuffleServer}. */
public sealed interface ServerEvent {
  /** A client sent a message that carries no block. */
  record Received(long connection, ShuffleMessage message) implements ServerEvent {}

  /**
   * A writer's block is in memory.
   *
   * @param room how many bytes of memory it takes
   * @param handle names the memory from now on, until a command frees it
   */
  record BlockReceived(
      long connection, ShuffleMessage.Block message, int bytes, long room, long handle)
      implements ServerEvent {}

  /**
   * A writer's pack is in memory.
   *
   * @param id what it says that it is of
   * @param room how many bytes of memory it takes
   * @param handle names the memory from now on, until a command frees it
   */
  record PackReceived(
      long connection, BundleId id, PackFormat.Summary summary, int bytes, long room, long handle)
      implements ServerEvent {}

  /**
   * A run has been gone over: what it has found is on its way.
   *
   * @param nextMap where to go on; the end of the run if nothing is left
   * @param nextSequence number of the part of that map
   * @param room how much memory the parts take until they have left
   */
  record PartsLoaded(long connection, PartRun run, int nextMap, int nextSequence, long room)
      implements ServerEvent {}

  /**
   * A run has not been gone over, since parts cannot be read.
   *
   * @param file the merged bundle that cannot be read, so that all in it is lost
   * @param bundle otherwise the attempt that is lost; nothing if there was no memory
   */
  record PartsFailed(
      long connection, PartRun run, Optional<MergedId> file, Optional<BundleId> bundle, String why)
      implements ServerEvent {}

  /** Parts have left, and the memory that they took is free. */
  record PartsSent(long connection, long room) implements ServerEvent {}

  /** A {@link ServerCommand.Merge} has been carried out. */
  record Merged(long write) implements ServerEvent {}

  /** A connection is gone. */
  record Disconnected(long connection) implements ServerEvent {}

  /** A block has left, and the memory that it took on its way is free. */
  record Sent(long connection, BlockPlace place) implements ServerEvent {}

  /** A block cannot be read, so that its attempt is lost. */
  record LoadFailed(long connection, BlockPlace.OnDisk place, String why) implements ServerEvent {}

  /** A block cannot be read for want of memory; its attempt is as it was. */
  record LoadRefused(long connection, BlockPlace.OnDisk place, String why) implements ServerEvent {}

  /** A {@link ServerCommand.Append} has been carried out, from an offset of the file on. */
  record Appended(long write, long start) implements ServerEvent {}

  /** A {@link ServerCommand.SealBundle} has been carried out. */
  record BundleSealed(long write, long bytes) implements ServerEvent {}

  /** One of these has failed; the file has been deleted. */
  record WriteFailed(long write, boolean isFull, String why) implements ServerEvent {}

  /** The blocks of a bundle are in the tier, and no longer on disk. */
  record Moved(long write) implements ServerEvent {}

  /** They are not in the tier, but where they were. */
  record MoveFailed(long write, String why) implements ServerEvent {}

  /** A {@link ServerCommand.Delete} has failed; what it names may still be there. */
  record DeleteFailed(BundleId bundle) implements ServerEvent {}

  /** Bundles that an earlier life of this server has sealed, and those of them that are broken. */
  record Recovered(List<BundleIndex> bundles, List<BundleId> broken, List<MergedBundle> merged)
      implements ServerEvent {}

  /**
   * The jobs that the scheduler has not ended: it wants their data retained, and none of others.
   *
   * @param last the last number that it has given a job; it may not have been asked for later ones
   */
  record JobsOpen(Set<Long> jobs, long last) implements ServerEvent {
    /** Keeps a copy. */
    public JobsOpen {
      jobs = Set.copyOf(jobs);
    }
  }

  /** The scheduler needs an exchange no longer. */
  record Released(ExchangeId exchange) implements ServerEvent {}

  /** The scheduler needs nothing of a job any longer. */
  record JobEnded(long job) implements ServerEvent {}

  /** The scheduler has given up a life of a worker. */
  record WorkerGone(int worker, long incarnation) implements ServerEvent {}

  /** A life of a worker that had been given up goes on, if there has been no later one. */
  record WorkerBack(int worker, long incarnation) implements ServerEvent {}

  /** Time has passed. */
  record Tick() implements ServerEvent {}
}
