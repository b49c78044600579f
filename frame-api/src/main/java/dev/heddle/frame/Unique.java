package dev.heddle.frame;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.verb.Uniques;
import java.util.List;

/**
 * Which row stays for each combination of values in some columns; immutable, used by {@link
 * DataFrame#unique(Unique)}. Nulls are equal.
 *
 * <p>{@code Unique.on("customer").keepingLast("shipped")} keeps the latest order of each customer.
 */
public final class Unique {
  private final List<Comparable<String>> columns;
  private final Kept kept;
  private final List<Comparable<String>> order;

  /** Which of equal rows stays. */
  private enum Kept {
    FIRST,
    LAST,
    NONE
  }

  private Unique(List<Comparable<String>> columns, Kept kept, List<Comparable<String>> order) {
    this.columns = columns;
    this.kept = kept;
    this.order = order;
  }

  /**
   * Starts with the columns that are compared, by name, as an expression or by a selector; any of
   * equal rows is kept so far.
   */
  @SafeVarargs
  public static Unique on(Comparable<String>... columns) {
    return new Unique(Arguments.all(columns, "columns"), Kept.FIRST, List.of());
  }

  /** Keeps the first of equal rows in an order; any of those that are equal in it. */
  @SafeVarargs
  public final Unique keepingFirst(Comparable<String>... newOrder) {
    return new Unique(columns, Kept.FIRST, Arguments.all(newOrder, "newOrder"));
  }

  /** Keeps the last of equal rows in an order; any of those that are equal in it. */
  @SafeVarargs
  public final Unique keepingLast(Comparable<String>... newOrder) {
    return new Unique(columns, Kept.LAST, Arguments.all(newOrder, "newOrder"));
  }

  /** Keeps none of equal rows: only those stay that have no equal. */
  public Unique keepingNone() {
    return new Unique(columns, Kept.NONE, List.of());
  }

  LogicalPlan apply(DataFrame frame) {
    List<Expr> keys = frame.read(ColumnArguments.exprs(frame.schema(), columns));
    List<SortKey> sorted =
        order.isEmpty()
            ? List.of()
            : frame.checked(Uniques.ACTION, ColumnArguments.sortKeys(frame.schema(), order));
    return switch (kept) {
      case FIRST -> Uniques.first(frame.plan(), keys, sorted);
      case LAST ->
          Uniques.first(frame.plan(), keys, sorted.stream().map(SortKey::reversed).toList());
      case NONE -> Uniques.alone(frame.plan(), keys);
    };
  }
}
