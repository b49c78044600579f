package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** The index at the end of a sealed bundle, as the package specifies. */
final class IndexFormat {
  private static final int MAGIC = 'H' | 'X' << 8 | 'I' << 16 | '1' << 24;
  private static final int FIXED_BYTES = 48;
  private static final int TOTALS_BYTES = 16;
  private static final int BLOCK_BYTES = 20;
  private static final int TRAILER_BYTES = 16;

  private IndexFormat() {}

  static ByteBuffer encode(BundleIndex index) {
    int partitions = index.totals().size();
    int blocks = index.blockRows().length;
    int bytes = FIXED_BYTES + partitions * TOTALS_BYTES + blocks * BLOCK_BYTES;
    ByteBuffer out = ByteBuffer.allocate(bytes + TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    MapAttempt attempt = index.id().attempt();
    out.putLong(attempt.exchange().job()).putInt(attempt.exchange().exchange());
    out.putInt(index.id().epoch()).putInt(attempt.map()).putInt(attempt.attempt());
    out.putInt(index.maps()).putInt(partitions).putLong(index.digest());
    out.putInt(blocks).putInt(0);
    for (PartitionTotals totals : index.totals()) {
      out.putLong(totals.rows()).putLong(totals.checksum());
    }
    for (int i = 0; i < blocks; i++) {
      out.putInt(index.blockPartitions()[i]).putInt(index.blockRows()[i]);
      out.putInt(index.blockBytes()[i]).putLong(index.blockOffsets()[i]);
    }
    CRC32C sum = new CRC32C();
    sum.update(out.duplicate().flip());
    return out.putInt(bytes).putInt((int) sum.getValue()).putInt(0).putInt(MAGIC).flip();
  }

  /** Reads the index of a file. */
  static BundleIndex read(FileChannel file) throws IOException {
    long length = file.size();
    if (length < TRAILER_BYTES + FIXED_BYTES) {
      throw new IOException("it has only " + length + " bytes");
    }
    ByteBuffer trailer = read(file, length - TRAILER_BYTES, TRAILER_BYTES);
    int bytes = trailer.getInt(0);
    if (trailer.getInt(12) != MAGIC || bytes < FIXED_BYTES || bytes > length - TRAILER_BYTES) {
      throw new IOException("its end is not what was written");
    }
    ByteBuffer in = read(file, length - TRAILER_BYTES - bytes, bytes);
    CRC32C sum = new CRC32C();
    sum.update(in.duplicate());
    if ((int) sum.getValue() != trailer.getInt(4)) {
      throw new IOException("the checksum of its index is wrong");
    }
    return decode(in);
  }

  private static ByteBuffer read(FileChannel file, long position, int bytes) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (target.hasRemaining()) {
      if (file.read(target, position + target.position()) < 0) {
        throw new EOFException("it ends too early");
      }
    }
    return target.flip();
  }

  private static BundleIndex decode(ByteBuffer in) {
    ExchangeId exchange = new ExchangeId(in.getLong(), in.getInt());
    int epoch = in.getInt();
    MapAttempt attempt = new MapAttempt(exchange, in.getInt(), in.getInt());
    int maps = in.getInt();
    int partitions = in.getInt();
    long digest = in.getLong();
    int blocks = in.getInt();
    in.getInt();
    List<PartitionTotals> totals = new ArrayList<>(partitions);
    for (int i = 0; i < partitions; i++) {
      totals.add(new PartitionTotals(in.getLong(), in.getLong()));
    }
    int[] blockPartitions = new int[blocks];
    int[] blockRows = new int[blocks];
    int[] blockBytes = new int[blocks];
    long[] blockOffsets = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      blockPartitions[i] = in.getInt();
      blockRows[i] = in.getInt();
      blockBytes[i] = in.getInt();
      blockOffsets[i] = in.getLong();
    }
    return new BundleIndex(
        new BundleId(attempt, epoch),
        maps,
        digest,
        totals,
        blockPartitions,
        blockRows,
        blockBytes,
        blockOffsets);
  }
}
