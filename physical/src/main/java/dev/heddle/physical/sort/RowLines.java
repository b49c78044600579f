package dev.heddle.physical.sort;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of stored rows, copied so that those of a row are side by side: rows that are fetched from
 * all over the store then take one access to memory instead of one a column.
 *
 * <p>Immutable once made, so all threads may read; {@link #close} frees it.
 */
final class RowLines implements AutoCloseable {
  private static final int MAX_BYTES = 64;
  private static final int FEWEST_ROWS = 1 << 17; // fewer are in the cache anyway
  private static final int ROWS_PER_STEP = 4096;

  private final List<Field> fields;
  private final int lineBytes;
  private final Buffer lines;

  private RowLines(List<Field> fields, int lineBytes, Buffer lines) {
    this.fields = fields;
    this.lineBytes = lineBytes;
    this.lines = lines;
  }

  private record Field(int column, int width, int offset) {}

  /**
   * Copies some columns of all rows, or returns null if that gains nothing or memory is short.
   *
   * @param columns candidates
   */
  static @Nullable RowLines of(RowStore store, List<Integer> columns, TaskContext context) {
    List<Field> fields = fields(store, columns);
    if (fields.size() < 2 || store.rows() < FEWEST_ROWS) {
      return null;
    }
    Field last = fields.getLast();
    int lineBytes = (last.offset() + last.width() + 7) & -8;
    Buffer lines = context.account().allocateIfAmple((long) lineBytes * store.rows());
    if (lines == null) {
      return null;
    }
    RowLines made = new RowLines(fields, lineBytes, lines);
    try {
      context.parallel(store.chunkCount(), chunk -> made.fill(store, chunk));
      return made;
    } catch (Throwable e) {
      made.close();
      throw e;
    }
  }

  /** Returns the columns that fit into a line, wide ones first, so that all are aligned. */
  private static List<Field> fields(RowStore store, List<Integer> columns) {
    List<Integer> byWidth = new ArrayList<>(columns);
    byWidth.sort(Comparator.comparingInt(c -> -width(store, c)));
    List<Field> fields = new ArrayList<>();
    int offset = 0;
    for (int column : byWidth) {
      int width = width(store, column);
      if (width > 0 && offset + width <= MAX_BYTES) {
        fields.add(new Field(column, width, offset));
        offset += width;
      }
    }
    return fields;
  }

  private static int width(RowStore store, int column) {
    Layout layout = Layout.of(store.type(column));
    return switch (layout) {
      case BIT, LIST, STRUCT -> 0;
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, INT128, VIEW, INTERVAL ->
          layout.byteWidth();
    };
  }

  private void fill(RowStore store, int chunk) {
    int rows = store.chunkRows(chunk);
    long first = lines.address() + (long) lineBytes * ((long) chunk << RowStore.CHUNK_SHIFT);
    for (int from = 0; from < rows; from += ROWS_PER_STEP) {
      int count = Math.min(ROWS_PER_STEP, rows - from);
      for (Field field : fields) {
        long source = store.values(field.column())[chunk] + (long) field.width() * from;
        long target = first + (long) lineBytes * from + field.offset();
        copy(source, field.width(), target, lineBytes, field.width(), count);
      }
    }
  }

  /** Returns the place of a column in lines, or -1 if they lack it. */
  int fieldOf(int column) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).column() == column) {
        return i;
      }
    }
    return -1;
  }

  /** Copies lines of rows with the given int32 ids one behind the other; the caller frees them. */
  Buffer fetch(long ids, int count, MemoryAccount account) {
    Buffer fetched = account.allocate((long) lineBytes * count);
    long target = fetched.address();
    long source = lines.address();
    for (int i = 0; i < count; i++) {
      long line = source + (long) lineBytes * Memory.getInt(ids + 4L * i);
      for (int b = 0; b < lineBytes; b += 8, target += 8) {
        Memory.putLong(target, Memory.getLong(line + b));
      }
    }
    return fetched;
  }

  /** Copies the values of a field out of fetched lines. */
  void read(int field, Buffer fetched, int count, long target) {
    Field wanted = fields.get(field);
    int width = wanted.width();
    copy(fetched.address() + wanted.offset(), lineBytes, target, width, width, count);
  }

  private static void copy(
      long source, int sourceStep, long target, int targetStep, int width, int count) {
    long from = source;
    long to = target;
    switch (width) {
      case 16 -> {
        for (int i = 0; i < count; i++, from += sourceStep, to += targetStep) {
          Memory.putLong(to, Memory.getLong(from));
          Memory.putLong(to + 8, Memory.getLong(from + 8));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++, from += sourceStep, to += targetStep) {
          Memory.putLong(to, Memory.getLong(from));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++, from += sourceStep, to += targetStep) {
          Memory.putInt(to, Memory.getInt(from));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++, from += sourceStep, to += targetStep) {
          Memory.putShort(to, Memory.getShort(from));
        }
      }
      case 1 -> {
        for (int i = 0; i < count; i++, from += sourceStep, to += targetStep) {
          Memory.putByte(to, Memory.getByte(from));
        }
      }
      default -> throw new IllegalStateException("No values of " + width + " bytes");
    }
  }

  @Override
  public void close() {
    lines.release();
  }
}
