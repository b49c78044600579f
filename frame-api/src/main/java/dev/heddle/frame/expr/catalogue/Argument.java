package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;
import org.jspecify.annotations.Nullable;

/**
 * What the type rules may know of one argument.
 *
 * @param type its type
 * @param text its value if it is a literal of type text: beside dates, times and numbers such a
 *     literal is read as one of them, so that {@code shipped < '1995-03-15'} works, and names of
 *     fields are such literals; else null
 * @param whole its value if it is a literal integer; else null
 */
public record Argument(DataType type, @Nullable String text, @Nullable Long whole) {
  /** Checks that nothing is missing. */
  public Argument {
    requireNonNull(type, "type is null");
  }

  /** Returns an argument that is no literal. */
  public static Argument of(DataType type) {
    return new Argument(type, null, null);
  }

  /** Returns a text literal. */
  public static Argument literal(String text) {
    return new Argument(DataType.STRING, text, null);
  }

  /** Returns a literal integer of a type. */
  public static Argument literal(DataType type, long whole) {
    return new Argument(type, null, whole);
  }

  /** Returns whether this is a literal of type text. */
  public boolean isTextLiteral() {
    return text != null;
  }
}
