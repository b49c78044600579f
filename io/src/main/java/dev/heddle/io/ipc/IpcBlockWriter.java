package dev.heddle.io.ipc;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Makes Arrow IPC messages of batches, each of which is complete: dictionaries are decoded, text is
 * written with offsets and only the bytes that rows refer to, buffers are compressed by LZ4 where
 * that makes them shorter by an eighth.
 *
 * <p>Used by one thread. A buffer that did not become shorter is left as it is in the messages that
 * follow, for a while: a writer is for rows of the same types.
 */
public final class IpcBlockWriter {
  private static final int SMALLEST_COMPRESSED = 128;
  private static final int MAX_UNTRIED_MESSAGES = 32; // messages before compression is tried again

  private static final double MAX_COMPRESSED_SHARE = 7 / 8.0;

  /** What packing leaves at most of integers that are not compressed instead. */
  private static final double MAX_PACKED_SHARE = 0.52;

  private final MemoryAccount account;
  private final boolean packs;
  private final boolean compresses;
  private final @Nullable CompressionCost cost; // of blocks for the disk
  private int[] leftOut = new int[8]; // messages to come without compression, by buffer
  private int[] penalties = new int[8]; // how many there will be next time, by buffer

  /** Makes a writer; the account pays for working memory and the messages. */
  public IpcBlockWriter(MemoryAccount account) {
    this(account, false, true, null);
  }

  private IpcBlockWriter(
      MemoryAccount account, boolean packs, boolean compresses, @Nullable CompressionCost cost) {
    this.account = account;
    this.packs = packs;
    this.compresses = compresses;
    this.cost = cost;
  }

  /**
   * Makes a writer of messages that only {@link IpcBlockReader} reads: integers that packing halves
   * are packed, which takes a tenth of the time of compression, and other buffers compressed.
   */
  public static IpcBlockWriter packingAndCompressing(MemoryAccount account) {
    return new IpcBlockWriter(account, true, true, null);
  }

  /**
   * Makes a writer of messages that only {@link IpcBlockReader} reads: integers that packing halves
   * are packed, and other buffers compressed while that pays.
   */
  public static IpcBlockWriter packing(MemoryAccount account, CompressionCost cost) {
    return new IpcBlockWriter(account, true, true, cost);
  }

  /**
   * Makes a writer of messages that only {@link IpcBlockReader} reads, and that stay on this host:
   * integers are packed, all else is left as it is, since copying takes less than compression.
   */
  public static IpcBlockWriter packing(MemoryAccount account) {
    return new IpcBlockWriter(account, true, false, null);
  }

  /**
   * A message.
   *
   * @param metadata the flatbuffer
   * @param body the compressed buffers
   * @param bodyBytes how many bytes of the body count
   * @param rows how many rows there are
   */
  public record Block(ByteBuffer metadata, Buffer body, int bodyBytes, int rows)
      implements AutoCloseable {
    @Override
    public void close() {
      body.release();
    }
  }

  /** Some bytes, of integers if they have a width. */
  private record Piece(long address, long bytes, int width) {
    Piece(long address, long bytes) {
      this(address, bytes, 0);
    }
  }

  private record Node(int rows, int nulls) {}

  /** Returns about how many bytes the rows that count of a batch take. */
  public static long bytes(Batch batch) {
    long bytes = 0;
    for (int i = 0; i < batch.columnCount(); i++) {
      bytes += bytes(batch.column(i), batch.rowCount());
    }
    return bytes;
  }

  private static long bytes(Column column, int rows) {
    return switch (column.layout()) {
      case VIEW -> 4L * rows + textBytes(column, rows);
      case LIST -> {
        long elements = elements(column, rows);
        Column child = column.child(0);
        long all = Math.max(1, child.rows());
        yield 4L * rows + (long) (bytes(child, child.rows()) * (elements / (double) all));
      }
      case STRUCT -> {
        long bytes = 0;
        for (int i = 0; i < column.childCount(); i++) {
          bytes += bytes(column.child(i), rows);
        }
        yield bytes;
      }
      default -> column.layout().bytesFor(rows);
    };
  }

  /**
   * Returns about how many bytes rows like those of a batch take when they are read back, the
   * block's own included.
   *
   * @param batchBytes what {@link #bytes(Batch)} returns for the batch
   * @param blockBytes what their block has of such bytes
   */
  public static long bytesWhenRead(Batch batch, long batchBytes, long blockBytes) {
    double times = blockBytes / (double) Math.max(1, batchBytes);
    double rows = Math.min(Batch.MAX_ROWS, times * batch.rowCount()); // in a batch of the block
    long bytes = Buffer.roomFor(blockBytes);
    for (int i = 0; i < batch.columnCount(); i++) {
      bytes += bytesBesideBlock(batch.physicalColumn(i), rows);
    }
    return bytes;
  }

