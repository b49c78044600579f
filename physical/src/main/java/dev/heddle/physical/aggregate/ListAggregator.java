package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.ViewWriter;
import dev.heddle.physical.row.Closing;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.sort.PositionSort;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists of all values of a group, or their texts joined, in the call's order: collects the values
 * with their groups and order, and brings each group's together at the end.
 *
 * <p>One list must fit into memory as a whole; those of many groups need not. Where the order does
 * not matter, the values lie on the disk as long as there is no list of them.
 */
public final class ListAggregator extends Collector {
  private static final long VALUES_AT_ONCE = 1 << 16;

  /** More, since all values are read for those of the groups that are asked for. */
  private static final long SPILLED_VALUES_AT_ONCE = 1 << 19;

  private final DataType result;
  private final boolean isText; // joined by the second argument
  private final List<Field> fields; // arguments, then order
  private final int[] orderColumns; // among the fields
  private final KeyOrder order; // of rows of these
  private final MemoryAccount account;
  private final ColumnAppender[] appenders;
  private final StateArray collectedGroups; // int32
  private int collected;
  private int groupCount;
  private Column @Nullable [] values; // once collecting has ended
  private @Nullable SpilledLists spilled; // values that came before those in memory
  private @Nullable SpillSpace spillSpace;
  private @Nullable Buffer positions; // of the values, by group and order, then
  private @Nullable Buffer starts; // int32, one more than there are groups, then

  /**
   * Makes it for no group.
   *
   * @param isText whether values, which are texts then, are joined by a second argument
   * @param fields the arguments, then the columns of the order; all nullable
   * @param orderColumns which fields make the order
   * @param order of rows of these fields
   */
  ListAggregator(
      DataType result,
      boolean isText,
      List<Field> fields,
      int[] orderColumns,
      KeyOrder order,
      MemoryAccount account) {
    this.result = result;
    this.isText = isText;
    this.fields = fields;
    this.orderColumns = orderColumns;
    this.order = order;
    this.account = account;
    this.collectedGroups = new StateArray(account, 4, 0);
    this.appenders = new ColumnAppender[fields.size()];
    for (int i = 0; i < appenders.length; i++) {
      appenders[i] = new ColumnAppender(fields.get(i).type(), account);
    }
  }

  @Override
  public void grow(int newGroupCount) {
    groupCount = newGroupCount;
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    if (!isText || !arguments[0].mayHaveNulls()) {
      append(groups, arguments, 0, rows);
      return;
    }
    Buffer chosen = account.allocate(8L * rows);
    try {
      long at = chosen.address();
      long chosenGroups = at + 4L * rows;
      int count = 0;
      for (int i = 0; i < rows; i++) {
        if (Bits.get(arguments[0].validity(), i)) {
          Memory.putInt(at + 4L * count, i);
          Memory.putInt(chosenGroups + 4L * count++, Memory.getInt(groups + 4L * i));
        }
      }
      append(chosenGroups, arguments, at, count);
    } finally {
      chosen.release();
    }
  }

  private void append(long groups, Column[] columns, long chosen, int count) {
    int wanted = Math.addExact(collected, count);
    collectedGroups.reserve(wanted);
    for (int i = 0; i < appenders.length; i++) {
      appenders[i].append(columns[i], chosen, count);
    }
    Memory.copy(groups, collectedGroups.address() + 4L * collected, 4L * count);
    collected = wanted;
  }

  @Override
  int valueCount() {
    return collected;
  }

  @Override
  void groupsOf(long numbers, int count, long target) {
    for (int i = 0; i < count; i++) {
      long at = collectedGroups.address() + 4L * Memory.getInt(numbers + 4L * i);
      Memory.putInt(target + 4L * i, Memory.getInt(at));
    }
  }

  @Override
  Column[] values(long numbers, int count) {
    Column[] all = ended();
    return Column.makeAll(all.length, i -> Gather.rows(all[i], numbers, count, account));
  }

  @Override
  void endCollecting() {
    if (values == null) {
      values = Column.makeAll(appenders.length, i -> appenders[i].build());
    }
  }

  private Column[] ended() {
    Column[] all = values;
    if (all == null) {
      throw new IllegalStateException("Values are still being collected");
    }
    return all;
  }

