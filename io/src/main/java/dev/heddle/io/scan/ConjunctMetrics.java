package dev.heddle.io.scan;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what one conjunct of a scan's filter skipped. What several conjuncts would have skipped
 * counts for the first of them. Thread-safe.
 */
public final class ConjunctMetrics {
  /** Folders of partitions that were not listed because of it. */
  public final LongAdder foldersSkipped = new LongAdder();

  /** Files that it alone left out. */
  public final LongAdder filesSkipped = new LongAdder();

  /** Row groups left out by their bounds and null counts. */
  public final LongAdder rowGroupsSkipped = new LongAdder();

  /** Further row groups left out by Bloom filters. */
  public final LongAdder rowGroupsSkippedByBloom = new LongAdder();

  /** Further row groups left out by their dictionaries. */
  public final LongAdder rowGroupsSkippedByDictionary = new LongAdder();

  /** Pages of its own columns left out in the row groups that were not left out as a whole. */
  public final LongAdder pagesSkipped = new LongAdder();

  /** Rows that need not be read because of it. */
  public final LongAdder rowsSkipped = new LongAdder();

  /** About how many bytes of the requested columns these rows take. */
  public final LongAdder bytesSkipped = new LongAdder();

  /** Rows for which it is certainly true, so that it was not evaluated. */
  public final LongAdder rowsCertain = new LongAdder();

  /** Rows for which it was not true when they were looked at. */
  public final LongAdder rowsTakenAway = new LongAdder();

  private final LongAdder[] numbers = {
    foldersSkipped,
    filesSkipped,
    rowGroupsSkipped,
    rowGroupsSkippedByBloom,
    rowGroupsSkippedByDictionary,
    pagesSkipped,
    rowsSkipped,
    bytesSkipped,
    rowsCertain,
    rowsTakenAway
  };

  private volatile boolean decidedByFolders;

  private final Map<String, LongAdder> obstacles = new ConcurrentHashMap<>();

  ConjunctMetrics() {}

  /** Returns whether rows were left out because of it, read or not. */
  public boolean hasLeftOut() {
    return foldersSkipped.sum() > 0
        || filesSkipped.sum() > 0
        || rowGroupsSkipped.sum() > 0
        || rowGroupsSkippedByBloom.sum() > 0
        || rowGroupsSkippedByDictionary.sum() > 0
        || pagesSkipped.sum() > 0
        || rowsSkipped.sum() > 0
        || rowsTakenAway.sum() > 0;
  }

  /** Returns all counts as they are now. */
  ScanCounts.Conjunct counts() {
    return new ScanCounts.Conjunct(ScanMetrics.sums(numbers), decidedByFolders, obstacles());
  }

  /** Adds what the same conjunct did elsewhere. */
  void add(ScanCounts.Conjunct other) {
    ScanMetrics.add(numbers, other.numbers());
    decidedByFolders |= other.isDecidedByFolders();
    other
        .obstacles()
        .forEach((why, count) -> obstacles.computeIfAbsent(why, _ -> new LongAdder()).add(count));
  }

  /** Records that folders and names of files decide it for all rows. */
  public void noteDecidedByFolders() {
    decidedByFolders = true;
  }

  /** Returns whether folders and names of files decide it. */
  public boolean isDecidedByFolders() {
    return decidedByFolders;
  }

  /** Notes why a part could not be decided; counts how often. */
  public void noteObstacle(String why) {
    obstacles.computeIfAbsent(why, ignored -> new LongAdder()).increment();
  }

  /** Returns why parts could not be decided, in order of text, and how often. */
  public Map<String, Long> obstacles() {
    Map<String, Long> counts = new TreeMap<>();
    obstacles.forEach((why, count) -> counts.put(why, count.sum()));
    return counts;
  }
}
