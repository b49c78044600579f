package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.AggregateOutput;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.PickAggregator;
import dev.heddle.physical.aggregate.state.SketchAggregator;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.CodeMap;
import dev.heddle.physical.row.DenseMap;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Groups and their states. Used by one thread, until it is sealed; then any thread reads it. */
final class AggregateTable implements AutoCloseable {
  private static final int SMALL_GROUPS = 64;
  private static final int MAX_STATE_BYTES = 32; // of a group, in one aggregator
  private static final int COPIES_TO_SPILL = 3; // columns while they grow, and their block

  private final AggregateSpec spec;
  private final MemoryAccount account;
  private final @Nullable GroupTable groups; // none without keys
  private final CodeMap codes;
  private final @Nullable DenseMap dense; // for a single integer key
  private final AggregateSpec.Opened opened;
  private final Aggregator[] aggregators; // of opened
  private final List<Collector> collectors = new ArrayList<>(); // among them
  private final Column[] keyColumns;
  private final ScratchBuffer numbers; // of each row's group
  private boolean hasShed;

  AggregateTable(AggregateSpec spec, MemoryAccount account) {
    this.spec = spec;
    this.account = account;
    this.keyColumns = new Column[spec.keyColumns().size()];
    this.opened = spec.open(account);
    this.aggregators = opened.aggregators().toArray(Aggregator[]::new);
    for (Aggregator aggregator : aggregators) {
      if (aggregator instanceof Collector collector) {
        collectors.add(collector);
      }
    }
    this.numbers = new ScratchBuffer(account);
    this.codes = new CodeMap(account);
    try {
      this.groups = spec.isKeyed() ? new GroupTable(spec.keys(), account) : null;
      this.dense =
          groups != null && spec.hasWholeNumberKey() ? new DenseMap(groups, account) : null;
      grow();
    } catch (Throwable e) {
      numbers.close();
      codes.close();
      Closeables.all(aggregators);
      throw e;
    }
  }

  /** Returns the number of groups: one without keys. */
  int groupCount() {
    return groups == null ? 1 : groups.groupCount();
  }

  /** Returns the bytes that are reserved. */
  long bytes() {
    long bytes = groups == null ? 0 : groups.bytes();
    for (Aggregator aggregator : aggregators) {
      bytes += aggregator.bytes();
    }
    return bytes;
  }

  /** Returns what sketches take. */
  long sketchBytes() {
    long bytes = 0;
    for (Aggregator aggregator : aggregators) {
      bytes += aggregator instanceof SketchAggregator<?> ? aggregator.bytes() : 0;
    }
    return bytes;
  }

  /** Returns about what adding this number of rows may allocate at once. */
  long jumpBytes(int rows) {
    long keyBytes = groups == null ? 0 : groups.jumpBytes(rows);
    int mostGroups = groups == null ? 1 : groupCount() + rows;
    long firstBytes = groupCount() == 0 ? (long) MAX_STATE_BYTES * rows : 0;
    long bytes = keyBytes + scratchBytes(rows) + 4L * rows;
    for (Aggregator aggregator : aggregators) {
      bytes +=
          switch (aggregator) {
            case Collector collector -> collector.jumpBytes(rows);
            case PickAggregator picked -> picked.jumpBytes(mostGroups, rows); // wide from the first
            case SketchAggregator<?> sketches -> sketches.jumpBytes(mostGroups, rows);
            default -> keyBytes > 0 ? 2 * aggregator.bytes() + firstBytes : 0;
          };
    }
    return bytes;
  }

  /** Returns what intermediate values of this number of rows take that have no room yet. */
  long scratchBytes(int rows) {
    return groups == null ? 0 : groups.scratchBytes(rows);
  }

  /** Returns how many groups make a batch of rows. */
  int rowsAtOnce() {
    int rows = Batch.MAX_ROWS;
    for (Collector collector : collectors) {
      rows = collector.rowsAtOnce(rows);
    }
    return rows;
  }

  /** Returns the number of groups and values. */
  long entries() {
    long entries = groupCount();
    for (Collector collector : collectors) {
      entries += collector.valueCount();
    }
    return entries;
  }

