package dev.heddle.jdbc.feed;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * What a query takes and gives.
 *
 * @param parameters types of {@code ?} in their order
 * @param columns of the result
 */
public record QueryShape(List<DataType> parameters, Schema columns) {
  /** Copies the list. */
  public QueryShape {
    parameters = Arguments.all(parameters, "parameters");
  }
}
