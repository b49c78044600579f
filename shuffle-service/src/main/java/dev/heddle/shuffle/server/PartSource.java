package dev.heddle.shuffle.server;

import java.io.IOException;

/** Parts of a partition in the order of maps and sequences. Used by one thread. */
interface PartSource extends AutoCloseable {
  /** Goes to the first or next part that is wanted; returns whether there is one. */
  boolean next() throws IOException;

  /** Returns the map of the part at hand. */
  int map();

  /** Returns the number of the part at hand. */
  int sequence();

  /** Returns where the part at hand is, until the next step. */
  long part();

  @Override
  void close();
}