  @Override
  long jumpBytes(int rows) {
    long jump = collectedGroups.jumpBytes((long) collected + rows);
    return jump == 0 ? 0 : jump + 2 * appendedBytes();
  }

  private long appendedBytes() {
    long bytes = 0;
    for (ColumnAppender appender : appenders) {
      bytes += appender.bytes();
    }
    return bytes;
  }

  @Override
  long sealBytes() {
    long bytes = Buffer.roomFor(4L * (groupCount + 2)) + Buffer.roomFor(4L * collected);
    return order.isEmpty()
        ? bytes
        : bytes
            + Buffer.roomFor((long) collected * keyLayout().rowBytes())
            + Buffer.roomFor(4L * collected);
  }

  @Override
  boolean shed(SpillSpace space, StateMemory memory) {
    if (!order.isEmpty()) {
      return false; // its values have to be sorted together
    }
    SpilledLists target = spilled;
    if (target == null) {
      target = new SpilledLists(fields.stream().map(Field::type).toList(), account);
      spilled = target;
    }
    spillSpace = space;
    spillTo(target, space);
    return true;
  }

  private void spillTo(SpilledLists target, SpillSpace space) {
    if (collected == 0) {
      return;
    }
    Column[] all = values;
    boolean isEnded = all != null;
    if (all == null) {
      all = Column.makeAll(appenders.length, i -> appenders[i].build());
    }
    try {
      target.add(space, all, collectedGroups.address(), collected);
    } finally {
      if (isEnded) {
        values = null;
      }
      Column.releaseAll(all);
    }
    collectedGroups.clear();
    collected = 0;
  }

  @Override
  void moveShed(Collector other) {
    ListAggregator from = (ListAggregator) other;
    SpilledLists further = from.spilled;
    if (further == null) {
      return;
    }
    spillSpace = from.spillSpace;
    if (spilled == null) {
      spilled = further;
      from.spilled = null;
    } else {
      spilled.move(further);
    }
  }

  /** Brings the numbers of the values of each group together, by counting, and sorts them. */
  @Override
  public void seal() {
    if (spilled != null && spillSpace != null) {
      spillTo(spilled, spillSpace);
      return;
    }
    endCollecting();
    Buffer newStarts = account.allocateZeroed(4L * (groupCount + 2));
    starts = newStarts;
    Buffer sorted = account.allocate(4L * collected);
    positions = sorted;
    long groups = collectedGroups.address();
    countByGroup(groups, collected, groupCount, newStarts.address());
    for (int i = 0; i < collected; i++) {
      int place = nextPlace(newStarts.address(), Memory.getInt(groups + 4L * i));
      Memory.putInt(sorted.address() + 4L * place, i);
    }
    if (!order.isEmpty()) {
      sort(newStarts.address(), sorted.address());
    }
  }

  private KeyLayout keyLayout() {
    List<Field> keyFields = new ArrayList<>();
    for (int column : orderColumns) {
      keyFields.add(fields.get(column));
    }
    return new KeyLayout(keyFields);
  }

  private void sort(long from, long sorted) {
    Column[] keys = new Column[orderColumns.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ended()[orderColumns[i]];
    }
    KeyLayout layout = keyLayout();
    Buffer rows = account.allocate((long) collected * layout.rowBytes());
    Buffer scratch = null;
    try {
      scratch = account.allocate(4L * collected);
      layout.encode(keys, collected, rows.address());
      PositionSort sort = new PositionSort(layout, order, rows.address());
      for (int g = 0; g < groupCount; g++) {
        int start = Memory.getInt(from + 4L * g);
        sort.sort(sorted + 4L * start, Memory.getInt(from + 4L * g + 4) - start, scratch.address());
      }
    } finally {
      rows.release();
      if (scratch != null) {
        scratch.release();
      }
    }
  }

  @Override
  public Column result(long groups, int count) {
    if (spilled != null) {
      return isText
          ? spilled.texts(result, groups, count, groupCount)
          : spilled.lists(result, groups, count, groupCount);
    }
    Buffer order = positions;
    Buffer from = starts;
    if (order == null || from == null) {
      throw new IllegalStateException("Lists have not been sealed");
    }
    Column[] all = ended();
    return isText
        ? texts(groups, count, from.address(), order.address(), all)
        : lists(groups, count, from.address(), order.address(), all[0]);
  }

