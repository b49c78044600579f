package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/** Smallest or largest of texts and byte strings, by unsigned bytes. */
final class TextExtremeAggregator extends Aggregator {
  private static final int NONE = -1; // length in a view of a group without a value

  private final DataType type;
  private final boolean isLargest;
  private final MemoryAccount account;
  private final StateArray extremes; // views into the arena
  private final TextArena arena;

  TextExtremeAggregator(DataType type, boolean isLargest, MemoryAccount account) {
    this.type = type;
    this.isLargest = isLargest;
    this.account = account;
    this.extremes = new StateArray(account, 16, NONE);
    this.arena = new TextArena(account);
  }

  @Override
  void grow(int groupCount) {
    extremes.grow(groupCount);
  }

  @Override
  void update(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    long nulls = column.validity();
    long[] data = column.dataAddresses();
    for (int i = 0; i < rows; i++) {
      if (nulls == 0 || Bits.get(nulls, i)) {
        long view = column.values() + 16L * i;
        long known = extremes.address() + 16L * Memory.getInt(groups + 4L * i);
        if (Views.length(known) == NONE) {
          replace(known, view, data);
        } else {
          int order = Views.compare(view, data, known, arena.addresses());
          if (isLargest ? order > 0 : order < 0) {
            replace(known, view, data);
          }
        }
      }
    }
  }

  private void replace(long known, long view, long[] data) {
    int length = Views.length(view);
    if (length <= Views.MAX_INLINE) {
      Memory.putLong(known, Memory.getLong(view));
      Memory.putLong(known + 8, Memory.getLong(view + 8));
      return;
    }
    long text = Views.address(view, data);
    int room = Views.length(known);
    if (room > Views.MAX_INLINE && length <= room) { // nobody else looks at the old text
      Memory.copy(text, Views.address(known, arena.addresses()), length);
      Memory.putLong(known, Memory.getLong(view));
    } else {
      arena.put(known, text, length);
    }
  }

  @Override
  void mergeStates(long groups, Column[] states, int rows) {
    update(groups, states, rows);
  }

  @Override
  Column[] states(long groups, int count) {
    return new Column[] {result(groups, count)};
  }

  @Override
  Column result(long groups, int count) {
    Buffer values = account.allocate(16L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long at = extremes.address() + 16L * Memory.getInt(groups + 4L * i);
      boolean isPresent = Views.length(at) != NONE;
      Memory.putLong(values.address() + 16L * i, isPresent ? Memory.getLong(at) : 0);
      Memory.putLong(values.address() + 16L * i + 8, isPresent ? Memory.getLong(at + 8) : 0);
      if (isPresent) {
        Bits.set(validity.address(), i);
      }
    }
    return Column.views(type, count, values, validity, arena.shareBuffers());
  }

  @Override
  long bytes() {
    return extremes.bytes() + arena.bytes();
  }

  @Override
  public void close() {
    extremes.close();
    arena.close();
  }
}
