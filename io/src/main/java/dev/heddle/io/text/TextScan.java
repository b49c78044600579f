package dev.heddle.io.text;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.List;

/**
 * A request bound to text files, see {@link TextSplit#divide}.
 *
 * @param splits all of {@link TextSplit}
 * @param opener makes the reader of one of them
 */
public record TextScan(List<Split> splits, ScanMetrics metrics, Opener opener)
    implements TableScan {
  /** Makes readers. */
  @FunctionalInterface
  public interface Opener {
    /** Returns a reader of a file or a block of one, which the caller closes. */
    SplitReader open(TextSplit<?> split, MemoryAccount account);
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return opener.open((TextSplit<?>) split, account);
  }
}
