package dev.heddle.frame.option;

/** What a write does if its target exists. */
public enum WriteMode {
  /** Raises an error and leaves the target as it is. */
  FAIL_IF_EXISTS,
  /** Replaces the target when the new content is complete. */
  OVERWRITE
}
