package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Aggregates that are written out by others. */
final class AggregateDefinitions {
  private AggregateDefinitions() {}

  static List<ExprFunction> all() {
    List<ExprFunction> all = new ArrayList<>();
    all.add(
        aggregate(
                "any_value,arbitrary",
                1,
                FunctionEntry.DistinctUse.IGNORED,
                AggregateDefinitions::firstOf)
            .withOrder(FunctionEntry.OrderUse.REQUIRED));
    all.add(
        aggregate(
            "arg_max,argmax,max_by",
            2,
            FunctionEntry.DistinctUse.IGNORED,
            parts -> best(parts, parts.argument(1).descending())));
    all.add(
        aggregate(
            "arg_min,argmin,min_by",
            2,
            FunctionEntry.DistinctUse.IGNORED,
            parts -> best(parts, parts.argument(1).ascending())));
    all.add(
        aggregate(
            "arg_max,argmax,max_by",
            3,
            FunctionEntry.DistinctUse.REFUSED,
            parts -> bestValues(parts, parts.argument(1).descending())));
    all.add(
        aggregate(
            "arg_min,argmin,min_by",
            3,
            FunctionEntry.DistinctUse.REFUSED,
            parts -> bestValues(parts, parts.argument(1).ascending())));
    all.add(
        aggregate(
            "max",
            2,
            FunctionEntry.DistinctUse.PASSED,
            parts -> extremeValues(parts, parts.argument(0).descending())));
    all.add(
        aggregate(
            "min",
            2,
            FunctionEntry.DistinctUse.PASSED,
            parts -> extremeValues(parts, parts.argument(0).ascending())));
    all.add(
        aggregate(
            "count_if,countif",
            1,
            FunctionEntry.DistinctUse.REFUSED,
            parts ->
                parts.aggregate(
                    AggregateFunction.COUNT, caseWhen(parts.argument(0), lit(1)).otherwiseNull())));
    all.add(
        aggregate(
                "string_agg,listagg,group_concat",
                1,
                FunctionEntry.DistinctUse.PASSED,
                parts ->
                    new Expr.Aggregate(
                        AggregateFunction.STRING_AGG,
                        List.of(parts.argument(0), lit(",")),
                        parts.isDistinct(),
                        parts.filter(),
                        parts.orderBy()))
            .withOrder(FunctionEntry.OrderUse.USED));
    addPicks(all);
    addMeans(all);
    addOfLists(all);
    return all;
  }

  private static ExprFunction aggregate(
      String names, int arguments, FunctionEntry.DistinctUse distinctUse, ExprFunction.Body body) {
    return ExprFunction.aggregate(names, arguments, arguments, distinctUse, body);
  }

  private static Expr firstOf(CallParts parts) {
    Expr value = parts.argument(0);
    return parts.aggregateWhere(value.isNotNull(), parts.orderBy(), AggregateFunction.FIRST, value);
  }

  private static Expr isPair(CallParts parts) {
    return parts.argument(0).isNotNull().and(parts.argument(1).isNotNull());
  }

  private static Expr best(CallParts parts, SortKey key) {
    return parts.aggregateWhere(
        isPair(parts), List.of(key), AggregateFunction.FIRST, parts.argument(0));
  }

  private static Expr bestValues(CallParts parts, SortKey key) {
    return start(
        parts.aggregateWhere(
            isPair(parts), List.of(key), AggregateFunction.ARRAY_AGG, parts.argument(0)),
        parts.argument(2));
  }

  private static Expr extremeValues(CallParts parts, SortKey key) {
    return start(
        parts.aggregateWhere(
            parts.argument(0).isNotNull(),
            List.of(key),
            AggregateFunction.ARRAY_AGG,
            parts.argument(0)),
        parts.argument(1));
  }

  private static Expr start(Expr list, Expr length) {
    return call(ScalarFunction.LIST_SLICE, list, lit(1), length);
  }

  /** Picks that see nulls, and sets. */
  private static void addPicks(List<ExprFunction> all) {
    addPick(all, "arg_max", Expr::descending);
    addPick(all, "arg_min", Expr::ascending);
    all.add(
        aggregate(
            "count_star",
            0,
            FunctionEntry.DistinctUse.REFUSED,
            parts -> parts.aggregate(AggregateFunction.COUNT_ALL)));
    all.add(
        aggregate(
            "collect_set",
            1,
            FunctionEntry.DistinctUse.IGNORED,
            parts -> values(parts.distinct(), parts.argument(0))));
    all.add(
        aggregate(
            "approx_top_k",
            2,
            FunctionEntry.DistinctUse.PASSED,
            parts ->
                ValueFunction.LIST_TOP_K.call(
                    List.of(values(parts, parts.argument(0)), parts.argument(1)))));
  }

