package dev.heddle.planner.types;

import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Builds row expressions without the places in a text that Calcite would keep with them. The one
 * file that names these places. One a query; not thread-safe.
 */
public abstract class PlainRexBuilder extends RexBuilder {
  /** The qualifier of our one interval type. */
  static final SqlIntervalQualifier INTERVAL =
      new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, SqlParserPos.ZERO);

  /** Makes a builder. */
  protected PlainRexBuilder(RelDataTypeFactory types) {
    super(types);
  }

  @Override
  public final RexNode makeCast(
      SqlParserPos position,
      RelDataType type,
      RexNode operand,
      boolean matchNullability,
      boolean safe,
      @Nullable RexLiteral format) {
    return makeCast(type, operand, matchNullability, safe, format);
  }

  @Override
  public abstract RexNode makeCast(
      RelDataType type,
      RexNode operand,
      boolean matchNullability,
      boolean safe,
      @Nullable RexLiteral format);

  @Override
  public final RexNode makeCall(
      SqlParserPos position, SqlOperator operator, List<? extends RexNode> operands) {
    RexNode other = other(operator, operands);
    return other != null ? other : super.makeCall(position, operator, operands);
  }

  @Override
  public final RexNode makeCall(
      SqlParserPos position, RelDataType type, SqlOperator operator, List<RexNode> operands) {
    RexNode other = other(operator, operands);
    return other != null ? other : super.makeCall(position, type, operator, operands);
  }

  /** Returns what is made instead of a call; null if it is the call itself. */
  protected abstract @Nullable RexNode other(
      SqlOperator operator, List<? extends RexNode> operands);
}
