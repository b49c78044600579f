package dev.heddle.io.text;

import java.io.InputStream;

/** The plain bytes of a text file, or of some of its records. Used by one thread. */
public abstract class TextStream extends InputStream {
  /** Returns how many bytes of the file have been fetched. */
  public abstract long fetchedBytes();

  /** Returns how long callers have waited for storage. */
  public abstract long waitedNanos();

  /**
   * Returns how many lines of the file come before the first byte of this stream; may read them,
   * for a message.
   */
  public abstract long linesBefore();
}
