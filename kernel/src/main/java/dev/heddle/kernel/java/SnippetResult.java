package dev.heddle.kernel.java;

import org.jspecify.annotations.Nullable;

/**
 * What a snippet gave.
 *
 * @param kind what the snippet was
 * @param name of the variable that holds the value
 * @param value as the snippet left it
 * @param end how the snippet ended
 */
public record SnippetResult(Kind kind, String name, @Nullable Object value, End end) {
  /** What a snippet is. */
  public enum Kind {
    /** An expression, of which a variable was made. */
    EXPRESSION,
    /** A variable that was declared, or assigned to. */
    VARIABLE
  }

  /** How the text of a snippet ends. */
  public enum End {
    /** With a semicolon: notebooks do not show the value. */
    SEMICOLON,
    /** Without one. */
    OPEN
  }
}
