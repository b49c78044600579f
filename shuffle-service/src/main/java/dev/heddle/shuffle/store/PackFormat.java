package dev.heddle.shuffle.store;

import dev.heddle.io.memory.Memory;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Headers and indexes of packs, specified by the package. */
public final class PackFormat {
  /** What a part takes of the index. */
  public static final int ENTRY_BYTES = 8;

  private static final int HEADER_BYTES = BlockFormat.HEADER_BYTES;

  private PackFormat() {}

  /**
   * Sums of the parts of a pack.
   *
   * @param first the first partition
   * @param last the last one
   * @param totals of all parts
   * @param digest what they add to the attempt's digest
   */
  public record Summary(int first, int last, PartitionTotals totals, long digest) {}

  /**
   * Returns header and index of a pack, whose parts follow.
   *
   * @param parts where the parts are, behind each other, ascending by partition
   */
  public static ByteBuffer head(BundleId bundle, long parts, int bytes, int count) {
    ByteBuffer head =
        ByteBuffer.allocate(HEADER_BYTES + count * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int rows = 0;
    int first = 0;
    int last = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
      long part = parts + at;
      last = PartFormat.partition(part);
      first = i == 0 ? last : first;
      rows += PartFormat.rows(part);
      head.putInt(HEADER_BYTES + i * ENTRY_BYTES, last);
      head.putInt(HEADER_BYTES + i * ENTRY_BYTES + 4, at);
      at += PartFormat.bytes(part);
    }
    BlockFormat.putPack(head, bundle, first, last, rows, bytes);
    return head;
  }

  /** Returns how many parts a pack has. */
  public static int count(long pack) {
    return BlockFormat.metadataBytes(pack) / ENTRY_BYTES;
  }

  /** Returns where the parts start. */
  public static long parts(long pack) {
    return BlockFormat.body(pack);
  }

  /** Returns the partition of a part. */
  public static int partition(long pack, int part) {
    return Memory.getInt(pack + HEADER_BYTES + (long) part * ENTRY_BYTES);
  }

  /** Returns where a part starts; the number behind the last one gives the end. */
  public static int offset(long pack, int part) {
    return part == count(pack)
        ? BlockFormat.bodyBytes(pack)
        : Memory.getInt(pack + HEADER_BYTES + (long) part * ENTRY_BYTES + 4);
  }

  /** Returns the first part of a partition or a higher one. */
  public static int first(long pack, int partition) {
    int low = 0;
    int high = count(pack);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (partition(pack, middle) < partition) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Sums up a pack whose length has been found to be that of its header.
   *
   * @throws IllegalArgumentException if its index or a part's header is not what a writer makes
   */
  public static Summary summary(long pack) {
    int count = count(pack);
    long bodyBytes = BlockFormat.bodyBytes(pack);
    long rows = 0;
    long checksum = 0;
    long digest = 0;
    long at = 0;
    int last = 0;
    int map = BlockFormat.map(pack);
    int attempt = BlockFormat.attempt(pack);
    for (int i = 0; i < count; i++) {
      long part = parts(pack) + at;
      boolean isWhole =
          bodyBytes - at >= PartFormat.HEADER_BYTES
              && PartFormat.fits(part, bodyBytes - at)
              && offset(pack, i) == at
              && PartFormat.partition(part) == partition(pack, i)
              && PartFormat.map(part) == map
              && PartFormat.attempt(part) == attempt
              && PartFormat.rows(part) >= 0
              && partition(pack, i) >= last;
      if (!isWhole) {
        throw new IllegalArgumentException("part " + i + " of a pack is not where its index says");
      }
      last = partition(pack, i);
      rows += PartFormat.rows(part);
      checksum += PartFormat.checksum(part);
      digest += RowLedger.digest(last, PartFormat.rows(part), PartFormat.checksum(part));
      at += PartFormat.bytes(part);
    }
    if (count == 0 || at != bodyBytes) {
      throw new IllegalArgumentException("the parts of a pack do not fill it");
    }
    return new Summary(partition(pack, 0), last, new PartitionTotals(rows, checksum), digest);
  }

  /** Returns whether the index of a pack, which is whole, is what was written. */
  public static boolean isIntact(long pack) {
    return BlockFormat.isIntactHead(pack);
  }
}
