package dev.heddle.shuffle.store;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * Writes the parts of many attempts by partition, then by map, and proves that what it has written
 * is what each attempt has sealed. Takes a cursor for each pack, whatever the number of partitions.
 */
final class MergedWriter {
  private static final int OUT_BYTES = 1 << 20;

  private final FileChannel file;
  private final MergedBundle bundle;
  private final long[] packs; // addresses, by map, then by arrival
  private final int[] owners; // places of their attempts
  private final int[] nextPart;
  private final int[] nextPartition; // of that part
  private final long[] digests; // of what was written, by attempt
  private final long[] rows;
  private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);
  private long written;

  private MergedWriter(FileChannel file, MergedBundle bundle, List<List<Buffer>> content) {
    this.file = file;
    this.bundle = bundle;
    int count = content.stream().mapToInt(List::size).sum();
    packs = new long[count];
    owners = new int[count];
    nextPart = new int[count];
    nextPartition = new int[count];
    digests = new long[content.size()];
    rows = new long[content.size()];
    int at = 0;
    for (int owner = 0; owner < content.size(); owner++) {
      for (Buffer pack : content.get(owner)) {
        packs[at] = pack.address();
        owners[at] = owner;
        nextPartition[at] = PackFormat.partition(pack.address(), 0);
        at++;
      }
    }
  }

  /**
   * Writes a merged bundle from the start of a file on.
   *
   * @param content the packs of each attempt, in the order of their arrival
   */
  static void write(FileChannel file, MergedBundle bundle, List<List<Buffer>> content)
      throws IOException {
    MergedWriter writer = new MergedWriter(file, bundle, content);
    long[] directory = new long[bundle.partitions() + 1];
    for (int partition = 0; partition < bundle.partitions(); partition++) {
      directory[partition] = writer.written;
      writer.writePartition(partition);
    }
    directory[bundle.partitions()] = writer.written;
    writer.prove();
    ByteBuffer end = MergedFormat.end(bundle, directory);
    writer.flush();
    while (end.hasRemaining()) {
      file.write(end);
    }
  }

  private void writePartition(int partition) throws IOException {
    for (int pack = 0; pack < packs.length; pack++) {
      if (nextPartition[pack] == partition) {
        writeParts(pack, partition);
      }
    }
  }

  private void writeParts(int pack, int partition) throws IOException {
    long address = packs[pack];
    int count = PackFormat.count(address);
    int first = nextPart[pack];
    int end = first;
    for (; end < count && PackFormat.partition(address, end) == partition; end++) {
      long part = PackFormat.parts(address) + PackFormat.offset(address, end);
      long partRows = PartFormat.rows(part);
      rows[owners[pack]] += partRows;
      digests[owners[pack]] += RowLedger.digest(partition, partRows, PartFormat.checksum(part));
    }
    long from = PackFormat.offset(address, first);
    put(PackFormat.parts(address) + from, PackFormat.offset(address, end) - from);
    nextPart[pack] = end;
    nextPartition[pack] = end < count ? PackFormat.partition(address, end) : Integer.MAX_VALUE;
  }

  private void put(long address, long bytes) throws IOException {
    for (long done = 0; done < bytes; ) {
      if (!out.hasRemaining()) {
        flush();
      }
      int piece = (int) Math.min(out.remaining(), bytes - done);
      out.put(Memory.byteBuffer(address + done, piece));
      done += piece;
    }
    written += bytes;
  }

  private void flush() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      file.write(out);
    }
    out.clear();
  }

  /** Demands that each attempt's rows have been written, each to its partition. */
  private void prove() throws IOException {
    for (int i = 0; i < digests.length; i++) {
      MergedMap attempt = bundle.attempts().get(i);
      PartitionTotals totals = attempt.totals();
      if (digests[i] != attempt.digest() || rows[i] != totals.rows()) {
        throw new IOException(
            "the rows of "
                + attempt.id().attempt()
                + " are not those that were sealed: "
                + rows[i]
                + " of "
                + totals.rows());
      }
    }
  }
}
