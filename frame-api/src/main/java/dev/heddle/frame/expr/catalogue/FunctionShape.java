package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.util.List;

/**
 * How a function is called, and when it gives null.
 *
 * @param sqlNames as in {@link CatalogueFunction#sqlNames}
 */
public record FunctionShape(
    List<String> sqlNames, int minArguments, int maxArguments, NullRule nullRule) {
  /** Copies the list. */
  public FunctionShape {
    sqlNames = Arguments.all(sqlNames, "sqlNames");
    requireNonNull(nullRule, "nullRule is null");
  }

  static FunctionShape of(String names, int minArguments, int maxArguments, NullRule nullRule) {
    return new FunctionShape(List.of(names.split(",")), minArguments, maxArguments, nullRule);
  }
}
