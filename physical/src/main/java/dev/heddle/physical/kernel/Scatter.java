package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts a column together from parts that each give some of its rows.
 *
 * <p>Used by one thread, for one column: {@link #build} or {@link #close} ends it.
 */
public final class Scatter implements AutoCloseable {
  private final DataType type;
  private final Layout layout;
  private final int rows;
  private final Buffer values;
  private final Buffer validity;
  private final boolean startsNull;
  private final boolean isField; // whose bits a part may have set at rows that are null in it
  private final List<Buffer> data = new ArrayList<>();
  private boolean built;
  private final Scatter[] fields; // of structs
  private final @Nullable ColumnAppender elements; // of lists

  private Scatter(
      DataType type, int rows, MemoryAccount account, boolean startsNull, boolean isField) {
    this.type = type;
    this.layout = Layout.of(type);
    this.rows = rows;
    this.startsNull = startsNull;
    this.isField = isField;
    this.values = account.allocateZeroed(layout.bytesFor(rows));
    List<DataType> children = Layout.childTypes(type);
    this.elements = layout == Layout.LIST ? new ColumnAppender(children.getFirst(), account) : null;
    this.fields = new Scatter[layout == Layout.STRUCT ? children.size() : 0];
    Buffer bits = null;
    try {
      long bytes = Bits.bytesFor(rows);
      bits = startsNull ? account.allocateZeroed(bytes) : account.allocate(bytes);
      if (!startsNull) {
        Validity.fill(bits.address(), rows);
      }
      for (int i = 0; i < fields.length; i++) {
        fields[i] = new Scatter(children.get(i), rows, account, true, true);
      }
    } catch (Throwable e) {
      values.release();
      if (bits != null) {
        bits.release();
      }
      for (Scatter field : fields) {
        if (field != null) {
          field.close();
        }
      }
      throw e;
    }
    this.validity = bits;
  }

  /** Starts a column whose rows are null until a part gives them a value; parts may overlap. */
  public static Scatter startingNull(DataType type, int rows, MemoryAccount account) {
    return new Scatter(type, rows, account, true, false);
  }

  /** Starts a column whose rows are all given by exactly one part. */
  public static Scatter covered(DataType type, int rows, MemoryAccount account) {
    return new Scatter(type, rows, account, false, false);
  }

  /**
   * Puts a plain column's rows to positions; one of one row goes to all of them.
   *
   * @param positions int32 positions, or 0 for the first {@code count}
   */
  public void put(Column part, long positions, int count) {
    put(part, part.rows() == 1, positions, count);
  }

  private void put(Column part, boolean repeated, long positions, int count) {
    int firstBuffer = addData(part);
    long step = repeated ? 0 : 1;
    mark(part, step, positions, count);
    switch (layout) {
      case LIST -> {
        for (int i = 0; i < count; i++) {
          putList(part, (int) (step * i), position(positions, i), repeated && i > 0);
        }
      }
      case STRUCT -> {
        for (int f = 0; f < fields.length; f++) {
          Column field = Gather.decode(part.child(f), validity.account());
          try {
            fields[f].put(field, repeated, positions, count);
          } finally {
            field.release();
          }
        }
      }
      default -> copy(part.values(), step, positions, count, firstBuffer);
    }
  }

  /** Puts the rows of a plain column at some positions to the same positions. */
  public void putSame(Column part, long positions, int count) {
    int firstBuffer = addData(part);
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(positions + 4L * i);
      markOne(part.validity() == 0 || Bits.get(part.validity(), position), position);
      switch (layout) {
        case LIST -> putList(part, position, position, false);
        case STRUCT -> {}
        default -> one(part.values(), position, position, firstBuffer);
      }
    }
    for (int f = 0; f < fields.length; f++) {
      Column field = Gather.decode(part.child(f), validity.account());
      try {
        fields[f].putSame(field, positions, count);
      } finally {
        field.release();
      }
    }
  }

  /** Puts a list; a repeated one shares the elements of the list before it. */
  private void putList(Column part, int from, int to, boolean isRepeated) {
    long target = values.address() + 8L * to;
    if (part.isNull(from)) {
      Memory.putLong(target, 0);
      return;
    }
    int length = part.listLength(from);
    if (!isRepeated) {
      elements.appendRange(part.child(0), part.listStart(from), length);
    }
    Memory.putInt(target, elements.rows() - length);
    Memory.putInt(target + 4, length);
  }

  private int addData(Column part) {
    int firstBuffer = data.size();
    if (layout.isText()) {
      for (Buffer buffer : part.dataBuffers()) {
        data.add(buffer.retain());
      }
    }
    return firstBuffer;
  }

  private void mark(Column part, long step, long positions, int count) {
    long source = part.validity();
    if (source == 0 && !startsNull) {
      return;
    }
    for (int i = 0; i < count; i++) {
      markOne(source == 0 || Bits.get(source, (int) (step * i)), position(positions, i));
    }
  }

  private void markOne(boolean valid, int position) {
    if (valid && startsNull) {
      Bits.set(validity.address(), position);
    } else if (!valid && (!startsNull || isField)) {
      Bits.clear(validity.address(), position);
    }
  }

  private static int position(long positions, int index) {
    return positions == 0 ? index : Memory.getInt(positions + 4L * index);
  }

  /** Copies values, those of null rows too: codes and views of null rows are safe everywhere. */
  private void copy(long source, long step, long positions, int count, int firstBuffer) {
    long target = values.address();
    switch (layout) {
      case INT32, FLOAT32 -> {
        for (int i = 0; i < count; i++) {
          Memory.putInt(target + 4L * position(positions, i), Memory.getInt(source + 4 * step * i));
        }
      }
      case INT64, FLOAT64 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(
              target + 8L * position(positions, i), Memory.getLong(source + 8 * step * i));
        }
      }
      case INT128, INTERVAL -> {
        for (int i = 0; i < count; i++) {
          pair(source + 16 * step * i, target + 16L * position(positions, i));
        }
      }
      case LIST, STRUCT -> throw new IllegalStateException("Nested values are put one by one");
      case BIT, INT8, INT16, VIEW -> {
        for (int i = 0; i < count; i++) {
          one(source, (int) (step * i), position(positions, i), firstBuffer);
        }
      }
    }
  }

  private void one(long source, int from, int to, int firstBuffer) {
    long target = values.address();
    switch (layout) {
      case BIT -> {
        if (Bits.get(source, from)) {
          Bits.set(target, to);
        } else {
          Bits.clear(target, to); // an earlier part may have left a null row's bit
        }
      }
      case INT8 -> Memory.putByte(target + to, Memory.getByte(source + from));
      case INT16 -> Memory.putShort(target + 2L * to, Memory.getShort(source + 2L * from));
      case INT32, FLOAT32 -> Memory.putInt(target + 4L * to, Memory.getInt(source + 4L * from));
      case INT64, FLOAT64 -> Memory.putLong(target + 8L * to, Memory.getLong(source + 8L * from));
      case INT128, INTERVAL -> pair(source + 16L * from, target + 16L * to);
      case LIST, STRUCT -> throw new IllegalStateException("Nested values are put one by one");
      case VIEW -> {
        long view = source + 16L * from;
        long copy = target + 16L * to;
        pair(view, copy);
        if (firstBuffer > 0 && StringViews.length(view) > StringViews.MAX_INLINE) {
          Memory.putInt(copy + 8, Memory.getInt(view + 8) + firstBuffer);
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
    Column[] children =
        elements == null
            ? Column.makeAll(fields.length, i -> fields[i].build())
            : new Column[] {elements.build()};
    built = true;
    @Nullable Buffer kept = validity;
    if (Bits.count(validity.address(), rows) == rows) {
      validity.release();
      kept = null;
    }
    return switch (layout) {
      case VIEW -> Column.views(type, rows, values, kept, data.toArray(Buffer[]::new));
      case LIST -> Column.lists(type, rows, values, kept, children[0]);
      case STRUCT -> {
        values.release();
        yield Column.structs(type, rows, kept, children);
      }
      default -> Column.fixed(type, rows, values, kept);
    };
  }

  @Override
  public void close() {
    if (!built) {
      built = true;
      values.release();
      validity.release();
      data.forEach(Buffer::release);
      for (Scatter field : fields) {
        field.close();
      }
      if (elements != null) {
        elements.close();
      }
    }
  }
}
