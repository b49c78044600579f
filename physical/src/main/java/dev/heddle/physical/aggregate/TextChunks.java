package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts of few groups that are joined as they come, those of each group in chunks of their own. A
 * chunk is a text again, to be joined with the others of its group by the same separator, which all
 * texts share. Used by one thread.
 */
final class TextChunks implements AutoCloseable {
  /** With more groups a core does not keep at hand where all of their next texts belong. */
  static final int MAX_GROUPS = 4096;

  private static final int SMALLEST_BYTES = 256;
  private static final int LARGEST_BYTES = 32 << 10;

  private final MemoryAccount account;
  private final List<List<Chunk>> full = new ArrayList<>(); // by group
  private @Nullable Buffer[] open = new Buffer[0]; // by group, beside the full ones
  private long[] next = new long[0]; // address in the open one, behind a separator; or its end
  private long[] end = new long[0];
  private @Nullable Buffer separator; // from the first text on
  private int gap; // bytes of the separator
  private boolean isNullSeparator;
  private int chunks;
  private long bytes;

  /** A buffer that begins with a text of this number of bytes. */
  private record Chunk(Buffer buffer, int bytes) {}

  TextChunks(MemoryAccount account) {
    this.account = account;
  }

  /** Makes sure that there are this number of groups, at most {@link #MAX_GROUPS}. */
  void grow(int groupCount) {
    while (full.size() < groupCount) {
      full.add(new ArrayList<>());
    }
    if (open.length < groupCount) {
      int room = Math.max(2 * open.length, groupCount);
      open = Arrays.copyOf(open, room);
      next = Arrays.copyOf(next, room);
      end = Arrays.copyOf(end, room);
    }
  }

  /** Returns how many chunks there are. */
  int count() {
    return chunks;
  }

  /** Returns the bytes that are reserved. */
  long bytes() {
    return bytes;
  }

  /** Returns about how many bytes adding this number of texts reserves, if they are short. */
  long jumpBytes(int rows) {
    long opened = Math.min(rows, full.size());
    return Math.min(opened * LARGEST_BYTES, 2 * bytes + opened * SMALLEST_BYTES);
  }

