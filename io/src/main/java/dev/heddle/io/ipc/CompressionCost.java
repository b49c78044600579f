package dev.heddle.io.ipc;

/**
 * What it takes to compress a byte and to write one, as seen lately: on a disk that takes bytes
 * faster than they are compressed, compression does not pay. Thread-safe.
 */
public final class CompressionCost {
  /** What is compressed has to be decompressed as well, which takes this share of the time. */
  private static final double BOTH_WAYS = 1.25;

  /** What part of the averages one block is. */
  private static final double WEIGHT = 1 / 16.0;

  /** A thread that had to wait for a core has not seen what its work takes. */
  private static final double MAX_NANOS_PER_BYTE = 50;

  private double compressNanosPerByte = 2; // LZ4 on one core, until it is known
  private double writeNanosPerByte = 1; // into the system's page cache

  /** Notes how long bytes took to be compressed. */
  public synchronized void noteCompression(long bytes, long nanos) {
    compressNanosPerByte = next(compressNanosPerByte, bytes, nanos);
  }

  /** Notes how long bytes took to be written. */
  public synchronized void noteWrite(long bytes, long nanos) {
    writeNanosPerByte = next(writeNanosPerByte, bytes, nanos);
  }

  private static double next(double average, long bytes, long nanos) {
    double seen = Math.min(MAX_NANOS_PER_BYTE, nanos / (double) Math.max(1, bytes));
    return average + WEIGHT * (seen - average);
  }

  /** Returns whether compression that leaves such a share of the bytes takes less than it saves. */
  public synchronized boolean pays(double share) {
    return (1 - share) * writeNanosPerByte > BOTH_WAYS * compressNanosPerByte;
  }
}
