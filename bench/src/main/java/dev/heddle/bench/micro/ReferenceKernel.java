package dev.heddle.bench.micro;

import dev.heddle.io.memory.Memory;

/**
 * The work that every micro benchmark is measured against in its own process, so that the machine's
 * speed cancels out: a chain of multiplications over 4096 words in the first-level cache.
 */
final class ReferenceKernel {
  private ReferenceKernel() {}

  static long run(long words) {
    long sum = 1;
    for (int i = 0; i < 4096; i++) {
      sum = sum * 31 + Memory.getLong(words + 8L * i);
    }
    return sum;
  }
}
