package dev.heddle.physical.aggregate;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import org.jspecify.annotations.Nullable;

/**
 * How large blocks of partitions are on the disk, so that those that all writers fill at once take
 * a small part of all memory.
 *
 * @param bytes of a block
 * @param isTight whether even the smallest blocks would take more than that part
 */
record PartitionBlocks(int bytes, boolean isTight) {
  private static final int SHARE_OF_LIMIT = 64;
  private static final int SMALLEST_BYTES = 16 << 10;

  /** Returns the size for the memory that there is, where each of some threads divides rows. */
  static PartitionBlocks of(MemoryAccount account, int threads) {
    int writers = Math.max(2, threads) * HashPartitions.COUNT;
    long share = account.ledger().limitBytes() / SHARE_OF_LIMIT / writers;
    int bytes = Math.clamp(share, SMALLEST_BYTES, SpillSpace.BLOCK_BYTES);
    return new PartitionBlocks(bytes, share < SMALLEST_BYTES);
  }

  /** Returns about what rows of all partitions take that wait to fill blocks. */
  long waitingBytes() {
    return HashPartitions.COUNT * (bytes + bytes / 2L); // rooms grow in doubles
  }

  /** Frees the room of rows that wait to fill a block where memory is too short for that. */
  void rest(@Nullable SpillWriter writer) {
    if (writer != null && isTight) {
      writer.flush();
    } else if (writer != null) {
      writer.flushIfWide();
    }
  }
}
