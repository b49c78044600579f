package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a column together from parts that each give some of its rows; what no part gives is null.
 *
 * <p>Used by one thread, for one column: {@link #build} or {@link #close} ends it.
 */
public final class Scatter implements AutoCloseable {
  private final DataType type;
  private final Layout layout;
  private final int rows;
  private final Buffer values;
  private final Buffer validity;
  private final List<Buffer> data = new ArrayList<>();
  private boolean built;

  /** Makes an assembly of a column, all null at first. */
  public Scatter(DataType type, int rows, MemoryAccount account) {
    this.type = type;
    this.layout = Layout.of(type);
    this.rows = rows;
    this.values = account.allocateZeroed(layout.bytesFor(rows));
    this.validity = account.allocateZeroed(Bits.bytesFor(rows));
  }

  /**
   * Puts a plain column's rows to positions.
   *
   * @param repeated whether the column's first value goes to all positions
   * @param positions int32 positions, or 0 for the first {@code count}
   */
  public void put(Column part, boolean repeated, long positions, int count) {
    put(part, repeated, false, positions, count);
  }

  /** Puts the rows of a plain column at some positions to the same positions. */
  public void putSame(Column part, long positions, int count) {
    put(part, false, true, positions, count);
  }

  private void put(Column part, boolean repeated, boolean same, long positions, int count) {
    long partValidity = part.validity();
    if (repeated && part.isNull(0)) {
      return;
    }
    int firstBuffer = data.size();
    if (layout == Layout.VIEW) {
      for (Buffer buffer : part.dataBuffers()) {
        data.add(buffer.retain());
      }
    }
    long target = values.address();
    long source = part.values();
    for (int i = 0; i < count; i++) {
      int to = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      int from = repeated ? 0 : same ? to : i;
      if (partValidity != 0 && !Bits.get(partValidity, from)) {
        continue;
      }
      Bits.set(validity.address(), to);
      switch (layout) {
        case BIT -> {
          if (Bits.get(source, from)) {
            Bits.set(target, to);
          }
        }
        case INT8 -> Memory.putByte(target + to, Memory.getByte(source + from));
        case INT16 -> Memory.putShort(target + 2L * to, Memory.getShort(source + 2L * from));
        case INT32, FLOAT32 -> Memory.putInt(target + 4L * to, Memory.getInt(source + 4L * from));
        case INT64, FLOAT64 -> Memory.putLong(target + 8L * to, Memory.getLong(source + 8L * from));
        case INT128, INTERVAL -> pair(source + 16L * from, target + 16L * to);
        case VIEW -> {
          long view = source + 16L * from;
          long copy = target + 16L * to;
          pair(view, copy);
          if (firstBuffer > 0 && Views.length(view) > Views.MAX_INLINE) {
            Memory.putInt(copy + 8, Memory.getInt(view + 8) + firstBuffer);
          }
        }
      }
    }
  }

  private static void pair(long from, long to) {
    Memory.putLong(to, Memory.getLong(from));
    Memory.putLong(to + 8, Memory.getLong(from + 8));
  }

  /** Returns the column. */
  public Column build() {
    built = true;
    Buffer kept = validity;
    if (Bits.count(validity.address(), rows) == rows) {
      validity.release();
      return layout == Layout.VIEW
          ? Column.views(type, rows, values, null, data.toArray(Buffer[]::new))
          : Column.fixed(type, rows, values, null);
    }
    return layout == Layout.VIEW
        ? Column.views(type, rows, values, kept, data.toArray(Buffer[]::new))
        : Column.fixed(type, rows, values, kept);
  }

  @Override
  public void close() {
    if (!built) {
      built = true;
      values.release();
      validity.release();
      data.forEach(Buffer::release);
    }
  }
}
