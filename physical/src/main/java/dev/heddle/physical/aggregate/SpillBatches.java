package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.aggregate.state.Aggregator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The groups of an {@link AggregateTable} as batches that go to the disk, and come back into a
 * table of the same spec: keys, then the states of all aggregators but collectors, or keys, then
 * values of one collector.
 *
 * <p>Used by the table's thread; reading a table that no longer grows, by any.
 */
final class SpillBatches {
  private final AggregateTable table;
  private final Column[] keys; // of a batch

  SpillBatches(AggregateTable table, int keyCount) {
    this.table = table;
    this.keys = new Column[keyCount];
  }

  /** Returns groups with the states of all aggregators but collectors, keys first. */
  Batch states(long chosen, int count) {
    return besideKeys(
        chosen,
        count,
        columns -> {
          for (Aggregator aggregator : table.aggregators()) {
            if (!(aggregator instanceof Collector)) {
              columns.addAll(List.of(aggregator.states(chosen, count)));
            }
          }
        });
  }

  /** Returns values of a collector, the keys of their groups first. */
  Batch values(Collector collector, long positions, int count) {
    Buffer chosen = table.account().allocate(4L * count);
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
    Buffer chosen = table.account().allocate(4L * count);
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
      columns.addAll(List.of(table.keyed().keys(chosen, count)));
      further.accept(columns);
    } catch (Throwable e) {
      columns.forEach(Column::release);
      throw e;
    }
    return Batch.of(table.account(), count, columns.toArray(Column[]::new));
  }

  /** Adds what {@link #states} gave, maybe of another table. */
  void addStates(Batch batch) {
    long groups = table.locateStored(keysOf(batch), batch.rowCount());
    int next = keys.length;
    for (Aggregator aggregator : table.aggregators()) {
      if (!(aggregator instanceof Collector)) {
        Column[] columns = new Column[stateWidth(aggregator)];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = batch.physicalColumn(next++);
        }
        aggregator.mergeStates(groups, columns, batch.rowCount());
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
    long groups = table.locateStored(keysOf(batch), batch.rowCount());
    Column[] columns = new Column[batch.columnCount() - keys.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.physicalColumn(keys.length + i);
    }
    table.collectors().get(collector).update(groups, columns, batch.rowCount());
  }

  private Column[] keysOf(Batch batch) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = batch.physicalColumn(i);
    }
    return keys;
  }

  /** Writes the hash of the group of each row that begins with the keys. */
  void hashStates(Batch batch, long target) {
    table.keyed().hashRows(keysOf(batch), batch.rowCount(), target);
  }
}
