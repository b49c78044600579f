package dev.heddle.physical.aggregate;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists of all values of a group, or their texts joined, in the call's order: collects the values
 * with their groups and order, and brings each group's together at the end. Texts of few groups
 * that have no order are joined as they come; what has been joined is a value like others.
 *
 * <p>One list must fit into memory as a whole; those of many groups need not. The values lie on the
 * disk as long as there is no list of them, where few groups have more than fit into memory; what
 * has an order is sorted there at the end.
 */
public final class ListAggregator extends Collector {
  private static final long VALUES_AT_ONCE = 1 << 16;

  /** More, since all values are read for those of the groups that are asked for. */
  private static final long SPILLED_VALUES_AT_ONCE = 1 << 19;

  private static final int SHARE_OF_LIMIT = 32;
  private static final int MAX_READS = 16;

  /** With more of them dividing the groups is enough, and their lists are cheaper. */
  private static final int MAX_GROUPS_SORTED_ON_DISK = 16;

  private static final int BYTES_PER_VALUE = 64; // larger values count for several
  private static final long BYTES_AT_ONCE = 1 << 17; // that move elsewhere

  private final DataType result;
  private final boolean isText; // joined by the second argument
  private final List<Field> fields; // arguments, then order
  private final int[] orderColumns; // among the fields
  private final KeyOrder order; // of rows of these
  private final MemoryAccount account;
  private final ColumnAppender[] appenders;
  private final StateArray collectedGroups; // int32
  private int collected; // there
  private @Nullable TextChunks chunks; // instead, as long as there are few groups
  private long endedBytes; // of the values, once collecting has ended
  private int groupCount;
  private Column @Nullable [] values; // once collecting has ended
  private @Nullable SpilledLists spilled; // values that came before those in memory
  private @Nullable SpillSpace spillSpace;
  private @Nullable Reservation spillMemory; // pays for sorting what has been spilled
  private @Nullable GroupedLists grouped; // then

  /**
   * Makes it for no group.
   *
   * @param result a list of values, or text, into which texts are joined by a second argument
   * @param fields the arguments, then the columns of the order; all nullable
   * @param orderColumns which fields make the order
   * @param order of rows of these fields
   */
  ListAggregator(
      DataType result,
      List<Field> fields,
      int[] orderColumns,
      KeyOrder order,
      MemoryAccount account) {
    this.result = result;
    this.isText = result instanceof DataType.Str;
    this.fields = fields;
    this.orderColumns = orderColumns;
    this.order = order;
    this.account = account;
    this.collectedGroups = new StateArray(account, 4, 0);
    this.appenders = new ColumnAppender[fields.size()];
    for (int i = 0; i < appenders.length; i++) {
      appenders[i] = new ColumnAppender(fields.get(i).type(), account);
    }
    this.chunks = isText && order.isEmpty() ? new TextChunks(account) : null;
  }

  @Override
  public void grow(int newGroupCount) {
    groupCount = newGroupCount;
    if (newGroupCount > TextChunks.MAX_GROUPS) {
      flatten();
    } else if (chunks != null) {
      chunks.grow(newGroupCount);
    }
  }

  /** Puts texts that are stored by group among the values. */
  private void flatten() {
    TextChunks byGroup = chunks;
    chunks = null;
    if (byGroup != null) {
      try (byGroup) {
        appendAll(byGroup, 0);
      }
    }
  }

  /**
   * Appends texts that are stored by group, and frees them.
   *
   * @param mapped int32 number that each of their groups has here, or 0 if it has the same
   */
  private void appendAll(TextChunks byGroup, long mapped) {
    int count = byGroup.count();
    Buffer numbers = account.allocate(4L * Math.max(1, count));
    try {
      Column[] columns = byGroup.build(result, numbers.address());
      try {
        for (int i = 0; mapped != 0 && i < count; i++) {
          long at = numbers.address() + 4L * i;
          Memory.putInt(at, Memory.getInt(mapped + 4L * Memory.getInt(at)));
        }
        append(numbers.address(), columns, 0, count);
      } finally {
        Column.releaseAll(columns);
      }
    } finally {
      numbers.release();
    }
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    if (chunks != null) {
      if (chunks.add(groups, arguments[0], arguments[1], rows)) {
        return;
      }
      flatten();
    }
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
    return chunks == null ? collected : chunks.count();
  }

  @Override
  boolean standsByGroup() {
    return chunks != null && spilled == null;
  }

