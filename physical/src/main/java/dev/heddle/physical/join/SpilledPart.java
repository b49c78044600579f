package dev.heddle.physical.join;

import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of both sides of a join whose keys have the same hash bits, on the disk: they are joined
 * apart from all others. Not thread-safe; closing it deletes the files.
 */
final class SpilledPart implements AutoCloseable {
  private final int level;
  private final List<SpillFile> left = new ArrayList<>();
  private final List<SpillFile> right = new ArrayList<>();
  private boolean isDivisible = true;

  /**
   * Makes one without rows.
   *
   * @param level how often the rows have been divided
   */
  SpilledPart(int level) {
    this.level = level;
  }

  int level() {
    return level;
  }

  /** Returns whether dividing it again may help. */
  boolean isDivisible() {
    return isDivisible;
  }

  /** Notes that its rows stay together however they are divided. */
  void setIndivisible() {
    isDivisible = false;
  }

  /** Returns the files of a side. */
  List<SpillFile> files(JoinSide side) {
    return side == JoinSide.LEFT ? left : right;
  }

  /** Returns the rows of a side. */
  long rows(JoinSide side) {
    long rows = 0;
    for (SpillFile file : files(side)) {
      rows += file.rows();
    }
    return rows;
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(left);
    all.addAll(right);
    left.clear();
    right.clear();
    Closeables.all(all);
  }
}