  /** Returns about what adding this number of rows, or dividing the table instead, may allocate. */
  long workBytes(int rows) {
    return jumpBytes(rows) + spillBytes();
  }

  /** Returns about what sending the table to the disk takes. */
  long spillBytes() {
    long stateBytes = 0;
    for (Aggregator aggregator : aggregators) {
      stateBytes += aggregator instanceof Collector ? 0 : aggregator.bytes();
    }
    int parts = Math.max(HashPartitions.COUNT, groupCount() / Batch.MAX_ROWS);
    return GroupList.spillBytes(entries()) + COPIES_TO_SPILL * stateBytes / parts;
  }

  /** Returns about what adding the values of another table may allocate at once. */
  long absorbBytes(AggregateTable other) {
    long bytes = 0;
    for (int i = 0; i < collectors.size(); i++) {
      int values = other.collectors.get(i).valueCount();
      bytes += 2 * collectors.get(i).jumpBytes(values) + (long) GroupList.BYTES_PER_ENTRY * values;
    }
    return bytes;
  }

  /** Returns whether there are collected values, all of which stand by group. */
  boolean standsByGroup() {
    return !collectors.isEmpty() && collectors.stream().allMatch(Collector::standsByGroup);
  }

  /** Takes over the groups and values of another table; the values of both stand by group. */
  void takeOver(AggregateTable other) {
    Buffer mapped = account.allocate(4L * other.groupCount());
    try {
      absorb(other, mapped.address());
      for (int i = 0; i < collectors.size(); i++) {
        collectors.get(i).takeOver(other.collectors.get(i), mapped.address());
      }
    } finally {
      mapped.release();
    }
  }

  /** Returns the most values that a collector has. */
  int mostValues() {
    return collectors.stream().mapToInt(Collector::valueCount).max().orElse(0);
  }

  /** Returns about what {@link #seal} allocates. */
  long sealBytes() {
    return collectors.stream().mapToLong(Collector::sealBytes).sum();
  }

  /**
   * Puts collected values on the disk where they, and not the number of groups, are what takes
   * memory. Returns whether some are there now, so that the groups cannot be divided any more.
   */
  boolean shedValues(SpillSpace space, StateMemory memory) {
    if (!hasShed && groupCount() > SMALL_GROUPS) {
      return false;
    }
    for (Collector collector : collectors) {
      hasShed |= collector.shed(space, memory);
    }
    return hasShed;
  }

  /**
   * Divides collected values where there are too many of them for one table.
   *
   * @param many above this number of values a table is too large
   */
  void scatterValues(SpillSpace space, StateMemory memory, int many) {
    for (Collector collector : collectors) {
      if (collector.valueCount() > many) {
        collector.scatter(space, memory, many);
      }
    }
  }

  /** Frees the room for intermediate values until rows are added again. */
  void rest() {
    numbers.close();
    if (groups != null) {
      groups.rest();
    }
  }

  /** Returns groups with the states of all aggregators but collectors, keys first. */
  Batch states(long chosen, int count) {
    return besideKeys(
        chosen,
        count,
        columns -> {
          for (Aggregator aggregator : aggregators) {
            if (!(aggregator instanceof Collector)) {
              columns.addAll(List.of(aggregator.states(chosen, count)));
            }
          }
        });
  }

  /** Returns values of a collector, the keys of their groups first. */
  Batch values(Collector collector, long positions, int count) {
    Buffer chosen = account.allocate(4L * count);
    try {
      collector.groupsOf(positions, count, chosen.address());
      return besideKeys(
          chosen.address(),
          count,
          columns -> columns.addAll(List.of(collector.values(positions, count))));
    } finally {
      chosen.release();
    }
  }

