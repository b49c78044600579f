package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

/** One end of a window frame, relative to the current row. */
public sealed interface FrameBound {
  /** The first row of the partition. */
  record UnboundedPreceding() implements FrameBound {
    @Override
    public String toString() {
      return "UNBOUNDED PRECEDING";
    }
  }

  /**
   * A distance before the current row.
   *
   * @param offset not negative and not null: an integer for rows and groups, a number or interval
   *     for ranges
   */
  record Preceding(Expr.Literal offset) implements FrameBound {
    /** Checks that nothing is missing. */
    public Preceding {
      requireNonNull(offset, "offset is null");
    }

    @Override
    public String toString() {
      return offset + " PRECEDING";
    }
  }

  /** The current row; in ranges and groups, its equals too. */
  record CurrentRow() implements FrameBound {
    @Override
    public String toString() {
      return "CURRENT ROW";
    }
  }

  /**
   * A distance behind the current row.
   *
   * @param offset not negative and not null: an integer for rows and groups, a number or interval
   *     for ranges
   */
  record Following(Expr.Literal offset) implements FrameBound {
    /** Checks that nothing is missing. */
    public Following {
      requireNonNull(offset, "offset is null");
    }

    @Override
    public String toString() {
      return offset + " FOLLOWING";
    }
  }

  /** The last row of the partition. */
  record UnboundedFollowing() implements FrameBound {
    @Override
    public String toString() {
      return "UNBOUNDED FOLLOWING";
    }
  }
}
