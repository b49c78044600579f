package dev.heddle.io.hadoop.files;

import java.io.IOException;
import java.util.List;

/**
 * The file systems that a configuration of Hadoop's opens. Thread-safe. Methods throw {@link
 * java.io.FileNotFoundException} for what does not exist, {@link
 * java.nio.file.AccessDeniedException} for what is not allowed, {@link HadoopFullException} where
 * there is no room, and other {@link IOException}s.
 */
public interface HadoopFiles {
  /** What a rename does if there is a file of the new name. */
  enum Existing {
    /** Replaces it. */
    REPLACE,
    /** Fails with a {@link java.nio.file.FileAlreadyExistsException}. */
    REFUSE
  }

  /** What creating a file does if its folder is missing. */
  enum Missing {
    /** Makes it. */
    MAKE,
    /** Fails with a {@link java.io.FileNotFoundException}. */
    REFUSE
  }

  /** Returns whether there is a file system for a scheme. */
  boolean knows(String scheme);

  /** Returns whether a folder's rename is one step, whatever is in it. */
  boolean renamesFolders(String path) throws IOException;

  /** Returns a path with scheme and authority, without a slash at its end. */
  String absolute(String path) throws IOException;

  /** Returns what a path is. */
  HadoopEntry stat(String path) throws IOException;

  /** Returns what is directly in a folder. */
  List<HadoopEntry> list(String folder) throws IOException;

  /** Opens a file. */
  HadoopInput open(HadoopEntry file) throws IOException;

  /** Begins a file, in place of an older one. */
  HadoopOutput create(String path, Missing folder) throws IOException;

  /** Makes a folder and those around it. */
  void makeFolder(String path) throws IOException;

  /** Renames a file or folder, in one step where the file system can. */
  void rename(String from, String to, Existing existing) throws IOException;

  /**
   * Deletes a file or an empty folder; if there is none nothing happens.
   *
   * @throws java.nio.file.DirectoryNotEmptyException for another folder
   */
  void delete(String path) throws IOException;

  /** Deletes a folder with all that is in it; if there is none nothing happens. */
  void deleteAll(String folder) throws IOException;
}
