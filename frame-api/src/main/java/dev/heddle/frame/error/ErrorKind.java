package dev.heddle.frame.error;

/** Who has to act on an error. */
public enum ErrorKind {
  /** The request is wrong; only the user can mend it. */
  USER,
  /** A budget (memory, disk, time) does not suffice. */
  RESOURCE,
  /** Something outside of the engine failed: a file, a disk, a server. */
  EXTERNAL,
  /** The engine broke one of its own rules. */
  INTERNAL
}
