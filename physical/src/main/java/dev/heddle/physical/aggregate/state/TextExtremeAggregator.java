package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.row.TextArena;
import org.jspecify.annotations.Nullable;

/** Smallest or largest of texts and byte strings, by unsigned bytes. */
public final class TextExtremeAggregator extends Aggregator {
  private static final int NONE = -1; // length in a view of a group without a value
  private static final int MAX_CODES = 1 << 16;

  private final DataType type;
  private final boolean isLargest;
  private final MemoryAccount account;
  private final StateArray extremes; // views into the arena
  private final TextArena arena;
  private @Nullable Column dictionary; // of the codes met last, held
  private byte[] isMet = {}; // by code

  public TextExtremeAggregator(DataType type, Extreme extreme, MemoryAccount account) {
    this.type = type;
    this.isLargest = extreme == Extreme.LARGEST;
    this.account = account;
    this.extremes = new StateArray(account, 16, NONE);
    this.arena = new TextArena(account);
  }

  @Override
  public void grow(int groupCount) {
    extremes.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    boolean coded = column.isDictionary();
    Column texts = coded ? column.dictionary() : column;
    long nulls = column.validity();
    long[] data = texts.dataAddresses();
    long views = texts.values();
    long codes = column.values();
    long known = extremes.address();
    for (int i = 0; i < rows; i++) {
      if (nulls == 0 || Bits.get(nulls, i)) {
        int at = coded ? Memory.getInt(codes + 4L * i) : i;
        add(known + 16L * Memory.getInt(groups + 4L * i), views + 16L * at, data);
      }
    }
  }

  private void add(long known, long view, long[] data) {
    if (StringViews.length(known) == NONE) {
      replace(known, view, data);
    } else {
      int order = StringViews.compare(view, data, known, arena.addresses());
      if (isLargest ? order > 0 : order < 0) {
        replace(known, view, data);
      }
    }
  }

  @Override
  public void updateFirst(long zeros, Column[] arguments, int rows) {
    Column column = arguments[0];
    if (column.isDictionary() && column.dictionary().rows() <= MAX_CODES) {
      updateByCodes(column, rows);
    } else if (column.isDictionary() || column.mayHaveNulls()) {
      update(zeros, arguments, rows);
    } else {
      updateByStarts(column, rows);
    }
  }

  @Override
  public boolean pickFirst(Column column, long positions, int rows) {
    if (column.isDictionary() && column.dictionary().rows() <= MAX_CODES) {
      pickByCodes(column, positions, rows);
      return true;
    }
    if (column.isDictionary() || column.mayHaveNulls()) {
      return false;
    }
    pickByStarts(column, positions, rows);
    return true;
  }

  /** Looks at each entry of a dictionary once only. */
  private void updateByCodes(Column column, int rows) {
    Column texts = met(column);
    byte[] met = isMet;
    long codes = column.values();
    long nulls = column.validity();
    for (int i = 0; i < rows; i++) {
      int code = Memory.getInt(codes + 4L * i);
      if (met[code] == 0 && (nulls == 0 || Bits.get(nulls, i))) {
        met[code] = 1;
        add(extremes.address(), texts.values() + 16L * code, texts.dataAddresses());
      }
    }
  }

  private void pickByCodes(Column column, long positions, int rows) {
    Column texts = met(column);
    byte[] met = isMet;
    long codes = column.values();
    long nulls = column.validity();
    for (int i = 0; i < rows; i++) {
      int row = Memory.getInt(positions + 4L * i);
      int code = Memory.getInt(codes + 4L * row);
      if (met[code] == 0 && (nulls == 0 || Bits.get(nulls, row))) {
        met[code] = 1;
        add(extremes.address(), texts.values() + 16L * code, texts.dataAddresses());
      }
    }
  }

  /** Returns the dictionary of codes; {@link #isMet} is about it. */
  private Column met(Column column) {
    Column texts = column.dictionary();
    if (texts != dictionary) {
      forget();
      dictionary = texts.retain(); // so that no other one can be taken for it
      isMet = new byte[texts.rows()];
    }
    return texts;
  }

  /** Compares the first four bytes before all else. */
  private void updateByStarts(Column column, int rows) {
    long known = extremes.address();
    long views = column.values();
    long[] data = column.dataAddresses();
    if (rows > 0) {
      add(known, views, data);
    }
    int best = start(known);
    for (int i = 1; i < rows; i++) {
      long view = views + 16L * i;
      if (start(view) >= best) {
        add(known, view, data);
        best = start(known);
      }
    }
  }

  private void pickByStarts(Column column, long positions, int rows) {
    long known = extremes.address();
    long views = column.values();
    long[] data = column.dataAddresses();
    if (rows > 0) {
      add(known, views + 16L * Memory.getInt(positions), data);
    }
    int best = start(known);
    for (int i = 1; i < rows; i++) {
      long view = views + 16L * Memory.getInt(positions + 4L * i);
      if (start(view) >= best) {
        add(known, view, data);
        best = start(known);
      }
    }
  }

  /** Returns the first bytes of a text as a number: the greater, the more extreme. */
  private int start(long view) {
    int unsigned = Integer.reverseBytes(Memory.getInt(view + 4));
    return unsigned ^ (isLargest ? Integer.MIN_VALUE : Integer.MAX_VALUE);
  }

  @Override
  public boolean takesCodes() {
    return true;
  }

  private void forget() {
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
  }

  @Override
  public void seal() {
    forget();
  }

  private void replace(long known, long view, long[] data) {
    int length = StringViews.length(view);
    int room = StringViews.length(known) > StringViews.MAX_INLINE ? StringViews.length(known) : 0;
    if (length <= StringViews.MAX_INLINE) {
      Memory.putLong(known, Memory.getLong(view));
      Memory.putLong(known + 8, Memory.getLong(view + 8));
      arena.forget(room);
    } else if (length <= room) { // nobody else looks at the old text
      Memory.copy(
          StringViews.address(view, data), StringViews.address(known, arena.addresses()), length);
      Memory.putLong(known, Memory.getLong(view));
      arena.forget(room - length);
    } else {
      arena.put(known, StringViews.address(view, data), length);
      arena.forget(room);
    }
    if (arena.isWasteful(16L * extremes.count())) {
      arena.compact(extremes.address(), extremes.count(), 16, 1);
    }
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    update(groups, states, rows);
  }

  @Override
  public Column[] states(long groups, int count) {
    return new Column[] {result(groups, count)};
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account.allocate(16L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long at = extremes.address() + 16L * Memory.getInt(groups + 4L * i);
      boolean isPresent = StringViews.length(at) != NONE;
      Memory.putLong(values.address() + 16L * i, isPresent ? Memory.getLong(at) : 0);
      Memory.putLong(values.address() + 16L * i + 8, isPresent ? Memory.getLong(at + 8) : 0);
      if (isPresent) {
        Bits.set(validity.address(), i);
      }
    }
    return Column.views(type, count, values, validity, arena.shareBuffers());
  }

  @Override
  public long bytes() {
    return extremes.bytes() + arena.bytes();
  }

  @Override
  public void close() {
    forget();
    extremes.close();
    arena.close();
  }
}
