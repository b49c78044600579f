package dev.heddle.frame.option;

/** What the values of a JSON file are. */
public enum JsonRecords {
  /** Objects, whose keys are columns, if there are any among the values; else as {@link #NONE}. */
  AUTO,
  /** Objects, whose keys are columns; other values are bad rows. */
  ALL,
  /** Values of any kind, each the value of the only column. */
  NONE
}
