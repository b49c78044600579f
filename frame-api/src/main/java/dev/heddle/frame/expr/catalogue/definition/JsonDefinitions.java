package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/** JSON that is made of values, and scalars that are taken out of it. */
public final class JsonDefinitions {
  private static final int MAX_ARGUMENTS = 254;

  private JsonDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar("json_object", 0, MAX_ARGUMENTS, JsonDefinitions::object),
        ExprFunction.scalar("json_array", 0, MAX_ARGUMENTS, JsonDefinitions::array),
        ExprFunction.scalar("json_value", 2, 2, JsonDefinitions::scalarAt));
  }

  private static Expr object(CallParts parts) {
    List<Expr> arguments = parts.arguments();
    if (arguments.size() % 2 != 0) {
      throw new AnalysisException(
          "json_object takes pairs of a name and a value: " + arguments.size() + " arguments");
    }
    for (int i = 0; i < arguments.size(); i += 2) {
      MatchDefinitions.name("json_object", arguments.get(i)); // checks
    }
    return arguments.isEmpty()
        ? lit("{}").cast(DataType.JSON)
        : call(ScalarFunction.TO_JSON, new Expr.Call(ScalarFunction.STRUCT_OF, arguments));
  }

  private static Expr array(CallParts parts) {
    List<Expr> elements =
        parts.arguments().stream()
            .map(value -> (Expr) call(ScalarFunction.TO_JSON, value))
            .toList();
    return elements.isEmpty()
        ? lit("[]").cast(DataType.JSON)
        : call(ScalarFunction.TO_JSON, new Expr.Call(ScalarFunction.LIST_OF, elements));
  }

  /** The value at a path as a text of JSON; null for objects, arrays and JSON's null. */
  private static Expr scalarAt(CallParts parts) {
    Expr type = call(ScalarFunction.JSON_TYPE, parts.argument(0), parts.argument(1));
    Expr value = call(ScalarFunction.JSON_EXTRACT, parts.argument(0), parts.argument(1));
    return caseWhen(type.isIn("OBJECT", "ARRAY", "NULL").not(), value.cast(DataType.STRING))
        .otherwiseNull();
  }
}
