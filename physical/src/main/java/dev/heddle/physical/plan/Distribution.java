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
   * @param parts number of partitions, if that is not the query's; else 0
   */
  record Hash(List<Integer> keys, boolean isSpare, int parts) implements Distribution {
    /** Copies the keys. */
    public Hash {
      keys = List.copyOf(keys);
    }

    /** Sends rows to the query's number of partitions. */
    public Hash(List<Integer> keys, boolean isSpare) {
      this(keys, isSpare, 0);
    }

    /** Sends rows by their keys in any case. */
    public Hash(List<Integer> keys) {
      this(keys, false);
    }
  }

  /**
   * Evenly, in turn.
   *
   * @param parts number of partitions, if that is not the query's: row by row; else 0, and batch by
   *     batch
   */
  record RoundRobin(int parts) implements Distribution {
    /** Sends rows to the query's number of partitions. */
    public RoundRobin() {
      this(0);
    }
  }

  /**
   * What tasks have made that follow one another, in their order.
   *
   * @param parts number of partitions
   */
  record Adjacent(int parts) implements Distribution {}

  /**
   * By the number in the last column, which is not sent on, see {@link PhysicalPlan.RangePart}.
   *
   * @param parts number of partitions
   * @param isFixed whether one task reads each of them, however small
   */
  record Range(int parts, boolean isFixed) implements Distribution {
    /** Checks the number. */
    public Range {
      if (parts < 1) {
        throw new IllegalArgumentException("Rows cannot go to " + parts + " partitions");
      }
    }
  }

  /** Returns the number of partitions if it is not the query's; else 0. */
  default int ownParts() {
    return switch (this) {
      case Single _, Sequence _, Broadcast _ -> 1;
      case Hash hash -> hash.parts();
      case RoundRobin turns -> turns.parts();
      case Adjacent adjacent -> adjacent.parts();
      case Range range -> range.parts();
    };
  }

  /** Returns whether each partition has to stay one part, which is neither split nor joined. */
  default boolean isFixed() {
    return switch (this) {
      case Single _, Sequence _, Broadcast _ -> false;
      case Hash hash -> hash.parts() > 0;
      case RoundRobin turns -> turns.parts() > 0;
      case Adjacent _ -> true;
      case Range range -> range.isFixed();
    };
  }
}
