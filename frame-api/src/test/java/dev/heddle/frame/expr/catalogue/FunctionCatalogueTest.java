package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FunctionCatalogueTest {
  private static FunctionEntry pick(String name, int arguments) {
    return FunctionCatalogue.pick(name, CallShape.of(arguments));
  }

  @Test
  void everyFunctionIsFoundUnderEachOfItsNames() {
    List<CatalogueFunction> functions = new ArrayList<>();
    functions.addAll(Arrays.asList(ScalarFunction.values()));
    functions.addAll(Arrays.asList(ValueFunction.values()));
    functions.addAll(Arrays.asList(AggregateFunction.values()));
    functions.addAll(Arrays.asList(WindowFunction.values()));
    functions.removeIf(f -> f instanceof ScalarFunction scalar && !scalar.isNamed());
    functions.removeIf(f -> f instanceof ValueFunction value && !value.isNamed());
    functions.removeIf(f -> f instanceof AggregateFunction user && !user.isNamed());
    functions.remove(AggregateFunction.COUNT_ALL); // count without arguments
    for (CatalogueFunction function : functions) {
      for (String name : function.sqlNames()) {
        assertThat(FunctionCatalogue.find(name))
            .as(name)
            .anyMatch(entry -> entry.names().contains(name));
      }
    }
    assertThat(pick("Count", 0)).isEqualTo(new AggregateEntry(AggregateFunction.COUNT_ALL));
  }

  @Test
  void oneEntryOfANameFitsACallOrElseTheEnginesOwnComesFirst() {
    for (String name : FunctionCatalogue.names()) {
      List<FunctionEntry> entries = FunctionCatalogue.find(name);
      for (int i = 0; i < 5; i++) {
        for (CallShape shape : List.of(CallShape.of(i), CallShape.of(i).over())) {
          List<FunctionEntry> fit =
              entries.stream()
                  .filter(entry -> entry.orderUse() != FunctionEntry.OrderUse.REQUIRED)
                  .filter(entry -> !(shape.isOver() && entry.kind() == FunctionKind.AGGREGATE))
                  .filter(entry -> entry.accepts(shape))
                  .toList();
          assertThat(fit.stream().skip(1))
              .as(name + " of " + shape)
              .allMatch(entry -> entry instanceof ExprFunction)
              .allMatch(entry -> fit.getFirst() instanceof AggregateEntry);
        }
      }
    }
  }

  @Test
  void aNameMeansWhatTheCallAsksFor() {
    assertThat(FunctionCatalogue.find("first_value")).hasSize(3);
    assertThat(pick("first_value", 2)).isInstanceOf(ExprFunction.class);
    assertThat(FunctionCatalogue.pick("first_value", CallShape.of(1).over()))
        .isEqualTo(new WindowEntry(WindowFunction.FIRST_VALUE));
    assertThat(pick("First_Value", 1)).isEqualTo(new AggregateEntry(AggregateFunction.FIRST));
    assertThat(pick("max", 1)).isEqualTo(new AggregateEntry(AggregateFunction.MAX));
    assertThat(pick("max", 2)).isInstanceOf(ExprFunction.class);
    assertThat(pick("any_value", 1)).isEqualTo(new AggregateEntry(AggregateFunction.ANY_VALUE));
    assertThat(FunctionCatalogue.pick("any_value", new CallShape(1, false, false, true, false)))
        .isInstanceOf(ExprFunction.class);
    assertThat(pick("floor", 1)).isEqualTo(new ScalarEntry(ScalarFunction.FLOOR));
    assertThat(pick("floor", 2).takesUnit(1)).isTrue();
    assertThat(pick("date_trunc", 2).takesUnit(0)).isTrue();
    assertThat(pick("extract", 2).takesUnit(0)).isTrue();
    assertThat(pick("extract", 2).takesUnit(1)).isFalse();
    assertThat(FunctionCatalogue.word("Current_Date")).contains(ScalarFunction.CURRENT_DATE);
    assertThat(FunctionCatalogue.word("now")).isEmpty();
  }

  @Test
  void callsThatDoNotFitSayWhy() {
    refuses("upperr", CallShape.of(1), "no function \"upperr\"; did you mean \"upper\"?");
    refuses("arg_max", CallShape.of(1), "arg_max takes 2 to 3 arguments, not 1");
    refuses("coalesce", CallShape.of(0), "coalesce takes at least 1 arguments, not 0");
    refuses("SQRT", CallShape.of(2), "sqrt takes 1 argument, not 2");
    refuses(
        "abs", CallShape.of(1).over(), "abs is no aggregate or window function: it takes no OVER");
    refuses(
        "abs",
        new CallShape(1, true, false, false, false),
        "abs is no aggregate: it takes no DISTINCT");
    refuses(
        "abs",
        new CallShape(1, false, true, false, false),
        "abs is no aggregate: it takes no FILTER");
    refuses("rank", CallShape.of(0), "rank is a window function: add OVER (...)");
    assertThatThrownBy(() -> Functions.call("medain", col("x")))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("no function \"medain\"; did you mean \"median\" or \"mean\"?");
    refuses(() -> Functions.call("extract", lit("yearr"), col("d")), "no date part \"yearr\"");
    refuses(
        () -> Functions.call("date_part", col("u"), col("d")),
        "a unit such as year or month is expected here, not u");
    refuses(
        () -> Functions.call("quantile_cont", col("x"), lit(2)),
        "the fraction of a quantile must be a number from 0 to 1, or from -1 to 0 for that of the"
            + " opposite order");
    refuses(
        () -> Functions.call("skewness", CallParts.of(col("x")).distinct()),
        "DISTINCT in skewness is not supported; aggregate a query with DISTINCT");
    refuses(
        () -> Functions.call("rank", CallParts.of().filter(col("b"))),
        "rank takes no FILTER over a window; use CASE, or filter in a query below");
    refuses(
        () -> Functions.call("list_transform", col("l"), col("x")),
        "list_transform takes a list and a function such as x -> x + 1");
  }

  private static void refuses(String name, CallShape shape, String message) {
    refuses(() -> FunctionCatalogue.pick(name, shape), message);
  }

  private static void refuses(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(AnalysisException.class).hasMessage(message);
  }

  @Test
  void aWindowIsPutAroundEachAggregate() {
    assertThat(Functions.over(Functions.call("sem", col("x")), partitionBy("g")))
        .hasToString("stddev_pop(x) OVER (PARTITION BY g) / sqrt(count(x) OVER (PARTITION BY g))");
    assertThat(Functions.over(Functions.call("ntile", lit(4)), partitionBy("g")))
        .hasToString("ntile(4) OVER (PARTITION BY g)");
  }

  @Test
  void whatIsEvaluatedTwiceMustNotVary() {
    ExprFunction wavg = (ExprFunction) pick("wavg", 2);
    Expr x = col("x");
    Expr y = col("y");
    assertThat(wavg.repeated(CallParts.of(x, y))).containsExactly(x, y);
    ExprFunction geomean = (ExprFunction) pick("geomean", 1);
    assertThat(geomean.repeated(CallParts.of(x).filter(y))).isEmpty();
    ExprFunction quantile = (ExprFunction) pick("quantile_cont", 2);
    assertThat(quantile.repeated(CallParts.of(x, lit(0.5)).filter(y))).isEmpty();
    assertThat(quantile.repeated(CallParts.of(x, list(lit(0), lit(1))).filter(y)))
        .containsExactly(x, y);
    Expr random =
        UserFunction.local("dice", (UdfN<Long>) given -> 3L, DataType.INT64)
            .notDeterministic()
            .call();
    assertThatThrownBy(() -> Functions.call("list_has_all", col("l"), random.plus(1)))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "list_has_all evaluates dice() + 1 more than once, and it gives another value each"
                + " time; make it a column first");
  }

  @Test
  void lambdasAreBuiltFromTheirParameters() {
    LambdaEntry transform = (LambdaEntry) pick("array_apply", 2);
    assertThat(
            transform.build(
                List.of(col("l")), 2, given -> given.get(0).plus(given.get(1)), list -> list))
        .isEqualTo(col("l").listTransform((x, i) -> x.plus(i)));
    LambdaEntry reduce = (LambdaEntry) pick("reduce", 3);
    assertThat(
            reduce.build(
                List.of(col("l"), lit(0)),
                2,
                given -> given.get(0).plus(given.get(1)),
                list -> list))
        .isEqualTo(col("l").listReduce(lit(0), (sum, x) -> sum.plus(x)));
    assertThat(reduce.build(List.of(col("l"), lit(0)), 3, List::getLast, list -> list).toString())
        .contains("i1 - 1");
    refuses(
        () -> transform.build(List.of(col("l")), 3, List::getFirst, list -> list),
        "the function of list_transform takes 1 or 2 parameters, not 3");
    refuses(
        () -> transform.build(List.of(col("l"), lit(0)), 1, List::getFirst, list -> list),
        "list_transform takes a list and a function such as x -> x + 1");
  }

  @Test
  void nestedLambdasAreBuiltInTimeLinearInTheirDepth() {
    Expr list = col("l");
    assertThat(nested(list, 100).children()).hasSize(3);
  }

  private static Expr nested(Expr list, int depth) {
    return depth == 0 ? list : list.listTransform(x -> nested(list(x, x, list), depth - 1));
  }

  @Test
  void namesAreSortedWords() {
    assertThat(FunctionCatalogue.names())
        .isSorted()
        .contains("arg_max", "date_part", "list_append", "row_number", "sqrt", "sum")
        .allMatch(name -> name.equals(name.toLowerCase(java.util.Locale.ROOT)))
        .noneMatch(name -> Stream.of("+", "||", "lambda parameter").anyMatch(name::equals));
  }
}
