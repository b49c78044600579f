package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The index at the end of a sealed bundle, as the package specifies. */
final class IndexFormat {
  private static final int MAGIC = 'H' | 'X' << 8 | 'I' << 16 | '2' << 24;
  private static final int FIXED_BYTES = 64;
  private static final int TOTALS_BYTES = 16;
  private static final int BLOCK_BYTES = 24;
  private static final int TRAILER_BYTES = 16;
  private static final byte[] NO_CODES = {};

  private IndexFormat() {}

  static ByteBuffer encode(BundleIndex index) {
    int totals = index.totals().size();
    int blocks = index.blockRows().length;
    byte[] codes = index.sizes().map(PartitionSizes::codes).orElse(NO_CODES);
    int bytes = FIXED_BYTES + totals * TOTALS_BYTES + codes.length + blocks * BLOCK_BYTES;
    ByteBuffer out = ByteBuffer.allocate(bytes + TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    MapAttempt attempt = index.id().attempt();
    out.putLong(attempt.exchange().job()).putInt(attempt.exchange().exchange());
    out.putInt(index.id().epoch()).putInt(attempt.map()).putInt(attempt.attempt());
    out.putInt(index.maps()).putInt(index.partitions()).putLong(index.digest());
    out.putInt(blocks).putInt(totals).putInt(codes.length).putInt(0).putLong(index.bytes());
    for (PartitionTotals each : index.totals()) {
      out.putLong(each.rows()).putLong(each.checksum());
    }
    out.put(codes);
    for (int i = 0; i < blocks; i++) {
      out.putInt(index.blockPartitions()[i]).putInt(index.blockLasts()[i]);
      out.putInt(index.blockRows()[i]);
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
    int totalsCount = in.getInt();
    byte[] codes = new byte[in.getInt()];
    in.getInt();
    long bytes = in.getLong();
    List<PartitionTotals> totals = new ArrayList<>(totalsCount);
    for (int i = 0; i < totalsCount; i++) {
      totals.add(new PartitionTotals(in.getLong(), in.getLong()));
    }
    in.get(codes);
    int[] blockPartitions = new int[blocks];
    int[] blockLasts = new int[blocks];
    int[] blockRows = new int[blocks];
    int[] blockBytes = new int[blocks];
    long[] blockOffsets = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      blockPartitions[i] = in.getInt();
      blockLasts[i] = in.getInt();
      blockRows[i] = in.getInt();
      blockBytes[i] = in.getInt();
      blockOffsets[i] = in.getLong();
    }
    return new BundleIndex(
        new BundleId(attempt, epoch),
        maps,
        partitions,
        digest,
        totals,
        bytes,
        codes.length == 0 ? Optional.empty() : Optional.of(new PartitionSizes(partitions, codes)),
        blockPartitions,
        blockLasts,
        blockRows,
        blockBytes,
        blockOffsets);
  }
}
