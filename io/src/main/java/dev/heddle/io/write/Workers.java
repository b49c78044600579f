package dev.heddle.io.write;

import java.util.function.IntConsumer;

/**
 * The threads that work on independent steps: the caller's, and others lent to it. Used by one
 * thread at a time.
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
        public Steps begin(int count, IntConsumer step) {
          return () -> {
            for (int i = 0; i < count; i++) {
              step.accept(i);
            }
          };
        }
      };

  /** Returns how many threads work together. */
  int threads();

  /**
   * Runs {@code count} steps, in any order and several at a time, and returns when all have ended;
   * after the first error, which is thrown, no further one begins.
   */
  default void parallel(int count, IntConsumer step) {
    begin(count, step).finish();
  }

  /**
   * Begins {@code count} steps on the other threads, while the caller goes on. They have to be
   * finished, whatever happens; any thread may do so.
   */
  Steps begin(int count, IntConsumer step);

  /** Steps that have been begun. */
  interface Steps {
    /**
     * Runs those that nobody has begun and returns when all have ended; the first error is thrown.
     */
    void finish();
  }
}
