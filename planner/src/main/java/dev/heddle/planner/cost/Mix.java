package dev.heddle.planner.cost;

/** Mixes values into numbers that are the same in every process. Stateless. */
final class Mix {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private Mix() {}

  static long of(long one, long other) {
    long mixed = (one ^ Long.rotateLeft(other, 32)) * PRIME + other;
    mixed = (mixed ^ mixed >>> 32) * PRIME;
    return mixed ^ mixed >>> 29;
  }

  static long of(String text) {
    long sum = text.length();
    for (int i = 0; i < text.length(); i++) {
      sum = sum * 31 + text.charAt(i);
    }
    return of(sum, 0);
  }

  static long of(String text, long other) {
    return of(of(text), other);
  }
}
