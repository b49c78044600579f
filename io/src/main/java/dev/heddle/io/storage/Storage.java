package dev.heddle.io.storage;

import dev.heddle.io.rate.RequestGate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A place of files.
 *
 * <p>Implementations are thread-safe. Every failure is a {@link
 * dev.heddle.frame.error.HeddleException} that names the path: {@code NOT_FOUND} for what does not
 * exist, {@code DISK_FULL} for missing space, {@code IO} for the rest.
 */
public interface Storage {
  /** Whether files of no bytes that a folder or glob has count. */
  enum EmptyFiles {
    /** They have no rows, and no columns. */
    LEFT_OUT,
    /** They are files like others. */
    KEPT
  }

  /**
   * Returns the files that a path means, in the order of their paths.
   *
   * <p>A path is a file, a folder (all files below it whose name ends with one of the suffixes) or
   * a glob with {@code * ** ? [] {}}. Folders and globs leave out files and folders whose name
   * starts with a dot or an underscore; a file that is named itself is always taken.
   *
   * @param suffixes endings that count in folders, such as {@code .parquet}; empty for all files
   * @param empty whether folders and globs leave out files of no bytes
   * @throws dev.heddle.frame.error.HeddleException with code {@code NOT_FOUND} if there is no file
   */
  List<StoredFile> resolve(String path, List<String> suffixes, EmptyFiles empty);

  /** Returns the files with any bytes that a path means. */
  default List<StoredFile> resolve(String path, List<String> suffixes) {
    return resolve(path, suffixes, EmptyFiles.LEFT_OUT);
  }

  /**
   * Returns what is directly in a folder, and nothing of what is deeper: one request where the
   * folder is not large. Nothing is left out, see {@link FolderListing}.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code NOT_FOUND} if there is no such
   *     folder
   */
  FolderListing list(String folder);

  /** Returns whether the path is a folder; false for files and for what does not exist. */
  boolean isFolder(String path);

  /** Returns whether the path is a file, or anything else that is no folder. */
  boolean isFile(String path);

  /** Returns whether there is a file or folder. */
  boolean exists(String path);

  /** Returns what a file is now. */
  StoredFile stat(String path);

  /** Returns when a file last changed. */
  Instant lastModified(String path);

  /**
   * Opens a file for ranged reads.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code IO} if it is no longer the file
   *     that was listed
   */
  RangedInput open(StoredFile file);

  /**
   * Begins to write a file that becomes visible, in place of an older one of that name, when it is
   * published and not before.
   */
  PublishedOutput create(String path);

  /** Returns whether what is written to a path is seen at once, as in a pipe. */
  default boolean isWrittenInPlace(String path) {
    return false;
  }

  /**
   * Returns a path as listings show it: absolute, without {@code .} and {@code ..} and without a
   * slash at its end.
   */
  String absolute(String path);

  /**
   * Returns a path with slashes between its names, if they are separated by others too: on local
   * disks backslashes separate the names of globs everywhere.
   */
  default String slashed(String path) {
    return path;
  }

  /** Returns whether a prepared file may be shown under another path than it was begun for. */
  default boolean namesFilesLate() {
    return false;
  }

  /**
   * Shows the bytes of a prepared file in one step. If it has been done already nothing happens.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code CONFLICT} if the bytes have
   *     been dropped
   */
  void complete(PreparedFile file);

  /**
   * As {@link #complete}, but fails if there is a file of that name by now.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code ALREADY_EXISTS}
   */
  void completeNew(PreparedFile file);

  /** Drops the bytes of a prepared file; if they are gone, or visible, nothing happens. */
  void abort(PreparedFile file);

  /**
   * Removes a file, or a folder that is empty, and folders around it that are left empty if they
   * are hive partitions ({@code name=value}) or hidden. If there is none nothing happens.
   */
  void delete(String path);

  /** Makes a staging, in place of none: from now on files can be made in it. */
  void open(Staging staging);

  /** Returns whether a staging is open, as seen from this process. */
  boolean isOpen(Staging staging);

  /**
   * Begins a file that waits in a staging once it is prepared; it cannot be published.
   *
   * @param path where the file will be, as {@link Staging#pathOf} returns it
   * @param name distinguishes it from all other files of the write, those of other attempts too
   * @throws dev.heddle.frame.error.HeddleException with code {@code CONFLICT} if the staging is not
   *     open
   */
  PublishedOutput createIn(Staging staging, String path, String name);

  /**
   * Ends a staging, if it is there: what has not been completed is dropped, of all attempts, and
   * what is still being written is dropped by its writer, at the latest when that looks whether the
   * staging {@linkplain #isOpen is open}.
   */
  void close(Staging staging);

  /**
   * Returns the ids of writes to a folder of which files wait that the folder of its records does
   * not show.
   */
  default Set<String> staged(String folder) {
    return Set.of();
  }

  /**
   * Drops the bytes below a folder that no listing shows. Only for folders that nobody writes to
   * any more.
   */
  default void dropUnfinished(String folder) {}

  /** Drops what writers that died left of a file of this path; those that live are not touched. */
  void dropLeftovers(String path);

  /** Makes a lease file, in place of none. */
  Lease lease(String path);

  /** Returns whether there is a lease file whose maker lives, in whatever process. */
  boolean isLive(String path);

  /**
   * Returns where a folder that does not exist yet can be filled so that one step shows all of it;
   * nothing where there is no such step. Makes nothing.
   *
   * @param id the id of the write
   */
  default Optional<StagedFolder> stage(String folder, String id) {
    return Optional.empty();
  }

  /**
   * Returns the hidden folder by which others see that a single file is being written, and its
   * lease; nothing where the file's name is too long.
   *
   * @param id the id of the write
   */
  Optional<StagedFolder> stageFile(String file, String id);

  /**
   * Gives a staged folder the name of its target, in one step, once its content is durable; its
   * lease stays.
   *
   * @return false if something has come to be there meanwhile; nothing has happened then
   */
  default boolean show(StagedFolder staged) {
    throw new IllegalStateException("Cannot show " + staged.path() + ": nothing is staged here");
  }

  /** Takes away what there is of a staged folder, and its lease; if nothing, nothing happens. */
  default void drop(StagedFolder staged) {}

  /**
   * Takes away what writers that died staged for a folder or a single file; returns the number of
   * these writers.
   */
  default int dropStaged(String path) {
    return 0;
  }

  /** Returns what has been moved over a link so far; nothing where there is none. */
  default Transfers transfers() {
    return Transfers.NONE;
  }

  /** Returns where requests to buckets wait, for each bucket that has been used. */
  default List<RequestGate> requestGates() {
    return List.of();
  }

  /** Returns how many requests pay at a time. */
  default int parallelRequests() {
    return 1;
  }
}
