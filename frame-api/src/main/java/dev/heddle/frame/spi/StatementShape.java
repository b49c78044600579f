package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a statement takes and gives, as far as it is known before it runs.
 *
 * @param kind what it gives
 * @param parameters type of each by name, or by number from 1, in the order of the text
 * @param columns those of the rows it gives; null if it gives none
 */
public record StatementShape(
    StatementInfo.Kind kind, Map<String, DataType> parameters, @Nullable Schema columns) {
  /** Copies the map. */
  public StatementShape {
    requireNonNull(kind, "kind is null");
    parameters = Arguments.all(parameters, "parameters");
  }
}
