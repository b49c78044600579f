package dev.heddle.io.write;

import java.util.function.IntConsumer;

/**
 * Who works on the independent steps of a write: the caller, and threads that he was lent. Used by
 * one thread at a time.
 */
public interface Workers {
  /** The caller alone. */
  Workers CALLER =
      new Workers() {
        @Override
        public int threads() {
          return 1;
        }

        @Override
        public void run(int count, IntConsumer step) {
          for (int i = 0; i < count; i++) {
            step.accept(i);
          }
        }
      };

  /** Returns how many threads work together. */
  int threads();

  /**
   * Runs {@code count} steps, in any order and several at a time, and returns when all have ended;
   * after the first error, which is thrown, no further one begins.
   */
  void run(int count, IntConsumer step);
}
