package dev.heddle.jdbc.feed;

/** A text that is run again and again, and what its database keeps of it. Thread-safe. */
public interface FeedStatement extends AutoCloseable {
  /** Returns a new execution, which is to be given the text. */
  FeedCall call();

  /** Frees what the database keeps; calling it again does nothing. */
  @Override
  void close();
}
