package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.verb.Explodes;
import org.jspecify.annotations.Nullable;

/**
 * How a column of lists or maps becomes rows; see {@link DataFrame#explode(Explode)}. Immutable.
 *
 * @param column the column
 * @param keepsEmpty whether a row whose list is null or empty stays, with null in the list's place
 * @param position name of a further column with the positions of the elements from 1; null for none
 */
public record Explode(String column, boolean keepsEmpty, @Nullable String position) {
  /** Checks that nothing is missing. */
  public Explode {
    requireNonNull(column, "column is null");
  }

  /** Starts with a column of lists or maps; rows without elements are left out. */
  public static Explode of(String column) {
    return new Explode(column, false, null);
  }

  /** Keeps rows whose list is null or empty, with null in the list's place. */
  public Explode keepingEmpty() {
    return new Explode(column, true, position);
  }

  /** Adds a column with the positions of the elements from 1. */
  public Explode withPosition(String name) {
    return new Explode(column, keepsEmpty, requireNonNull(name, "name is null"));
  }

  LogicalPlan apply(LogicalPlan input) {
    return Explodes.typed(
        new LogicalPlan.Explode(input, column, keepsEmpty, position, input.schema()));
  }
}
