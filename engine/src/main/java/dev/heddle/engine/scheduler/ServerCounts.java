package dev.heddle.engine.scheduler;

import java.util.Arrays;

/** How many winners of a stage each shuffle server stores, by the server's number. */
final class ServerCounts {
  private int[] counts = new int[0];

  void add(int server, int delta) {
    if (server >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(server + 1, 2 * counts.length));
    }
    counts[server] += delta;
  }

  boolean has(int server) {
    return server < counts.length && counts[server] > 0;
  }

  /** Returns a number that is larger than those of all servers that were counted. */
  int end() {
    return counts.length;
  }

  /** Forgets a server's winners; returns how many there were. */
  int clear(int server) {
    int count = counts[server];
    counts[server] = 0;
    return count;
  }
}
