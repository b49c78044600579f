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
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Measures what a full shuffle is made of, each part alone: scattering rows by hash, compressing
 * blocks, checksums, the loopback twice (to the server and from it), a file for what the server
 * does not hold in memory, and reading blocks.
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
   * @param checksum of the blocks, written and read
   * @param loopback of the blocks, twice
   * @param file of the blocks that went to a disk, written and read
   * @param read blocks into rows
   */
  record Costs(
      double scatter, double compress, double checksum, double loopback, double file, double read) {
    double all() {
      return scatter + compress + checksum + loopback + file + read;
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
        long stored = blocks.stream().mapToLong(IpcBlockWriter.Block::bodyBytes).sum();
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
        loopback(stored * rounds);
        loopback = ShuffleTrial.cpuSeconds() - loopback;
        double file = ShuffleTrial.cpuSeconds();
        file((long) (stored * rounds * diskShare));
        file = ShuffleTrial.cpuSeconds() - file;
        double each = 1e9 / bytes / rounds;
        return new Costs(
            scatter * each,
            compress * each,
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
        RowHash.mixColumn(batch.column(0), batch.rowCount(), hashes.address(), true);
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

  private static void loopback(long bytes) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket sender = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket receiver = server.accept()) {
      Thread sending = Thread.ofPlatform().start(() -> send(sender, bytes));
      byte[] piece = new byte[PIECE_BYTES];
      InputStream in = receiver.getInputStream();
      long left = bytes;
      while (left > 0) {
        int read = in.read(piece);
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

  private static void file(long bytes) throws IOException {
    Path path = Files.createTempFile("heddle-shuffle-parts", ".bytes");
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long at = 0;
      while (at < bytes) {
        at += file.write(piece.clear());
      }
      long read = 0;
      while (read < at) {
        read += file.read(piece.clear(), read);
      }
    } finally {
      Files.deleteIfExists(path);
    }
  }

  private static void send(Socket socket, long bytes) {
    byte[] piece = new byte[PIECE_BYTES];
    try {
      OutputStream out = socket.getOutputStream();
      for (long left = bytes; left > 0; left -= piece.length) {
        out.write(piece, 0, (int) Math.min(left, piece.length));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
