package dev.heddle.io.hadoop.files;

/**
 * A file or folder.
 *
 * @param path absolute, with scheme and authority
 * @param kind what it is
 * @param sizeBytes of a file
 * @param modifiedMillis when it was written, by the clock of the file system
 * @param version changes when the content of a file does
 */
public record HadoopEntry(
    String path, Kind kind, long sizeBytes, long modifiedMillis, String version) {
  /** What an entry is. */
  public enum Kind {
    /** A file. */
    FILE,
    /** A folder. */
    FOLDER
  }

  /** Returns whether it is a folder. */
  public boolean isFolder() {
    return kind == Kind.FOLDER;
  }

  /** Returns the last part of the path. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