  private static void addPick(
      List<ExprFunction> all, String name, Function<Expr, SortKey> direction) {
    all.add(
        aggregate(
            name + "_null",
            2,
            FunctionEntry.DistinctUse.IGNORED,
            parts ->
                parts.aggregateWhere(
                    parts.argument(1).isNotNull(),
                    List.of(direction.apply(parts.argument(1))),
                    AggregateFunction.FIRST,
                    parts.argument(0))));
    all.add(
        aggregate(
            name + "_nulls_last",
            2,
            FunctionEntry.DistinctUse.IGNORED,
            parts -> last(parts, direction, AggregateFunction.FIRST)));
    all.add(
        aggregate(
            name + "_nulls_last",
            3,
            FunctionEntry.DistinctUse.REFUSED,
            parts ->
                start(last(parts, direction, AggregateFunction.ARRAY_AGG), parts.argument(2))));
  }

  private static Expr last(
      CallParts parts, Function<Expr, SortKey> direction, AggregateFunction function) {
    SortKey key = direction.apply(parts.argument(1));
    return new Expr.Aggregate(
        function,
        List.of(parts.argument(0)),
        parts.isDistinct(),
        parts.filter(),
        List.of(new SortKey(key.expr(), key.direction(), NullPlacement.LAST)));
  }

  private static void addMeans(List<ExprFunction> all) {
    all.add(
        aggregate(
            "geomean,geometric_mean",
            1,
            FunctionEntry.DistinctUse.PASSED,
            parts -> parts.aggregate(AggregateFunction.AVG, parts.argument(0).ln()).exp()));
    all.add(
        aggregate(
            "weighted_avg,wavg",
            2,
            FunctionEntry.DistinctUse.REFUSED,
            AggregateDefinitions::weightedAverage));
    all.add(
        aggregate(
            "sem",
            1,
            FunctionEntry.DistinctUse.PASSED,
            parts ->
                parts
                    .aggregate(AggregateFunction.STDDEV_POP, parts.argument(0))
                    .div(parts.aggregate(AggregateFunction.COUNT, parts.argument(0)).sqrt())));
  }

  /** A number as DOUBLE. */
  static Expr real(Expr number) {
    return number.times(lit(1.0));
  }

  private static Expr weightedAverage(CallParts parts) {
    Expr value = parts.argument(0);
    Expr weight = real(parts.argument(1));
    Expr counted = caseWhen(value.isNotNull(), weight).otherwise(lit(0.0));
    return parts
        .aggregate(AggregateFunction.SUM, real(value).times(parts.argument(1)))
        .div(parts.aggregate(AggregateFunction.SUM, counted));
  }

  private static void addOfLists(List<ExprFunction> all) {
    addOfList(all, "bit_and", ScalarFunction.LIST_BIT_AND);
    addOfList(all, "bit_or", ScalarFunction.LIST_BIT_OR);
    addOfList(all, "bit_xor", ScalarFunction.LIST_BIT_XOR);
    addOfList(all, "histogram", ScalarFunction.LIST_HISTOGRAM);
    addOfList(all, "mad", ScalarFunction.LIST_MAD);
    all.add(
        ExprFunction.aggregate(
                "mode", 0, 1, FunctionEntry.DistinctUse.PASSED, AggregateDefinitions::mode)
            .withOrder(FunctionEntry.OrderUse.USED));
    all.add(
        aggregate(
            "entropy",
            1,
            FunctionEntry.DistinctUse.PASSED,
            parts ->
                coalesce(
                    call(ScalarFunction.LIST_ENTROPY, values(parts, parts.argument(0))),
                    lit(0.0))));
  }

  private static void addOfList(List<ExprFunction> all, String name, ScalarFunction function) {
    all.add(
        aggregate(
            name,
            1,
            FunctionEntry.DistinctUse.PASSED,
            parts -> call(function, values(parts, parts.argument(0)))));
  }

  /** All values of a group that are not null, as a list. */
  private static Expr values(CallParts parts, Expr value) {
    return parts.aggregateWhere(value.isNotNull(), List.of(), AggregateFunction.ARRAY_AGG, value);
  }

  /**
   * {@code mode(x)}, or {@code mode() WITHIN GROUP (ORDER BY x)}: of several values that are as
   * frequent the first one in the order, or else the smallest.
   */
  private static Expr mode(CallParts parts) {
    if (parts.count() == 0 && parts.orderBy().size() != 1) {
      throw new AnalysisException(
          "mode takes one argument, or none and WITHIN GROUP (ORDER BY x) with one key");
    }
    Expr value = parts.count() == 0 ? parts.orderBy().getFirst().expr() : parts.argument(0);
    Expr list =
        parts.orderBy().isEmpty()
            ? values(parts, value).listSort()
            : parts.aggregateWhere(
                value.isNotNull(), parts.orderBy(), AggregateFunction.ARRAY_AGG, value);
    return call(ScalarFunction.LIST_MODE, list);
  }
}
