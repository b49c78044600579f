package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import org.jspecify.annotations.Nullable;

/**
 * Brings the rows, states and values of one partition together in a table. Where that grows beyond
 * memory, its values go to the disk if it has few groups; otherwise the partition is divided once
 * more, and what else comes is only divided.
 *
 * <p>Used by one thread.
 */
final class AggregateLoader implements AggregateSpill.Reader, AutoCloseable {
  private final AggregateSpec spec;
  private final int level; // of a division of this partition
  private final TaskContext context;
  private final StateMemory memory;
  private final long dividingBytes;
  private @Nullable AggregateTable table;
  private @Nullable AggregateSpill divided;
  private long taken;

  AggregateLoader(AggregateSpec spec, int level, TaskContext context, StateMemory memory) {
    this.spec = spec;
    this.level = level;
    this.context = context;
    this.memory = memory;
    this.dividingBytes =
        Math.max(
            spec.minDividedBytes(),
            PartitionBlocks.of(memory.account(), memory.threads()).waitingBytes());
    this.table = new AggregateTable(spec, memory.account());
  }

  private AggregateTable table() {
    if (table == null) {
      throw new IllegalStateException("The table has been handed over");
    }
    return table;
  }

  /** Adds a partition of a list. */
  void groups(GroupList list, int partition) {
    if (begins(table().footprint().workBytes(list.groupCount(partition)))) {
      try {
        table().absorb(list, partition);
      } finally {
        end();
      }
    } else {
      AggregateSpill target = divided();
      try (AggregateTable part = new AggregateTable(spec, memory.account())) {
        part.absorb(list, partition);
        target.addTable(part);
      }
    }
  }

  @Override
  public void rows(Batch batch) {
    if (begins(table().footprint().workBytes(batch.rowCount()))) {
      try {
        table().add(batch);
      } finally {
        end();
      }
    } else {
      divided().divideRows(batch, table());
    }
  }

  @Override
  public void states(Batch batch) {
    if (begins(table().footprint().workBytes(batch.rowCount()))) {
      try {
        table().spillBatches().addStates(batch);
      } finally {
        end();
      }
    } else {
      divided().divideStates(batch, table());
    }
  }

  @Override
  public void values(int collector, Batch batch) {
    if (begins(table().footprint().workBytes(batch.rowCount()))) {
      try {
        table().spillBatches().addValues(collector, batch);
      } finally {
        end();
      }
    } else {
      divided().divideValues(collector, batch, table());
    }
  }

  private AggregateSpill divided() {
    if (divided == null) {
      throw new IllegalStateException("The partition has not been divided");
    }
    return divided;
  }

  /**
   * Returns whether the table can take more in, after it has given back if need be. If so, the
   * bytes are taken until {@link #end}; if not, the partition is being divided.
   */
  private boolean begins(long bytes) {
    if (divided != null) {
      return false;
    }
    AggregateTable groups = table();
    boolean isSmall = memory.isSmall(groups.bytes());
    long spillBytes = groups.footprint().spillBytes() + dividingBytes; // of this thread
    if ((isSmall || !memory.mustGiveBack(context.threads() * spillBytes)) && takes(bytes)) {
      return true;
    }
    boolean isShed = groups.shedValues(context.spill(), memory);
    if (isShed || level > HashPartitions.LEVELS || groups.groupCount() < 2) {
      takes(bytes); // or not: dividing cannot help, so the ledger has the last word
      return true;
    }
    divided = new AggregateSpill(level, context, memory.account());
    divided.addTable(groups);
    groups.close();
    table = new AggregateTable(spec, memory.account());
    return false;
  }

  private boolean takes(long bytes) {
    if (!memory.tryTake(bytes)) {
      return false;
    }
    taken = bytes;
    return true;
  }

  private void end() {
    memory.giveBack(taken);
    taken = 0;
  }

  /** Ends loading; returns whether there is a table rather than a division. */
  boolean finish() {
    if (!begins(table().footprint().sealBytes())) {
      return false;
    }
    try {
      table().seal(new InlineContext(context));
    } finally {
      end();
    }
    return true;
  }

  /** Returns the table, sealed, which is the caller's. */
  AggregateTable moveTable() {
    AggregateTable moved = table();
    table = null;
    return moved;
  }

  /** Returns the division, which is the caller's. */
  AggregateSpill moveDivided() {
    AggregateSpill moved = divided();
    divided = null;
    return moved;
  }

  @Override
  public void close() {
    Closeables.all(table, divided);
  }
}
