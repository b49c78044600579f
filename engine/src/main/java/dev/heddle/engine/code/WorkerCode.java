package dev.heddle.engine.code;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.physical.spill.KeptFile;
import dev.heddle.physical.spill.SpillFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The archives that a worker has been sent: files of its private folder, which count towards its
 * quota. One goes when it has been forgotten and no job uses it. Thread-safe.
 */
public final class WorkerCode implements AutoCloseable {
  private final SpillFolder folder;
  private final ClassLoader classes;
  private final Map<ContentHash, Entry> entries = new HashMap<>(); // guarded by this

  /** An archive that has come. */
  private static final class Entry {
    private final @Nullable KeptFile file;
    private final @Nullable HeddleException failure;
    private int users;
    private boolean isForgotten;

    Entry(@Nullable KeptFile file, @Nullable HeddleException failure) {
      this.file = file;
      this.failure = failure;
    }
  }

  /**
   * Makes an empty set.
   *
   * @param folder where files go; stays the caller's
   */
  public WorkerCode(SpillFolder folder) {
    this(folder, WorkerCode.class.getClassLoader());
  }

  /**
   * Makes an empty set.
   *
   * @param folder where files go; stays the caller's
   * @param classes those that the user's code finds beside its archives
   */
  public WorkerCode(SpillFolder folder, ClassLoader classes) {
    this.folder = folder;
    this.classes = classes;
  }

  ClassLoader classes() {
    return classes;
  }

  /** Takes an archive. A broken archive or disk is reported where it is used. */
  public synchronized void put(ContentHash hash, byte[] bytes) {
    Entry known = entries.get(hash);
    if (known != null && known.file != null) {
      known.isForgotten = false;
      return;
    }
    try {
      if (!ContentHash.of(bytes).equals(hash)) {
        throw new HeddleException(
            ErrorCode.CORRUPT_MESSAGE,
            "Cannot load code from archive "
                + hash
                + ": its "
                + bytes.length
                + " bytes are not what was sent");
      }
      entries.put(hash, new Entry(folder.keep("code-" + hash, bytes), null));
    } catch (HeddleException e) {
      entries.put(hash, new Entry(null, e));
    }
  }

  /** The archive is needed no longer by jobs to come. */
  public synchronized void forget(ContentHash hash) {
    Entry entry = entries.get(hash);
    if (entry != null) {
      entry.isForgotten = true;
      drop(hash, entry);
    }
  }

  /** Returns the file of an archive, which stays there until {@link #release}. */
  synchronized Path use(ContentHash hash) {
    Entry entry = entries.get(hash);
    if (entry == null) {
      throw new HeddleException(ErrorCode.INTERNAL, "Archive " + hash + " is not here");
    }
    if (entry.failure != null) {
      throw new HeddleException(
          entry.failure.code(), String.valueOf(entry.failure.getMessage()), entry.failure);
    }
    entry.users++;
    return entry.file.path();
  }

  synchronized void release(ContentHash hash) {
    Entry entry = entries.get(hash);
    if (entry != null) {
      entry.users--;
      drop(hash, entry);
    }
  }

  private void drop(ContentHash hash, Entry entry) {
    if (entry.isForgotten && entry.users <= 0) {
      entries.remove(hash);
      if (entry.file != null) {
        entry.file.close();
      }
    }
  }

  /** Deletes all; no job runs any more. */
  @Override
  public synchronized void close() {
    for (Entry entry : entries.values()) {
      if (entry.file != null) {
        entry.file.close();
      }
    }
    entries.clear();
  }
}
