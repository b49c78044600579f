package dev.heddle.frame.option;

/** How the values of a JSON file follow each other. */
public enum JsonLayout {
  /**
   * Found out from a sample: one array, if the file starts with a bracket and has nothing behind
   * the array; one value a line, if lines hold whole values; else values in whatever lines.
   */
  AUTO,

  /** One value a line; large files are read in blocks by many threads. */
  NEWLINE_DELIMITED,

  /** One array, whose elements are the rows. */
  ARRAY,

  /** Values one after the other, over several lines or several on one. */
  UNSTRUCTURED
}
