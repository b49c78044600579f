package dev.heddle.frame.option;

/** How characters of a text file are stored as bytes. */
public enum TextEncoding {
  /** UTF-8, of which ASCII is a part; large files are read in blocks by many threads. */
  UTF_8,

  /** ISO 8859-1: a byte is a character. */
  LATIN_1,

  /** UTF-16, in the byte order that the file's first character shows. */
  UTF_16
}
