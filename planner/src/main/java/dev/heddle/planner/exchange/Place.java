package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.SortOrder;
import java.util.List;

/** Where a plan's rows are. Immutable. */
sealed interface Place {
  /** All in one task. */
  Place SINGLE = new Single();

  /** All in one task, or in each. */
  Place EVERYWHERE = new Everywhere();

  /** Somewhere. */
  Place ANYWHERE = new Anywhere();

  /** All in one task. */
  record Single() implements Place {}

  /** All in one task, or in each: they cost so little that every task may compute them. */
  record Everywhere() implements Place {}

  /** Somewhere. */
  record Anywhere() implements Place {}

  /** Somewhere in a number of tasks that is not that of the query's partitions. */
  record Divided(int tasks) implements Place {}

  /**
   * In a number of tasks, the rows of each before those of the next one.
   *
   * @param tasks number of tasks, which is not always that of the query's partitions
   * @param order what the rows are sorted by; empty if that is nothing, or not in their columns
   */
  record Sequence(int tasks, List<SortOrder> order) implements Place {
    /** Copies the list. */
    public Sequence {
      order = List.copyOf(order);
    }
  }

  /**
   * As a {@link Sequence}, but nobody has asked for the order: where rows are not wanted in it,
   * they are in any tasks.
   *
   * @param tasks number of tasks
   * @param order what the rows are sorted by; empty if that is not in their columns
   */
  record Ordered(int tasks, List<SortOrder> order) implements Place {
    /** Copies the list. */
    public Ordered {
      order = List.copyOf(order);
    }
  }

  /** By the ranges of a division that contain one of these columns; all place rows alike. */
  record Ranged(int group, List<Integer> columns) implements Place {
    /** Copies the list. */
    public Ranged {
      columns = List.copyOf(columns);
    }
  }

  /** By the hash of one of these lists of columns; all place rows alike. */
  record Hashed(List<List<Integer>> keys) implements Place {
    /** Copies the lists. */
    public Hashed {
      keys = keys.stream().map(List::copyOf).toList();
    }
  }
}
