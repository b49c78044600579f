package dev.heddle.frame.option;

/** Where a write puts the values of the columns that name folders. */
public enum PartitionColumns {
  /** Into the names of the folders only. */
  IN_FOLDERS,
  /** Into the files as well, for readers that do not look at folders. */
  IN_FILES_TOO
}
