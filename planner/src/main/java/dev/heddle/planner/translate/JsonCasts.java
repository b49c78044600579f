package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Casts of JSON to types that read what is in it, for which JSON's null is null. Rules take a cast
 * to be null only where its operand is: the null is made before the cast.
 */
final class JsonCasts {
  private JsonCasts() {}

  /**
   * Returns what is cast in place of a value: of JSON the text in it, or JSON that is not JSON's
   * null; others, and JSON as text, as they are.
   */
  static RexNode operand(RexBuilder rex, RexNode value, DataType type) {
    DataType from = TypeMapping.dataType(value.getType());
    if (!(from instanceof DataType.Json)
        || type instanceof DataType.Json
        || type instanceof DataType.Str) {
      return value;
    }
    if (!type.isNested()) {
      RexNode all = ((HeddleRexBuilder) rex).makeTextLiteral("");
      return FunctionCalls.call(rex, ScalarFunction.JSON_EXTRACT_STRING, List.of(value, all));
    }
    RexNode isNull =
        FunctionCalls.call(
            rex,
            ScalarFunction.EQ,
            List.of(
                FunctionCalls.call(rex, ScalarFunction.JSON_TYPE, List.of(value)),
                ((HeddleRexBuilder) rex).makeTextLiteral("NULL")));
    var nullable = TypeMapping.nullableType(rex.getTypeFactory(), DataType.JSON);
    return rex.makeCall(
        nullable, SqlStdOperatorTable.CASE, List.of(isNull, rex.makeNullLiteral(nullable), value));
  }
}
