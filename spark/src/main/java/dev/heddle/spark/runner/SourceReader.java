package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.ArrowImport;
import dev.heddle.io.ipc.ArrowMemory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.spark.bridge.SourceBatches;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads a partition of rows that Spark makes. Threads of a task take turns at Spark's side of it,
 * which knows one thread.
 */
final class SourceReader implements SplitReader {
  private final SourceBatches source;
  private final int partition;
  private final List<Integer> columns; // of the root
  private final MemoryAccount account;
  private final ArrowMemory memory;
  private final VectorSchemaRoot root;
  private @Nullable Iterator<byte[]> batches; // once it is begun
  private int nextRow; // of the root

  SourceReader(SourceBatches source, int partition, List<Integer> columns, MemoryAccount account) {
    this.source = source;
    this.partition = partition;
    this.columns = columns.stream().map(source.columns()::indexOf).toList();
    this.account = account;
    this.memory = new ArrowMemory(account, () -> {});
    Schema schema = Schema.deserializeMessage(ByteBuffer.wrap(source.schema()));
    this.root = VectorSchemaRoot.create(schema, memory.allocator());
  }

  @Override
  public Optional<Batch> next() {
    while (nextRow == root.getRowCount()) {
      byte[] message = message();
      if (message == null) {
        return Optional.empty();
      }
      load(message);
    }
    List<FieldVector> picked = columns.stream().map(root::getVector).toList();
    Schema schema = new Schema(picked.stream().map(FieldVector::getField).toList());
    int rows = Math.min(Batch.MAX_ROWS, root.getRowCount() - nextRow);
    // not closed: the vectors are the root's
    VectorSchemaRoot wanted = new VectorSchemaRoot(schema, picked, root.getRowCount());
    Batch batch =
        ArrowImport.copy(wanted, nextRow, rows, ArrowTypes.fromArrow(schema), null, account);
    nextRow += rows;
    return Optional.of(batch);
  }

  private byte @Nullable [] message() {
    synchronized (source.turn()) {
      Iterator<byte[]> open = batches;
      if (open == null) {
        open = source.open(partition);
        batches = open;
      }
      return open.hasNext() ? open.next() : null;
    }
  }

  private void load(byte[] message) {
    root.clear();
    nextRow = 0;
    try (ReadChannel channel =
            new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message)));
        ArrowRecordBatch batch =
            MessageSerializer.deserializeRecordBatch(channel, memory.allocator())) {
      new VectorLoader(root).load(batch);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.CORRUPT_MESSAGE, "Cannot read rows of Spark: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    root.close();
    memory.close();
  }
}
