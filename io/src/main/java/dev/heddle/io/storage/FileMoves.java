package dev.heddle.io.storage;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Renames in one step, also where the system refuses that for files that are open (Windows). There
 * a file that is open is renamed itself first and then deleted; between these two steps a reader
 * finds none under its name, and a process that ends there leaves both under hidden names.
 */
public final class FileMoves {
  private static final int MAX_TRIES = 10;
  private static final String BACKSLASH = "\\";

  /** Renames in one step, over a file that is there; fails if the system does not allow it. */
  interface Rename {
    void move(Path from, Path to) throws IOException;
  }

  private static final FileMoves SYSTEM =
      new FileMoves(
          (from, to) ->
              Files.move(
                  from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));

  private final Rename rename;

  FileMoves(Rename rename) {
    this.rename = rename;
  }

  /**
   * Gives a file the name of another one, which goes, or a name that nothing has.
   *
   * @param from in the folder's file system
   * @throws IOException if that cannot be done; then both are as before
   */
  public static void replace(Path from, Path to) throws IOException {
    SYSTEM.file(from, to);
  }

  /** Gives a folder the name of an empty one, which goes, or a name that nothing has. */
  static void replaceFolder(Path from, Path to) throws IOException {
    SYSTEM.folder(from, to);
  }

  void file(Path from, Path to) throws IOException {
    for (int i = 1; ; i++) {
      try {
        rename.move(from, to);
        return;
      } catch (FileSystemException e) {
        if (!isRefusal(e)) {
          throw e;
        }
        if (Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS) && isMovedAside(from, to)) {
          return;
        }
        waitOrFail(i, from, e);
      }
    }
  }

  /** Puts a file in the place of one that is open; returns false if that cannot be moved either. */
  private boolean isMovedAside(Path from, Path to) throws IOException {
    Path aside = LocalOutput.hiddenName(to); // what is left of it is a writer's leftover
    try {
      rename.move(to, aside);
    } catch (FileSystemException e) {
      return false;
    }
    try {
      rename.move(from, to);
    } catch (IOException e) {
      try {
        rename.move(aside, to);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    try {
      Files.deleteIfExists(aside);
    } catch (IOException e) {
      return true; // the next write to the name deletes it
    }
    return true;
  }

  void folder(Path from, Path to) throws IOException {
    for (int i = 1; ; i++) {
      try {
        rename.move(from, to);
        return;
      } catch (FileSystemException e) {
        if (!isRefusal(e)) {
          throw e;
        }
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
          deleteEmpty(to, e);
        }
        waitOrFail(i, from, e);
      }
    }
  }

  /** Windows puts no folder in the place of another. */
  private static void deleteEmpty(Path folder, FileSystemException refusal) throws IOException {
    if (!hasBackslashes(folder) || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      refusal.addSuppressed(e);
      throw refusal;
    }
  }

  /** Returns whether it may be that the system does not do that to open files. */
  private static boolean isRefusal(FileSystemException e) {
    return e instanceof AccessDeniedException || e.getClass() == FileSystemException.class;
  }

  /** Where open files can be in the way, scanners open each new one for some milliseconds. */
  private static void waitOrFail(int tries, Path from, FileSystemException e) throws IOException {
    if (tries == MAX_TRIES || !hasBackslashes(from)) {
      throw e;
    }
    try {
      Thread.sleep(1L << tries);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      InterruptedIOException failure =
          new InterruptedIOException("interrupted while " + from + " was renamed");
      failure.addSuppressed(e);
      throw failure;
    }
  }

  private static boolean hasBackslashes(Path path) {
    return path.getFileSystem().getSeparator().equals(BACKSLASH);
  }
}
