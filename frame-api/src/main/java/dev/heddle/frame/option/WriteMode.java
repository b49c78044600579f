package dev.heddle.frame.option;

/** What a write does if its target exists: a file, or a folder with visible files in it. */
public enum WriteMode {
  /** Raises an error and leaves the target as it is. */
  FAIL_IF_EXISTS,
  /** Replaces the target when the new content is complete. */
  OVERWRITE,
  /**
   * Replaces the files that writes have made in the folders, those of partitions for example, to
   * which the new ones go, all of them at once, and leaves others as they are. Files count that the
   * pattern of names may have named; with a UUID in it none does. A single file is replaced.
   */
  OVERWRITE_FILES,
  /** Adds files to a folder, all of them at once; a single file cannot be added to. */
  APPEND,
  /** Leaves the target as it is and runs nothing. */
  IGNORE;

  /** Returns whether a single file that is there is replaced. */
  public boolean replacesFile() {
    return this == OVERWRITE || this == OVERWRITE_FILES;
  }
}
