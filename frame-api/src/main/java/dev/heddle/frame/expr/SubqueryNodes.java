package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/** The values that a plan computes; part of {@link Expr}, by which they are named. */
public sealed interface SubqueryNodes permits Expr {
  /**
   * A value that is computed by a plan of its own, for each row anew.
   *
   * <p>The plan sees of the row only the values of {@link #arguments}, as {@link
   * Expr.OuterColumn}s.
   */
  sealed interface Subquery extends Expr {
    /** Returns the plan. */
    SubqueryPlan plan();

    /** Returns what the plan's outer columns are, over the row that holds this expression. */
    List<Expr> arguments();
  }

  /**
   * The only value of the only row; null if there is no row. More than one is an error of code
   * {@code SUBQUERY_MULTIPLE_ROWS}.
   *
   * @param plan rows of one column
   * @param arguments values of the plan's outer columns
   */
  record ScalarSubquery(SubqueryPlan plan, List<Expr> arguments) implements Subquery {
    /** Copies the list. */
    public ScalarSubquery {
      requireNonNull(plan, "plan is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * Whether there is a row; never null.
   *
   * @param plan rows
   * @param arguments values of the plan's outer columns
   */
  record ExistsSubquery(SubqueryPlan plan, List<Expr> arguments) implements Subquery {
    /** Copies the list. */
    public ExistsSubquery {
      requireNonNull(plan, "plan is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * Whether a comparison of values with the plan's columns is true for some row: true if it is,
   * else null if it is null for some row, else false. {@code x IN (query)} is this with {@code =},
   * and {@code x op ALL (query)} the opposite of this with the opposite of the comparison.
   *
   * <p>Several values are compared as rows are: equality and inequality field by field in
   * three-valued logic, the others by the first field that differs.
   *
   * @param operands one a column of the plan, at least one
   * @param comparison {@code =, <>, <, <=, >} or {@code >=}
   * @param comparedAs type that both sides are converted to, for each operand; empty until a verb
   *     has typed it
   * @param plan rows
   * @param arguments values of the plan's outer columns
   */
  record QuantifiedSubquery(
      List<Expr> operands,
      ScalarFunction comparison,
      List<DataType> comparedAs,
      SubqueryPlan plan,
      List<Expr> arguments)
      implements Subquery {
    /** Copies the lists. */
    public QuantifiedSubquery {
      requireNonNull(comparison, "comparison is null");
      requireNonNull(plan, "plan is null");
      operands = Arguments.all(operands, "operands");
      comparedAs = Arguments.all(comparedAs, "comparedAs");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }

  /**
   * The list of the values of all rows, in the plan's order; an empty list for no rows.
   *
   * @param plan rows of one column
   * @param arguments values of the plan's outer columns
   */
  record ArraySubquery(SubqueryPlan plan, List<Expr> arguments) implements Subquery {
    /** Copies the list. */
    public ArraySubquery {
      requireNonNull(plan, "plan is null");
      arguments = Arguments.all(arguments, "arguments");
    }

    @Override
    public String toString() {
      return ExprPrinter.print(this);
    }
  }
}
