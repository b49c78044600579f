package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ArrowWriteOptions;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Writes a file of Arrow IPC. */
public final class ArrowFileWriter implements FileWriter {
  private static final int MAX_ROWS = 64 << 10;
  private static final long MAX_BYTES = 8L << 20;

  private final PublishedOutput output;
  private final BatchAppender rows;
  private final ArrowMemory memory;
  private final VectorSchemaRoot root;
  private final ArrowBatchWriter writer;

  /** Begins a file, taking over the output, also if this throws. */
  public ArrowFileWriter(
      PublishedOutput output, Schema schema, ArrowWriteOptions options, MemoryAccount account) {
    this.output = output;
    this.rows = new BatchAppender(schema.fields().stream().map(Field::type).toList(), account);
    this.memory = new ArrowMemory(account, () -> {});
    this.root = VectorSchemaRoot.create(ArrowTypes.toArrow(schema), memory.allocator());
    try {
      WritableByteChannel channel = new OutputChannel(output);
      this.writer =
          options.isStream()
              ? ArrowBatchWriter.stream(root, channel)
              : ArrowBatchWriter.file(root, channel);
    } catch (IOException | RuntimeException e) {
      close();
      throw failed(e);
    }
  }

  private static HeddleException failed(Exception e) {
    return e instanceof HeddleException typed
        ? typed
        : new HeddleException(ErrorCode.IO, "Cannot write Arrow IPC: " + e.getMessage(), e);
  }

  @Override
  public void write(Batch batch, Workers workers) {
    rows.append(batch);
    if (rows.rows() >= MAX_ROWS || rows.bytes() >= MAX_BYTES) {
      writeBatch();
    }
  }

  private void writeBatch() {
    try (Batch built = rows.build()) {
      ArrowExport.fill(built, root);
      writer.writeBatch();
    } catch (IOException e) {
      throw failed(e);
    } finally {
      root.clear();
    }
  }

  @Override
  public long fileBytes() {
    return output.position() + rows.bytes();
  }

  @Override
  public long bufferedBytes() {
    return rows.bytes() + output.bufferedBytes();
  }

  @Override
  public void flush(Workers workers) {
    if (rows.rows() > 0) {
      writeBatch();
    }
  }

  @Override
  public long publish(Workers workers) {
    flush(workers);
    try {
      writer.end();
    } catch (IOException e) {
      throw failed(e);
    }
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  @Override
  public void close() {
    try (output) {
      rows.close();
      root.close();
      memory.close();
    }
  }

  /** An output as a channel, which closing it leaves open. */
  private record OutputChannel(PublishedOutput output) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer source) {
      int bytes = source.remaining();
      output.write(source);
      return bytes;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
