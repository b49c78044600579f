package dev.heddle.shuffle.store;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects rows that {@link SmallRows} has written into batches. Used by one thread. */
public final class SmallRowsReader implements AutoCloseable {
  private final List<DataType> types;
  private final MemoryAccount account;
  private final @Nullable ColumnBuilder[] builders; // by column; null if it is not wanted
  private final List<Integer> wanted;
  private byte[] text = new byte[64];
  private int rows;

  /**
   * Makes an empty one.
   *
   * @param types of all columns that were written
   * @param wanted positions of the columns that batches are to have, in this order
   */
  public SmallRowsReader(List<DataType> types, List<Integer> wanted, MemoryAccount account) {
    this.types = List.copyOf(types);
    this.wanted = List.copyOf(wanted);
    this.account = account;
    this.builders = new ColumnBuilder[types.size()];
  }

  /** Returns how many rows there are. */
  public int rows() {
    return rows;
  }

  /** Adds rows, whose checksum has been proved. */
  public void add(long address, int count) {
    long at = address;
    for (int c = 0; c < builders.length; c++) {
      ColumnBuilder builder = builders[c];
      if (builder == null && wanted.contains(c)) {
        builder = new ColumnBuilder(types.get(c), account);
        builders[c] = builder;
      }
      at = add(types.get(c), builder, at, count);
    }
    rows += count;
  }

  private long add(DataType type, @Nullable ColumnBuilder target, long address, int count) {
    long at = address + 1;
    long validity = 0;
    if (Memory.getByte(address) != 0) {
      validity = at;
      at += (count + 7) / 8;
    }
    if (type instanceof DataType.Null) {
      for (int i = 0; target != null && i < count; i++) {
        target.appendNull();
      }
      return at;
    }
    Layout layout = Layout.of(type);
    if (layout == Layout.VIEW) {
      return addTexts(target, at, validity, count);
    }
    for (int i = 0; target != null && i < count; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        target.appendNull();
      } else {
        add(layout, target, at, i);
      }
    }
    return at + (layout == Layout.BIT ? (count + 7) / 8 : layout.bytesFor(count));
  }

  private static void add(Layout layout, ColumnBuilder target, long values, int row) {
    switch (layout) {
      case BIT -> target.appendBoolean(Bits.get(values, row));
      case INT8 -> target.appendLong(Memory.getByte(values + row));
      case INT16 -> target.appendLong(Memory.getShort(values + 2L * row));
      case INT32 -> target.appendLong(Memory.getInt(values + 4L * row));
      case INT64 -> target.appendLong(Memory.getLong(values + 8L * row));
      case FLOAT32 -> target.appendDouble(Memory.getFloat(values + 4L * row));
      case FLOAT64 -> target.appendDouble(Memory.getDouble(values + 8L * row));
      case INT128, INTERVAL ->
          target.appendWords(
              Memory.getLong(values + 16L * row), Memory.getLong(values + 16L * row + 8));
      case VIEW, LIST, STRUCT -> throw new IllegalStateException("No fixed width: " + layout);
    }
  }

  private long addTexts(@Nullable ColumnBuilder target, long address, long validity, int count) {
    long at = address;
    for (int i = 0; i < count; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        if (target != null) {
          target.appendNull();
        }
        continue;
      }
      int length = SmallRows.textBytes(at);
      at += SmallRows.lengthBytes(length);
      if (target != null) {
        if (length > text.length) {
          text = Arrays.copyOf(text, Math.max(length, 2 * text.length));
        }
        Memory.copyToArray(at, text, 0, length);
        target.appendBytes(text, 0, length);
      }
      at += length;
    }
    return at;
  }

  /** Returns a batch of all rows, which is the caller's, and starts anew. */
  public Batch build() {
    Column[] columns =
        Column.makeAll(
            wanted.size(),
            i -> {
              ColumnBuilder builder = builders[wanted.get(i)];
              if (builder == null) {
                throw new IllegalStateException("Nothing has been added");
              }
              return builder.build();
            });
    int count = rows;
    rows = 0;
    close(); // or each would hold room for rows to come
    return Batch.of(account, count, columns);
  }

  @Override
  public void close() {
    for (int c = 0; c < builders.length; c++) {
      ColumnBuilder builder = builders[c];
      builders[c] = null;
      if (builder != null) {
        builder.close();
      }
    }
    rows = 0;
  }
}
