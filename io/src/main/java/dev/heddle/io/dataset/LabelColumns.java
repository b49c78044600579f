package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts texts to the positions of labels. Used by one thread. */
final class LabelColumns {
  private static final int MEMO_SLOTS = 256; // a power of two

  /** The labels that were looked up last, of which there may be many: batches follow each other. */
  private static volatile @Nullable Known known;

  /** A type's labels by their texts. */
  private record Known(DataType.Enumeration type, Map<String, Integer> positions) {}

  private final Map<String, Integer> positions;
  private final DataType.Enumeration type;
  private final String name;
  private final long[] memoViews = new long[2 * MEMO_SLOTS];
  private final int[] memoPositions = new int[MEMO_SLOTS];

  private LabelColumns(DataType.Enumeration type, String name) {
    this.positions = positions(type);
    this.type = type;
    this.name = name;
  }

  private static Map<String, Integer> positions(DataType.Enumeration type) {
    Known last = known;
    if (last == null || !last.type().equals(type)) {
      last = new Known(type, type.positions());
      known = last;
    }
    return last.positions();
  }

  /**
   * Returns a column of texts as one of labels, with an ownership of its own.
   *
   * @param source stays the caller's
   * @param name of the column, for messages
   * @throws HeddleException {@code CORRUPT_FILE} if a text is no label
   */
  static Column convert(
      Column source, DataType.Enumeration to, int rows, String name, MemoryAccount account) {
    Buffer target = account.allocate((long) Integer.BYTES * rows);
    try {
      LabelColumns labels = new LabelColumns(to, name);
      if (source.isDictionary()) {
        labels.ofCodes(source, rows, target.address());
      } else {
        labels.ofTexts(source, rows, target.address());
      }
      Buffer validity = source.validityBuffer();
      return Column.fixed(to, rows, target, validity == null ? null : validity.retain());
    } catch (Throwable e) {
      target.release();
      throw e;
    }
  }

  /** Looks a dictionary's entries up when a row has them: it may have others. */
  private void ofCodes(Column source, int rows, long target) {
    Column dictionary = source.dictionary();
    int[] known = new int[dictionary.rows()]; // one more than the position
    for (int row = 0; row < rows; row++) {
      int position = 0;
      if (!source.isNull(row)) {
        int code = source.code(row);
        if (known[code] == 0) {
          known[code] = 1 + position(dictionary, code);
        }
        position = known[code] - 1;
      }
      Memory.putInt(target + 4L * row, position);
    }
  }

  private void ofTexts(Column source, int rows, long target) {
    for (int row = 0; row < rows; row++) {
      int position = 0;
      if (!source.isNull(row)) {
        long view = source.values() + 16L * row;
        position =
            StringViews.length(view) <= StringViews.MAX_INLINE
                ? inline(source, row, view)
                : position(source, row);
      }
      Memory.putInt(target + 4L * row, position);
    }
  }

  /** Finds a text that is whole in its view, which is looked up once. */
  private int inline(Column source, int row, long view) {
    long first = Memory.getLong(view);
    long second = Memory.getLong(view + Long.BYTES);
    long mixed = (first * 31 + second) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 56) & (MEMO_SLOTS - 1);
    boolean isKnown = memoViews[2 * slot] == first && memoViews[2 * slot + 1] == second;
    if (!isKnown || memoPositions[slot] == 0) {
      memoPositions[slot] = 1 + position(source, row);
      memoViews[2 * slot] = first;
      memoViews[2 * slot + 1] = second;
    }
    return memoPositions[slot] - 1;
  }

  private int position(Column texts, int row) {
    String text = new String(texts.bytesAt(row), StandardCharsets.UTF_8);
    @Nullable Integer position = positions.get(text);
    if (position == null) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read column \""
              + name
              + "\" as "
              + type.sqlName()
              + ": a file has '"
              + text
              + "', which is none of these labels");
    }
    return position;
  }
}
