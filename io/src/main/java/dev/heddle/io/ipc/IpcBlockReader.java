package dev.heddle.io.ipc;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages of {@link IpcBlockWriter} apart into batches of up to {@link Batch#MAX_ROWS} rows.
 *
 * <p>Used by one thread. What is read must be what was written: a checksum has proved it.
 */
public final class IpcBlockReader implements AutoCloseable {
  private final List<DataType> types;
  private final List<Field> fields;
  private final List<Integer> wanted; // columns
  private final MemoryAccount account;
  private List<IpcNode> nodes = List.of();
  private @Nullable IpcBody body;
  private @Nullable IpcColumns columns;
  private int rows;
  private int next;

  /** Makes a reader of rows of the types; the account pays for them. */
  public IpcBlockReader(List<DataType> types, MemoryAccount account) {
    this(types, IntStream.range(0, types.size()).boxed().toList(), account);
  }

  /**
   * Makes a reader of some columns, which others are not decompressed for.
   *
   * @param types of all columns that were written
   * @param wanted positions of the columns that batches are to have, in this order
   */
  public IpcBlockReader(List<DataType> types, List<Integer> wanted, MemoryAccount account) {
    this.types = List.copyOf(types);
    this.fields = IpcFields.of(types);
    this.wanted = List.copyOf(wanted);
    this.account = account;
  }

  /**
   * Begins with the next message; what is left of the one before is given up.
   *
   * @param metadata the flatbuffer
   * @param bodyAddress where the body starts; the caller's, and not needed once this returns
   */
  public void open(ByteBuffer metadata, long bodyAddress, long bodyBytes) {
    close();
    Message message = Message.getRootAsMessage(metadata.order(ByteOrder.LITTLE_ENDIAN));
    RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
    if (batch == null) {
      throw new IllegalStateException("A block has no rows");
    }
    List<IpcNode> all = IpcNode.of(batch, fields);
    nodes = wanted.stream().map(all::get).toList();
    IpcBody opened = IpcBody.decompressed(batch, nodes, bodyAddress, bodyBytes, account);
    body = opened;
    columns = IpcColumns.ofBlock(opened);
    rows = (int) batch.length();
    next = 0;
  }

  /** Returns the next rows, which are the caller's, or null at the end of the message. */
  public @Nullable Batch next() {
    IpcColumns made = columns;
    if (made == null || next == rows) {
      close();
      return null;
    }
    int from = next;
    int count = Math.min(Batch.MAX_ROWS, rows - from);
    Column[] taken =
        Column.makeAll(
            nodes.size(), i -> made.rows(nodes.get(i), types.get(wanted.get(i)), from, count));
    next = from + count;
    return Batch.of(account, count, taken);
  }

  @Override
  public void close() {
    rows = 0;
    next = 0;
    nodes = List.of();
    if (columns != null) {
      columns.close();
      columns = null;
    }
    if (body != null) {
      body.close();
      body = null;
    }
  }
}
