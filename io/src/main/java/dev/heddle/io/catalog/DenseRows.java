package dev.heddle.io.catalog;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Collects the few rows that filters leave of each chunk into full batches, for columns of
 * fixed-width values without nulls. Used by one thread.
 */
final class DenseRows implements AutoCloseable {
  private final MemoryAccount account;
  private final @Nullable Buffer[] values;
  private final @Nullable Column[] dictionaries; // owned
  private final DataType[] types;
  private int rows;

  DenseRows(int columns, MemoryAccount account) {
    this.account = account;
    this.values = new Buffer[columns];
    this.dictionaries = new Column[columns];
    this.types = new DataType[columns];
  }

  int rows() {
    return rows;
  }

  /** Returns whether a column can be collected. */
  static boolean takes(MemoryChunk chunk, int column) {
    PackedColumn packed = chunk.packed(column);
    if (packed != null) {
      return !packed.mayHaveNulls();
    }
    Column plain = chunk.plain(column);
    return switch (plain.layout()) {
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, INT128, INTERVAL ->
          !plain.mayHaveNulls() && !plain.isDictionary();
      case BIT, VIEW, LIST, STRUCT -> false;
    };
  }

  /** Returns whether a column's values can follow those that have been collected. */
  boolean fits(int index, MemoryChunk chunk, int column) {
    PackedColumn packed = chunk.packed(column);
    return rows == 0 || (packed == null ? null : packed.dictionary()) == dictionaries[index];
  }

  /** Adds the values of a column at some positions, behind the rows that have been counted. */
  void append(int index, MemoryChunk chunk, int column, long positions, int count) {
    PackedColumn packed = chunk.packed(column);
    if (packed == null) {
      Column plain = chunk.plain(column);
      Layout layout = plain.layout();
      long target = target(index, layout.byteWidth());
      types[index] = plain.type();
      Gather.values(layout, plain.values(), positions, count, target);
    } else {
      long target = target(index, packed.valueWidth());
      types[index] = packed.type();
      Column dictionary = packed.dictionary();
      if (dictionary != null && dictionaries[index] == null) {
        dictionaries[index] = dictionary.retain();
      }
      packed.decodeInto(positions, count, target);
    }
  }

  private long target(int index, int width) {
    Buffer buffer = values[index];
    if (buffer == null) {
      buffer = account.allocate((long) width * Batch.MAX_ROWS);
      values[index] = buffer;
    }
    return buffer.address() + (long) width * rows;
  }

  /** Counts rows that have been added to every column. */
  void count(int added) {
    rows += added;
  }

  /** Returns the rows as a batch, and starts anew. */
  Batch build() {
    Column[] columns = new Column[values.length];
    for (int i = 0; i < columns.length; i++) {
      Buffer buffer = values[i];
      Column dictionary = dictionaries[i];
      if (buffer == null) {
        throw new IllegalStateException("No values of column " + i);
      }
      columns[i] =
          dictionary == null
              ? Column.fixed(types[i], rows, buffer, null)
              : Column.codes(rows, buffer, null, dictionary);
      values[i] = null;
      dictionaries[i] = null;
    }
    Batch batch = Batch.of(account, rows, columns);
    rows = 0;
    return batch;
  }

  @Override
  public void close() {
    for (int i = 0; i < values.length; i++) {
      Buffer buffer = values[i];
      if (buffer != null) {
        buffer.release();
        values[i] = null;
      }
      Column dictionary = dictionaries[i];
      if (dictionary != null) {
        dictionary.release();
        dictionaries[i] = null;
      }
    }
    rows = 0;
  }
}
