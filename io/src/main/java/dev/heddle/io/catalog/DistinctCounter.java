package dev.heddle.io.catalog;

import dev.heddle.io.memory.Memory;

/**
 * Estimates how many different hashes it has seen: HyperLogLog with 4096 registers, within about 2
 * %, and linear counting where that is better.
 */
final class DistinctCounter {
  private static final int INDEX_BITS = 12;
  private static final int REGISTERS = 1 << INDEX_BITS;
  private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

  private final byte[] registers = new byte[REGISTERS];

  /** Adds the hashes at an address. */
  void addAll(long hashes, int count) {
    for (int i = 0; i < count; i++) {
      long hash = Memory.getLong(hashes + 8L * i);
      int index = (int) (hash >>> (64 - INDEX_BITS));
      int rank = Long.numberOfLeadingZeros((hash << INDEX_BITS) | (REGISTERS >> 1)) + 1;
      if (rank > registers[index]) {
        registers[index] = (byte) rank;
      }
    }
  }

  double estimate() {
    double sum = 0;
    int empty = 0;
    for (byte register : registers) {
      sum += 1.0 / (1L << register);
      empty += register == 0 ? 1 : 0;
    }
    double estimate = ALPHA * REGISTERS * REGISTERS / sum;
    return estimate <= 2.5 * REGISTERS && empty > 0
        ? REGISTERS * Math.log((double) REGISTERS / empty)
        : estimate;
  }
}
