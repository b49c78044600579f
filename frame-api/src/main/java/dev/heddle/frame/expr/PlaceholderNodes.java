package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;

/** What a verb, or a run of the query, replaces by what it means; part of {@link Expr}. */
public sealed interface PlaceholderNodes permits Expr {
  /**
   * An expression as SQL text. The verb that takes it reads it over its columns and puts what it
   * means in its place.
   *
   * @param text the expression
   */
  record SqlText(String text) implements Expr {
    /** Checks that nothing is missing. */
    public SqlText {
      requireNonNull(text, "text is null");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * A value that is given when the plan is run; a literal takes its place then.
   *
   * @param name its name, or its number from 1
   * @param type type that the value is converted to; NULL while it is not known
   */
  record Parameter(String name, DataType type) implements Expr {
    /** Checks that nothing is missing. */
    public Parameter {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
    }

    /** Returns whether the type is not known. */
    public boolean isUntyped() {
      return type instanceof DataType.Null;
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }
}
