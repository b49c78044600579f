package dev.heddle.planner.translate;

import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.TypeParameters;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Lengths, precisions and scales of types in casts: that of a text cuts it, others are kept by the
 * type or refused. Stateless.
 */
final class CastLengths {
  private CastLengths() {}

  /**
   * Returns a cast to {@code VARCHAR(n)} or {@code CHAR(n)} as the first {@code n} characters of
   * one without length; null for other calls.
   */
  static @Nullable SqlNode cut(SqlCall call) {
    boolean isCast =
        call.getKind() == SqlKind.CAST
            || call.getKind() == SqlKind.SAFE_CAST
            || call.getOperator().getName().equals("::");
    if (!isCast
        || call.operandCount() < 2
        || !(call.operand(1) instanceof SqlDataTypeSpec type)
        || !(type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec spec)
        || !isText(spec)
        || spec.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED) {
      return null;
    }
    SqlParserPos position = call.getParserPosition();
    SqlBasicTypeNameSpec whole =
        new SqlBasicTypeNameSpec(
            SqlTypeName.VARCHAR,
            RelDataType.PRECISION_NOT_SPECIFIED,
            RelDataType.SCALE_NOT_SPECIFIED,
            spec.getCharSetName(),
            spec.getParserPos());
    refuse(DataType.STRING, List.of(spec.getPrecision()), spec);
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(1, new SqlDataTypeSpec(whole, type.getParserPosition()));
    SqlNode length =
        SqlLiteral.createExactNumeric(String.valueOf(spec.getPrecision()), spec.getParserPos());
    return SqlCalls.function(
        ScalarFunction.LEFT,
        position,
        List.of(call.getOperator().createCall(position, operands), length));
  }

  /**
   * Checks what stands behind the name of a type.
   *
   * @throws SqlPositionException if it would not be kept
   */
  static void check(SqlBasicTypeNameSpec spec) {
    if (spec.getCharSetName() != null) {
      throw new SqlPositionException(
          "texts are in UTF-8; leave the character set out", spec.getParserPos());
    }
    int precision = spec.getPrecision();
    int scale = spec.getScale();
    if (precision == RelDataType.PRECISION_NOT_SPECIFIED) {
      return;
    }
    if (isText(spec)) {
      throw new SqlPositionException(
          "a length is kept in a cast to VARCHAR(n) alone, not in a part of a type; leave it out",
          spec.getParserPos());
    }
    DataType type =
        switch (spec.getTypeName().getSimple()) {
          case "DECIMAL" -> new DataType.Decimal(1, 0);
          case "TIME" -> DataType.TIME;
          case "BINARY", "VARBINARY" -> DataType.BINARY;
          case String name -> name.startsWith("TIMESTAMP") ? DataType.TIMESTAMP : DataType.NULL;
        };
    boolean hasScale = scale != RelDataType.SCALE_NOT_SPECIFIED;
    if (!(type instanceof DataType.Null)) {
      refuse(type, hasScale ? List.of(precision, scale) : List.of(precision), spec);
    }
  }

  private static boolean isText(SqlBasicTypeNameSpec spec) {
    String name = spec.getTypeName().getSimple();
    return name.equals("VARCHAR") || name.equals("CHAR");
  }

  private static void refuse(DataType type, List<Integer> parameters, SqlBasicTypeNameSpec spec) {
    TypeParameters.refusal(type, parameters)
        .ifPresent(
            reason -> {
              throw new SqlPositionException(reason, spec.getParserPos());
            });
  }
}
