package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.List;

/**
 * What a session may use beside the tables and views that are registered: which paths it reads and
 * writes, and whether it changes anything. Immutable.
 *
 * <p>A path of the file system allows itself and all below it, where links and {@code ..} lead in
 * the end; one of an object store all keys below it. A view that somebody else has registered keeps
 * the rights of whom it belongs to.
 *
 * @param reach which paths
 * @param paths files and folders, for {@link Reach#NAMED_PATHS} only; globs mean themselves
 * @param changes whether files, tables and views may be changed
 * @param memoryBytes bytes that its queries and open results may hold off-heap together, below the
 *     budget of the process; 0 for no bound of its own. Tables that it creates are not its own
 */
public record SessionAccess(Reach reach, List<String> paths, Changes changes, long memoryBytes) {
  /** Which paths a session reads and writes. */
  public enum Reach {
    /** All that its process can. */
    ALL_PATHS,
    /** Those that are named, and what is below them. */
    NAMED_PATHS
  }

  /** Whether a session changes what is not its own. */
  public enum Changes {
    /** It does. */
    ALLOWED,
    /** It writes no file, and changes neither tables nor views. */
    REFUSED
  }

  /** Copies the list. */
  public SessionAccess {
    requireNonNull(reach, "reach is null");
    requireNonNull(changes, "changes is null");
    for (String path : requireNonNull(paths, "paths is null")) {
      if (path == null || path.isEmpty()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot allow paths: one of them is "
                + (path == null ? "null" : "empty")
                + "; name a file or a folder");
      }
    }
    paths = List.copyOf(paths);
    if (memoryBytes < 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot give a session " + memoryBytes + " bytes of memory: it must not be negative");
    }
    if (reach == Reach.ALL_PATHS && !paths.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot name paths beside all: " + paths + "; leave them out");
    }
  }

  /** Returns the rights of the process, which sessions have that are opened with options. */
  public static SessionAccess full() {
    return new SessionAccess(Reach.ALL_PATHS, List.of(), Changes.ALLOWED, 0);
  }

  /** Returns the right to read registered tables, and to read and write below these paths. */
  public static SessionAccess toPaths(List<String> paths) {
    return new SessionAccess(Reach.NAMED_PATHS, paths, Changes.ALLOWED, 0);
  }

  /** Returns the same without any change. */
  public SessionAccess readOnly() {
    return new SessionAccess(reach, paths, Changes.REFUSED, memoryBytes);
  }

  /** Returns the same with another bound of memory; 0 for none. */
  public SessionAccess withMemoryBytes(long bytes) {
    return new SessionAccess(reach, paths, changes, bytes);
  }

  /** Returns whether all paths may be used, and all be changed. */
  public boolean isUnrestricted() {
    return reach == Reach.ALL_PATHS && changes == Changes.ALLOWED;
  }
}
