package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleStore;
import dev.heddle.shuffle.store.BundleTier;
import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedFile;
import dev.heddle.shuffle.store.MergedId;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what a server's core wants done with bundles, on the disk and in the tier, and
 * reports the outcome as an event.
 *
 * <p>Has threads of its own for each; any thread may call it. Owns the store and the tier.
 */
final class BundleWorker {
  private static final Logger LOG = LoggerFactory.getLogger(BundleWorker.class);
  private static final int DISK_THREADS = 2;
  private static final int TIER_THREADS = 2;

  private final @Nullable BundleStore store;
  private final @Nullable BundleTier tier;
  private final Consumer<ServerEvent> events;
  private final ExecutorService disk;
  private final ExecutorService away; // what the tier does

  /**
   * Starts the threads.
   *
   * @param store without one there are no bundles
   * @param tier only with a store
   * @param events takes what has happened, on the thread that did it
   */
  BundleWorker(
      Optional<BundleStore> store, Optional<BundleTier> tier, Consumer<ServerEvent> events) {
    this.store = store.orElse(null);
    this.tier = tier.orElse(null);
    this.events = events;
    this.disk =
        Executors.newFixedThreadPool(
            DISK_THREADS, Thread.ofPlatform().daemon().name("heddle-shuffle-disk-", 0).factory());
    this.away =
        Executors.newFixedThreadPool(
            TIER_THREADS, Thread.ofPlatform().daemon().name("heddle-shuffle-tier-", 0).factory());
  }

  /** Returns the bundles that an earlier server has left in the store. */
  ServerEvent.Recovered recover() {
    List<BundleId> broken = new ArrayList<>();
    List<MergedBundle> merged = new ArrayList<>();
    if (store == null) {
      return new ServerEvent.Recovered(List.of(), broken, merged);
    }
    try {
      return new ServerEvent.Recovered(store.recover(broken, merged), broken, merged);
    } catch (IOException e) {
      disk.shutdown();
      away.shutdown();
      throw new HeddleException(
          ErrorCode.IO, "Cannot read the bundles of an earlier shuffle server: " + e, e);
    }
  }

  /** Has the tier delete what nobody needs any more. */
  void sweep() {
    if (tier != null) {
      away.execute(tier::sweep);
    }
  }

  /** Appends blocks, which are lent until the write is reported, to a bundle on the disk. */
  void append(ServerCommand.Append command, List<Buffer> content) {
    disk.execute(
        () ->
            write(
                command.write(),
                command.bundle(),
                () -> {
                  long start = store().append(command.bundle(), content, command.bytes());
                  return new ServerEvent.Appended(command.write(), start);
                }));
  }

  /** Seals a bundle on the disk. */
  void seal(ServerCommand.SealBundle command) {
    disk.execute(
        () ->
            write(
                command.write(),
                command.index().id(),
                () -> {
                  long bytes = store().seal(command.index());
                  return new ServerEvent.BundleSealed(command.write(), bytes);
                }));
  }

  /** Writes attempts, whose packs are lent until the write is reported, into one bundle. */
  void merge(ServerCommand.Merge command, List<List<Buffer>> packs) {
    disk.execute(
        () -> {
          try {
            store().merge(command.bundle(), packs);
            events.accept(new ServerEvent.Merged(command.write()));
          } catch (IOException | RuntimeException e) {
            LOG.warn("cannot write {}: {}", command.bundle().id(), e.toString());
            events.accept(new ServerEvent.WriteFailed(command.write(), isFull(e), e.toString()));
          }
        });
  }

  private static boolean isFull(Exception e) {
    String text = String.valueOf(e.getMessage());
    return text.contains("No space left") || text.contains("quota");
  }

  private interface Write {
    ServerEvent carryOut() throws IOException;
  }

  private void write(long number, BundleId bundle, Write write) {
    try {
      events.accept(write.carryOut());
    } catch (IOException | RuntimeException e) {
      LOG.warn("cannot write {}: {}", bundle.attempt(), e.toString());
      deleteNow(bundle);
      events.accept(new ServerEvent.WriteFailed(number, isFull(e), e.toString()));
    }
  }

