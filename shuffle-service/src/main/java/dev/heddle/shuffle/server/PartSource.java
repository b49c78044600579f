package dev.heddle.shuffle.server;

import dev.heddle.shuffle.store.PartFormat;
import java.io.IOException;

/** Parts of a partition in the order of maps and sequences. Used by one thread. */
interface PartSource extends AutoCloseable {
  /** Goes to the first or next part that is wanted; returns whether there is one. */
  boolean next() throws IOException;

  /** Returns the map of the part at hand. */
  default int map() {
    return PartFormat.map(part());
  }

  /** Returns the number of the part at hand. */
  default int sequence() {
    return PartFormat.sequence(part());
  }

  /** Returns where the part at hand is, until the next step. */
  long part();

  @Override
  void close();
}
