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

  /**
   * All rows in one partition, those of each task before those of the next one.
   *
   * @param order what the rows are sorted by then; empty if that is not in their columns
   */
  record Sequence(List<SortOrder> order) implements Distribution {
    /** Copies the order. */
    public Sequence {
      order = List.copyOf(order);
    }
  }

  /** Every row in every partition. */
  record Broadcast() implements Distribution {}

  /**
   * By {@link dev.heddle.io.batch.RowHash} of the key columns, in their order.
   *
   * @param isSpare whether this is one of the two inputs of a join whose right side is expected to
   *     be so small that every task which makes left rows reads all of it: rows only go by their
   *     keys if it turns out large
   */
  record Hash(List<Integer> keys, boolean isSpare) implements Distribution {
    /** Copies the keys. */
    public Hash {
      keys = List.copyOf(keys);
    }

    /** Sends rows by their keys in any case. */
    public Hash(List<Integer> keys) {
      this(keys, false);
    }
  }

  /** Evenly, in turn. */
  record RoundRobin() implements Distribution {}

  /**
   * By the number in the last column, which is not sent on, see {@link PhysicalPlan.RangePart}.
   *
   * @param parts number of partitions
   */
  record Range(int parts) implements Distribution {
    /** Checks the number. */
    public Range {
      if (parts < 1) {
        throw new IllegalArgumentException("Rows cannot go to " + parts + " partitions");
      }
    }
  }
}
