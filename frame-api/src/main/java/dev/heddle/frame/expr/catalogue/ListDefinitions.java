package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Functions of lists that are written out by others. */
final class ListDefinitions {
  private static final String PREFIX = "list_";

  /** What {@code list_aggregate} knows, by the names of the functions without {@code list_}. */
  private static final List<ScalarFunction> AGGREGATES =
      List.of(
          ScalarFunction.LIST_SUM,
          ScalarFunction.LIST_AVG,
          ScalarFunction.LIST_MIN,
          ScalarFunction.LIST_MAX,
          ScalarFunction.LIST_COUNT,
          ScalarFunction.LIST_PRODUCT,
          ScalarFunction.LIST_MEDIAN,
          ScalarFunction.LIST_MODE,
          ScalarFunction.LIST_MAD,
          ScalarFunction.LIST_VAR_POP,
          ScalarFunction.LIST_VAR_SAMP,
          ScalarFunction.LIST_STDDEV_POP,
          ScalarFunction.LIST_STDDEV_SAMP,
          ScalarFunction.LIST_SEM,
          ScalarFunction.LIST_SKEWNESS,
          ScalarFunction.LIST_KURTOSIS,
          ScalarFunction.LIST_ENTROPY,
          ScalarFunction.LIST_HISTOGRAM,
          ScalarFunction.LIST_ANY_VALUE,
          ScalarFunction.LIST_BOOL_AND,
          ScalarFunction.LIST_BOOL_OR,
          ScalarFunction.LIST_BIT_AND,
          ScalarFunction.LIST_BIT_OR,
          ScalarFunction.LIST_BIT_XOR);

  private ListDefinitions() {}

  static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar(
            "array,array_value",
            0,
            CatalogueFunction.UNBOUNDED,
            parts -> new Expr.Call(ScalarFunction.LIST_OF, parts.arguments())),
        of(
            "list_append,array_append,array_push_back",
            2,
            parts -> parts.argument(0).listConcat(list(parts.argument(1)))),
        of(
            "list_prepend,array_prepend",
            2,
            parts -> list(parts.argument(0)).listConcat(parts.argument(1))),
        of("array_push_front", 2, parts -> list(parts.argument(1)).listConcat(parts.argument(0))),
        of("list_first,array_first", 1, parts -> element(parts.argument(0), 1)),
        of("list_last,array_last", 1, parts -> element(parts.argument(0), -1)),
        ExprFunction.scalar("list_string_agg", 1, 2, parts -> joined(parts.arguments())),
        of(
            "list_reverse_sort,array_reverse_sort",
            1,
            parts -> parts.argument(0).listSort(SortDirection.DESCENDING, NullPlacement.LAST)),
        of(
            "list_unique,array_unique",
            1,
            parts -> length(call(ScalarFunction.LIST_DISTINCT, parts.argument(0)))),
        of(
            "list_has_any,array_has_any,arrays_overlap",
            2,
            parts -> length(parts.argument(0).listIntersect(parts.argument(1))).gt(lit(0))),
        of("list_has_all,array_has_all", 2, ListDefinitions::hasAll),
        of("array_length", 2, ListDefinitions::lengthOfFirstDimension),
        ExprFunction.scalar(
            "list_aggregate,list_aggr,array_aggregate,array_aggr",
            2,
            CatalogueFunction.UNBOUNDED,
            ListDefinitions::aggregate),
        ExprFunction.scalar(
            "struct_pack", 1, CatalogueFunction.UNBOUNDED, ListDefinitions::struct));
  }

  private static ExprFunction of(String names, int arguments, ExprFunction.Body body) {
    return ExprFunction.scalar(names, arguments, arguments, body);
  }

  private static Expr element(Expr list, int place) {
    return call(ScalarFunction.ELEMENT, list, lit(place));
  }

  private static Expr length(Expr list) {
    return call(ScalarFunction.LENGTH, list);
  }

  /**
   * The elements as one text, as the aggregate joins them: null if there are none but nulls.
   *
   * @param given the list, and maybe what separates its elements
   */
  private static Expr joined(List<Expr> given) {
    Expr list = given.getFirst();
    Expr separator = given.size() > 1 ? given.get(1) : lit(",");
    return caseWhen(
            call(ScalarFunction.LIST_COUNT, list).gt(lit(0)),
            call(ScalarFunction.LIST_JOIN, list, separator))
        .otherwiseNull();
  }

  /** Whether a list has all elements of another that are not null. */
  private static Expr hasAll(CallParts parts) {
    Expr wanted = parts.argument(1);
    return length(wanted.listIntersect(parts.argument(0)))
        .eqTo(length(call(ScalarFunction.LIST_DISTINCT, wanted)));
  }

  private static Expr lengthOfFirstDimension(CallParts parts) {
    boolean isFirst =
        parts.argument(1) instanceof Expr.Literal literal
            && literal.value() instanceof Number number
            && number.doubleValue() == 1;
    if (!isFirst) {
      throw new AnalysisException(
          "array_length counts the first dimension only: write 1, or leave it out");
    }
    return length(parts.argument(0));
  }

  private static Expr aggregate(CallParts parts) {
    Object value = parts.argument(1) instanceof Expr.Literal literal ? literal.value() : null;
    String name = value instanceof String text ? text : "";
    List<Expr> arguments = new ArrayList<>(parts.arguments());
    arguments.remove(1);
    String key = name.toLowerCase(Locale.ROOT);
    boolean isJoin = key.equals("string_agg");
    if (arguments.size() > (isJoin ? 2 : 1)) {
      throw new AnalysisException(
          "list_aggregate takes a list and '"
              + name
              + (isJoin ? "', and maybe a separator" : "' only")
              + ", not "
              + parts.count()
              + " arguments");
    }
    return switch (key) {
      case "first" -> element(arguments.getFirst(), 1);
      case "last" -> element(arguments.getFirst(), -1);
      case "string_agg" -> joined(arguments);
      case "mean" -> new Expr.Call(ScalarFunction.LIST_AVG, arguments);
      case "stddev" -> new Expr.Call(ScalarFunction.LIST_STDDEV_SAMP, arguments);
      case "variance" -> new Expr.Call(ScalarFunction.LIST_VAR_SAMP, arguments);
      default -> new Expr.Call(named(key, name), arguments);
    };
  }

  private static ScalarFunction named(String key, String name) {
    return AGGREGATES.stream()
        .filter(each -> each.displayName().equals(PREFIX + key))
        .findFirst()
        .orElseThrow(
            () ->
                new AnalysisException(
                    "list_aggregate knows "
                        + AGGREGATES.stream()
                            .map(each -> each.displayName().substring(PREFIX.length()))
                            .collect(Collectors.joining(", "))
                        + ", first, last and string_agg, not '"
                        + name
                        + "'; unnest the list and group"));
  }

  private static Expr struct(CallParts parts) {
    List<Expr> arguments = new ArrayList<>();
    for (Expr field : parts.arguments()) {
      if (!(field instanceof Expr.Alias(Expr operand, String name))) {
        throw new AnalysisException(
            "struct_pack takes values with names, as in struct_pack(a := 1), not " + field);
      }
      arguments.add(lit(name));
      arguments.add(operand);
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, arguments);
  }
}