  private static long bytesBesideBlock(Column column, double rows) {
    return switch (column.layout()) {
      case VIEW -> Buffer.roomFor((long) (column.layout().byteWidth() * rows));
      case LIST -> {
        double elements = rows * column.child(0).rows() / Math.max(1, column.rows());
        yield Buffer.roomFor((long) (8 * rows)) + bytesBesideBlock(column.child(0), elements);
      }
      case STRUCT -> {
        long bytes = 0;
        for (int i = 0; i < column.childCount(); i++) {
          bytes += bytesBesideBlock(column.child(i), rows);
        }
        yield bytes;
      }
      default -> 0;
    };
  }

  private static long textBytes(Column column, int rows) {
    boolean coded = column.isDictionary();
    long views = coded ? column.dictionary().values() : column.values();
    long bytes = 0;
    for (int i = 0; i < rows; i++) {
      if (!column.isNull(i)) {
        bytes += StringViews.length(views + 16L * (coded ? column.code(i) : i));
      }
    }
    return bytes;
  }

  private static long elements(Column column, int rows) {
    long elements = 0;
    for (int i = 0; i < rows; i++) {
      elements += column.isNull(i) ? 0 : column.listLength(i);
    }
    return elements;
  }

  /** Makes a message of the rows that count of a batch, which stays the caller's. */
  public Block write(Batch batch) {
    try (Encoding encoding = new Encoding()) {
      for (int i = 0; i < batch.columnCount(); i++) {
        encoding.add(batch.column(i), batch.rowCount());
      }
      return encoding.message(batch.rowCount());
    }
  }

  /** One message on its way. */
  private final class Encoding implements AutoCloseable {
    private final List<Piece> pieces = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Buffer> buffers = new ArrayList<>(); // to be released
    private final List<Column> columns = new ArrayList<>(); // to be released

    private Buffer scratch(long bytes) {
      Buffer buffer = account.allocate(bytes);
      buffers.add(buffer);
      return buffer;
    }

    void add(Column source, int rows) {
      Column column = source;
      if (source.isDictionary()) {
        column = Gather.decode(source, account);
        columns.add(column);
      }
      int valid = column.validity() == 0 ? rows : Bits.count(column.validity(), rows);
      nodes.add(new Node(rows, rows - valid));
      if (column.type() instanceof DataType.Null) {
        return;
      }
      pieces.add(valid == rows ? new Piece(0, 0) : new Piece(column.validity(), (rows + 7) / 8));
      switch (column.layout()) {
        case VIEW -> addText(column, rows);
        case LIST -> addLists(column, rows);
        case STRUCT -> {
          for (int i = 0; i < column.childCount(); i++) {
            add(column.child(i), rows);
          }
        }
        case BIT -> pieces.add(new Piece(column.values(), (rows + 7) / 8));
        case INT32 -> pieces.add(new Piece(column.values(), 4L * rows, 4));
        case INT64 -> pieces.add(new Piece(column.values(), 8L * rows, 8));
        default -> pieces.add(new Piece(column.values(), column.layout().bytesFor(rows)));
      }
    }

    private void addText(Column column, int rows) {
      long total = textBytes(column, rows);
      checkSize(total);
      Buffer offsets = scratch(4L * (rows + 1));
      Buffer text = scratch(total);
      long[] data = column.dataAddresses();
      int at = 0;
      Memory.putInt(offsets.address(), 0);
      for (int i = 0; i < rows; i++) {
        if (!column.isNull(i)) {
          long view = column.values() + 16L * i;
          int length = StringViews.length(view);
          Memory.copyText(StringViews.address(view, data), text.address() + at, length);
          at += length;
        }
        Memory.putInt(offsets.address() + 4L * (i + 1), at);
      }
      pieces.add(new Piece(offsets.address(), 4L * (rows + 1), 4));
      pieces.add(new Piece(text.address(), total));
    }

    private void addLists(Column column, int rows) {
      long total = elements(column, rows);
      checkSize(4 * total);
      Buffer offsets = scratch(4L * (rows + 1));
      Buffer positions = scratch(4L * total);
      int at = 0;
      Memory.putInt(offsets.address(), 0);
      for (int i = 0; i < rows; i++) {
        int length = column.isNull(i) ? 0 : column.listLength(i);
        int start = length == 0 ? 0 : column.listStart(i);
        for (int e = 0; e < length; e++) {
          Memory.putInt(positions.address() + 4L * at++, start + e);
        }
        Memory.putInt(offsets.address() + 4L * (i + 1), at);
      }
      pieces.add(new Piece(offsets.address(), 4L * (rows + 1), 4));
      Column elements = Gather.rows(column.child(0), positions.address(), at, account);
      columns.add(elements);
      add(elements, at);
    }

