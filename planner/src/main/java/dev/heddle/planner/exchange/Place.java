package dev.heddle.planner.exchange;

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
