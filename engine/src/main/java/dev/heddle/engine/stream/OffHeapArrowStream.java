package dev.heddle.engine.stream;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.ipc.ArrowExport;
import dev.heddle.io.ipc.ArrowMemory;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Hands the rows of a running query over as Arrow vectors: they are copied once, into buffers that
 * no other batch gets, so a caller that keeps one may read it after the next.
 */
public final class OffHeapArrowStream implements ArrowStream {
  private final Schema schema;
  private final ResultQueue rows;
  private final ArrowMemory memory;
  private final VectorSchemaRoot root;
  private final Runnable onClose;
  private volatile boolean isClosed;

  /**
   * Takes over queue and memory.
   *
   * @param onClose called once, after everything has been freed
   */
  public OffHeapArrowStream(Schema schema, ResultQueue rows, ArrowMemory memory, Runnable onClose) {
    this.schema = schema;
    this.rows = rows;
    this.memory = memory;
    this.onClose = onClose;
    this.root = VectorSchemaRoot.create(ArrowTypes.toArrow(schema), memory.allocator());
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
  public synchronized boolean next() {
    checkOpen();
    root.clear();
    return rows.read(batch -> ArrowExport.fill(batch, root));
  }

  private void checkOpen() {
    if (isClosed) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot read from a stream that has been closed");
    }
  }

  @Override
  public void close() {
    rows.close(); // a reader that waits for a batch does so no longer
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      root.close();
      rows.awaitFinish();
      memory.close();
      onClose.run();
    }
  }
}