  @Override
  void takeOver(Collector other, long mapped) {
    TextChunks theirs = ((ListAggregator) other).chunks;
    if (theirs == null) {
      throw new IllegalStateException("Values do not are stored by group");
    }
    if (chunks == null || !chunks.takeOver(theirs, mapped)) {
      flatten();
      appendAll(theirs, mapped);
    }
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
      endedBytes = heldBytes();
      values = built();
    }
  }

  /** Returns all values, whose groups are those that have been collected. */
  private Column[] built() {
    TextChunks byGroup = chunks;
    if (byGroup == null) {
      return Column.makeAll(appenders.length, i -> appenders[i].build());
    }
    collectedGroups.reserve(byGroup.count());
    collected = byGroup.count();
    Column[] all = byGroup.build(result, collectedGroups.address());
    byGroup.close();
    chunks = null;
    return all;
  }

  @Override
  int valuesAtOnce() {
    long atOnce = BYTES_AT_ONCE * collected / Math.max(1, endedBytes);
    return Math.clamp(atOnce, 1, Batch.MAX_ROWS);
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
    if (chunks != null) {
      return chunks.jumpBytes(rows);
    }
    long jump = collectedGroups.jumpBytes((long) collected + rows);
    for (ColumnAppender appender : appenders) {
      jump += appender.jumpBytes(rows);
    }
    return jump;
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
    long bytes = Buffer.roomFor(4L * (groupCount + 2)) + Buffer.roomFor(4L * valueCount());
    if (chunks != null) {
      return bytes + 2 * Buffer.roomFor(16L * valueCount()) + Buffer.roomFor(4L * valueCount());
    }
    return order.isEmpty()
        ? bytes
        : bytes
            + Buffer.roomFor((long) collected * keyLayout().rowBytes())
            + Buffer.roomFor(4L * collected);
  }

  @Override
  boolean shed(SpillSpace space, StateMemory memory) {
    if (!order.isEmpty() && spilled == null && groupCount > MAX_GROUPS_SORTED_ON_DISK) {
      return false;
    }
    SpilledLists target = spilled;
    if (target == null) {
      target = new SpilledLists(fields.stream().map(Field::type).toList(), account);
      spilled = target;
    }
    spillSpace = space;
    spillMemory = memory.reservation();
    boolean stoodByGroup = chunks != null;
    spillTo(target, space);
    if (stoodByGroup && chunks == null) {
      chunks = new TextChunks(account);
      chunks.grow(groupCount);
    }
    return true;
  }

  private void spillTo(SpilledLists target, SpillSpace space) {
    if (valueCount() == 0) {
      return;
    }
    endCollecting();
    Column[] all = ended();
    try {
      target.add(space, all, collectedGroups.address(), collected, valuesAtOnce());
    } finally {
      values = null;
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
    spillMemory = from.spillMemory;
    if (spilled == null) {
      spilled = further;
      from.spilled = null;
    } else {
      spilled.move(further);
    }
  }

  @Override
  public void seal() {
    if (spilled != null && spillSpace != null) {
      if (!order.isEmpty()) {
        throw new IllegalStateException("Lists on the disk are sorted with the help of the task");
      }
      spillTo(spilled, spillSpace);
      return;
    }
    endCollecting();
    GroupedLists lists =
        new GroupedLists(collectedGroups.address(), collected, groupCount, account);
    grouped = lists;
    if (!order.isEmpty()) {
      Column[] keys = new Column[orderColumns.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = ended()[orderColumns[i]];
      }
      lists.sort(keyLayout(), order, keys);
    }
  }

  @Override
  public void seal(TaskContext context) {
    SpilledLists unsorted = spilled;
    if (unsorted == null || spillSpace == null || spillMemory == null || order.isEmpty()) {
      seal();
      return;
    }
    spillTo(unsorted, spillSpace);
    List<SortOrder> byGroup = new ArrayList<>();
    byGroup.add(new SortOrder(fields.size(), SortDirection.ASCENDING, NullPlacement.LAST));
    for (SortOrder column : order.columns()) {
      byGroup.add(new SortOrder(orderColumns[column.column()], column.direction(), column.nulls()));
    }
    int arguments = isText ? 2 : 1;
    spilled = unsorted.sorted(arguments, byGroup, spillSpace, spillMemory, context);
    unsorted.close();
  }

  private KeyLayout keyLayout() {
    List<Field> keyFields = new ArrayList<>();
    for (int column : orderColumns) {
      keyFields.add(fields.get(column));
    }
    return new KeyLayout(keyFields);
  }

  @Override
  public Column result(long groups, int count) {
    if (spilled != null) {
      return isText
          ? spilled.texts(result, groups, count, groupCount)
          : spilled.lists(result, groups, count, groupCount);
    }
    if (grouped == null) {
      throw new IllegalStateException("Lists have not been sealed");
    }
    Column[] all = ended();
    return isText
        ? grouped.texts(result, groups, count, all)
        : grouped.lists(result, groups, count, all[0]);
  }

  @Override
  int rowsAtOnce(int most) {
    long values =
        spilled == null ? Math.max(collected, endedBytes / BYTES_PER_VALUE) : spilled.rows();
    long atOnce = spilled == null ? VALUES_AT_ONCE : spilledValuesAtOnce(values);
    long groups = atOnce * groupCount / Math.max(1, values);
    return Math.clamp(groups, 1, most);
  }

  /** Returns how many values there is room for, but enough that they are read a few times only. */
  private long spilledValuesAtOnce(long values) {
    long fitting = account.ledger().limitBytes() / SHARE_OF_LIMIT / BYTES_PER_VALUE;
    return Math.min(SPILLED_VALUES_AT_ONCE, Math.max(fitting, values / MAX_READS));
  }

  @Override
  public long bytes() {
    return collectedGroups.bytes() + heldBytes();
  }

  private long heldBytes() {
    return chunks == null ? appendedBytes() : chunks.bytes();
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(List.of(appenders));
    if (spilled != null) {
      all.add(spilled);
    }
    if (chunks != null) {
      all.add(chunks);
    }
    all.add(collectedGroups);
    if (values != null) {
      for (Column column : values) {
        all.add(column::release);
      }
    }
    values = null;
    if (grouped != null) {
      all.add(grouped);
      grouped = null;
    }
    Closeables.all(all);
  }
}
