package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;

/** Columns by their position, and those of the rows around a subquery; part of {@link Expr}. */
public sealed interface ColumnNodes permits Expr {
  /**
   * A column by its position in the input of the node that holds the expression.
   *
   * @param index position, from 0
   * @param name name for people; what the expression means does not depend on it
   */
  record BoundColumn(int index, String name) implements Expr {
    /** Checks that the position is one. */
    public BoundColumn {
      requireNonNull(name, "name is null");
      if (index < 0) {
        throw new IllegalArgumentException("no position: " + index);
      }
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * In the plan of a subquery or on the right of a lateral join: a value of the row outside that it
   * is evaluated for.
   *
   * @param index position among the arguments of the innermost subquery or lateral join around
   * @param name name for people
   * @param type type of the argument
   * @param nullable whether it may be null
   */
  record OuterColumn(int index, String name, DataType type, boolean nullable) implements Expr {
    /** Checks that nothing is missing. */
    public OuterColumn {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
      if (index < 0) {
        throw new IllegalArgumentException("no position: " + index);
      }
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * In a frame that is made for a subquery: a column of a frame around it, by name. The verb that
   * takes the subquery puts an {@link OuterColumn} in its place; until then it has no type.
   *
   * @param name exact name
   * @param levels how many frames further out the column is; 1 for the one that takes the subquery
   */
  record OuterName(String name, int levels) implements Expr {
    private static final int MAX_LEVELS = 100;

    /** Checks that the level is one. */
    public OuterName {
      requireNonNull(name, "name is null");
      if (levels < 1 || levels > MAX_LEVELS) {
        throw new IllegalArgumentException("levels is " + levels + ", must be 1 to " + MAX_LEVELS);
      }
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }
}
