package dev.heddle.io.ipc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes the batches of a root as an Arrow IPC file or stream: the bytes that Arrow's own writers
 * write, without the launch flag that these need.
 *
 * <p>For one thread. Root and target stay the caller's. Each call leaves nothing behind in buffers
 * of its own, so the reader of a stream has a batch once it is written. Columns with a dictionary
 * are refused.
 */
public final class ArrowBatchWriter {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  private final Schema schema;
  private final VectorUnloader batches;
  private final GatheringChannel gathering;
  private final IpcWriteChannel out;
  private final boolean isFile;
  private final List<ArrowBlock> blocks = new ArrayList<>(); // stays empty for a stream

  private ArrowBatchWriter(VectorSchemaRoot root, WritableByteChannel target, boolean isFile)
      throws IOException {
    refuseDictionaries(root.getSchema().getFields());
    this.schema = root.getSchema();
    this.batches = new VectorUnloader(root, true, NoCompressionCodec.INSTANCE, true);
    this.gathering = new GatheringChannel(target);
    this.out = new IpcWriteChannel(gathering);
    this.isFile = isFile;
    if (isFile) {
      out.write(MAGIC);
      out.align();
    }
    MessageSerializer.serialize(out, schema);
    gathering.flush();
  }

  private static void refuseDictionaries(List<Field> fields) {
    for (Field field : fields) {
      if (field.getDictionary() != null) {
        throw new IllegalArgumentException("column " + field + " has a dictionary");
      }
      refuseDictionaries(field.getChildren());
    }
  }

  /** Begins a file. */
  public static ArrowBatchWriter file(VectorSchemaRoot root, WritableByteChannel target)
      throws IOException {
    return new ArrowBatchWriter(root, target, true);
  }

  /** Begins a stream. */
  public static ArrowBatchWriter stream(VectorSchemaRoot root, WritableByteChannel target)
      throws IOException {
    return new ArrowBatchWriter(root, target, false);
  }

  /** Returns a stream as {@link #file} and {@link #stream} take it; closing it does nothing. */
  public static WritableByteChannel channel(OutputStream stream) {
    return new OutputStreamChannel(stream);
  }

  /** Writes the rows that the root has now. */
  public void writeBatch() throws IOException {
    try (ArrowRecordBatch batch = batches.getRecordBatch()) {
      ArrowBlock block = MessageSerializer.serialize(out, batch);
      if (isFile) {
        blocks.add(block);
      }
    }
    gathering.flush();
  }

  /** Writes the end, after which no more may follow. */
  public void end() throws IOException {
    out.writeIntLittleEndian(MessageSerializer.IPC_CONTINUATION_TOKEN);
    out.writeIntLittleEndian(0);
    if (isFile) {
      long start = out.getCurrentPosition();
      out.write(
          new ArrowFooter(schema, List.of(), blocks, null, IpcOption.DEFAULT.metadataVersion),
          false);
      out.writeIntLittleEndian((int) (out.getCurrentPosition() - start));
      out.write(MAGIC);
    }
    gathering.flush();
  }
}
