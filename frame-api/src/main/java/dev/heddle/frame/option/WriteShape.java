package dev.heddle.frame.option;

/** Whether a write makes a file or a folder of files. */
public enum WriteShape {
  /**
   * A file if the path ends in one of the format's suffixes, is no folder already, and nothing is
   * asked for that needs several files; else a folder.
   */
  AUTOMATIC,
  /** One file. */
  FILE,
  /** A folder of files. */
  FOLDER
}
