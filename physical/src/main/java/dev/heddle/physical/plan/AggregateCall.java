package dev.heddle.physical.plan;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.expr.PhysicalExpr;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One aggregate over the rows of a group.
 *
 * @param function the catalogue's aggregate
 * @param arguments input columns, by position; empty for {@code COUNT(*)}
 * @param constants constant parameters that are no columns, such as a quantile's fraction
 * @param distinct whether each combination of arguments counts once
 * @param filter boolean input column that must be true for a row to count
 * @param orderBy order of the group's rows where the function depends on it (first, last)
 * @param type type of the result
 * @param code what makes results of states, of an aggregate of the user's own
 */
public record AggregateCall(
    AggregateFunction function,
    List<Integer> arguments,
    List<PhysicalExpr.Literal> constants,
    boolean distinct,
    OptionalInt filter,
    List<SortOrder> orderBy,
    DataType type,
    Optional<UserFunction> code) {
  /** Copies the lists. */
  public AggregateCall {
    arguments = List.copyOf(arguments);
    constants = List.copyOf(constants);
    orderBy = List.copyOf(orderBy);
  }

  /** Makes a call of a function of the catalogue. */
  public AggregateCall(
      AggregateFunction function,
      List<Integer> arguments,
      List<PhysicalExpr.Literal> constants,
      boolean distinct,
      OptionalInt filter,
      List<SortOrder> orderBy,
      DataType type) {
    this(function, arguments, constants, distinct, filter, orderBy, type, Optional.empty());
  }

  /** Returns whether equal arguments must be told from others to be counted once. */
  public boolean needsDistinct() {
    return distinct && function.dependsOnRepetition();
  }

  /** Returns this call by code of the user's own. */
  public AggregateCall by(UserFunction newCode) {
    return new AggregateCall(
        function, arguments, constants, distinct, filter, orderBy, type, Optional.of(newCode));
  }

  /** Returns a plain call: not distinct, no filter, no constants, no order. */
  public static AggregateCall of(AggregateFunction function, DataType type, Integer... arguments) {
    return new AggregateCall(
        function, List.of(arguments), List.of(), false, OptionalInt.empty(), List.of(), type);
  }
}