  private Column lists(long groups, int count, long from, long order, Column all) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      long at = from + 4L * Memory.getInt(groups + 4L * i);
      total += Memory.getInt(at + 4) - Memory.getInt(at);
    }
    Buffer ranges = account.allocate(8L * count);
    Buffer validity = null;
    Buffer chosen = null;
    try {
      validity = account.allocateZeroed(Bits.bytesFor(count));
      chosen = account.allocate(4 * total);
      int next = 0;
      for (int i = 0; i < count; i++) {
        long at = from + 4L * Memory.getInt(groups + 4L * i);
        int start = Memory.getInt(at);
        int length = Memory.getInt(at + 4) - start;
        Memory.putInt(ranges.address() + 8L * i, next);
        Memory.putInt(ranges.address() + 8L * i + 4, length);
        Memory.copy(order + 4L * start, chosen.address() + 4L * next, 4L * length);
        if (length > 0) {
          Bits.set(validity.address(), i);
        }
        next += length;
      }
      Column elements = Gather.rows(all, chosen.address(), next, account);
      return Column.lists(result, count, ranges, validity, elements);
    } catch (Throwable e) {
      ranges.release();
      if (validity != null) {
        validity.release();
      }
      throw e;
    } finally {
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  private Column texts(long groups, int count, long from, long order, Column[] all) {
    Buffer validity = account.allocateZeroed(Bits.bytesFor(count));
    try (ViewWriter writer = new ViewWriter(result, count, account)) {
      for (int i = 0; i < count; i++) {
        long at = from + 4L * Memory.getInt(groups + 4L * i);
        int start = Memory.getInt(at);
        int length = Memory.getInt(at + 4) - start;
        if (length > 0) {
          Bits.set(validity.address(), i);
          join(writer, i, order + 4L * start, length, all);
        }
      }
      return writer.build(validity);
    } finally {
      validity.release();
    }
  }

  private static void join(ViewWriter writer, int row, long order, int count, Column[] all) {
    long[] data = all[0].dataAddresses();
    int first = Memory.getInt(order);
    boolean isSeparated = !all[1].isNull(first);
    long separator = all[1].values() + 16L * first;
    long between = Views.address(separator, all[1].dataAddresses());
    int gap = isSeparated ? Views.length(separator) : 0;
    long bytes = (long) gap * (count - 1);
    for (int i = 0; i < count; i++) {
      bytes += Views.length(all[0].values() + 16L * Memory.getInt(order + 4L * i));
    }
    long target = writer.reserve(bytes);
    byte only = gap == 1 ? Memory.getByte(between) : 0;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        if (gap == 1) {
          Memory.putByte(target, only);
        } else {
          Memory.copy(between, target, gap);
        }
        target += gap;
      }
      long view = all[0].values() + 16L * Memory.getInt(order + 4L * i);
      int length = Views.length(view);
      if (length <= Views.MAX_INLINE) { // what is written too much, the next text or padding takes
        Memory.putLong(target, Memory.getLong(view + 4));
        Memory.putInt(target + 8, Memory.getInt(view + 12));
      } else {
        Memory.copy(Views.address(view, data), target, length);
      }
      target += length;
    }
    writer.set(row, (int) bytes);
  }

  @Override
  int rowsAtOnce(int most) {
    long values = spilled == null ? collected : spilled.rows();
    long atOnce = spilled == null ? VALUES_AT_ONCE : SPILLED_VALUES_AT_ONCE;
    long groups = atOnce * groupCount / Math.max(1, values);
    return Math.clamp(groups, 1, most);
  }

  @Override
  long bytes() {
    return collectedGroups.bytes() + appendedBytes();
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(List.of(appenders));
    if (spilled != null) {
      all.add(spilled);
    }
    all.add(collectedGroups);
    if (values != null) {
      for (Column column : values) {
        all.add(column::release);
      }
    }
    values = null;
    if (positions != null) {
      positions.release();
      positions = null;
    }
    if (starts != null) {
      starts.release();
      starts = null;
    }
    Closing.all(all);
  }
}
