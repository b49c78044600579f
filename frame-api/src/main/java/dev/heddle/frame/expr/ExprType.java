package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;

/**
 * The type of an expression's values and whether some may be null.
 *
 * @param type type of the values
 * @param nullable false only if it is known that no value is null
 */
public record ExprType(DataType type, boolean nullable) {
  /** Checks that nothing is missing. */
  public ExprType {
    requireNonNull(type, "type is null");
  }
}
