package dev.heddle.physical.row;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Int128;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How grouping keys are placed side by side in rows of whole words, so that equal keys are equal
 * words.
 *
 * <p>First all fixed-width keys, widest first, and a byte for each nullable key that is 1 where it
 * is null; then, from a word boundary on, a 16-byte view for each text key. Nulls are zeros beside
 * their byte. -0.0 is written as 0.0 and every NaN as one. A view of a long text ends in an address
 * while its row is being looked up ("loose"), and in a place in an arena once it is kept.
 *
 * <p>Immutable.
 */
public final class KeyLayout {
  private static final long HASH_SEED = 0x2545F4914F6CDD1DL; // other bits than those of exchanges

  private final List<Field> fields;
  private final Layout[] layouts;
  private final int[] offsets;
  private final int[] nullOffsets; // -1 where the key is not nullable
  private final int[] textKeys; // in order of their views
  private final int fixedBytes;
  private final int rowBytes;
  private final boolean isOneWord; // one fixed key of up to 8 bytes, not nullable

  public KeyLayout(List<Field> fields) {
    this.fields = List.copyOf(fields);
    int keys = fields.size();
    layouts = new Layout[keys];
    offsets = new int[keys];
    nullOffsets = new int[keys];
    List<Integer> fixed = new ArrayList<>();
    List<Integer> texts = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      layouts[i] = Layout.of(fields.get(i).type());
      (layouts[i].isText() ? texts : fixed).add(i);
    }
    fixed.sort((left, right) -> Integer.compare(widthOf(right), widthOf(left)));
    int at = 0;
    for (int key : fixed) {
      offsets[key] = at;
      at += widthOf(key);
    }
    for (int i = 0; i < keys; i++) {
      nullOffsets[i] = fields.get(i).nullable() ? at++ : -1;
    }
    isOneWord = keys == 1 && at > 0 && at <= 8 && texts.isEmpty() && nullOffsets[0] < 0;
    fixedBytes = (at + 7) & -8;
    textKeys = new int[texts.size()];
    for (int i = 0; i < textKeys.length; i++) {
      textKeys[i] = texts.get(i);
      offsets[textKeys[i]] = fixedBytes + 16 * i;
    }
    rowBytes = fixedBytes + 16 * textKeys.length;
  }

  private Layout layoutOf(int key) {
    return layouts[key];
  }

  private int widthOf(int key) {
    return Math.max(1, layoutOf(key).byteWidth());
  }

  /** Returns the bytes of a row: whole words. */
  public int rowBytes() {
    return rowBytes;
  }

  /** Returns the number of keys. */
  public int keyCount() {
    return offsets.length;
  }

  /** Returns where the views start in a row. */
  int fixedBytes() {
    return fixedBytes;
  }

  /** Returns how many keys are text. */
  int textCount() {
    return textKeys.length;
  }

  /**
   * Writes the keys of the first rows as loose rows.
   *
   * @param columns one for each key, without a selection; dictionaries are followed
   */
  public void encode(Column[] columns, int rows, long target) {
    if (!isOneWord) {
      Memory.fill(target, (long) rows * rowBytes, (byte) 0);
    }
    for (int key = 0; key < columns.length; key++) {
      encode(columns[key], key, 0, rows, target);
    }
  }

  /** Writes the keys of one row as a loose row. */
  void encodeRow(Column[] columns, int row, long target) {
    Memory.fill(target, rowBytes, (byte) 0);
    for (int key = 0; key < columns.length; key++) {
      encode(columns[key], key, row, 1, target);
    }
  }

  private void encode(Column column, int key, int from, int rows, long target) {
    long nulls = column.validity();
    if (nulls != 0 && nullOffsets[key] >= 0) {
      long at = target + nullOffsets[key];
      for (int i = 0; i < rows; i++, at += rowBytes) {
        Memory.putByte(at, (byte) (Bits.get(nulls, from + i) ? 0 : 1));
      }
    } else if (nulls != 0 && KeyEncoder.hasNulls(nulls, from, rows)) {
      throw new IllegalStateException(
          "Null in key " + fields.get(key) + ", which the plan declares not nullable");
    } else {
      nulls = 0;
    }
    Column values = column.isDictionary() ? column.dictionary() : column;
    long codes = column.isDictionary() ? column.values() : 0;
    long at = target + offsets[key];
    if (values.layout().isText()) {
      KeyEncoder.texts(values, codes, nulls, from, rows, at, rowBytes);
    } else if (isOneWord) {
      KeyEncoder.words(values, codes, from, rows, at);
    } else {
      KeyEncoder.fixed(values, codes, nulls, from, rows, at, rowBytes);
    }
  }

  /** Writes a hash for each loose row. */
  public void hash(long rows, int count, long hashes) {
    if (rowBytes == 8) {
      for (int i = 0; i < count; i++) {
        Memory.putLong(hashes + 8L * i, RowHash.mix(HASH_SEED, Memory.getLong(rows + 8L * i)));
      }
      return;
    }
    if (rowBytes == 16 && textKeys.length == 1) {
      for (int i = 0; i < count; i++) {
        Memory.putLong(hashes + 8L * i, hashText(HASH_SEED, rows + 16L * i));
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      Memory.putLong(hashes + 8L * i, hash(rows + (long) i * rowBytes));
    }
  }

  private static long hashText(long hash, long view) {
    int length = StringViews.length(view);
    return length <= StringViews.MAX_INLINE
        ? RowHash.mix(hash, Memory.getLong(view), Memory.getLong(view + 8))
        : RowHash.ofBytes(hash, Memory.getLong(view + 8), length);
  }

  /** Returns the hash of one loose row. */
  public long hash(long row) {
    long hash = HASH_SEED;
    long end = row + fixedBytes;
    long at = row;
    for (; at + 16 <= end; at += 16) {
      hash = RowHash.mix(hash, Memory.getLong(at), Memory.getLong(at + 8));
    }
    if (at < end) {
      hash = RowHash.mix(hash, Memory.getLong(at));
    }
    for (int i = 0; i < textKeys.length; i++) {
      hash = hashText(hash, end + 16L * i);
    }
    return hash;
  }

  /** Copies a loose row to where it is kept, and its long texts into the arena. */
  public void keep(long loose, long kept, TextArena arena) {
    for (int i = 0; i < rowBytes; i += 8) {
      Memory.putLong(kept + i, Memory.getLong(loose + i));
    }
    for (int i = 0; i < textKeys.length; i++) {
      long view = kept + fixedBytes + 16L * i;
      int length = StringViews.length(view);
      if (length > StringViews.MAX_INLINE) {
        arena.put(view, Memory.getLong(view + 8), length);
      }
    }
  }

  /** Copies a loose row to where another one is kept, which is forgotten. */
  public void replace(long loose, long kept, TextArena arena) {
    for (int i = 0; i < textKeys.length; i++) {
      int length = StringViews.length(kept + fixedBytes + 16L * i);
      if (length > StringViews.MAX_INLINE) {
        arena.forget(length);
      }
    }
    keep(loose, kept, arena);
  }

  /** Frees the texts of forgotten rows if they take much; {@code kept} is where all rows start. */
  public void compact(long kept, int rows, TextArena arena) {
    if (arena.isWasteful((long) rows * rowBytes)) {
      arena.compact(kept + fixedBytes, rows, rowBytes, textKeys.length);
    }
  }

  /** Copies kept rows to loose ones whose long texts stay in the keeper's arena. */
  void loosen(long kept, long groups, int count, long target, long[] data) {
    for (int g = 0; g < count; g++) {
      long from = kept + (long) Memory.getInt(groups + 4L * g) * rowBytes;
      long to = target + (long) g * rowBytes;
      for (int i = 0; i < rowBytes; i += 8) {
        Memory.putLong(to + i, Memory.getLong(from + i));
      }
      for (int i = 0; i < textKeys.length; i++) {
        long view = from + fixedBytes + 16L * i;
        if (StringViews.length(view) > StringViews.MAX_INLINE) {
          Memory.putLong(to + fixedBytes + 16L * i + 8, StringViews.address(view, data));
        }
      }
    }
  }

  /** Returns whether a loose row has the keys of a kept one. */
  boolean isEqual(long loose, long kept, long[] data) {
    for (int i = 0; i < fixedBytes; i += 8) {
      if (Memory.getLong(loose + i) != Memory.getLong(kept + i)) {
        return false;
      }
    }
    for (int i = fixedBytes; i < rowBytes; i += 16) {
      long word = Memory.getLong(loose + i);
      if (word != Memory.getLong(kept + i)) {
        return false; // lengths or first four bytes differ
      }
      long tail = Memory.getLong(loose + i + 8);
      int length = (int) word;
      boolean same =
          length <= StringViews.MAX_INLINE
              ? tail == Memory.getLong(kept + i + 8)
              : Memory.isEqual(tail, StringViews.address(kept + i, data), length);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** Returns the only key of a row, an integer. */
  long integerKey(long row) {
    return switch (layoutOf(0)) {
      case INT8 -> Memory.getByte(row);
      case INT16 -> Memory.getShort(row);
      case INT32 -> Memory.getInt(row);
      case INT64 -> Memory.getLong(row);
      default -> throw new IllegalStateException("No integer in layout " + layoutOf(0));
    };
  }

  /** Writes a row of one key, an integer, as it is stored. */
  void putInteger(long row, long value) {
    putInteger(row, value, false);
  }

  /** Writes a row of one key, an integer that is null, as it is stored. */
  void putNullInteger(long row) {
    putInteger(row, 0, true);
  }

  private void putInteger(long row, long value, boolean isNull) {
    long word =
        switch (layoutOf(0)) {
          case INT8 -> value & 0xff;
          case INT16 -> value & 0xffff;
          case INT32 -> value & 0xffffffffL;
          default -> value;
        };
    Memory.putLong(row, isNull ? 0 : word);
    if (rowBytes > 8) {
      Memory.putLong(row + 8, 0);
    }
    if (isNull) {
      putNull(0, row);
    }
  }

  /** Returns whether a key of a row is null. */
  boolean isNull(int key, long row) {
    return nullOffsets[key] >= 0 && Memory.getByte(row + nullOffsets[key]) != 0;
  }

  /** Makes a nullable key of a row null. */
  public void putNull(int key, long row) {
    Memory.putByte(row + nullOffsets[key], (byte) 1);
  }

  /** Compares a key, null in neither, of a loose row with that of a kept one; NaN is largest. */
  int compare(int key, long loose, long kept, long[] data) {
    return compareTo(key, loose, kept, data);
  }

  /** Compares a key, null in neither, of two loose rows. */
  int compareLoose(int key, long row, long other) {
    return compareTo(key, row, other, null);
  }

  private int compareTo(int key, long loose, long other, long @Nullable [] data) {
    long left = loose + offsets[key];
    long right = other + offsets[key];
    return switch (layoutOf(key)) {
      case BIT, INT8 -> Byte.compare(Memory.getByte(left), Memory.getByte(right));
      case INT16 -> Short.compare(Memory.getShort(left), Memory.getShort(right));
      case INT32 -> Integer.compare(Memory.getInt(left), Memory.getInt(right));
      case INT64 -> Long.compare(Memory.getLong(left), Memory.getLong(right));
      case FLOAT32 -> Float.compare(Memory.getFloat(left), Memory.getFloat(right));
      case FLOAT64 -> Double.compare(Memory.getDouble(left), Memory.getDouble(right));
      case INT128, INTERVAL ->
          Int128.compare(
              Memory.getLong(left),
              Memory.getLong(left + 8),
              Memory.getLong(right),
              Memory.getLong(right + 8));
      case LIST, STRUCT -> throw new IllegalStateException("Nested values are no keys");
      case VIEW -> {
        int length = StringViews.length(left);
        yield Memory.compare(looseText(left), length, text(right, data), StringViews.length(right));
      }
    };
  }

  /**
   * Returns a word whose unsigned order never contradicts that of a key, not null, of loose rows.
   */
  long prefix(int key, long row) {
    long at = row + offsets[key];
    return switch (layoutOf(key)) {
      case BIT, INT8 -> (long) Memory.getByte(at) << 56 ^ Long.MIN_VALUE;
      case INT16 -> (long) Memory.getShort(at) << 48 ^ Long.MIN_VALUE;
      case INT32 -> (long) Memory.getInt(at) << 32 ^ Long.MIN_VALUE;
      case INT64 -> Memory.getLong(at) ^ Long.MIN_VALUE;
      case FLOAT32 -> {
        int bits = Float.floatToIntBits(Memory.getFloat(at));
        yield (long) (bits ^ (bits >> 31 | Integer.MIN_VALUE)) << 32;
      }
      case FLOAT64 -> {
        long bits = Double.doubleToLongBits(Memory.getDouble(at));
        yield bits ^ (bits >> 63 | Long.MIN_VALUE);
      }
      case INT128, INTERVAL -> Memory.getLong(at + 8) ^ Long.MIN_VALUE;
      case LIST, STRUCT -> throw new IllegalStateException("Nested values are no keys");
      case VIEW -> {
        int length = StringViews.length(at);
        long text = Long.reverseBytes(Memory.getLong(length == 0 ? at + 4 : looseText(at)));
        yield length >= 8 ? text : text & ~(-1L >>> (8 * length));
      }
    };
  }

  /**
   * Returns how many upper bits of the {@link #prefix} of a key determine all of it; 0 if none do.
   */
  int exactPrefixBits(int key) {
    return layoutOf(key).isWord() ? 8 * widthOf(key) : 0;
  }

  private static long looseText(long view) {
    return StringViews.length(view) <= StringViews.MAX_INLINE ? view + 4 : Memory.getLong(view + 8);
  }

  private static long text(long view, long @Nullable [] data) {
    return data == null ? looseText(view) : StringViews.address(view, data);
  }

  /** Returns a key's column for kept rows. */
  public Column decode(
      int key, long kept, long groups, int count, TextArena arena, MemoryAccount account) {
    Field field = fields.get(key);
    Layout layout = layoutOf(key);
    Buffer values = account.allocate(layout.bytesFor(count));
    @Nullable Buffer validity = null;
    try {
      if (layout == Layout.BIT) {
        Memory.fill(values.address(), layout.bytesFor(count), (byte) 0);
      }
      KeyDecoder.fixed(layout, kept + offsets[key], rowBytes, groups, count, values.address());
      if (nullOffsets[key] >= 0) {
        long nulls = kept + nullOffsets[key];
        validity = KeyDecoder.validity(nulls, rowBytes, groups, count, account);
      }
    } catch (Throwable e) {
      values.release();
      throw e;
    }
    return layout.isText()
        ? Column.views(field.type(), count, values, validity, arena.shareBuffers())
        : Column.fixed(field.type(), count, values, validity);
  }

  /** Writes an int32 key that is not nullable for kept rows. */
  void decodeInts(int key, long kept, long groups, int count, long target) {
    KeyDecoder.fixed(Layout.INT32, kept + offsets[key], rowBytes, groups, count, target);
  }
}
