package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionEntry.DistinctUse;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/** Lists in which elements or fields are found, times made of parts, and smallest numbers. */
public final class PartDefinitions {
  private PartDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar("list_item", 1, 1, PartDefinitions::onlyElement),
        ExprFunction.scalar("list_to_struct", 2, 2, PartDefinitions::fields),
        ExprFunction.scalar("array_symmetric_difference", 2, 2, PartDefinitions::onlyInOne),
        ExprFunction.scalar("time_round", 2, 2, PartDefinitions::nearest),
        ExprFunction.scalar("time_trunc", 2, 2, PartDefinitions::truncated).withUnit(0),
        ExprFunction.scalar("time_diff", 3, 3, PartDefinitions::unitsBetween).withUnit(0),
        ExprFunction.aggregate("nan_min", 1, 1, DistinctUse.IGNORED, PartDefinitions::smallest));
  }

  private static Expr onlyElement(CallParts parts) {
    Expr list = parts.argument(0);
    return caseWhen(call(ScalarFunction.LENGTH, list).eqTo(1), list.element(1))
        .orWhen(
            list.isNotNull(),
            ValueFunction.ERROR.call(
                List.of(
                    call(
                        ScalarFunction.CONCAT,
                        lit("a list of one element is expected, not of "),
                        call(ScalarFunction.LENGTH, list).cast(DataType.STRING)))))
        .otherwise(litNull());
  }

  private static Expr fields(CallParts parts) {
    if (!(parts.argument(1) instanceof Expr.Call names)
        || names.function() != ScalarFunction.LIST_OF
        || names.arguments().isEmpty()) {
      throw new AnalysisException(
          "list_to_struct takes a literal list of names, such as ['a', 'b'], not "
              + parts.argument(1));
    }
    List<Expr> fields = new ArrayList<>();
    for (Expr name : names.arguments()) {
      fields.add(MatchDefinitions.name("list_to_struct", name));
      fields.add(parts.argument(0).element(fields.size() / 2 + 1));
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, fields);
  }

  private static Expr onlyInOne(CallParts parts) {
    Expr left = parts.argument(0);
    Expr right = parts.argument(1);
    return call("array_except", left, right).listConcat(call("array_except", right, left));
  }

  private static Expr truncated(CallParts parts) {
    return call(ScalarFunction.DATE_TRUNC, parts.argument(0), onFirstDay(parts.argument(1)))
        .cast(DataType.TIME);
  }

  private static Expr unitsBetween(CallParts parts) {
    return call(
        ScalarFunction.FULL_UNITS_BETWEEN,
        parts.argument(0),
        onFirstDay(parts.argument(1)),
        onFirstDay(parts.argument(2)));
  }

  /** A time of day on the first day that has a number. */
  private static Expr onFirstDay(Expr time) {
    return ValueFunction.MAKE_TIMESTAMP_US.call(List.of(call("time_to_micros", time)));
  }

  /** The start of a stretch or of the next one, which of two equally near. */
  private static Expr nearest(CallParts parts) {
    Expr width = parts.argument(0);
    Expr time = parts.argument(1);
    Expr start = call(ScalarFunction.TIME_BUCKET, width, time);
    Expr next = start.plus(width);
    return caseWhen(time.minus(start).lt(next.minus(time)), start).otherwise(next);
  }

  private static Expr smallest(CallParts parts) {
    Expr value = parts.argument(0);
    Expr isNan = call(ScalarFunction.IS_NAN, value);
    return caseWhen(parts.aggregate(AggregateFunction.BOOL_OR, isNan), lit(Double.NaN))
        .otherwise(parts.aggregate(AggregateFunction.MIN, value));
  }
}
