package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
  private final LocalStorage local;
  private final List<PathRules> rules;

  private WorkingFolder(Path path, LocalStorage local) {
    this(path, local, List.of());
  }

  private WorkingFolder(Path path, LocalStorage local, List<PathRules> rules) {
    this.path = path;
    this.local = local;
    this.rules = rules;
  }

  /** Returns the same folder for a session that may use less: no more than its rights and these. */
  public WorkingFolder within(SessionAccess access) {
    if (access.isUnrestricted()) {
      return this;
    }
    List<PathRules> all = new ArrayList<>(rules);
    all.add(new PathRules(access, local.paths()));
    return new WorkingFolder(path, local.withLinks(new PathRules.Links(all)), all);
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
   *     that a session for another process cannot reach; with code {@code ACCESS_DENIED} for a path
   *     that the session may not use, whether it exists or not
   */
  public Storage storage(String text) {
    for (PathRules each : rules) {
      String unused = each.check(text); // before a storage is looked for
    }
    Storage storage = whole(text);
    for (PathRules each : rules) {
      storage = new RestrictedStorage(storage, each);
    }
    return storage;
  }

  /**
   * Returns the storage of a path that is going to be written.
   *
   * @throws HeddleException as {@link #storage}, and with code {@code ACCESS_DENIED} if the session
   *     is read-only
   */
  public Storage storageToWrite(String text) {
    Storage storage = storage(text);
    rules.forEach(each -> each.checkChange(text));
    return storage;
  }

  private Storage whole(String text) {
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
