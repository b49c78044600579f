package dev.heddle.shuffle.store;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.shuffle.protocol.MapAttempt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocks of sealed bundles as objects of a storage that many servers may share, for what does not
 * fit into the folder of one: see the package. Thread-safe; calls for one bundle come one at a
 * time, but for reads.
 *
 * <p>What is here belongs to one life of a server. Its objects are in a folder of its own beside a
 * lease; a server that starts, and {@link #sweep}, delete folders whose lease is not live any more.
 */
public final class BundleTier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BundleTier.class);
  private static final String FOLDER = "shuffle-";
  private static final String LEASE = "lease";
  private static final String OBJECT = ".blocks";

  private final Storage storage;
  private final String root;
  private final String folder;
  private final Lease lease;
  private final Map<BundleId, StoredFile> objects = new ConcurrentHashMap<>();

  /**
   * Takes a place below a folder.
   *
   * @param root path of a folder, or {@code s3a://bucket/path}
   * @throws HeddleException if nothing can be written there
   */
  public BundleTier(String root) {
    storage = Storages.of(root);
    this.root = storage.absolute(root);
    folder = this.root + "/" + FOLDER + UUID.randomUUID();
    if (!this.root.contains("://")) {
      try {
        LocalFolders.makePrivate(Path.of(this.root));
      } catch (IOException e) {
        throw new HeddleException(
            ErrorCode.IO, "Cannot keep exchanges in " + root + ": " + e + "; name another path", e);
      }
    }
    lease = storage.lease(folder + "/" + LEASE);
  }

  private String path(BundleId bundle) {
    MapAttempt attempt = bundle.attempt();
    return "%s/%d-%d-%d-%d-%d%s"
        .formatted(
            folder,
            attempt.exchange().job(),
            attempt.exchange().exchange(),
            attempt.map(),
            attempt.attempt(),
            bundle.epoch(),
            OBJECT);
  }

  /** Writes blocks of a sealed bundle, from memory. */
  public void write(BundleId bundle, List<Buffer> blocks, int[] bytes) throws IOException {
    put(
        bundle,
        output -> {
          for (int i = 0; i < bytes.length; i++) {
            output.write(Memory.byteBuffer(blocks.get(i).address(), bytes[i]));
          }
        });
  }

  /** Writes the blocks of a bundle that a store has. */
  public void copy(BundleId bundle, long bytes, BundleStore from) throws IOException {
    put(bundle, output -> from.copy(bundle, bytes, output::write));
  }

  private interface Content {
    void writeTo(PublishedOutput output) throws IOException;
  }

  private void put(BundleId bundle, Content content) throws IOException {
    String path = path(bundle);
    boolean isThere = false;
    try {
      try (PublishedOutput output = storage.create(path)) {
        content.writeTo(output);
        output.publish();
      }
      objects.put(bundle, storage.stat(path));
      isThere = true;
    } catch (HeddleException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      if (!isThere) {
        deleteQuietly(path); // it may have been published
      }
    }
  }

  private void deleteQuietly(String path) {
    try {
      storage.delete(path);
    } catch (HeddleException e) {
      LOG.debug("cannot delete {}: {}", path, e.toString());
    }
  }

  /** Returns whether a bundle is here. */
  public boolean has(BundleId bundle) {
    return objects.containsKey(bundle);
  }

  /** Reads a block to an address. */
  public void read(BundleId bundle, long offset, int bytes, long target) throws IOException {
    StoredFile object = objects.get(bundle);
    if (object == null) {
      throw new IOException(bundle.attempt() + " is not in " + folder);
    }
    try (RangedInput input = storage.open(object)) {
      input.read(offset, target, bytes);
    } catch (HeddleException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Deletes a bundle, if it is here. */
  public void delete(BundleId bundle) throws IOException {
    if (objects.containsKey(bundle)) {
      try {
        storage.delete(path(bundle));
      } catch (HeddleException e) {
        throw new IOException(e.getMessage(), e);
      }
      objects.remove(bundle);
    }
  }

  /** Deletes what servers that have ended have left; what cannot be deleted stays for the next. */
  public void sweep() {
    List<String> folders;
    try {
      folders = storage.list(root).folders();
    } catch (HeddleException e) {
      LOG.debug("cannot sweep {}: {}", root, e.toString());
      return;
    }
    for (String other : folders) {
      String name = other.substring(other.lastIndexOf('/') + 1);
      if (name.startsWith(FOLDER) && !other.equals(folder)) {
        sweep(other);
      }
    }
  }

  private void sweep(String other) {
    try {
      if (!storage.isLive(other + "/" + LEASE)) {
        LOG.info("{} is of a server that has ended: it is deleted", other);
        deleteAll(other);
      }
    } catch (HeddleException e) { // another server may be sweeping it
      LOG.debug("cannot sweep {}: {}", other, e.toString());
    }
  }

  private void deleteAll(String dead) {
    storage.dropUnfinished(dead);
    FolderListing listing = storage.list(dead);
    listing.files().forEach(file -> storage.delete(file.path()));
    storage.delete(dead);
  }

  /**
   * Deletes all that is here and what servers that have ended have left, and ends the use of the
   * place. What cannot be deleted keeps nothing else from being so, and is left without a lease to
   * the next server that sweeps.
   */
  @Override
  public void close() throws IOException {
    List<HeddleException> failures = new ArrayList<>();
    objects.values().forEach(object -> attempt(() -> storage.delete(object.path()), failures));
    attempt(() -> storage.delete(folder + "/" + LEASE), failures);
    attempt(lease::close, failures);
    attempt(() -> storage.delete(folder), failures);
    sweep();
    if (!failures.isEmpty()) {
      throw new IOException(failures.getFirst().getMessage(), failures.getFirst());
    }
  }

  private static void attempt(Runnable step, List<HeddleException> failures) {
    try {
      step.run();
    } catch (HeddleException e) {
      failures.add(e);
    }
  }
}