  /** Moves a sealed bundle from the disk to the tier. */
  void move(ServerCommand.MoveToTier command) {
    away.execute(() -> moveNow(command));
  }

  private void moveNow(ServerCommand.MoveToTier command) {
    BundleId bundle = command.bundle();
    try {
      tier().copy(bundle, command.bytes(), store());
    } catch (IOException | RuntimeException e) {
      moveFailed(command.write(), bundle, e);
      return;
    }
    try {
      store().delete(bundle); // readers find it in the tier by now
    } catch (IOException e) {
      LOG.debug("cannot delete {}: {}", bundle.attempt(), e.toString());
      events.accept(new ServerEvent.DeleteFailed(bundle));
    }
    events.accept(new ServerEvent.Moved(command.write()));
  }

  /** Writes a bundle, whose blocks are lent until the write is reported, to the tier. */
  void write(ServerCommand.WriteToTier command, List<Buffer> content) {
    away.execute(
        () -> {
          try {
            tier().write(command.bundle(), content, command.bytes());
            events.accept(new ServerEvent.Moved(command.write()));
          } catch (IOException | RuntimeException e) {
            moveFailed(command.write(), command.bundle(), e);
          }
        });
  }

  private void moveFailed(long write, BundleId bundle, Exception e) {
    LOG.warn("cannot move {} to the tier: {}", bundle.attempt(), e.toString());
    events.accept(new ServerEvent.MoveFailed(write, e.toString()));
  }

  /** Reads a block of a bundle, wherever it is, to an address. */
  void read(BlockPlace.OnDisk place, long target) throws IOException {
    BundleId bundle = place.bundle();
    if (tier == null || !tier.has(bundle)) {
      try {
        store().read(bundle, place.offset(), place.bytes(), target);
        return;
      } catch (NoSuchFileException e) {
        if (tier == null || !tier.has(bundle)) { // or else it has just been moved
          throw e;
        }
      }
    }
    tier().read(bundle, place.offset(), place.bytes(), target);
  }

  /** Returns a merged bundle to read from. */
  MergedFile open(MergedId bundle) throws IOException {
    return store().open(bundle);
  }

  /** Deletes a merged bundle. */
  void delete(MergedId bundle) {
    disk.execute(
        () -> {
          try {
            store().delete(bundle);
          } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", bundle, e.toString());
          }
        });
  }

  /** Deletes a bundle, wherever it is. */
  void delete(BundleId bundle) {
    disk.execute(() -> deleteNow(bundle));
  }

  private void deleteNow(BundleId bundle) {
    try {
      store().delete(bundle);
      if (tier != null) {
        tier.delete(bundle);
      }
    } catch (IOException e) {
      LOG.debug("cannot delete {}: {}", bundle.attempt(), e.toString());
      events.accept(new ServerEvent.DeleteFailed(bundle));
    }
  }

  private BundleStore store() {
    if (store == null) {
      throw new IllegalStateException("A server without a disk has no bundles");
    }
    return store;
  }

  private BundleTier tier() {
    if (tier == null) {
      throw new IllegalStateException("A server without a tier moves no bundles");
    }
    return tier;
  }

  /** Ends the threads when they have done all; returns whether the caller was interrupted. */
  boolean end() {
    away.shutdown();
    boolean interrupted = await(away);
    disk.shutdown();
    interrupted |= await(disk);
    return interrupted;
  }

  private static boolean await(ExecutorService threads) {
    boolean interrupted = false;
    while (true) {
      try {
        if (threads.awaitTermination(1, TimeUnit.DAYS)) {
          return interrupted;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  /** Closes the store and the tier; sealed bundles stay in them. */
  void closeStores() {
    try {
      if (store != null) {
        store.close();
      }
      if (tier != null) {
        tier.close();
      }
    } catch (IOException e) {
      LOG.warn("cannot close the store of a shuffle server: {}", e.toString());
    }
  }
}
