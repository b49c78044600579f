package dev.heddle.engine.session;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.ArrowExport;
import dev.heddle.physical.operator.CollectedRows;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Hands rows over as Arrow vectors; each batch is freed once it has been copied. */
final class OffHeapArrowStream implements ArrowStream {
  private final Schema schema;
  private final CollectedRows left;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot root;
  private final Runnable onClose;
  private boolean closed;

  /**
   * Takes over rows and allocator.
   *
   * @param onClose called once, after everything has been freed
   */
  OffHeapArrowStream(
      Schema schema, CollectedRows rows, BufferAllocator allocator, Runnable onClose) {
    this.schema = schema;
    this.left = rows;
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
    Batch batch = left.take();
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
      left.close();
      onClose.run();
    }
  }
}
