package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Path;

/**
 * Where the relative paths that a session is given start, and which storages it reaches. Immutable.
 *
 * <p>A session that works for another process has that process's folder. Descriptors, streams and
 * credentials are not passed on with it, so such a session reaches regular files and folders of
 * this host only: all else is an error, never this process's own.
 */
public final class WorkingFolder {
  /** The folder that this process was started in, with all storages. */
  public static final WorkingFolder OF_PROCESS = new WorkingFolder(Path.of(""), new LocalStorage());

  private final Path path;
  private final Storage local;

  private WorkingFolder(Path path, Storage local) {
    this.path = path;
    this.local = local;
  }

  /**
   * Returns the folder of another process of this user.
   *
   * @param folder absolute
   * @throws IllegalArgumentException if it is relative
   */
  public static WorkingFolder ofAnother(Path folder) {
    if (!folder.isAbsolute()) {
      throw new IllegalArgumentException("Cannot work in " + folder + ": it is not absolute");
    }
    return new WorkingFolder(folder, new LocalStorage(folder));
  }

  /**
   * Returns the storage of a path as a user wrote it. Absolute paths that it answers mean the same
   * file in every session.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} for a scheme without a storage, or one
   *     that a session for another process cannot reach
   */
  public Storage storage(String text) {
    if (!Storages.isLocal(text)) {
      if (path.isAbsolute()) {
        throw new HeddleException(
            ErrorCode.UNSUPPORTED,
            "Cannot open "
                + text
                + " in a warm server, which has not the caller's credentials: set"
                + " HEDDLE_DAEMON=off");
      }
      return Storages.of(text);
    }
    return local;
  }

  /** Returns a local path, relative to the folder. */
  public Path resolve(String text) {
    return path.resolve(text);
  }
}
