package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.verb.NullFills;
import java.util.List;

/**
 * How nulls are filled from the rows around them; immutable, used by {@link
 * DataFrame#fillNulls(Fill)}.
 *
 * <p>{@code Fill.forward(partitionBy("sensor").orderBy("at"))} repeats the last value of each
 * sensor. Nulls that have no value on the side that is asked stay null.
 */
public final class Fill {
  private final NullFills.Method method;
  private final WindowSpec window;
  private final List<Comparable<String>> columns;

  private Fill(NullFills.Method method, WindowSpec window, List<Comparable<String>> columns) {
    this.method = method;
    this.window = requireNonNull(window, "window is null");
    this.columns = columns;
  }

  /** Fills a null with the last value before it in the window's partition and order. */
  public static Fill forward(WindowSpec window) {
    return new Fill(NullFills.Method.FORWARD, window, List.of());
  }

  /** Fills a null with the first value behind it in the window's partition and order. */
  public static Fill backward(WindowSpec window) {
    return new Fill(NullFills.Method.BACKWARD, window, List.of());
  }

  /**
   * Fills a null between two values by a straight line in equal steps from row to row; columns of
   * numbers become DOUBLE.
   */
  public static Fill linear(WindowSpec window) {
    return new Fill(NullFills.Method.LINEAR, window, List.of());
  }

  /**
   * Fills a null between two values by a straight line over the window's order, which is one
   * number, date or timestamp; columns of numbers become DOUBLE.
   */
  public static Fill linearByKey(WindowSpec window) {
    return new Fill(NullFills.Method.LINEAR_BY_KEY, window, List.of());
  }

  /**
   * Fills some columns, by name or by a selector, and not all those that the window does not name
   * (of numbers, for a straight line).
   */
  @SafeVarargs
  public final Fill columns(Comparable<String>... chosen) {
    return new Fill(method, window, Arguments.all(chosen, "chosen"));
  }

  LogicalPlan apply(DataFrame frame) {
    WindowSpec read =
        new WindowSpec(
            frame.read(window.partitionBy()),
            frame.checked(NullFills.ACTION, window.orderBy()),
            window.frame());
    List<String> names =
        columns.isEmpty()
            ? NullFills.columnsOutside(frame.schema(), read, method)
            : ColumnArguments.names(NullFills.ACTION, frame.schema(), columns);
    return NullFills.around(frame.plan(), names, read, method);
  }
}
