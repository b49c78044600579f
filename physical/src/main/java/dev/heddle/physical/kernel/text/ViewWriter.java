package dev.heddle.physical.kernel.text;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a column of views row by row: text is made in a scratch area at {@link #reserve} and then
 * given to the next row, or taken from an array.
 *
 * <p>Rows that are not written are empty. Used by one thread, for one column.
 */
public final class ViewWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 32 << 10;

  private final DataType type;
  private final int rows;
  private final MemoryAccount account;
  private final Buffer views;
  private final List<Buffer> data = new ArrayList<>();
  private @Nullable Buffer current;
  private long used;
  private boolean built;

  /** Makes a writer of this number of rows. */
  public ViewWriter(DataType type, int rows, MemoryAccount account) {
    this.type = type;
    this.rows = rows;
    this.account = account;
    this.views = account.allocateZeroed(16L * rows);
  }

  /** Returns a place for up to this number of bytes, valid until the next call. */
  public long reserve(long bytes) {
    if (bytes > Integer.MAX_VALUE - 16) {
      throw Failures.argument(
          "Cannot make a text of " + bytes + " bytes: a text holds at most 2 GiB");
    }
    Buffer buffer = current;
    if (buffer == null || buffer.capacity() - used < bytes) {
      buffer = account.allocate(Math.max(BUFFER_BYTES, bytes));
      data.add(buffer);
      current = buffer;
      used = 0;
    }
    return buffer.address() + used;
  }

  /** Makes the first bytes of the reserved place a row's text. */
  public void set(int row, int length) {
    Buffer buffer = current;
    long view = views.address() + 16L * row;
    if (buffer == null) {
      throw new IllegalStateException("No place has been reserved");
    }
    StringViews.put(view, buffer.address() + used, length, data.size() - 1, (int) used);
    if (length > StringViews.MAX_INLINE) {
      used += length;
    }
  }

  /** Makes bytes of an array a row's text. */
  public void set(int row, byte[] bytes, int length) {
    Memory.copyFromArray(bytes, 0, reserve(length), length);
    set(row, length);
  }

  /** Makes a copy of bytes elsewhere a row's text. */
  public void set(int row, long bytes, int length) {
    Memory.copy(bytes, reserve(length), length);
    set(row, length);
  }

  /** Makes an earlier row's text another row's too, without a copy of it. */
  public void repeat(int earlier, int row) {
    Memory.copy(views.address() + 16L * earlier, views.address() + 16L * row, 16);
  }

  /** Returns the column with a validity that is retained. */
  public Column build(@Nullable Buffer borrowed) {
    built = true;
    if (borrowed != null) {
      borrowed.retain();
    }
    return Column.views(type, rows, views, borrowed, data.toArray(Buffer[]::new));
  }

  @Override
  public void close() {
    if (!built) {
      built = true;
      views.release();
      data.forEach(Buffer::release);
    }
  }
}