  /** Returns values of one group, which stay the caller's, the group's keys first. */
  Batch values(int group, Column[] values, int count) {
    Buffer chosen = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(chosen.address() + 4L * i, group);
      }
      return besideKeys(
          chosen.address(),
          count,
          columns -> {
            for (Column value : values) {
              columns.add(value.retain());
            }
          });
    } finally {
      chosen.release();
    }
  }

  /** Returns the keys of groups, and behind them the columns that are added. */
  private Batch besideKeys(long chosen, int count, Consumer<List<Column>> further) {
    List<Column> columns = new ArrayList<>();
    try {
      columns.addAll(List.of(keyed().keys(chosen, count)));
      further.accept(columns);
    } catch (Throwable e) {
      columns.forEach(Column::release);
      throw e;
    }
    return Batch.of(account, count, columns.toArray(Column[]::new));
  }

  /** Adds what {@link #states} gave, maybe of another table. */
  void addStates(Batch batch) {
    locateFirst(batch);
    int next = keyColumns.length;
    for (Aggregator aggregator : aggregators) {
      if (!(aggregator instanceof Collector)) {
        Column[] columns = new Column[stateWidth(aggregator)];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = batch.physicalColumn(next++);
        }
        aggregator.mergeStates(numbers.address(), columns, batch.rowCount());
      }
    }
  }

  private static int stateWidth(Aggregator aggregator) {
    Column[] none = aggregator.states(0, 0);
    Column.releaseAll(none);
    return none.length;
  }

  /** Adds what {@link #values} gave, maybe of another table. */
  void addValues(int collector, Batch batch) {
    locateFirst(batch);
    Column[] columns = new Column[batch.columnCount() - keyColumns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.physicalColumn(keyColumns.length + i);
    }
    collectors.get(collector).update(numbers.address(), columns, batch.rowCount());
  }

  /** Finds the groups of rows that begin with the keys. */
  private void locateFirst(Batch batch) {
    for (int i = 0; i < keyColumns.length; i++) {
      keyColumns[i] = batch.physicalColumn(i);
    }
    numbers.reserve(4L * batch.rowCount());
    keyed().locate(keyColumns, batch.rowCount(), numbers.address());
    grow();
  }

  /** Writes the hash of the group of each row that begins with the keys. */
  void hashStates(Batch batch, long target) {
    for (int i = 0; i < keyColumns.length; i++) {
      keyColumns[i] = batch.physicalColumn(i);
    }
    keyed().hashRows(keyColumns, batch.rowCount(), target);
  }

  private void grow() {
    int count = groupCount();
    for (Aggregator aggregator : aggregators) {
      aggregator.grow(count);
    }
  }

  /** Adds the rows of a batch, which stays the caller's. */
  void add(Batch batch) {
    int rows = batch.rowCount();
    for (int i = 0; i < keyColumns.length; i++) {
      keyColumns[i] = batch.column(spec.keyColumns().get(i));
    }
    locate(keyColumns, rows);
    for (int i = 0; i < aggregators.length; i++) {
      AggregateSpec.Feed feed = opened.feeds().get(i);
      if (!isPicked(aggregators[i], feed, batch)) {
        feed(i, feed, batch);
      }
    }
  }

  /**
   * Finds the groups of rows, and makes those that are new.
   *
   * @param keys a column for each key, without a selection
   * @return where the int32 numbers of the rows' groups stand, until the next rows
   */
  long locate(Column[] keys, int rows) {
    numbers.reserveZeroed(4L * rows); // all rows are of group 0 without keys
    if (groups != null) {
      boolean isLocated =
          dense != null
              ? dense.locate(keys[0], rows, numbers.address())
              : codes.locate(groups, keys, rows, numbers.address());
      if (!isLocated) {
        groups.locate(keys, rows, numbers.address());
      }
      grow();
    }
    return numbers.address();
  }

  /** Returns where the int32 numbers of the groups of the last rows stand. */
  long located() {
    return numbers.address();
  }

  /** Updates one aggregator with the rows that have been located last. */
  void feed(int aggregator, AggregateSpec.Feed feed, Batch batch) {
    if (feed.filter() < 0) {
      feed(aggregators[aggregator], feed, batch, numbers.address(), batch.rowCount(), 0);
    } else {
      feedFiltered(aggregators[aggregator], feed, batch, batch.rowCount());
    }
  }

  /** Returns whether rows are grouped; otherwise all are of the first group. */
  boolean isKeyed() {
    return groups != null;
  }

  /** Returns the aggregators and what feeds them; they stay the table's. */
  AggregateSpec.Opened updates() {
    return opened;
  }

  /** Returns an aggregator, which stays the table's. */
  Aggregator aggregator(int number) {
    return aggregators[number];
  }

  /** Adds the selected rows of a batch where they lie, if there is a way to. */
  private boolean isPicked(Aggregator aggregator, AggregateSpec.Feed feed, Batch batch) {
    boolean isPlain = groups == null && feed.filter() < 0 && !spec.isFinal();
    return isPlain
        && batch.hasSelection()
        && feed.columns().size() == 1
        && aggregator.pickFirst(
            batch.physicalColumn(feed.columns().getFirst()), batch.selection(), batch.rowCount());
  }

  private void feedFiltered(Aggregator aggregator, AggregateSpec.Feed feed, Batch batch, int rows) {
    Buffer scratch = account.allocate(8L * rows);
    Column filter = null;
    try {
      filter = Gather.decode(batch.column(feed.filter()), account);
      long positions = scratch.address();
      long chosen = positions + 4L * rows;
      long truths = filter.values();
      long nulls = filter.validity();
      int count = 0;
      for (int i = 0; i < rows; i++) {
        if (Bits.get(truths, i) && (nulls == 0 || Bits.get(nulls, i))) {
          Memory.putInt(positions + 4L * count, i);
          Memory.putInt(chosen + 4L * count, Memory.getInt(numbers.address() + 4L * i));
          count++;
        }
      }
      if (count > 0) {
        feed(aggregator, feed, batch, chosen, count, positions);
      }
    } finally {
      if (filter != null) {
        filter.release();
      }
      scratch.release();
    }
  }

  /** Updates one aggregator with all rows, or with those at positions. */
  private void feed(
      Aggregator aggregator,
      AggregateSpec.Feed feed,
      Batch batch,
      long rowNumbers,
      int rows,
      long positions) {
    boolean takesCodes = aggregator.takesCodes();
    Column[] columns =
        Column.makeAll(
            feed.columns().size(),
            i -> column(batch.column(feed.columns().get(i)), takesCodes, rows, positions));
    try {
      if (spec.isFinal()) {
        aggregator.mergeStates(rowNumbers, columns, rows);
      } else if (groups == null) {
        aggregator.updateFirst(rowNumbers, columns, rows);
      } else {
        aggregator.update(rowNumbers, columns, rows);
      }
    } finally {
      Column.releaseAll(columns);
    }
  }

  private Column column(Column column, boolean takesCodes, int rows, long positions) {
    Column chosen =
        positions == 0 ? column.retain() : Gather.rows(column, positions, rows, account);
    if (takesCodes || !chosen.isDictionary()) {
      return chosen;
    }
    try {
      return Gather.decode(chosen, account);
    } finally {
      chosen.release();
    }
  }

  /** Adds a partition of the groups of another table of the same spec. */
  void absorb(GroupList list, int partition) {
    int count = list.groupCount(partition);
    for (int from = 0; from < count; from += Batch.MAX_ROWS) {
      long theirs = list.groups(partition) + 4L * from;
      absorb(list, theirs, Math.min(Batch.MAX_ROWS, count - from));
    }
    Buffer mapped = list.mapped();
    if (mapped != null && count > 0) {
      for (int i = 0; i < collectors.size(); i++) {
        absorb(list.values().get(i), partition, mapped.address(), collectors.get(i));
        if (groups == null) {
          collectors.get(i).moveShed(list.table().collectors.get(i));
        }
      }
    }
  }

  private void absorb(GroupList list, long theirs, int count) {
    absorb(list.table(), theirs, count);
    Buffer mapped = list.mapped();
    if (mapped != null) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(
            mapped.address() + 4L * Memory.getInt(theirs + 4L * i),
            Memory.getInt(numbers.address() + 4L * i));
      }
    }
  }

  /**
   * Absorbs the groups of another table of the same spec, but no collected values.
   *
   * @param mapped where the int32 number that each of its groups has here is written
   */
  void absorb(AggregateTable other, long mapped) {
    int count = other.groupCount();
    Buffer theirs = account.allocate(4L * Batch.MAX_ROWS);
    try {
      for (int from = 0; from < count; from += Batch.MAX_ROWS) {
        int some = Math.min(Batch.MAX_ROWS, count - from);
        for (int i = 0; i < some; i++) {
          Memory.putInt(theirs.address() + 4L * i, from + i);
        }
        absorb(other, theirs.address(), some);
        Memory.copy(numbers.address(), mapped + 4L * from, 4L * some);
      }
    } finally {
      theirs.release();
    }
  }

  /** Absorbs some groups of another table; their numbers here stand where rows' did. */
  private void absorb(AggregateTable other, long theirs, int count) {
    numbers.reserveZeroed(4L * count);
    if (groups != null && other.groups != null) {
      boolean isLocated =
          dense != null && dense.locateGroups(other.groups, theirs, count, numbers.address());
      if (!isLocated) {
        groups.locateGroups(other.groups, theirs, count, numbers.address());
      }
      grow();
    }
    for (int i = 0; i < aggregators.length; i++) {
      if (!(aggregators[i] instanceof Collector)) {
        aggregators[i].absorb(other.aggregators[i], theirs, numbers.address(), count);
      }
    }
  }

  private void absorb(ValueList values, int partition, long mapped, Collector target) {
    int end = values.starts()[partition + 1];
    int atOnce = values.collector().valuesAtOnce();
    for (int from = values.starts()[partition]; from < end; from += atOnce) {
      int count = Math.min(atOnce, end - from);
      long positions = values.numbers().address() + 4L * from;
      long ours = numbers.reserve(4L * count);
      values.collector().groupsOf(positions, count, ours);
      for (int i = 0; i < count; i++) {
        Memory.putInt(ours + 4L * i, Memory.getInt(mapped + 4L * Memory.getInt(ours + 4L * i)));
      }
      Column[] columns = values.collector().values(positions, count);
      try {
        target.update(ours, columns, count);
      } finally {
        Column.releaseAll(columns);
      }
    }
    if (groups == null) {
      numbers.close(); // must be zeros
    }
  }

  /** Returns the aggregators whose state is values, in order. */
  List<Collector> collectors() {
    return collectors;
  }

  /** Returns the map of a single integer key if it holds all groups. */
  Optional<DenseMap> denseKeys() {
    return Optional.ofNullable(dense).filter(DenseMap::isComplete);
  }

  /** Returns a group's key, a single integer. */
  long wholeNumber(int group) {
    return keyed().wholeNumber(group);
  }

  /** Returns whether a group's single key is null. */
  boolean isNullKey(int group) {
    return keyed().isNull(group);
  }

  /** Writes the hash of the group of each row of a batch, which may be unknown here. */
  void hashRows(Batch batch, long target) {
    for (int i = 0; i < keyColumns.length; i++) {
      keyColumns[i] = batch.column(spec.keyColumns().get(i));
    }
    keyed().hashRows(keyColumns, batch.rowCount(), target);
  }

  /** Returns the table of the groups' keys. */
  GroupTable keyed() {
    if (groups == null) {
      throw new IllegalStateException("Without keys there are no hashes");
    }
    return groups;
  }

  /** Ends adding; works with all of the task's threads. */
  void seal(TaskContext context) {
    for (Aggregator aggregator : aggregators) {
      aggregator.seal(context);
    }
  }

  /** Ends adding, where no values have been put on the disk. */
  void seal() {
    for (Aggregator aggregator : aggregators) {
      aggregator.seal();
    }
  }

  /** Returns groups as rows of the output: keys, then results or states. */
  Batch rows(int from, int count) {
    Buffer chosen = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(chosen.address() + 4L * i, from + i);
      }
      return rows(chosen.address(), count);
    } finally {
      chosen.release();
    }
  }

  /** Does the same for groups by their int32 numbers. */
  Batch rows(long chosen, int count) {
    List<Column> columns = new ArrayList<>();
    try {
      if (groups != null) {
        columns.addAll(List.of(groups.keys(chosen, count)));
      }
      for (AggregateOutput output : opened.outputs()) {
        if (spec.isPartial()) {
          columns.addAll(List.of(output.states(chosen, count, account)));
        } else {
          columns.add(output.result(chosen, count, account));
        }
      }
    } catch (Throwable e) {
      columns.forEach(Column::release);
      throw e;
    }
    return Batch.of(account, count, columns.toArray(Column[]::new));
  }

  @Override
  public void close() {
    numbers.close();
    codes.close();
    Closeables.all(dense);
    Closeables.all(aggregators);
    if (groups != null) {
      groups.close();
    }
  }
}
