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
import java.util.zip.CRC32C;

/** What is behind the parts of a merged bundle, as the package specifies. */
final class MergedFormat {
  private static final int MAGIC = 'H' | 'X' << 8 | 'M' << 16 | '1' << 24;
  private static final int FIXED_BYTES = 28;
  private static final int MAP_BYTES = 48; // and the sizes
  private static final int TRAILER_BYTES = 24;

  private MergedFormat() {}

  /**
   * Returns what follows the parts.
   *
   * @param directory where each partition starts, and where the last one ends
   */
  static ByteBuffer end(MergedBundle bundle, long[] directory) {
    int bytes = directory.length * Long.BYTES + FIXED_BYTES + Integer.BYTES;
    for (MergedMap map : bundle.attempts()) {
      bytes += MAP_BYTES + map.sizes().codes().length;
    }
    ByteBuffer out = ByteBuffer.allocate(bytes + TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long offset : directory) {
      out.putLong(offset);
    }
    ExchangeId exchange = bundle.id().exchange();
    out.putLong(exchange.job()).putInt(exchange.exchange()).putInt(bundle.id().number());
    out.putInt(bundle.maps()).putInt(bundle.partitions()).putInt(bundle.attempts().size());
    for (MergedMap map : bundle.attempts()) {
      out.putInt(map.id().attempt().map()).putInt(map.id().attempt().attempt());
      out.putInt(map.id().epoch()).putInt(map.sizes().codes().length);
      out.putLong(map.totals().rows()).putLong(map.totals().checksum());
      out.putLong(map.digest()).putLong(map.bytes()).put(map.sizes().codes());
    }
    out.putInt(directory.length * Long.BYTES);
    CRC32C sum = new CRC32C();
    sum.update(out.duplicate().flip());
    out.putLong(directory[directory.length - 1]).putInt(bytes).putInt((int) sum.getValue());
    return out.putInt(0).putInt(MAGIC).flip();
  }

  /** Returns where the directory of a file starts. */
  static long directoryStart(FileChannel file) throws IOException {
    return trailer(file).getLong(0);
  }

  private static ByteBuffer trailer(FileChannel file) throws IOException {
    long length = file.size();
    if (length < TRAILER_BYTES) {
      throw new IOException("it has only " + length + " bytes");
    }
    ByteBuffer trailer = read(file, length - TRAILER_BYTES, TRAILER_BYTES);
    if (trailer.getInt(20) != MAGIC
        || trailer.getInt(8) < FIXED_BYTES
        || trailer.getLong(0) + trailer.getInt(8) != length - TRAILER_BYTES) {
      throw new IOException("its end is not what was written");
    }
    return trailer;
  }

  /** Reads what a file is of. */
  static MergedBundle read(FileChannel file) throws IOException {
    ByteBuffer trailer = trailer(file);
    ByteBuffer in = read(file, trailer.getLong(0), trailer.getInt(8));
    CRC32C sum = new CRC32C();
    sum.update(in.duplicate());
    if ((int) sum.getValue() != trailer.getInt(12)) {
      throw new IOException("the checksum of its index is wrong");
    }
    return decode(in.position(in.getInt(trailer.getInt(8) - Integer.BYTES)));
  }

  private static MergedBundle decode(ByteBuffer in) {
    ExchangeId exchange = new ExchangeId(in.getLong(), in.getInt());
    MergedId id = new MergedId(exchange, in.getInt());
    int maps = in.getInt();
    int partitions = in.getInt();
    int count = in.getInt();
    List<MergedMap> attempts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      MapAttempt attempt = new MapAttempt(exchange, in.getInt(), in.getInt());
      BundleId bundle = new BundleId(attempt, in.getInt());
      byte[] codes = new byte[in.getInt()];
      PartitionTotals totals = new PartitionTotals(in.getLong(), in.getLong());
      long digest = in.getLong();
      long bytes = in.getLong();
      in.get(codes);
      attempts.add(
          new MergedMap(bundle, totals, digest, bytes, new PartitionSizes(partitions, codes)));
    }
    return new MergedBundle(id, maps, partitions, attempts);
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
}
