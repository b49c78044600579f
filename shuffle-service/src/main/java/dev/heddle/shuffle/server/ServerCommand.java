package dev.heddle.shuffle.server;

import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedId;
import java.util.List;

/** What a {@link ShuffleServer} wants done, in order. */
public sealed interface ServerCommand {
  /** Send a message to a client. */
  record Reply(long connection, ShuffleMessage message) implements ServerCommand {}

  /**
   * Send a block to a client, then report {@link ServerEvent.Sent}, {@link ServerEvent.LoadFailed}
   * or {@link ServerEvent.LoadRefused}; {@code Sent} too if the client is gone.
   */
  record SendBlock(long connection, ShuffleMessage.Chunk message, BlockPlace place)
      implements ServerCommand {}

  /**
   * Send the parts that a run finds to a client, in order; report {@link ServerEvent.PartsLoaded}
   * or {@link ServerEvent.PartsFailed}, and then, if there were any, {@link ServerEvent.PartsSent}.
   * The handles of the run stay until they are loaded.
   */
  record SendParts(long connection, PartRun run) implements ServerCommand {}

  /**
   * Write attempts of packs into one bundle, each of which has its packs in memory, in the order of
   * their arrival; report {@link ServerEvent.Merged} or {@link ServerEvent.WriteFailed}. The
   * handles stay.
   */
  record Merge(long write, MergedBundle bundle, List<long[]> handles) implements ServerCommand {}

  /** Delete a merged bundle. */
  record DeleteMerged(MergedId bundle) implements ServerCommand {}

  /** Free the memory that a handle names. */
  record Free(long handle) implements ServerCommand {}

  /**
   * Write blocks behind each other at the end of a bundle that is not sealed, which is made at the
   * first time; report {@link ServerEvent.Appended} or {@link ServerEvent.WriteFailed}. The handles
   * stay.
   */
  record Append(long write, BundleId bundle, long[] handles, int[] bytes)
      implements ServerCommand {}

  /** Write the index, and seal the bundle; report it, or {@link ServerEvent.WriteFailed}. */
  record SealBundle(long write, BundleIndex index) implements ServerCommand {}

  /**
   * Copy the blocks of a sealed bundle to the tier, and then delete it on disk; report {@link
   * ServerEvent.Moved} or {@link ServerEvent.MoveFailed}.
   */
  record MoveToTier(long write, BundleId bundle, long bytes) implements ServerCommand {}

  /**
   * Write blocks of a sealed attempt behind each other to the tier; report it likewise. The handles
   * stay.
   */
  record WriteToTier(long write, BundleId bundle, long[] handles, int[] bytes)
      implements ServerCommand {}

  /** Delete a bundle, sealed or not, wherever it is. */
  record Delete(BundleId bundle) implements ServerCommand {}
}
