package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.catalogue.NullRule.NEVER_NULL;
import static dev.heddle.frame.expr.catalogue.NullRule.NULLABLE;

import dev.heddle.frame.schema.DataType;
import java.util.List;

/** The functions that exist only over a window; aggregates work over windows too. */
public enum WindowFunction implements BuiltInFunction {
  /** Position in the partition, from 1. */
  ROW_NUMBER("row_number", 0, 0, TypeRules.fixed(DataType.INT64), NEVER_NULL),
  /** Position of the first row with equal order keys, from 1. */
  RANK("rank", 0, 0, TypeRules.fixed(DataType.INT64), NEVER_NULL),
  /** Number of different order keys up to this row. */
  DENSE_RANK("dense_rank", 0, 0, TypeRules.fixed(DataType.INT64), NEVER_NULL),
  /** {@code (rank - 1) / (rows - 1)}; 0 in a partition of one row. */
  PERCENT_RANK("percent_rank", 0, 0, TypeRules.fixed(DataType.FLOAT64), NEVER_NULL),
  /** Share of rows up to this one and its equals. */
  CUME_DIST("cume_dist", 0, 0, TypeRules.fixed(DataType.FLOAT64), NEVER_NULL),
  /**
   * {@code ntile(n)}: number, from 1, of the bucket among {@code n} of nearly equal size; the
   * larger ones come first.
   */
  NTILE("ntile", 1, 1, TypeRules.fixed(DataType.INT64, ParameterType.WHOLE), NULLABLE),
  /**
   * {@code lag(x, offset, default)}: value of an earlier row of the partition; offset is a literal,
   * 1 by default.
   */
  LAG("lag", 1, 3, AggregateRules::shifted, NULLABLE),
  /**
   * {@code lead(x, offset, default)}: value of a later row of the partition; offset is a literal, 1
   * by default.
   */
  LEAD("lead", 1, 3, AggregateRules::shifted, NULLABLE),
  /** Value of the frame's first row. */
  FIRST_VALUE("first_value", 1, 1, TypeRules::same, NULLABLE),
  /** Value of the frame's last row. */
  LAST_VALUE("last_value", 1, 1, TypeRules::same, NULLABLE),
  /** {@code nth_value(x, n)}: value of the frame's n-th row, from 1; n is a literal. */
  NTH_VALUE(
      "nth_value",
      2,
      2,
      TypeRules.likeArgument(0, ParameterType.ANY, ParameterType.WHOLE),
      NULLABLE);

  private final FunctionShape shape;
  private final TypeRule typeRule;

  WindowFunction(
      String sqlNames, int minArguments, int maxArguments, TypeRule typeRule, NullRule nullRule) {
    this.shape = FunctionShape.of(sqlNames, minArguments, maxArguments, nullRule);
    this.typeRule = typeRule;
  }

  @Override
  public FunctionShape shape() {
    return shape;
  }

  /**
   * Returns whether the function looks at the window's frame; the others see the whole partition.
   */
  public boolean usesFrame() {
    return this == FIRST_VALUE || this == LAST_VALUE || this == NTH_VALUE;
  }

  /** Returns whether null treatment may be stated. */
  public boolean canIgnoreNulls() {
    return switch (this) {
      case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE -> false;
    };
  }

  @Override
  public Signature resolve(List<Argument> arguments) {
    return CatalogueFunctions.resolve(this, typeRule, arguments);
  }
}
