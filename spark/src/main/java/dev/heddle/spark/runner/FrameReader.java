package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.ArrowExport;
import dev.heddle.io.ipc.ArrowMemory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.spark.bridge.Unchecked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/** Reads what one task has written of a frame's rows, for Spark: on the thread that it knows. */
final class FrameReader implements Iterator<byte[]> {
  private final MemoryAccount account;
  private final ArrowMemory memory;
  private final VectorSchemaRoot root;
  private final ShuffleReader rows;
  private @Nullable Batch next;

  FrameReader(
      FrameRequest frame, ShuffleHandle handle, int map, TaskContext context, MemoryLedger ledger) {
    Schema schema = Schema.deserializeMessage(ByteBuffer.wrap(frame.schema()));
    List<Field> fields = ArrowTypes.fromArrow(schema).fields();
    List<Integer> all = IntStream.range(0, fields.size()).boxed().toList();
    this.account = ledger.open("rows of a frame for Spark");
    this.memory = new ArrowMemory(account, () -> {});
    this.root = VectorSchemaRoot.create(schema, memory.allocator());
    this.rows =
        new ShuffleReader(
            frame.exchange(),
            new ExchangeShape(fields.stream().map(Field::type).toList(), frame.maps(), 1, true),
            new ExchangePart(0, 1, map, map + 1, all),
            new ReadingSide(context, new ShuffleSide.Input(handle, frame.maps(), Long.MAX_VALUE)),
            account);
    context.addTaskCompletionListener((TaskCompletionListener) _ -> close());
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      try {
        Optional<Batch> read = rows.next();
        next = read.orElse(null);
      } catch (FetchLostException e) {
        throw e.getCause() == null ? e : Unchecked.<RuntimeException>thrown(e.getCause());
      }
    }
    return next != null;
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The task has written no more");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Batch batch = next) {
      next = null;
      root.clear();
      ArrowExport.fill(batch, root);
      try (ArrowRecordBatch written = new VectorUnloader(root).getRecordBatch();
          WriteChannel channel = new WriteChannel(Channels.newChannel(bytes))) {
        MessageSerializer.serialize(channel, written);
      }
    } catch (IOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot hand rows over: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  private void close() {
    if (next != null) {
      next.close();
      next = null;
    }
    rows.close();
    root.close();
    memory.close();
    account.close();
  }
}
