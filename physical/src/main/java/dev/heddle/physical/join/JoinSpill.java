package dev.heddle.physical.join;

import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Which partitions of a join are in memory, and the files of the others. All rows are in memory at
 * first; if that is too much all of them go to the disk, until the right side is complete and some
 * come back. Thread-safe.
 */
final class JoinSpill implements AutoCloseable {
  private final SpilledPart[] parts; // each guarded by this
  private volatile int resident; // partitions from this number on are on the disk

  /**
   * Makes one whose partitions are all in memory.
   *
   * @param count {@link JoinSplitter#PARTS}, or 1 if rows that match need not have equal keys
   */
  JoinSpill(int count) {
    parts = new SpilledPart[count];
    resident = count;
    for (int i = 0; i < count; i++) {
      parts[i] = new SpilledPart(count > 1 ? 1 : 0);
    }
    if (count == 1) {
      parts[0].setIndivisible();
    }
  }

  /** Returns how many partitions there are. */
  int count() {
    return parts.length;
  }

  /** Returns the number of the first partition that is on the disk. */
  int resident() {
    return resident;
  }

  /** Returns whether some partition is on the disk. */
  boolean hasSpilled() {
    return resident < parts.length;
  }

  /** Sends all partitions to the disk. */
  synchronized void spillAll() {
    if (resident == parts.length) {
      resident = 0;
    }
  }

  /** Notes that the first partitions are in memory again. */
  synchronized void setResident(int count) {
    resident = count;
  }

  /** Takes over a partition's file of a side. */
  synchronized void add(JoinSide side, int part, SpillFile file) {
    parts[part].files(side).add(file);
  }

  /** Returns the partitions that are on the disk. */
  List<SpilledPart> parts() {
    return new ArrayList<>(List.of(parts).subList(resident, parts.length));
  }

  @Override
  public synchronized void close() {
    Closeables.all(parts);
  }
}
