package dev.heddle.io.text;

/** Where the type of a file's column is from. */
public enum TypeSource {
  /** A caller states it. */
  STATED,
  /** The file shows it. */
  FOUND
}
