package dev.heddle.frame.option;

/** What a lasting database is opened for. */
public enum DatabaseAccess {
  /** For reading and writing: the folder is made if it is not there. One process may do so. */
  WRITE,
  /** Only for reading, beside a process that writes, whose committed statements are seen. */
  READ
}
