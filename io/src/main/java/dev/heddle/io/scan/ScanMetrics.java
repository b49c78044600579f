package dev.heddle.io.scan;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a scan read and skipped. Thread-safe. */
public final class ScanMetrics {
  /** Folders of partitions that were met, whether or not they were listed. */
  public final LongAdder folders = new LongAdder();

  /** Those of them that were left out by the values in their names, without a listing. */
  public final LongAdder foldersPruned = new LongAdder();

  /** Files of the table, without those in folders that were left out. */
  public final LongAdder files = new LongAdder();

  /** Sizes of all these files, of a file that several tasks read each has its part. */
  public final LongAdder fileBytes = new LongAdder();

  /** Files left out by statistics or partition values. */
  public final LongAdder filesPruned = new LongAdder();

  /** Row groups (or blocks) of the files that were not left out. */
  public final LongAdder rowGroups = new LongAdder();

  /** Row groups left out by statistics. */
  public final LongAdder rowGroupsPruned = new LongAdder();

  /** Bytes read from storage. */
  public final LongAdder bytesRead = new LongAdder();

  /** Time that readers have waited for storage, in nanoseconds, summed over threads. */
  public final LongAdder readWaitNanos = new LongAdder();

  /** Rows that were looked at. */
  public final LongAdder rowsRead = new LongAdder();

  /** Rows of text files that did not fit and were left out on request. */
  public final LongAdder badRows = new LongAdder();

  /** Values of JSON files that were left out, for their keys are no columns. */
  public final LongAdder unknownKeys = new LongAdder();

  /** Rows that satisfied the filter. */
  public final LongAdder rowsDelivered = new LongAdder();

  /** Pages of the filter's columns, in row groups whose page indexes were looked at. */
  public final LongAdder pages = new LongAdder();

  /** Those of them in which no row can satisfy the filter. */
  public final LongAdder pagesPruned = new LongAdder();

  /** Bytes read of page indexes, Bloom filters and dictionaries to find out what to read. */
  public final LongAdder indexBytesRead = new LongAdder();

  private final LongAdder[] numbers = {
    folders,
    foldersPruned,
    files,
    filesPruned,
    rowGroups,
    rowGroupsPruned,
    bytesRead,
    readWaitNanos,
    rowsRead,
    badRows,
    unknownKeys,
    rowsDelivered,
    pages,
    pagesPruned,
    indexBytesRead,
    fileBytes
  };

  private final Map<String, ConjunctMetrics> conjuncts = new ConcurrentHashMap<>();

  /** Returns all counts as they are now. */
  public ScanCounts counts() {
    Map<String, ScanCounts.Conjunct> byText = new TreeMap<>();
    conjuncts.forEach((text, counts) -> byText.put(text, counts.counts()));
    return new ScanCounts(sums(numbers), byText);
  }

  /** Adds what another scan of the same request has counted. */
  public void add(ScanCounts other) {
    add(numbers, other.numbers());
    other.conjuncts().forEach((text, counts) -> conjunct(text).add(counts));
  }

  /** Returns what numbers are now. */
  static long[] sums(LongAdder[] numbers) {
    long[] sums = new long[numbers.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = numbers[i].sum();
    }
    return sums;
  }

  /** Adds to each number. Most of what a short task counts is nothing. */
  static void add(LongAdder[] numbers, long[] more) {
    for (int i = 0; i < numbers.length; i++) {
      if (more[i] != 0) {
        numbers[i].add(more[i]);
      }
    }
  }

  /** Returns the rows that were left out unread, of all conjuncts. */
  public long rowsSkipped() {
    long rows = 0;
    for (ConjunctMetrics each : conjuncts.values()) {
      rows += each.rowsSkipped.sum();
    }
    return rows;
  }

  /** Returns the counts of the conjunct that {@code explain} shows as this text. */
  public ConjunctMetrics conjunct(String text) {
    return conjuncts.computeIfAbsent(text, ignored -> new ConjunctMetrics());
  }
}
