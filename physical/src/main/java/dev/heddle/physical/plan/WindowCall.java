package dev.heddle.physical.plan;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.expr.PhysicalExpr;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One window function. Exactly one of {@code function} and {@code aggregate} is there.
 *
 * @param function ranking or offset function
 * @param aggregate aggregate over the frame
 * @param arguments input columns of {@code function}, by position
 * @param constants constant parameters (offsets, bucket counts, defaults), in the catalogue's order
 *     after the columns
 * @param frame rows that the value looks at
 * @param nulls whether null values are skipped
 * @param type type of the result
 */
public record WindowCall(
    Optional<WindowFunction> function,
    Optional<AggregateCall> aggregate,
    List<Integer> arguments,
    List<PhysicalExpr.Literal> constants,
    WindowBounds frame,
    NullTreatment nulls,
    DataType type) {
  /** Copies the lists. */
  public WindowCall {
    arguments = List.copyOf(arguments);
    constants = List.copyOf(constants);
    if (function.isPresent() == aggregate.isPresent()) {
      throw new IllegalArgumentException("A window call has a function or an aggregate");
    }
  }

  /** Returns the first argument, if there is one. */
  public OptionalInt argument() {
    return arguments.isEmpty() ? OptionalInt.empty() : OptionalInt.of(arguments.getFirst());
  }
}
