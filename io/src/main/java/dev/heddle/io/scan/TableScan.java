package dev.heddle.io.scan;

import dev.heddle.io.memory.MemoryAccount;
import java.util.List;

/**
 * A request bound to a table: the parts to read, pruned by statistics, and the way to read each.
 * Immutable and thread-safe.
 */
public interface TableScan {
  /** Returns the parts that may hold rows, in table order. */
  List<Split> splits();

  /** Opens a part of {@link #splits()} for one thread; the account pays for buffers and batches. */
  SplitReader open(Split split, MemoryAccount account);

  /**
   * Opens a part as {@link #open} does, for a thread that has read another part of this scan to its
   * end: what that reader has set up may serve again.
   *
   * @param finished the thread's reader of the other part, under the same account; closed or taken
   *     over by this call, also if it throws
   */
  default SplitReader openAfter(SplitReader finished, Split split, MemoryAccount account) {
    finished.close();
    return open(split, account);
  }

  /** Returns where a part of {@link #splits()} is, for messages: a phrase such as a file's path. */
  default String place(Split split) {
    return "part " + (splits().indexOf(split) + 1) + " of " + splits().size();
  }

  /** Returns what has been skipped and read so far, over all readers of this scan. */
  ScanMetrics metrics();
}
