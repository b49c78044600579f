package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;

/**
 * What the type rules may know of one argument.
 *
 * @param type its type
 * @param isTextLiteral whether it is a literal of type text: beside dates, times and numbers such a
 *     literal is read as one of them, so that {@code shipped < '1995-03-15'} works
 */
public record Argument(DataType type, boolean isTextLiteral) {
  /** Checks that nothing is missing. */
  public Argument {
    requireNonNull(type, "type is null");
  }

  /** Returns an argument that is no text literal. */
  public static Argument of(DataType type) {
    return new Argument(type, false);
  }
}
