package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.HeapAggregator;
import dev.heddle.physical.aggregate.state.PickAggregator;
import dev.heddle.physical.row.HashPartitions;
import java.util.List;

/**
 * What an {@link AggregateTable} takes of memory, and what its next steps may take: its callers ask
 * before each, and spill where there is too little. Used by the table's thread.
 */
final class AggregateFootprint {
  private static final int MAX_STATE_BYTES = 32; // of a group, in one aggregator
  private static final int COPIES_TO_SPILL = 3; // columns while they grow, and their block

  private final AggregateTable table;
  private final Aggregator[] aggregators;
  private final List<Collector> collectors; // among them

  AggregateFootprint(AggregateTable table, Aggregator[] aggregators, List<Collector> collectors) {
    this.table = table;
    this.aggregators = aggregators;
    this.collectors = collectors;
  }

  /** Returns what sketches take. */
  long sketchBytes() {
    long bytes = 0;
    for (Aggregator aggregator : aggregators) {
      bytes += aggregator instanceof HeapAggregator<?> ? aggregator.bytes() : 0;
    }
    return bytes;
  }

  /** Returns about what adding this number of rows may allocate at once. */
  long jumpBytes(int rows) {
    long keyBytes = table.isKeyed() ? table.keyed().jumpBytes(rows) : 0;
    int maxGroups = table.isKeyed() ? table.groupCount() + rows : 1;
    long firstBytes = table.groupCount() == 0 ? (long) MAX_STATE_BYTES * rows : 0;
    long bytes = keyBytes + scratchBytes(rows) + 4L * rows;
    for (Aggregator aggregator : aggregators) {
      bytes +=
          switch (aggregator) {
            case Collector collector -> collector.jumpBytes(rows);
            case PickAggregator picked -> picked.jumpBytes(maxGroups, rows); // wide from the first
            case HeapAggregator<?> states -> states.jumpBytes(maxGroups, rows);
            default -> keyBytes > 0 ? 2 * aggregator.bytes() + firstBytes : 0;
          };
    }
    return bytes;
  }

  /** Returns what intermediate values of this number of rows take that have no room yet. */
  long scratchBytes(int rows) {
    return table.isKeyed() ? table.keyed().scratchBytes(rows) : 0;
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
    long entries = table.groupCount();
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
    int parts = Math.max(HashPartitions.COUNT, table.groupCount() / Batch.MAX_ROWS);
    return GroupList.spillBytes(entries()) + COPIES_TO_SPILL * stateBytes / parts;
  }

  /** Returns about what adding the values of another table may allocate at once. */
  long absorbBytes(AggregateTable other) {
    long bytes = 0;
    for (int i = 0; i < collectors.size(); i++) {
      int values = other.collectors().get(i).valueCount();
      bytes += 2 * collectors.get(i).jumpBytes(values) + (long) GroupList.BYTES_PER_ENTRY * values;
    }
    return bytes;
  }

  /** Returns the most values that a collector has. */
  int maxValues() {
    return collectors.stream().mapToInt(Collector::valueCount).max().orElse(0);
  }

  /** Returns about what {@link AggregateTable#seal} allocates. */
  long sealBytes() {
    return collectors.stream().mapToLong(Collector::sealBytes).sum();
  }
}
