package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.spill.SpillFile;

/**
 * Sorted rows on the disk, with the position in the pipeline's source as last column. Immutable;
 * {@link #close} deletes them.
 */
final class SortRun implements AutoCloseable {
  private final int number;
  private final SpillFile file;
  private final long[] marks;
  private final Batch samples;
  private final long bytes;
  private final long largestBlockBytes;

  /**
   * Takes over a file.
   *
   * @param number of two runs of one thread, the one written first has the lower one
   * @param marks the bytes at which some blocks start, ascending, without the first block
   * @param samples the keys of the first row of each of these blocks, in the order's order
   * @param bytes how many bytes of rows there are
   * @param largestBlockBytes how many bytes of rows a block has at most
   */
  SortRun(
      int number, SpillFile file, long[] marks, Batch samples, long bytes, long largestBlockBytes) {
    this.number = number;
    this.file = file;
    this.marks = marks;
    this.samples = samples;
    this.bytes = bytes;
    this.largestBlockBytes = largestBlockBytes;
  }

  int number() {
    return number;
  }

  SpillFile file() {
    return file;
  }

  /** Returns how many samples there are. */
  int sampleCount() {
    return marks.length;
  }

  /** Returns the keys of sampled rows, lent. */
  Batch samples() {
    return samples;
  }

  /** Returns the byte at which the block starts whose first row is a sample. */
  long mark(int sample) {
    return marks[sample];
  }

  long bytes() {
    return bytes;
  }

  long largestBlockBytes() {
    return largestBlockBytes;
  }

  @Override
  public void close() {
    samples.close();
    file.close();
  }
}
