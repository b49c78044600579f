package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window: {@code OVER name}, or what the parentheses after {@code OVER} or in the clause {@code
 * WINDOW} hold.
 *
 * @param base name of the window it starts from; null without
 * @param frame null for the usual one
 */
public record Window(
    @Nullable Name base,
    List<Expression> partitionBy,
    List<OrderItem> orderBy,
    @Nullable Frame frame,
    Span span) {
  /** Copies the lists. */
  public Window {
    partitionBy = List.copyOf(partitionBy);
    orderBy = List.copyOf(orderBy);
  }

  /** {@code ROWS BETWEEN start AND end [EXCLUDE ...]}. */
  public record Frame(Unit unit, Bound start, Bound end, Exclusion exclusion, Span span) {}

  /**
   * An end of a frame.
   *
   * @param distance null for UNBOUNDED and CURRENT ROW
   */
  public record Bound(BoundKind kind, @Nullable Expression distance, Span span) {}

  /** What a frame counts. */
  public enum Unit {
    ROWS,
    RANGE,
    GROUPS
  }

  /** Kinds of ends of a frame. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** What a frame leaves out. */
  public enum Exclusion {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }
}
