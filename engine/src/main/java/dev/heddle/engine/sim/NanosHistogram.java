package dev.heddle.engine.sim;

/** Counts times, to within 3 %. */
final class NanosHistogram {
  private static final int STEPS = 32;

  private final long[] counts = new long[64 * STEPS];
  private long count;
  private long sum;
  private long longest;

  void add(long nanos) {
    counts[bucket(nanos)]++;
    count++;
    sum += nanos;
    longest = Math.max(longest, nanos);
  }

  private static int bucket(long nanos) {
    if (nanos < STEPS) {
      return (int) Math.max(0, nanos);
    }
    int shift = 58 - Long.numberOfLeadingZeros(nanos); // leaves 6 bits
    return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
  }

  long count() {
    return count;
  }

  long sum() {
    return sum;
  }

  long longest() {
    return longest;
  }

  /** Returns the time that a share of all does not pass. */
  long quantile(double share) {
    long left = (long) Math.ceil(share * count);
    for (int i = 0; i < counts.length; i++) {
      left -= counts[i];
      if (left <= 0) {
        int shift = Math.max(0, i / STEPS - 1);
        return shift == 0 && i < STEPS ? i : (long) (i - shift * STEPS + 1) << shift;
      }
    }
    return longest;
  }
}
