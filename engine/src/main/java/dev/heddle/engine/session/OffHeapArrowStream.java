package dev.heddle.engine.session;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.ArrowExport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Hands batches over as Arrow vectors; each batch is freed once it has been copied. */
final class OffHeapArrowStream implements ArrowStream {
  private final Schema schema;
  private final Deque<Batch> left;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot root;
  private final Runnable onClose;
  private boolean closed;

  /**
   * Takes over batches and allocator.
   *
   * @param onClose called once, after everything has been freed
   */
  OffHeapArrowStream(
      Schema schema, List<Batch> batches, BufferAllocator allocator, Runnable onClose) {
    this.schema = schema;
    this.left = new ArrayDeque<>(batches);
    this.allocator = allocator;
    this.onClose = onClose;
    this.root = VectorSchemaRoot.create(ArrowTypes.toArrow(schema), allocator);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    checkOpen();
    return root;
  }

  @Override
  public boolean next() {
    checkOpen();
    root.clear();
    Batch batch = left.poll();
    if (batch == null) {
      return false;
    }
    try (batch) {
      ArrowExport.fill(batch, root);
    }
    return true;
  }

  private void checkOpen() {
    if (closed) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot read from an Arrow stream that has been closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      root.close();
      allocator.close();
      left.forEach(Batch::close);
      left.clear();
      onClose.run();
    }
  }
}
