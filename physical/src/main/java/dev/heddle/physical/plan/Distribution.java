package dev.heddle.physical.plan;

import java.util.List;

/** How an exchange places rows into partitions. */
public sealed interface Distribution {
  /**
   * All rows in one partition, in the order that the readers' merge keeps if the input is ordered
   * by {@code order}.
   */
  record Single(List<SortOrder> order) implements Distribution {
    /** Copies the order. */
    public Single {
      order = List.copyOf(order);
    }
  }

  /** Every row in every partition. */
  record Broadcast() implements Distribution {}

  /** By {@link dev.heddle.io.batch.RowHash} of the key columns, in their order. */
  record Hash(List<Integer> keys) implements Distribution {
    /** Copies the keys. */
    public Hash {
      keys = List.copyOf(keys);
    }
  }

  /** Evenly, in turn. */
  record RoundRobin() implements Distribution {}
}
