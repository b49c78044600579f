package dev.heddle.io.scan;

import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;

/**
 * A share of a scan whose splits are the same wherever it is bound: every n-th split.
 *
 * @param scan the whole
 * @param share which part of it
 */
public record SharedSplits(TableScan scan, Share share) implements TableScan {
  @Override
  public List<Split> splits() {
    List<Split> all = scan.splits();
    List<Split> own = new ArrayList<>();
    for (int i = share.part(); i < all.size(); i += share.parts()) {
      own.add(all.get(i));
    }
    return own;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return scan.open(split, account);
  }

  @Override
  public SplitReader openAfter(SplitReader finished, Split split, MemoryAccount account) {
    return scan.openAfter(finished, split, account);
  }

  @Override
  public ScanMetrics metrics() {
    return scan.metrics();
  }
}
