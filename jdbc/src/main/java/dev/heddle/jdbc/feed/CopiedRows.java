package dev.heddle.jdbc.feed;

import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.VectorSchemaRootAppender;
import org.jspecify.annotations.Nullable;

/** Rows that have been read and are kept, to be read again. Not for several threads at once. */
public final class CopiedRows implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private @Nullable Schema schema; // null before the first cursor
  private @Nullable VectorSchemaRoot root; // null before the first batch
  private boolean isClosed;

  /**
   * Reads a cursor to its end, which stays the caller's; the columns are those of the others.
   *
   * @return how many rows it had
   */
  public long add(RowCursor cursor) {
    schema = cursor.schema();
    long rows = 0;
    while (cursor.next()) {
      VectorSchemaRoot batch = cursor.root();
      VectorSchemaRoot all = root;
      if (all == null) {
        all = VectorSchemaRoot.create(batch.getSchema(), allocator);
        all.allocateNew();
        root = all;
      }
      rows += batch.getRowCount();
      VectorSchemaRootAppender.append(all, batch);
    }
    return rows;
  }

  /** Returns a cursor over the rows, which must be closed before they are. */
  public RowCursor cursor() {
    Schema columns = schema == null ? Schema.of() : schema;
    VectorSchemaRoot rows = root;
    if (rows == null) {
      rows = VectorSchemaRoot.create(ArrowTypes.toArrow(columns), allocator);
      root = rows;
    }
    return new Copy(columns, rows);
  }

  private static final class Copy implements RowCursor {
    private final Schema columns;
    private final VectorSchemaRoot rows;
    private boolean isRead;

    Copy(Schema columns, VectorSchemaRoot rows) {
      this.columns = columns;
      this.rows = rows;
    }

    @Override
    public Schema schema() {
      return columns;
    }

    @Override
    public VectorSchemaRoot root() {
      return rows;
    }

    @Override
    public boolean next() {
      boolean hasRows = !isRead && rows.getRowCount() > 0;
      isRead = true;
      return hasRows;
    }

    @Override
    public void close() {
      isRead = true;
    }
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (root != null) {
      root.close();
    }
    allocator.close();
  }
}
