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

  /** Returns what has been skipped and read so far, over all readers of this scan. */
  ScanMetrics metrics();
}
