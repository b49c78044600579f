package dev.heddle.bench.shuffle;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.RowLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Measures what a full shuffle is made of, each part alone: scattering rows by hash, compressing
 * blocks, summing up rows for the ledger, checksums, the loopback twice (to the server and from
 * it), a file for what the server does not hold in memory, and reading blocks. Blocks are sent and
 * written in place: bytes that never leave a processor's cache would cost less.
 */
final class ShuffleParts {
  private static final int PIECE_BYTES = 256 << 10;
  private static final int WARM_ROUNDS = 3;

  private ShuffleParts() {}

  /**
   * Processor time for each byte of rows, in nanoseconds.
   *
   * @param scatter hashing and gathering
   * @param compress making blocks
   * @param ledger counting and summing up rows, written and read
   * @param checksum of the blocks, written and read
   * @param loopback of the blocks, twice
   * @param file of the blocks that went to a disk, written and read
   * @param read blocks into rows
   */
  record Costs(
      double scatter,
      double compress,
      double ledger,
      double checksum,
      double loopback,
      double file,
      double read) {
    double all() {
      return scatter + compress + ledger + checksum + loopback + file + read;
    }
  }

  /**
   * Measures the parts.
   *
   * @param partitions among how many rows are scattered
   * @param rounds how often each part goes over the rows, once it is warm
   * @param diskShare how much of the blocks goes to a disk
   */
  static Costs measure(MemoryAccount account, int partitions, int rounds, double diskShare)
      throws IOException {
    List<Batch> batches = ShuffleTrial.batches(account);
    List<Batch> wide = new ArrayList<>();
    try {
      List<DataType> types =
          List.of(DataType.INT64, DataType.INT64, DataType.INT64, DataType.STRING);
      long rows = batches.stream().mapToLong(Batch::rowCount).sum();
      double bytes = (double) rows * ShuffleTrial.ROW_BYTES;
      double scatter = 0;
      for (int round = -WARM_ROUNDS; round < rounds; round++) {
        wide.forEach(Batch::close);
        wide.clear();
        scatter = round <= 0 ? ShuffleTrial.cpuSeconds() : scatter;
        scatter(batches, types, partitions, account, wide);
      }
      scatter = ShuffleTrial.cpuSeconds() - scatter;
      List<IpcBlockWriter.Block> blocks = new ArrayList<>();
      try {
        double compress = 0;
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
          blocks.forEach(IpcBlockWriter.Block::close);
          blocks.clear();
          compress = round <= 0 ? ShuffleTrial.cpuSeconds() : compress;
          IpcBlockWriter writer = IpcBlockWriter.packingAndCompressing(account);
          wide.forEach(batch -> blocks.add(writer.write(batch)));
        }
        compress = ShuffleTrial.cpuSeconds() - compress;
        double ledger = 0;
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
          ledger = round <= 0 ? ShuffleTrial.cpuSeconds() : ledger;
          ledger(wide, account);
        }
        ledger = ShuffleTrial.cpuSeconds() - ledger;
        double read = 0;
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
          read = round <= 0 ? ShuffleTrial.cpuSeconds() : read;
          read(blocks, types, account);
        }
        read = ShuffleTrial.cpuSeconds() - read;
        double checksum = ShuffleTrial.cpuSeconds();
        for (int round = 0; round < rounds; round++) {
          checksum(blocks);
        }
        checksum = ShuffleTrial.cpuSeconds() - checksum;
        double loopback = ShuffleTrial.cpuSeconds();
        loopback(blocks, rounds);
        loopback = ShuffleTrial.cpuSeconds() - loopback;
        double file = ShuffleTrial.cpuSeconds();
        file(blocks, (long) (bytes(blocks) * rounds * diskShare));
        file = ShuffleTrial.cpuSeconds() - file;
        double each = 1e9 / bytes / rounds;
        return new Costs(
            scatter * each,
            compress * each,
            2 * ledger * each,
            2 * checksum * each,
            2 * loopback * each,
            file * each,
            read * each);
      } finally {
        blocks.forEach(IpcBlockWriter.Block::close);
      }
    } finally {
      wide.forEach(Batch::close);
      batches.forEach(Batch::close);
    }
  }

  private static void scatter(
      List<Batch> batches,
      List<DataType> types,
      int partitions,
      MemoryAccount account,
      List<Batch> made) {
    List<BatchAppender> targets = new ArrayList<>();
    Buffer hashes = account.allocate(8L * Batch.MAX_ROWS);
    Buffer positions = account.allocate(4L * Batch.MAX_ROWS * partitions);
    int[] counts = new int[partitions];
    try {
      for (int i = 0; i < partitions; i++) {
        targets.add(new BatchAppender(types, account));
      }
      for (Batch batch : batches) {
        RowHash.hashColumn(batch.column(0), batch.rowCount(), hashes.address());
        Arrays.fill(counts, 0);
        for (int row = 0; row < batch.rowCount(); row++) {
          long hash = Memory.getLong(hashes.address() + 8L * row);
          int target = (int) Math.unsignedMultiplyHigh(hash, partitions);
          long at = (long) target * Batch.MAX_ROWS + counts[target]++;
          Memory.putInt(positions.address() + 4 * at, row);
        }
        for (int i = 0; i < partitions; i++) {
          long from = positions.address() + 4L * i * Batch.MAX_ROWS;
          targets.get(i).append(batch, from, counts[i]);
        }
      }
      for (BatchAppender target : targets) {
        if (target.rows() > 0) {
          made.add(target.build());
        }
      }
    } finally {
      targets.forEach(BatchAppender::close);
      hashes.release();
      positions.release();
    }
  }

  private static void read(
      List<IpcBlockWriter.Block> blocks, List<DataType> types, MemoryAccount account) {
    try (IpcBlockReader reader = new IpcBlockReader(types, account)) {
      for (IpcBlockWriter.Block block : blocks) {
        reader.open(block.metadata().duplicate(), block.body().address(), block.bodyBytes());
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          batch.close();
        }
      }
    }
  }

  private static void checksum(List<IpcBlockWriter.Block> blocks) {
    CRC32C sum = new CRC32C();
    for (IpcBlockWriter.Block block : blocks) {
      sum.update(Memory.byteBuffer(block.body().address(), block.bodyBytes()));
    }
    if (sum.getValue() == 0) {
      throw new IllegalStateException("Nothing has been summed");
    }
  }

  private static void ledger(List<Batch> batches, MemoryAccount account) {
    long rows = 0;
    for (Batch batch : batches) {
      rows += RowLedger.totals(batch, account).rows();
    }
    if (rows == 0) {
      throw new IllegalStateException("Nothing has been counted");
    }
  }

  /** Sends the blocks in place to one buffer: nothing has to be stored. */
  private static void loopback(List<IpcBlockWriter.Block> blocks, int rounds) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(any);
        SocketChannel sender = SocketChannel.open(server.getLocalAddress());
        SocketChannel receiver = server.accept()) {
      Thread sending = Thread.ofPlatform().start(() -> send(sender, blocks, rounds));
      ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
      for (long left = rounds * bytes(blocks); left > 0; ) {
        int read = receiver.read(piece.clear());
        if (read < 0) {
          throw new IOException("The loopback ended " + left + " bytes too early");
        }
        left -= read;
      }
      sending.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void send(SocketChannel to, List<IpcBlockWriter.Block> blocks, int rounds) {
    try {
      for (int round = 0; round < rounds; round++) {
        for (IpcBlockWriter.Block block : blocks) {
          writeFully(to, block);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeFully(WritableByteChannel to, IpcBlockWriter.Block block)
      throws IOException {
    ByteBuffer bytes = Memory.byteBuffer(block.body().address(), block.bodyBytes());
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  private static long bytes(List<IpcBlockWriter.Block> blocks) {
    return blocks.stream().mapToLong(IpcBlockWriter.Block::bodyBytes).sum();
  }

  /** Writes blocks to a file, one after the other, and reads as much into one buffer. */
  private static void file(List<IpcBlockWriter.Block> blocks, long bytes) throws IOException {
    Path path = Files.createTempFile("heddle-shuffle-parts", ".bytes");
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (int i = 0; file.position() < bytes; i++) {
        writeFully(file, blocks.get(i % blocks.size()));
      }
      long end = file.position();
      for (long read = 0; read < end; ) {
        read += file.read(piece.clear(), read);
      }
    } finally {
      Files.deleteIfExists(path);
    }
  }
}
