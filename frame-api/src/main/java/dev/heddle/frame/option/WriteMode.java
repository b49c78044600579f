package dev.heddle.frame.option;

/** What a write does if its target exists: a file, or a folder with visible files in it. */
public enum WriteMode {
  /** Raises an error and leaves the target as it is. */
  FAIL_IF_EXISTS,
  /** Replaces the target when the new content is complete. */
  OVERWRITE,
  /** Adds files to a folder, all of them at once; a single file cannot be added to. */
  APPEND,
  /** Leaves the target as it is and runs nothing. */
  IGNORE
}