    private void checkSize(long bytes) {
      if (bytes > Integer.MAX_VALUE) {
        throw new HeddleException(
            ErrorCode.OUT_OF_MEMORY,
            "Cannot write a block with a column of " + bytes + " bytes; the most are 2 GiB");
      }
    }

    Block message(int rows) {
      long most = 0;
      for (Piece piece : pieces) {
        most += 16 + Lz4Frames.maxBytes(piece.bytes);
      }
      checkSize(most);
      Buffer body = account.allocate(most);
      try {
        long[] offsets = new long[pieces.size()];
        long[] lengths = new long[pieces.size()];
        long at = 0;
        for (int i = 0; i < offsets.length; i++) {
          offsets[i] = at;
          lengths[i] = put(i, pieces.get(i), body.address() + at);
          long end = at + lengths[i];
          at = (end + 7) & -8;
          Memory.fill(body.address() + end, at - end, (byte) 0);
        }
        return new Block(metadata(rows, offsets, lengths, at), body, (int) at, rows);
      } catch (Throwable e) {
        body.release();
        throw e;
      }
    }

    private long put(int number, Piece piece, long target) {
      if (piece.bytes == 0) {
        return 0;
      }
      if (piece.bytes >= SMALLEST_COMPRESSED) {
        long packed = pack(piece, target);
        if (packed >= 0 && (!compresses || packed < piece.bytes * MAX_PACKED_SHARE)) {
          return packed;
        }
        if (compresses && isWorthATry(number)) {
          double most = packed >= 0 ? packed / (double) piece.bytes : MAX_COMPRESSED_SHARE;
          long compressed = compress(number, piece, target + 8, most);
          if (compressed < piece.bytes * most) {
            Memory.putLong(target, piece.bytes);
            return 8 + compressed;
          }
          packed = pack(piece, target); // it was written over
        }
        if (packed >= 0) {
          return packed;
        }
      }
      Memory.putLong(target, -1);
      Memory.copy(piece.address, target + 8, piece.bytes);
      return 8 + piece.bytes;
    }

    private long pack(Piece piece, long target) {
      return packs && piece.width > 0
          ? PackedIntegers.pack(piece.address, piece.bytes / piece.width, piece.width, target)
          : -1;
    }

    /** Compresses a piece, and decides whether that is tried the next time. */
    private long compress(int number, Piece piece, long target, double maxShare) {
      long begun = cost == null ? 0 : System.nanoTime();
      long compressed = Lz4Frames.compress(piece.address, piece.bytes, target);
      double share = compressed / (double) piece.bytes;
      boolean pays = share < maxShare;
      if (cost != null) {
        cost.noteCompression(piece.bytes, System.nanoTime() - begun);
        pays &= cost.pays(share);
      }
      int growth = cost == null ? 2 : 4;
      penalties[number] =
          pays ? 0 : Math.clamp((long) growth * penalties[number], 1, MAX_UNTRIED_MESSAGES);
      leftOut[number] = penalties[number];
      return compressed;
    }

    private boolean isWorthATry(int number) {
      if (number >= leftOut.length) {
        leftOut = Arrays.copyOf(leftOut, 2 * number);
        penalties = Arrays.copyOf(penalties, 2 * number);
      }
      if (leftOut[number] == 0) {
        return true;
      }
      leftOut[number]--;
      return false;
    }

    private ByteBuffer metadata(int rows, long[] offsets, long[] lengths, long bodyBytes) {
      FlatBufferBuilder builder = new FlatBufferBuilder(256 + 32 * offsets.length);
      RecordBatch.startNodesVector(builder, nodes.size());
      for (int i = nodes.size() - 1; i >= 0; i--) {
        FieldNode.createFieldNode(builder, nodes.get(i).rows, nodes.get(i).nulls);
      }
      int nodesAt = builder.endVector();
      RecordBatch.startBuffersVector(builder, offsets.length);
      for (int i = offsets.length - 1; i >= 0; i--) {
        org.apache.arrow.flatbuf.Buffer.createBuffer(builder, offsets[i], lengths[i]);
      }
      int buffersAt = builder.endVector();
      int compression =
          BodyCompression.createBodyCompression(
              builder, CompressionType.LZ4_FRAME, BodyCompressionMethod.BUFFER);
      RecordBatch.startRecordBatch(builder);
      RecordBatch.addLength(builder, rows);
      RecordBatch.addNodes(builder, nodesAt);
      RecordBatch.addBuffers(builder, buffersAt);
      RecordBatch.addCompression(builder, compression);
      int batch = RecordBatch.endRecordBatch(builder);
      builder.finish(
          Message.createMessage(
              builder, MetadataVersion.V5, MessageHeader.RecordBatch, batch, bodyBytes, 0));
      return builder.dataBuffer();
    }

    @Override
    public void close() {
      buffers.forEach(Buffer::release);
      columns.forEach(Column::release);
    }
  }
}
