package dev.heddle.io.text;

/**
 * Follows bytes from record to record without parsing them, so that a file can be read in blocks
 * that are parsed apart from each other. Immutable and thread-safe.
 *
 * <p>A state is a number of the implementation's own; {@link #START} means that a record starts
 * here.
 */
public interface RecordScanner {
  /** The state in front of the first byte of a record. */
  int START = 0;

  /** Returns the state behind some bytes. */
  int skip(int state, byte[] bytes, int from, int to);

  /**
   * Returns where the first record starts at or after {@code from}, or -1 if none does before
   * {@code to}: a record at {@code to} itself does not count.
   */
  int firstStart(int state, byte[] bytes, int from, int to);

  /**
   * Returns whether a state depends on what is before the last line end; if not, blocks need not be
   * followed from the file's start.
   */
  boolean needsAllBefore();
}
