package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One end of a window frame, relative to the current row. */
public sealed interface FrameBound {
  /** Returns the distance from the current row; null if the bound is none. */
  default @Nullable Expr distance() {
    return switch (this) {
      case Preceding bound -> bound.offset();
      case Following bound -> bound.offset();
      case UnboundedPreceding _, CurrentRow _, UnboundedFollowing _ -> null;
    };
  }

  /** Returns this bound with what a function makes of its distance. */
  default FrameBound map(UnaryOperator<Expr> function) {
    requireNonNull(function, "function is null");
    return switch (this) {
      case Preceding bound -> new Preceding(function.apply(bound.offset()));
      case Following bound -> new Following(function.apply(bound.offset()));
      case UnboundedPreceding _, CurrentRow _, UnboundedFollowing _ -> this;
    };
  }

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
   *     for ranges; of rows also an expression, whose value in each row counts
   */
  record Preceding(Expr offset) implements FrameBound {
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
   * @param offset as that of {@link Preceding}
   */
  record Following(Expr offset) implements FrameBound {
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
