package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/**
 * How one call is carried out: every argument is converted to its type here, then the function
 * gives {@code resultType}.
 *
 * @param argumentTypes the type each argument is cast to, in order
 * @param resultType type of the result
 */
public record Signature(List<DataType> argumentTypes, DataType resultType) {
  /** Copies the list. */
  public Signature {
    argumentTypes = Arguments.all(argumentTypes, "argumentTypes");
    requireNonNull(resultType, "resultType is null");
  }
}
