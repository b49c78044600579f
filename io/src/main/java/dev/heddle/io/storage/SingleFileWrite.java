package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.WriteMode;
import java.util.Optional;

/**
 * One write of a single file that another process may make: it waits in a {@linkplain #staging
 * staging} until {@link #commit} shows it. Closing without it leaves nothing. Beginning a write
 * drops what writers of this file left that died. Used by one thread.
 */
public final class SingleFileWrite implements AutoCloseable {
  private final Storage storage;
  private final WriteMode mode;
  private final StagedFolder hidden;
  private final Staging staging;
  private final Lease lease;
  private boolean isEnded;

  private SingleFileWrite(Storage storage, WriteMode mode, String id, StagedFolder hidden) {
    this.storage = storage;
    this.mode = mode;
    this.hidden = hidden;
    this.staging = new Staging(hidden.path(), id, Optional.of(hidden.target()));
    this.lease = storage.lease(hidden.lease());
  }

  /**
   * Begins a write.
   *
   * @param path of the file
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if its name is too long for one that
   *     is hidden
   */
  public static SingleFileWrite begin(Storage storage, String path, WriteMode mode) {
    String file = storage.absolute(path);
    storage.dropStaged(file);
    String id = FolderWrite.newId();
    StagedFolder hidden =
        storage
            .stageFile(file, id)
            .orElseThrow(
                () ->
                    new HeddleException(
                        ErrorCode.INVALID_ARGUMENT,
                        "Cannot write " + path + ": the name is too long; choose a shorter one"));
    SingleFileWrite write = new SingleFileWrite(storage, mode, id, hidden);
    try {
      storage.open(write.staging);
    } catch (RuntimeException e) {
      try {
        write.close();
      } catch (HeddleException late) {
        e.addSuppressed(late);
      }
      throw e;
    }
    return write;
  }

  /** Returns where the file waits for the commit. */
  public Staging staging() {
    return staging;
  }

  /**
   * Shows a file that waits in the staging, in one step.
   *
   * @throws HeddleException with code {@code ALREADY_EXISTS} if there is one by now that may not be
   *     replaced, {@code CONFLICT} if another write took this one for dead
   */
  public void commit(PreparedFile file) {
    if (!lease.isHeld()) {
      throw new HeddleException(
          ErrorCode.CONFLICT,
          "Cannot write " + file.path() + ": another write took this one for dead; run it again");
    }
    if (mode.replacesFile()) {
      storage.complete(file);
    } else {
      storage.completeNew(file);
    }
    try {
      close();
    } catch (HeddleException e) {
      isEnded = true; // the file is there; the next write to it cleans up
    }
  }

  @Override
  public void close() {
    if (isEnded) {
      return;
    }
    isEnded = true;
    try (lease) {
      storage.close(staging);
      storage.drop(hidden);
    }
  }
}
