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
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.CodeMap;
import dev.heddle.physical.row.DenseMap;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Groups and their states. Used by one thread, until it is sealed; then any thread reads it. */
final class AggregateTable implements AutoCloseable {
  private static final int SMALL_GROUPS = 64;

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
  private final AggregateFootprint footprint;
  private final SpillBatches spillBatches;
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
    this.footprint = new AggregateFootprint(this, aggregators, collectors);
    this.spillBatches = new SpillBatches(this, keyColumns.length);
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

  /** Returns what the table takes, and may take next. */
  AggregateFootprint footprint() {
    return footprint;
  }

  /** Returns the table as what goes to the disk and comes back. */
  SpillBatches spillBatches() {
    return spillBatches;
  }

  /** Returns whether there are collected values, all of which are stored by group. */
  boolean standsByGroup() {
    return !collectors.isEmpty() && collectors.stream().allMatch(Collector::standsByGroup);
  }

  /** Takes over the groups and values of another table; the values of both are stored by group. */
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

  /** Finds the groups of rows by one search of the keys' table; otherwise as {@link #locate}. */
  long locateStored(Column[] keys, int rows) {
    numbers.reserve(4L * rows);
    keyed().locate(keys, rows, numbers.address());
    grow();
    return numbers.address();
  }

  /**
   * Finds the groups of rows, and makes those that are new.
   *
   * @param keys a column for each key, without a selection
   * @return where the int32 numbers of the rows' groups are, until the next rows
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

  /** Returns where the int32 numbers of the groups of the last rows are. */
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

  /** Returns the aggregators in order; they stay the table's. */
  Aggregator[] aggregators() {
    return aggregators;
  }

  MemoryAccount account() {
    return account;
  }

  /** Adds the selected rows of a batch in place, if there is a way to. */
  private boolean isPicked(Aggregator aggregator, AggregateSpec.Feed feed, Batch batch) {
    boolean isPlain = groups == null && feed.filter() < 0 && !spec.readsStates();
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
      if (spec.readsStates()) {
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
        list.values().get(i).moveTo(collectors.get(i), partition, mapped.address(), numbers);
        if (groups == null) {
          numbers.close(); // must be zeros
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

  /** Absorbs some groups of another table; their numbers here are where those of rows were. */
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

  /** Returns the aggregators whose state is values, in order. */
  List<Collector> collectors() {
    return collectors;
  }

  /** Returns the map of a single integer key if it holds all groups. */
  Optional<DenseMap> denseKeys() {
    return Optional.ofNullable(dense).filter(DenseMap::isComplete);
  }

  /** Returns a group's key, a single integer. */
  long integerKey(int group) {
    return keyed().integerKey(group);
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

  /**
   * Returns each row of a batch as the states or results of a group of its own, behind its keys.
   * For a table without rows, which is of no further use.
   */
  Batch groupsOfRows(Batch batch) {
    int rows = batch.rowCount();
    long each = numbers.reserve(4L * rows);
    for (int row = 0; row < rows; row++) {
      Memory.putInt(each + 4L * row, row);
    }
    for (int i = 0; i < aggregators.length; i++) {
      aggregators[i].grow(rows);
      feed(i, opened.feeds().get(i), batch);
    }
    seal();
    List<Integer> keys = spec.keyColumns();
    Column[] own = Column.makeAll(keys.size(), i -> batch.column(keys.get(i)).retain());
    return rows(own, numbers.address(), rows);
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
    return rows(groups == null ? new Column[0] : groups.keys(chosen, count), chosen, count);
  }

  /** Returns the columns of keys, which are taken over, and those of groups. */
  private Batch rows(Column[] keys, long chosen, int count) {
    List<Column> columns = new ArrayList<>(List.of(keys));
    try {
      for (AggregateOutput output : opened.outputs()) {
        if (spec.makesStates()) {
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
