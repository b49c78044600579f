package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.StateArray;
import org.jspecify.annotations.Nullable;

/**
 * Which groups have met a value. Costs nothing as long as every row has one: a group exists because
 * of a row, so only the first null makes it keep a byte for each group.
 *
 * <p>Used by one thread.
 */
public final class Presence implements AutoCloseable {
  private final MemoryAccount account;
  private @Nullable StateArray flags;
  private int groupCount;
  private int settled; // groups below have met a value, while there are no flags

  private Presence(MemoryAccount account, @Nullable StateArray flags) {
    this.account = account;
    this.flags = flags;
  }

  /** Makes it for no group. */
  public static Presence of(MemoryAccount account) {
    return new Presence(account, new StateArray(account, 1, 0));
  }

  /**
   * Makes it for no group, where each group is sure to be made by a row of its own that is also
   * added; not so without keys, or when rows are filtered.
   */
  public static Presence ofCertain(MemoryAccount account) {
    return new Presence(account, null);
  }

  void grow(int newGroupCount) {
    groupCount = newGroupCount;
    if (flags != null) {
      flags.grow(newGroupCount);
    }
  }

  /**
   * Notes rows that have been added.
   *
   * @param validity of the values, or 0 if all rows have one
   */
  void mark(long groups, long validity, int rows) {
    if (flags == null) {
      if (validity == 0) {
        settled = groupCount;
        return;
      }
    }
    long marks = marks();
    for (int i = 0; i < rows; i++) {
      if (validity == 0 || Bits.get(validity, i)) {
        Memory.putByte(marks + Memory.getInt(groups + 4L * i), (byte) 1);
      }
    }
  }

  /** Notes rows that have all been added to the first group. */
  void markFirst(long validity, int rows) {
    if (rows > 0 && (validity == 0 || Bits.count(validity, rows) > 0)) {
      Memory.putByte(marks(), (byte) 1);
    }
  }

  /** Starts a byte for each group, if that has not been done. */
  private long marks() {
    if (flags == null) {
      flags = new StateArray(account, 1, 0);
      flags.grow(groupCount);
      Memory.fill(flags.address(), settled, (byte) 1);
    }
    return flags.address();
  }

  /** Notes the groups that have met a value in another thread, among some of them. */
  void absorb(Presence other, long theirs, long ours, int count) {
    if (flags == null && other.flags == null) {
      settled = groupCount;
      return;
    }
    long marks = marks();
    for (int i = 0; i < count; i++) {
      if (other.isPresent(Memory.getInt(theirs + 4L * i))) {
        Memory.putByte(marks + Memory.getInt(ours + 4L * i), (byte) 1);
      }
    }
  }

  boolean isPresent(int group) {
    return flags == null || Memory.getByte(flags.address() + group) != 0;
  }

  /** Returns a validity bitmap of groups, or null if all have met a value. */
  private @Nullable Buffer validity(long groups, int count) {
    if (flags == null) {
      return null;
    }
    Buffer validity = account.allocateZeroed(Bits.bytesFor(count));
    int present = 0;
    for (int i = 0; i < count; i++) {
      if (isPresent(Memory.getInt(groups + 4L * i))) {
        Bits.set(validity.address(), i);
        present++;
      }
    }
    if (present == count) {
      validity.release();
      return null;
    }
    return validity;
  }

  /** Returns a column of groups in which those without a value are null; takes the values over. */
  Column column(DataType type, Buffer values, long groups, int count) {
    try {
      return Column.fixed(type, count, values, validity(groups, count));
    } catch (Throwable e) {
      values.release();
      throw e;
    }
  }

  long bytes() {
    return flags == null ? 0 : flags.bytes();
  }

  @Override
  public void close() {
    if (flags != null) {
      flags.close();
    }
  }
}
