package dev.heddle.bench.shuffle;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.Scatter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What a full shuffle is made of, each part alone: scatter, compress, send over the loopback twice,
 * write to a file and read from it, decompress. No checksums, no protocol, no waiting: what nobody
 * can be faster than who does these things.
 *
 * @param scatter processor seconds for a gigabyte of rows, as in all others
 * @param compress of LZ4 and the block's format
 * @param send of two hops of the compressed bytes
 * @param file of writing and reading the compressed bytes
 * @param decompress back to batches
 */
public record ShuffleCeiling(
    double scatter, double compress, double send, double file, double decompress) {
  private static final int CHUNK_BYTES = 1 << 20;

  /** Returns megabytes of rows a second of one core. */
  public double megabytesPerCore() {
    return 1000 / (scatter + compress + send + file + decompress);
  }

  /**
   * Measures the parts.
   *
   * @param rounds how often the rows go through each of them
   * @param ratio of the bytes of rows to those of blocks
   */
  static ShuffleCeiling measure(
      List<Batch> batches,
      List<DataType> types,
      int partitions,
      int rounds,
      double ratio,
      MemoryAccount account)
      throws IOException {
    double gigabytes =
        (double) rounds
            * batches.size()
            * batches.getFirst().rowCount()
            * ShuffleTrial.ROW_BYTES
            / 1e9;
    long stored = (long) (gigabytes * 1e9 / ratio);
    double start = ShuffleTrial.cpuSeconds();
    scatter(batches, types, partitions, rounds, account);
    double scattered = ShuffleTrial.cpuSeconds();
    compress(batches, rounds, account);
    double compressed = ShuffleTrial.cpuSeconds();
    send(2 * stored, account);
    double sent = ShuffleTrial.cpuSeconds();
    file(stored, account);
    double filed = ShuffleTrial.cpuSeconds();
    decompress(batches, types, rounds, account);
    double done = ShuffleTrial.cpuSeconds();
    return new ShuffleCeiling(
        (scattered - start) / gigabytes,
        (compressed - scattered) / gigabytes,
        (sent - compressed) / gigabytes,
        (filed - sent) / gigabytes,
        (done - filed) / gigabytes);
  }

  private static void scatter(
      List<Batch> batches,
      List<DataType> types,
      int partitions,
      int rounds,
      MemoryAccount account) {
    int rows = batches.getFirst().rowCount();
    Buffer hashes = account.allocate(8L * rows);
    Buffer targets = account.allocate(4L * rows);
    try (Scatter scatter =
        new Scatter(
            new ExchangeShape(types, 1, partitions),
            256 << 10,
            Integer.MAX_VALUE,
            account,
            account,
            (partition, batch, bytes) -> batch.close())) {
      for (int round = 0; round < rounds; round++) {
        for (Batch batch : batches) {
          ShuffleTrial.chooseTargets(batch, partitions, hashes, targets);
          scatter.write(batch, targets.address());
        }
      }
    } finally {
      hashes.release();
      targets.release();
    }
  }

  private static void compress(List<Batch> batches, int rounds, MemoryAccount account) {
    IpcBlockWriter writer = new IpcBlockWriter(account);
    for (int round = 0; round < rounds; round++) {
      for (Batch batch : batches) {
        writer.write(batch).close();
      }
    }
  }

  private static void decompress(
      List<Batch> batches, List<DataType> types, int rounds, MemoryAccount account) {
    IpcBlockWriter writer = new IpcBlockWriter(account);
    try (IpcBlockWriter.Block block = writer.write(batches.getFirst());
        IpcBlockReader reader = new IpcBlockReader(types, account)) {
      for (int i = 0; i < rounds * batches.size(); i++) {
        reader.open(block.metadata().duplicate(), block.body().address(), block.bodyBytes());
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          batch.close();
        }
      }
    }
  }

  private static void send(long bytes, MemoryAccount account) throws IOException {
    Buffer out = account.allocateZeroed(CHUNK_BYTES);
    Buffer in = account.allocate(CHUNK_BYTES);
    try (ServerSocketChannel server =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel sender = SocketChannel.open(server.getLocalAddress());
        SocketChannel receiver = server.accept()) {
      Thread sending = Thread.ofPlatform().start(() -> sendAll(sender, out, bytes));
      ByteBuffer into = Memory.byteBuffer(in.address(), CHUNK_BYTES);
      long left = bytes;
      while (left > 0) {
        int read = receiver.read(into.clear());
        if (read < 0) {
          throw new IOException("the sender has given up");
        }
        left -= read;
      }
      sending.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      out.release();
      in.release();
    }
  }

  private static void sendAll(SocketChannel sender, Buffer from, long bytes) {
    try {
      long left = bytes;
      while (left > 0) {
        int chunk = (int) Math.min(CHUNK_BYTES, left);
        left -= sender.write(Memory.byteBuffer(from.address(), chunk));
      }
    } catch (IOException e) {
      throw new IllegalStateException("Cannot send to this process", e);
    }
  }

  private static void file(long bytes, MemoryAccount account) throws IOException {
    Path path = Files.createTempFile("heddle-shuffle-ceiling", ".bytes");
    Buffer chunk = account.allocateZeroed(CHUNK_BYTES);
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long at = 0;
      while (at < bytes) {
        at += file.write(Memory.byteBuffer(chunk.address(), CHUNK_BYTES));
      }
      long read = 0;
      while (read < at) {
        read += file.read(Memory.byteBuffer(chunk.address(), CHUNK_BYTES), read);
      }
    } finally {
      chunk.release();
      Files.deleteIfExists(path);
    }
  }
}
