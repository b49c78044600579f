package dev.heddle.jdbc.remote;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a server holds; on the wire its numbers in their order.
 *
 * @param usedBytes what its ledger counts
 * @param committedBytes what its ledger counts or has promised
 * @param heapBytes what is on its heap after a collection
 * @param threads number of its platform threads
 */
record SoakFigures(
    long sessions,
    long preparedStatements,
    long unreadResults,
    long running,
    long tables,
    long usedBytes,
    long committedBytes,
    long heapBytes,
    long threads) {
  static SoakFigures parse(String line) {
    long[] n = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    return new SoakFigures(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]);
  }

  /** Returns whether nothing is left of clients. */
  boolean isEmpty() {
    return sessions + preparedStatements + unreadResults + running + usedBytes + committedBytes
        == 0;
  }

  String line() {
    return Arrays.stream(
            new long[] {
              sessions,
              preparedStatements,
              unreadResults,
              running,
              tables,
              usedBytes,
              committedBytes,
              heapBytes,
              threads
            })
        .mapToObj(Long::toString)
        .collect(Collectors.joining(" "));
  }
}
