package dev.heddle.io.dataset;

/** Mixes values into one number that is the same in every process. Not thread-safe. */
final class Fingerprint {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private long value = PRIME;

  Fingerprint add(long number) {
    long mixed = (value ^ number) * PRIME;
    mixed = (mixed ^ mixed >>> 32) * PRIME;
    value = mixed ^ mixed >>> 29;
    return this;
  }

  Fingerprint add(String text) {
    long sum = text.length();
    for (int i = 0; i < text.length(); i++) {
      sum = sum * 31 + text.charAt(i);
    }
    return add(sum);
  }

  long value() {
    return value;
  }
}