  /**
   * Adds the texts of rows that are not null. Returns false, and does nothing, if their separators
   * are not all the same as those before.
   *
   * @param groups int32 group of each row
   */
  boolean add(long groups, Column texts, Column separators, int rows) {
    if (rows == 0) {
      return true;
    }
    if (!isEverywhere(separators, rows) || !isShared(separators)) {
      return false;
    }
    long validity = texts.validity();
    long views = texts.values();
    long[] data = texts.dataAddresses();
    long between = separator().address();
    long firstOfGap = Memory.getLong(between);
    for (int i = 0; i < rows; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        continue;
      }
      int group = Memory.getInt(groups + 4L * i);
      long view = views + 16L * i;
      int length = StringViews.length(view);
      long at = next[group];
      if (end[group] - at < (long) length + gap || at == end[group]) {
        at = openNext(group, (long) length + gap);
      }
      if (length
          <= StringViews.MAX_INLINE) { // what is written too much, the next text or padding takes
        Memory.putLong(at, Memory.getLong(view + 4));
        Memory.putInt(at + 8, Memory.getInt(view + 12));
      } else {
        Memory.copyText(StringViews.address(view, data), at, length);
      }
      at += length;
      if (gap <= Long.BYTES) {
        Memory.putLong(at, firstOfGap);
      } else {
        Memory.copy(between, at, gap);
      }
      next[group] = at + gap;
    }
    return true;
  }

  /** Returns whether all rows have the same separator, written alike. */
  private static boolean isEverywhere(Column separators, int rows) {
    long validity = separators.validity();
    long views = separators.values();
    boolean isNull = separators.isNull(0);
    for (int i = 1; validity != 0 && i < rows; i++) {
      if (Bits.get(validity, i) == isNull) {
        return false;
      }
    }
    if (isNull) {
      return true;
    }
    long low = Memory.getLong(views);
    long high = Memory.getLong(views + 8);
    long differences = 0;
    for (int i = 1; i < rows; i++) {
      differences |= Memory.getLong(views + 16L * i) ^ low;
      differences |= Memory.getLong(views + 16L * i + 8) ^ high;
    }
    return differences == 0;
  }

  /** Returns whether the separator of the first row is that of all texts before; notes a first. */
  private boolean isShared(Column separators) {
    boolean isNull = separators.isNull(0);
    long view = separators.values();
    int length = isNull ? 0 : StringViews.length(view);
    long text = isNull ? 0 : StringViews.address(view, separators.dataAddresses());
    if (separator == null) {
      Buffer noted = account.allocateZeroed(Math.max(1, length));
      Memory.copy(text, noted.address(), length);
      separator = noted;
      gap = length;
      isNullSeparator = isNull;
      return true;
    }
    return isNull == isNullSeparator
        && length == gap
        && Memory.isEqual(text, separator.address(), length);
  }

  private Buffer separator() {
    if (separator == null) {
      throw new IllegalStateException("There is no text yet");
    }
    return separator;
  }

  private long openNext(int group, long least) {
    Buffer before = open[group];
    long wanted = before == null ? SMALLEST_BYTES : 2 * before.capacity();
    Buffer opened = account.allocate(Math.max(least, Math.min(LARGEST_BYTES, wanted)));
    closeOpen(group);
    open[group] = opened;
    next[group] = opened.address();
    end[group] = opened.address() + opened.capacity();
    bytes += opened.capacity();
    chunks++;
    return opened.address();
  }

  private void closeOpen(int group) {
    Buffer before = open[group];
    if (before != null) {
      int length = (int) (next[group] - before.address()) - gap;
      full.get(group).add(new Chunk(before, length));
      open[group] = null;
      next[group] = end[group];
    }
  }

  /**
   * Takes over all texts of another one if their separator is the same; otherwise does nothing and
   * returns false.
   *
   * @param mapped int32 number that each of its groups has here
   */
  boolean takeOver(TextChunks other, long mapped) {
    Buffer theirs = other.separator;
    if (theirs == null) {
      return true;
    }
    if (separator == null) {
      separator = theirs.retain();
      gap = other.gap;
      isNullSeparator = other.isNullSeparator;
    } else if (isNullSeparator != other.isNullSeparator
        || gap != other.gap
        || !Memory.isEqual(theirs.address(), separator.address(), gap)) {
      return false;
    }
    for (int group = 0; group < other.full.size(); group++) {
      int ours = Memory.getInt(mapped + 4L * group);
      closeOpen(ours);
      other.closeOpen(group);
      full.get(ours).addAll(other.full.get(group));
      other.full.get(group).clear();
    }
    chunks += other.chunks;
    bytes += other.bytes;
    other.forget();
    return true;
  }

  private void forget() {
    chunks = 0;
    bytes = 0;
  }

  /**
   * Makes the chunks texts with their separators beside them, group by group, and forgets them.
   *
   * @param groups room for the int32 group of each chunk
   */
  Column[] build(DataType type, long groups) {
    for (int group = 0; group < full.size(); group++) {
      closeOpen(group);
    }
    Buffer views = account.allocate(16L * Math.max(1, chunks));
    Column separators;
    try {
      separators = separators(type);
    } catch (Throwable e) {
      views.release();
      throw e;
    }
    Buffer[] data = new Buffer[chunks];
    int made = 0;
    for (int group = 0; group < full.size(); group++) {
      for (Chunk chunk : full.get(group)) {
        data[made] = chunk.buffer();
        Memory.putInt(groups + 4L * made, group);
        long view = views.address() + 16L * made;
        StringViews.put(view, chunk.buffer().address(), chunk.bytes(), made++, 0);
      }
      full.get(group).clear();
    }
    forget();
    return new Column[] {Column.views(type, made, views, null, data), separators};
  }

  /** Returns the separator for each chunk. */
  private Column separators(DataType type) {
    Buffer views = account.allocateZeroed(16L * Math.max(1, chunks));
    Buffer validity = null;
    try {
      if (isNullSeparator) {
        validity = account.allocateZeroed(Bits.bytesFor(chunks));
      }
    } catch (Throwable e) {
      views.release();
      throw e;
    }
    Buffer text = separator;
    if (text == null || isNullSeparator) {
      return Column.views(type, chunks, views, validity);
    }
    for (int i = 0; i < chunks; i++) {
      StringViews.put(views.address() + 16L * i, text.address(), gap, 0, 0);
    }
    return Column.views(type, chunks, views, null, text.retain());
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    for (List<Chunk> chunksOfGroup : full) {
      chunksOfGroup.forEach(chunk -> all.add(chunk.buffer()::release));
    }
    for (Buffer buffer : open) {
      if (buffer != null) {
        all.add(buffer::release);
      }
    }
    if (separator != null) {
      all.add(separator::release);
      separator = null;
    }
    full.clear();
    Arrays.fill(open, null);
    Closeables.all(all);
  }
}
