package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionEntry.DistinctUse;
import dev.heddle.frame.expr.catalogue.FunctionEntry.OrderUse;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/** JSON that is made of values, of one row or of many. */
public final class JsonDefinitions {
  private static final int MAX_ARGUMENTS = 254;

  private JsonDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar("json_object", 0, MAX_ARGUMENTS, JsonDefinitions::object),
        ExprFunction.scalar("json_array", 0, MAX_ARGUMENTS, JsonDefinitions::array),
        ExprFunction.scalar("parse_json", 1, 1, parts -> parts.argument(0).cast(DataType.JSON)),
        ExprFunction.scalar(
            "try_parse_json", 1, 1, parts -> parts.argument(0).tryCast(DataType.JSON)),
        ExprFunction.aggregate(
                "json_group_array", 1, 1, DistinctUse.PASSED, JsonDefinitions::arrayOfGroup)
            .withOrder(OrderUse.USED),
        ExprFunction.aggregate(
                "json_group_object", 2, 2, DistinctUse.REFUSED, JsonDefinitions::objectOfGroup)
            .withOrder(OrderUse.USED),
        ExprFunction.aggregate(
            "json_group_structure", 1, 1, DistinctUse.PASSED, JsonDefinitions::structureOfGroup));
  }

  /** All values of a group as an array, nulls too. */
  private static Expr arrayOfGroup(CallParts parts) {
    return call(ScalarFunction.TO_JSON, listed(parts, parts.argument(0)));
  }

  /** What the structure of all values of a group as an array says of its elements. */
  private static Expr structureOfGroup(CallParts parts) {
    Expr structure = ValueFunction.JSON_STRUCTURE.call(List.of(arrayOfGroup(parts)));
    return call(ScalarFunction.JSON_EXTRACT, structure, lit(0));
  }

  /** The names and values of a group as an object. */
  private static Expr objectOfGroup(CallParts parts) {
    Expr entry =
        new Expr.Call(
            ScalarFunction.STRUCT_OF,
            List.of(
                lit("name"),
                parts.argument(0).cast(DataType.STRING),
                lit("value"),
                call(ScalarFunction.TO_JSON, parts.argument(1))));
    return ValueFunction.JSON_OF_ENTRIES.call(List.of(listed(parts, entry)));
  }

  private static Expr listed(CallParts parts, Expr value) {
    return new Expr.Aggregate(
        AggregateFunction.ARRAY_AGG,
        List.of(value),
        parts.isDistinct(),
        parts.filter(),
        parts.orderBy());
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

  /** The elements as JSON, each once, with commas between them. */
  private static Expr array(CallParts parts) {
    List<Expr> texts = new ArrayList<>(List.of(lit("[")));
    for (Expr value : parts.arguments()) {
      if (texts.size() > 1) {
        texts.add(lit(","));
      }
      Expr json = call(ScalarFunction.TO_JSON, value).cast(DataType.STRING);
      texts.add(call(ScalarFunction.COALESCE, json, lit("null")));
    }
    texts.add(lit("]"));
    return new Expr.Call(ScalarFunction.CONCAT, texts).cast(DataType.JSON);
  }
}
