package dev.heddle.physical.operator;

import dev.heddle.io.scan.ScanCounts;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one plan node did, summed over the threads that worked on it. Thread-safe; threads add to it
 * a few times a second and at the end of their part.
 */
public final class OperatorMetrics {
  private final LongAdder rowsIn = new LongAdder();
  private final LongAdder rowsOut = new LongAdder();
  private final LongAdder batchesOut = new LongAdder();
  private final LongAdder generatedRows = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private final LongAdder idleNanos = new LongAdder();
  private final LongAccumulator stateBytes = new LongAccumulator(Math::max, 0);

  private final LongAdder spilledBytes = new LongAdder();
  private final LongAdder spilledFiles = new LongAdder();
  private FrequentKeys keys = FrequentKeys.NONE; // guarded by this
  private volatile int place; // 0: none

  public OperatorMetrics() {}

  /** Gives the node a place in a profile. */
  void setPlace(int newPlace) {
    place = newPlace;
  }

  /** Returns the node's place in a profile; 0 if it has none. */
  int place() {
    return place;
  }

  public void addInput(long rows) {
    rowsIn.add(rows);
  }

  public void addOutput(long rows, long batches) {
    rowsOut.add(rows);
    batchesOut.add(batches);
  }

  public void addNanos(long spent) {
    nanos.add(spent);
  }

  /** Notes time in which threads of the task had nothing to do since others worked in the node. */
  public void addIdle(long waited) {
    idleNanos.add(waited);
  }

  /**
   * Returns how long threads of this process had nothing to do since others still worked in the
   * node, of all threads.
   */
  public long idleNanos() {
    return idleNanos.sum();
  }

  /** Adds which values of the node's keys are frequent in rows that it has read. */
  public synchronized void addKeys(FrequentKeys more) {
    keys = keys.plus(more);
  }

  /** Returns which values of the node's keys are frequent. */
  public synchronized FrequentKeys keys() {
    return keys;
  }

  /** Records how many bytes the node's state takes at some moment; the maximum counts. */
  public void noteStateBytes(long bytes) {
    stateBytes.accumulate(bytes);
  }

  /**
   * Notes that a number of bytes of the node's state, compressed, was written to this number of
   * spill files.
   */
  public void noteSpill(long bytes, long files) {
    spilledBytes.add(bytes);
    spilledFiles.add(files);
  }

  /** Returns the bytes of spill files that the node has written. */
  public long spilledBytes() {
    return spilledBytes.sum();
  }

  /** Returns how many spill files the node has written. */
  public long spilledFiles() {
    return spilledFiles.sum();
  }

  public void addGenerated(long rows) {
    generatedRows.add(rows);
  }

  /** Returns how many of the rows were worked on by generated code. */
  public long generatedRows() {
    return generatedRows.sum();
  }

  /** Returns the rows that came in. */
  public long rowsIn() {
    return rowsIn.sum();
  }

  /** Returns the rows that went out. */
  public long rowsOut() {
    return rowsOut.sum();
  }

  /** Returns the batches that went out. */
  public long batchesOut() {
    return batchesOut.sum();
  }

  /**
   * Returns the time spent in the node itself, without its inputs and consumers, of all threads.
   */
  public long nanos() {
    return nanos.sum();
  }

  /** Returns the most bytes that the node's state has taken, or 0 if it keeps none. */
  public long stateBytes() {
    return stateBytes.get();
  }

  /** Returns all numbers as they are now, and those of the node's scan. */
  OperatorCounts counts(Optional<ScanCounts> scan) {
    return new OperatorCounts(
        rowsIn(),
        rowsOut(),
        batchesOut(),
        generatedRows(),
        nanos(),
        stateBytes(),
        spilledBytes(),
        spilledFiles(),
        keys(),
        scan);
  }

  /** Adds what the node did in a task that ran elsewhere. */
  void add(OperatorCounts counts) {
    add(rowsIn, counts.rowsIn());
    add(rowsOut, counts.rowsOut());
    add(batchesOut, counts.batchesOut());
    add(generatedRows, counts.generatedRows());
    add(nanos, counts.nanos());
    stateBytes.accumulate(counts.stateBytes());
    add(spilledBytes, counts.spilledBytes());
    add(spilledFiles, counts.spilledFiles());
    addKeys(counts.keys());
  }

  /** Most of what a short task counts is nothing. */
  private static void add(LongAdder sum, long more) {
    if (more != 0) {
      sum.add(more);
    }
  }
}
