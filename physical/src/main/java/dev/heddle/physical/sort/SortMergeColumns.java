package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.RowGather;
import dev.heddle.physical.row.RowStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts rows of several blocks together into batches that hold nothing of them. The id of a row is
 * the number of its block, shifted by {@link RowStore#CHUNK_SHIFT}, and its place there.
 */
final class SortMergeColumns {
  private final List<DataType> types;
  private final MemoryAccount account;

  /** The account pays for what is made. */
  SortMergeColumns(List<DataType> types, MemoryAccount account) {
    this.types = types;
    this.account = account;
  }

  /** Returns about how many bytes a row of a batch has. */
  long bytesOfRow(Batch batch) {
    return IpcBlockWriter.bytes(batch) / Math.max(1, batch.rowCount()) + 1;
  }

  /** Returns a batch of the rows with the int32 ids that start at {@code ids}. */
  Batch gather(List<SortBlock> blocks, long ids, int count) {
    Column[] made = Column.makeAll(types.size(), column -> column(column, blocks, ids, count));
    return Batch.of(account, count, made);
  }

  private Column column(int number, List<SortBlock> blocks, long ids, int count) {
    DataType type = types.get(number);
    Column[] sources = new Column[blocks.size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = blocks.get(i).batch().physicalColumn(number);
    }
    if (type.isNested()) {
      return nested(type, sources, ids, count);
    }
    Layout layout = Layout.of(type);
    long[] values = new long[sources.length];
    long[] validity = new long[sources.length];
    boolean mayHaveNulls = false;
    for (int i = 0; i < sources.length; i++) {
      values[i] = sources[i].values();
      validity[i] = sources[i].validity();
      mayHaveNulls |= sources[i].mayHaveNulls();
    }
    Buffer target = account.allocate(layout.bytesFor(count));
    Buffer bits = null;
    try {
      if (mayHaveNulls) {
        bits = account.allocate(Bits.bytesFor(count));
        RowGather.validity(validity, ids, count, bits.address());
      }
      RowGather.values(layout, values, ids, count, target.address());
      if (!layout.isText()) {
        return Column.fixed(type, count, target, bits);
      }
      Buffer text = text(sources, ids, count, target.address(), bits);
      return text == null
          ? Column.views(type, count, target, bits)
          : Column.views(type, count, target, bits, text);
    } catch (Throwable e) {
      target.release();
      if (bits != null) {
        bits.release();
      }
      throw e;
    }
  }

  /** Copies the texts of views that are not inline, and points the views at the copies. */
  private @Nullable Buffer text(
      Column[] sources, long ids, int count, long views, @Nullable Buffer bits) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      long view = views + 16L * i;
      if (bits != null && !Bits.get(bits.address(), i)) {
        Memory.putLong(view, 0);
        Memory.putLong(view + 8, 0);
      }
      int length = StringViews.length(view);
      total += length > StringViews.MAX_INLINE ? length : 0;
    }
    if (total == 0) {
      return null;
    }
    Buffer text = account.allocate(total);
    long[][] data = new long[sources.length][];
    for (int i = 0; i < data.length; i++) {
      data[i] = sources[i].dataAddresses();
    }
    int used = 0;
    for (int i = 0; i < count; i++) {
      long view = views + 16L * i;
      int length = StringViews.length(view);
      if (length > StringViews.MAX_INLINE) {
        int id = Memory.getInt(ids + 4L * i);
        long target = text.address() + (used & 0xffffffffL);
        Memory.copy(StringViews.address(view, data[id >>> RowStore.CHUNK_SHIFT]), target, length);
        Memory.putInt(view + 8, 0);
        Memory.putInt(view + 12, used);
        used += length;
      }
    }
    return text;
  }

  private Column nested(DataType type, Column[] sources, long ids, int count) {
    Buffer positions = account.allocate(4L * count);
    try (ColumnAppender appender = new ColumnAppender(type, account)) {
      int from = 0;
      while (from < count) {
        int block = Memory.getInt(ids + 4L * from) >>> RowStore.CHUNK_SHIFT;
        int to = from;
        while (to < count && Memory.getInt(ids + 4L * to) >>> RowStore.CHUNK_SHIFT == block) {
          int row = Memory.getInt(ids + 4L * to) & RowStore.CHUNK_MASK;
          Memory.putInt(positions.address() + 4L * (to - from), row);
          to++;
        }
        appender.append(sources[block], positions.address(), to - from);
        from = to;
      }
      return appender.build();
    } finally {
      positions.release();
    }
  }
}
