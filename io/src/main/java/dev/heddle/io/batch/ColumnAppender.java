package dev.heddle.io.batch;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects rows of many columns of one type into one compact column: dictionaries are decoded and
 * text is copied, so nothing of the sources is retained.
 *
 * <p>Used by one thread. {@link #build} gives the buffers away and starts anew; {@link #close}
 * frees what has not been built.
 */
public final class ColumnAppender implements AutoCloseable {
  static final int FIRST_ROWS = 256;
  private static final int MAX_FIRST_ROWS = 16 << 10;
  private static final long FIRST_DATA_BYTES = 4 << 10;
  private static final int LARGEST_SHARED_DATA_BYTES = 1 << 20;
  private static final int MAX_ELEMENTS = 1 << 30;
  private static final long MAX_ROOM_ROWS = 1 << 30; // rows, unless more come
  private static final int WIDEST_VALUE_BYTES = 16;

  private final DataType type;
  private final Layout layout;
  private final MemoryAccount account;
  private int rows;
  private int room;
  private int firstRows = FIRST_ROWS; // what the column before had, to grow less often
  private @Nullable Buffer values;
  private @Nullable Buffer validity; // from the first null on
  private final List<Buffer> data = new ArrayList<>();
  private int dataUsed; // of the last data buffer
  private long dataBytes; // of all data buffers
  private long firstDataBytes = FIRST_DATA_BYTES; // what the column before had
  private final ColumnAppender[] children;

  /** Makes an empty appender; the account pays. */
  public ColumnAppender(DataType type, MemoryAccount account) {
    this.type = type;
    this.layout = Layout.of(type);
    this.account = account;
    List<DataType> childTypes = Layout.childTypes(type);
    this.children = new ColumnAppender[childTypes.size()];
    for (int i = 0; i < children.length; i++) {
      children[i] = new ColumnAppender(childTypes.get(i), account);
    }
  }

  /** Returns at most what the first rows of a column take, up to {@link #FIRST_ROWS}. */
  static long firstBytes(DataType type) {
    long bytes = (long) WIDEST_VALUE_BYTES * FIRST_ROWS;
    if (Layout.of(type).isText()) {
      bytes += FIRST_DATA_BYTES;
    }
    for (DataType child : Layout.childTypes(type)) {
      bytes += firstBytes(child);
    }
    return bytes;
  }

  /** Returns whether the values are lists, maps or structs. */
  boolean isNested() {
    return children.length > 0;
  }

  /** Returns how many rows have been appended since the last build. */
  public int rows() {
    return rows;
  }

  /** Returns the bytes that values and text take, without what is reserved. */
  public long bytes() {
    long bytes = layout.bytesFor(rows) + dataBytes;
    for (ColumnAppender child : children) {
      bytes += child.bytes();
    }
    return bytes;
  }

  /** Returns about what appending rows may allocate, if they are like those that are here. */
  public long jumpBytes(int count) {
    long needed = (long) rows + count;
    long bytes = 0;
    if (values == null || needed > room) {
      long newRoom = Math.max(values == null ? firstRows : room * 2L, needed);
      bytes = Buffer.roomFor(layout.bytesFor(newRoom));
      bytes += Buffer.roomFor(Bits.bytesFor(layout.rowsIn(bytes, newRoom)));
    }
    double times = rows == 0 ? 1 : (double) count / rows; // what is here
    if (layout.isText()) {
      long texts = (long) (times * dataBytes);
      if (data.isEmpty() || texts > data.getLast().capacity() - dataUsed) {
        bytes += texts + Buffer.roomFor(nextDataBytes(texts));
      }
    }
    for (ColumnAppender child : children) {
      double elements = layout == Layout.LIST ? times * child.rows : count;
      bytes += child.jumpBytes((int) Math.min(MAX_ELEMENTS, elements));
    }
    return bytes;
  }

  /**
   * Appends rows of a column of the same type.
   *
   * @param positions where {@code count} int32 positions of the source start, or 0 for its first
   *     {@code count} rows
   */
  public void append(Column source, long positions, int count) {
    if (count == 0) {
      return;
    }
    reserve(count);
    appendValidity(source, positions, count);
    if (layout.isText()) {
      appendViews(source, positions, count);
    } else if (layout == Layout.BIT) {
      appendBits(source, positions, count);
    } else if (layout == Layout.LIST) {
      appendLists(source, positions, count);
    } else if (layout == Layout.STRUCT) {
      for (int i = 0; i < children.length; i++) {
        children[i].append(source.child(i), positions, count);
      }
    } else {
      appendFixed(source, positions, count);
    }
    rows += count;
  }

  /** Appends the rows of a column of the same type from a row on. */
  public void appendRange(Column source, int from, int count) {
    if (from == 0) {
      append(source, 0L, count);
      return;
    }
    Buffer positions = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(positions.address() + 4L * i, from + i);
      }
      append(source, positions.address(), count);
    } finally {
      positions.release();
    }
  }

  /** Lets the first room be as much as rows of columns of the same type need. */
  public void expect(List<Column> sources) {
    firstRows = Math.max(firstRows, sources.stream().mapToInt(Column::rows).sum());
    for (int i = 0; i < children.length; i++) {
      int child = i;
      children[i].expect(sources.stream().map(column -> column.child(child)).toList());
    }
  }

  private void reserve(int count) {
    int needed = Math.addExact(rows, count);
    if (values != null && needed <= room) {
      return;
    }
    int least = values == null ? firstRows : (int) Math.min(MAX_ROOM_ROWS, room * 2L);
    int newRoom = Math.max(least, needed);
    Buffer old = values;
    values =
        old == null
            ? account.allocate(layout.bytesFor(newRoom))
            : account.grow(old, layout.bytesFor(rows), layout.bytesFor(newRoom));
    long rowsIn = Math.min(MAX_ROOM_ROWS, layout.rowsIn(values.capacity(), newRoom));
    int madeRoom = (int) Math.max(newRoom, rowsIn);
    if (validity != null) {
      validity = account.grow(validity, Bits.bytesFor(rows), Bits.bytesFor(madeRoom));
    }
    room = madeRoom;
  }

  private void appendValidity(Column source, long positions, int count) {
    long sourceBits = source.validity();
    if (sourceBits == 0) {
      if (validity != null) {
        setBits(validity.address(), rows, count);
      }
      return;
    }
    if (validity == null) {
      validity = account.allocate(Bits.bytesFor(room));
      setBits(validity.address(), 0, rows);
    }
    copyBits(sourceBits, positions, count, validity.address());
  }

  private static void setBits(long bitmap, int from, int count) {
    int to = from + count;
    int i = from;
    while (i < to && (i & 7) != 0) {
      Bits.set(bitmap, i++);
    }
    int bytes = (to - i) >> 3;
    Memory.fill(bitmap + (i >> 3), bytes, (byte) -1);
    i += bytes << 3;
    while (i < to) {
      Bits.set(bitmap, i++);
    }
  }

  private void copyBits(long source, long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      int from = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      if (Bits.get(source, from)) {
        Bits.set(target, rows + i);
      } else {
        Bits.clear(target, rows + i);
      }
    }
  }

  private void appendBits(Column source, long positions, int count) {
    copyBits(source.values(), positions, count, buffer().address());
  }

  private Buffer buffer() {
    if (values == null) {
      throw new IllegalStateException("Nothing has been reserved");
    }
    return values;
  }

  private void appendFixed(Column source, long positions, int count) {
    int width = layout.byteWidth();
    long target = buffer().address() + (long) rows * width;
    if (source.isDictionary()) {
      long codes = source.values();
      long entries = source.dictionary().values();
      for (int i = 0; i < count; i++) {
        int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
        Memory.copy(
            entries + (long) Memory.getInt(codes + 4L * row) * width,
            target + (long) i * width,
            width);
      }
    } else if (positions == 0) {
      Memory.copy(source.values(), target, (long) count * width);
    } else {
      Gather.values(layout, source.values(), positions, count, target);
    }
  }

  private void appendViews(Column source, long positions, int count) {
    boolean coded = source.isDictionary();
    Column texts = coded ? source.dictionary() : source;
    long views = texts.values();
    long codes = source.values();
    long[] sourceData = texts.dataAddresses();
    long nulls = source.validity();
    long target = buffer().address() + 16L * rows;
    if (nulls == 0) {
      if (copyViews(views, coded ? codes : 0, positions, count, target)) {
        copyTexts(sourceData, target, count);
      }
      return;
    }
    for (int i = 0; i < count; i++, target += 16) {
      int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      if (!Bits.get(nulls, row)) {
        Memory.putLong(target, 0);
        Memory.putLong(target + 8, 0);
        continue;
      }
      long view = views + 16L * (coded ? Memory.getInt(codes + 4L * row) : row);
      int length = StringViews.length(view);
      if (length <= StringViews.MAX_INLINE) {
        Memory.putLong(target, Memory.getLong(view));
        Memory.putLong(target + 8, Memory.getLong(view + 8));
      } else {
        copyText(StringViews.address(view, sourceData), length, target);
      }
    }
  }

  /** Copies views as they are; returns whether some text is not inline, so that it must follow. */
  private static boolean copyViews(long views, long codes, long positions, int count, long target) {
    if (codes == 0 && positions == 0) {
      return copyViewsInOrder(views, count, target);
    }
    int room = 0; // negative once a text is not inline
    for (int i = 0; i < count; i++) {
      int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      long view = views + 16L * (codes == 0 ? row : Memory.getInt(codes + 4L * row));
      long first = Memory.getLong(view);
      room |= StringViews.MAX_INLINE - (int) first;
      Memory.putLong(target + 16L * i, first);
      Memory.putLong(target + 16L * i + 8, Memory.getLong(view + 8));
    }
    return room < 0;
  }

  private static boolean copyViewsInOrder(long views, int count, long target) {
    int room = 0;
    for (int i = 0; i < count; i++) {
      room |= StringViews.MAX_INLINE - StringViews.length(views + 16L * i);
    }
    Memory.copy(views, target, 16L * count);
    return room < 0;
  }

  private void appendLists(Column source, long positions, int count) {
    long target = buffer().address() + 8L * rows;
    long nulls = source.validity();
    long total = 0;
    for (int i = 0; i < count; i++) {
      int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      int length = nulls == 0 || Bits.get(nulls, row) ? source.listLength(row) : 0;
      Memory.putInt(target + 8L * i, (int) (children[0].rows + total));
      Memory.putInt(target + 8L * i + 4, length);
      total += length;
      if (children[0].rows + total > MAX_ELEMENTS) {
        throw new HeddleException(
            ErrorCode.OUT_OF_MEMORY,
            "Cannot hold lists of more than "
                + MAX_ELEMENTS
                + " elements in one place; read fewer rows at a time");
      }
    }
    if (total == 0) {
      return;
    }
    Buffer elements = account.allocate(4L * total);
    try {
      long at = elements.address();
      for (int i = 0; i < count; i++) {
        int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
        int length = Memory.getInt(target + 8L * i + 4);
        int start = length == 0 ? 0 : source.listStart(row);
        for (int e = 0; e < length; e++, at += 4) {
          Memory.putInt(at, start + e);
        }
      }
      children[0].append(source.child(0), elements.address(), (int) total);
    } finally {
      elements.release();
    }
  }

  /** Copies the texts of views of the source that are not inline, and lets them lead to these. */
  private void copyTexts(long[] sourceData, long views, int count) {
    Buffer last = dataFor(0);
    long end = last.address() + last.capacity();
    long at = last.address() + dataUsed;
    int number = data.size() - 1;
    for (long view = views; view < views + 16L * count; view += 16) {
      int length = StringViews.length(view);
      if (length > StringViews.MAX_INLINE) {
        if (end - at < length) {
          noteUsed(last, at);
          last = dataFor(length);
          end = last.address() + last.capacity();
          at = last.address() + dataUsed;
          number = data.size() - 1;
        }
        Memory.copyText(StringViews.address(view, sourceData), at, length);
        Memory.putInt(view + 8, number);
        Memory.putInt(view + 12, (int) (at - last.address()));
        at += length;
      }
    }
    noteUsed(last, at);
  }

  /** Notes up to where the last data buffer is used. */
  private void noteUsed(Buffer last, long end) {
    int used = (int) (end - last.address());
    dataBytes += used - dataUsed;
    dataUsed = used;
  }

  /** Returns the last data buffer, or a new one if it has no room for more bytes. */
  private Buffer dataFor(int length) {
    Buffer last = data.isEmpty() ? null : data.getLast();
    if (last == null || last.capacity() - dataUsed < length) {
      last = account.allocate(Math.max(length, nextDataBytes(0)));
      data.add(last);
      dataUsed = 0;
    }
    return last;
  }

  /** Returns what is asked for texts, after more bytes of them. */
  private long nextDataBytes(long more) {
    return Math.min(LARGEST_SHARED_DATA_BYTES, Math.max(firstDataBytes, dataBytes + more));
  }

  private void copyText(long bytes, int length, long target) {
    Buffer last = dataFor(length);
    long at = last.address() + dataUsed;
    Memory.copyText(bytes, at, length);
    StringViews.put(target, at, length, data.size() - 1, dataUsed);
    dataUsed += length;
    dataBytes += length;
  }

  /** Returns a column of all rows appended so far, and starts anew. */
  public Column build() {
    Buffer built = values == null ? account.allocate(layout.bytesFor(1)) : values;
    values = built; // ours to free until all children are built
    Column[] builtChildren = buildChildren();
    Column column =
        switch (layout) {
          case VIEW -> Column.views(type, rows, built, validity, data.toArray(Buffer[]::new));
          case LIST -> Column.lists(type, rows, built, validity, builtChildren[0]);
          case STRUCT -> {
            built.release();
            yield Column.structs(type, rows, validity, builtChildren);
          }
          default -> Column.fixed(type, rows, built, validity);
        };
    forget();
    return column;
  }

  private Column[] buildChildren() {
    return Column.makeAll(children.length, i -> children[i].build());
  }

  private void forget() {
    firstRows = Math.max(FIRST_ROWS, Math.min(room, MAX_FIRST_ROWS));
    firstDataBytes = Math.max(FIRST_DATA_BYTES, dataBytes);
    values = null;
    validity = null;
    data.clear();
    rows = 0;
    room = 0;
    dataUsed = 0;
    dataBytes = 0;
  }

  @Override
  public void close() {
    if (values != null) {
      values.release();
    }
    if (validity != null) {
      validity.release();
    }
    data.forEach(Buffer::release);
    for (ColumnAppender child : children) {
      child.close();
    }
    forget();
  }
}
