package dev.heddle.io.scan;

/**
 * A part of a table that one thread reads on its own: a few row groups, a file, a block of lines.
 *
 * <p>Implemented by each format as a record of where the part is.
 */
public interface Split {
  /** Returns about how many bytes reading the part moves; decides the order and size of work. */
  long bytes();

  /** Returns about how many rows the part has, or -1 if that is not known. */
  long rows();
}
