package dev.heddle.physical.join;

import dev.heddle.io.scan.RuntimeFilter;

/**
 * The values of a key on the build side of a join, as a scan on the other side receives them. A
 * null is never wanted. Immutable and thread-safe until it is closed.
 */
sealed interface RuntimeFilterKeys extends RuntimeFilter.Keys, AutoCloseable
    permits RuntimeFilterIntegers, RuntimeFilterTexts {
  /** Up to this number values are looked for one by one, in dictionaries and Bloom filters too. */
  int MAX_VALUES = 64;

  /** Among this number of rows it is worth looking for a few different values. */
  int MAX_ROWS_FOR_VALUES = 4096;

  @Override
  void close();
}
