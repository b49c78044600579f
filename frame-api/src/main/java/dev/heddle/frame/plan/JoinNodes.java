package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that join two inputs; part of {@link LogicalPlan}, by which they are named. */
public sealed interface JoinNodes permits LogicalPlan {
  /**
   * Pairs of rows of two inputs.
   *
   * @param left left rows
   * @param right right rows
   * @param kind which pairs and lone rows the result has
   * @param keys equalities that all must hold; may be empty
   * @param condition scalar boolean over {@code pairSchema} that must hold too; null means none
   * @param pairSchema the left columns and then the right ones under names that are all different
   * @param schema columns of the result: those of {@code pairSchema}, only the left ones for semi
   *     and anti joins, nullable where the kind adds nulls
   */
  record Join(
      LogicalPlan left,
      LogicalPlan right,
      JoinKind kind,
      List<JoinKey> keys,
      @Nullable Expr condition,
      Schema pairSchema,
      Schema schema)
      implements LogicalPlan.TwoInputs {
    /** Copies the list. */
    public Join {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(kind, "kind is null");
      requireNonNull(pairSchema, "pairSchema is null");
      requireNonNull(schema, "schema is null");
      keys = Arguments.all(keys, "keys");
      if (kind != JoinKind.INNER && kind != JoinKind.CROSS) {
        refuseDraws(condition, kind + " JOIN");
      }
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  private static void refuseDraws(@Nullable Expr condition, String join) {
    if (condition != null && ExprParts.hasDraw(condition)) {
      throw new AnalysisException(
          "Cannot draw random numbers in the condition of "
              + join
              + ": "
              + condition
              + "; make them a column of one side before");
    }
  }

  /**
   * Left rows, each beside the rows of a plan that is computed for it anew.
   *
   * @param left left rows
   * @param right rows; of the left row it sees the arguments, as {@link Expr.OuterColumn}s
   * @param arguments scalar expressions over the left input
   * @param keepsLeft whether a left row without a match stays, beside nulls
   * @param condition boolean over both rows' columns that a pair must fulfil; null means none
   * @param schema the left columns, then the right ones, nullable where left rows stay
   */
  record LateralJoin(
      LogicalPlan left,
      LogicalPlan right,
      List<Expr> arguments,
      boolean keepsLeft,
      @Nullable Expr condition,
      Schema schema)
      implements LogicalPlan.TwoInputs {
    /** Copies the list. */
    public LateralJoin {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(schema, "schema is null");
      arguments = Arguments.all(arguments, "arguments");
      refuseDraws(condition, "LATERAL JOIN");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * Left rows, each beside the one right row that is next to it in an order, or beside nulls.
   *
   * @param left left rows
   * @param right right rows
   * @param direction where a left row looks for its right row
   * @param allowsEqual whether a right row at the same place is found
   * @param keys equalities that must hold too; may be empty
   * @param leftOn place of a left row, a scalar expression over it; null finds nothing
   * @param rightOn place of a right row; null is not found
   * @param comparedAs ordered type that both places are converted to
   * @param schema the left columns, then the right ones, nullable, under names that are all
   *     different
   */
  record AsOfJoin(
      LogicalPlan left,
      LogicalPlan right,
      AsOfDirection direction,
      boolean allowsEqual,
      List<JoinKey> keys,
      Expr leftOn,
      Expr rightOn,
      DataType comparedAs,
      Schema schema)
      implements LogicalPlan.TwoInputs {
    /** Copies the list. */
    public AsOfJoin {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(direction, "direction is null");
      requireNonNull(leftOn, "leftOn is null");
      requireNonNull(rightOn, "rightOn is null");
      requireNonNull(comparedAs, "comparedAs is null");
      requireNonNull(schema, "schema is null");
      keys = Arguments.all(keys, "keys");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }
}
