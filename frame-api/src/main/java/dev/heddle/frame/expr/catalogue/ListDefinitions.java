package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.greatest;
import static dev.heddle.frame.expr.Functions.least;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
    List<ExprFunction> all = new ArrayList<>(plain());
    addParts(all);
    addSets(all);
    addOrders(all);
    all.addAll(StructRules.definitions());
    return all;
  }

  private static List<ExprFunction> plain() {
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
            parts ->
                unlessNull(
                    parts.argument(1),
                    length(parts.argument(0).listIntersect(parts.argument(1))).gt(lit(0)))),
        of("list_has_all,array_has_all", 2, ListDefinitions::hasAll),
        of("array_length", 2, ListDefinitions::lengthOfFirstDimension),
        ExprFunction.scalar(
            "list_aggregate,list_aggr,array_aggregate,array_aggr",
            2,
            CatalogueFunction.UNBOUNDED,
            ListDefinitions::aggregate),
        ExprFunction.scalar("struct_pack", 1, CatalogueFunction.UNBOUNDED, StructRules::struct));
  }

  /** What is taken out of lists and put in. */
  private static void addParts(List<ExprFunction> all) {
    all.add(
        of(
            "array_pop_back",
            1,
            parts -> slice(parts.argument(0), lit(1L), length(parts.argument(0)).minus(lit(1L)))));
    all.add(
        of(
            "array_pop_front",
            1,
            parts -> slice(parts.argument(0), lit(2L), length(parts.argument(0)))));
    all.add(
        of(
            "list_select,array_select",
            2,
            parts ->
                caseWhen(
                        parts.argument(0).isNotNull(),
                        parts.argument(1).listTransform(i -> elementFrom1(parts.argument(0), i)))
                    .otherwiseNull()));
    all.add(of("list_where,array_where", 2, ListDefinitions::where));
    all.add(of("array_compact", 1, parts -> parts.argument(0).listFilter(x -> x.isNotNull())));
    all.add(
        of(
            "array_remove",
            2,
            parts ->
                caseWhen(
                        parts.argument(1).isNotNull(),
                        parts.argument(0).listFilter(x -> x.isDistinctFrom(parts.argument(1))))
                    .otherwiseNull()));
    all.add(
        of(
            "array_repeat",
            2,
            parts ->
                call(ScalarFunction.RANGE, parts.argument(1))
                    .listTransform(i -> parts.argument(0))));
    all.add(of("slice", 3, ListDefinitions::sliceOfLength));
    all.add(of("list_slice,array_slice", 4, ListDefinitions::steps));
    all.add(of("get", 2, parts -> elementFrom1(parts.argument(0), parts.argument(1).plus(lit(1)))));
    all.add(of("try_element_at", 2, parts -> element(parts.argument(0), parts.argument(1))));
    all.add(of("sequence", 2, ListDefinitions::sequence));
    all.add(
        of(
            "sequence",
            3,
            parts ->
                ValueFunction.LIST_OF_DAYS.call(
                    List.of(
                        new Expr.Call(ScalarFunction.GENERATE_SERIES, parts.arguments()),
                        parts.argument(0)))));
    all.add(of("array_cross_product,list_cross_product", 2, ListDefinitions::crossProduct));
  }

  private static void addSets(List<ExprFunction> all) {
    all.add(
        of(
            "list_count_matches",
            2,
            parts ->
                length(parts.argument(0).listFilter(x -> x.isNotDistinctFrom(parts.argument(1))))));
    all.add(
        of(
            "list_shift",
            2,
            parts ->
                parts
                    .argument(0)
                    .listTransform(
                        (x, i) -> elementFrom1(parts.argument(0), i.minus(parts.argument(1))))));
    all.add(
        of(
            "list_diff",
            1,
            parts ->
                parts
                    .argument(0)
                    .listTransform(
                        (x, i) -> x.minus(elementFrom1(parts.argument(0), i.minus(lit(1)))))));
    all.add(
        of(
            "list_gather_every",
            2,
            parts ->
                parts
                    .argument(0)
                    .listTransform(
                        (x, i) -> call(ScalarFunction.STRUCT_OF, lit("x"), x, lit("i"), i))
                    .listFilter(
                        e -> field(e, "i").minus(lit(1)).mod(parts.argument(1)).eqTo(lit(0)))
                    .listTransform(e -> field(e, "x"))));
    all.add(
        of(
            "list_approx_count_distinct",
            1,
            parts -> length(call(ScalarFunction.LIST_DISTINCT, parts.argument(0)))));
    all.add(of("array_union", 2, ListDefinitions::union));
    all.add(of("array_except", 2, ListDefinitions::except));
  }

  private static void addOrders(List<ExprFunction> all) {
    all.add(
        ExprFunction.scalar(
            "list_grade_up,array_grade_up,grade_up", 1, 3, ListDefinitions::orderOf));
    all.add(
        ExprFunction.scalar(
            "sort_array",
            1,
            2,
            parts ->
                isTrue(parts)
                    ? parts.argument(0).listSort(SortDirection.ASCENDING, NullPlacement.FIRST)
                    : parts.argument(0).listSort(SortDirection.DESCENDING, NullPlacement.LAST)));
  }

  private static ExprFunction of(String names, int arguments, ExprFunction.Body body) {
    return ExprFunction.scalar(names, arguments, arguments, body);
  }

  private static Expr element(Expr list, int place) {
    return element(list, lit(place));
  }

  private static Expr element(Expr list, Expr place) {
    return call(ScalarFunction.ELEMENT, list, place);
  }

  /** The element at a position that is not counted from the end. */
  private static Expr elementFrom1(Expr list, Expr place) {
    return caseWhen(place.gt(lit(0)), element(list, place)).otherwiseNull();
  }

  private static Expr slice(Expr list, Expr first, Expr last) {
    return call(ScalarFunction.LIST_SLICE, list, first, last);
  }

  private static Expr field(Expr struct, String name) {
    return call(ScalarFunction.FIELD, struct, lit(name));
  }

  /** The elements beside which another list has true. */
  private static Expr where(CallParts parts) {
    Expr pairs = parts.argument(0).listZip(parts.argument(1));
    Expr kept =
        pairs
            .listFilter(pair -> field(pair, TypeCoercion.rowField(1)))
            .listTransform(pair -> field(pair, TypeCoercion.rowField(0)));
    return caseWhen(parts.argument(0).isNotNull().and(parts.argument(1).isNotNull()), kept)
        .otherwiseNull();
  }

  /** A number of elements from a position, from the end if it is negative. */
  private static Expr sliceOfLength(CallParts parts) {
    Expr start = parts.argument(1);
    Expr end = start.plus(parts.argument(2)).minus(lit(1));
    Expr last = caseWhen(start.lt(lit(0)).and(end.gtEq(lit(0))), lit(-1)).otherwise(end);
    Expr some = slice(parts.argument(0), start, last);
    return caseWhen(parts.argument(2).gt(lit(0)).and(start.notEqTo(lit(0))), some)
        .orWhen(parts.argument(2).eqTo(lit(0)), slice(parts.argument(0), lit(2), lit(1)))
        .orWhen(
            start.isNotNull().and(parts.argument(2).isNotNull()),
            ValueFunction.ERROR.call(
                List.of(lit("slice takes a position that is not 0, and a length from 0"))))
        .otherwiseNull();
  }

  /** The elements from a position to another, in steps that go backwards if they are negative. */
  private static Expr steps(CallParts parts) {
    Expr list = parts.argument(0);
    Expr length = length(list.listTransform(x -> x)); // which no text has
    Expr step = parts.argument(3);
    Expr from = fromStart(parts.argument(1), length);
    Expr to = fromStart(parts.argument(2), length);
    Expr isForwards = step.gt(lit(0));
    Expr first = caseWhen(isForwards, greatest(from, lit(1L))).otherwise(least(from, length));
    Expr last = caseWhen(isForwards, least(to, length)).otherwise(greatest(to, lit(1L)));
    Expr positions =
        caseWhen(
                from.isNotNull().and(to.isNotNull()).and(list.isNotNull()),
                call(ScalarFunction.GENERATE_SERIES, first, last, step))
            .otherwiseNull();
    return positions.listTransform(i -> element(list, i));
  }

  /** A position that is counted from the end if it is negative. */
  private static Expr fromStart(Expr position, Expr length) {
    return caseWhen(position.lt(lit(0)), length.plus(lit(1L)).plus(position)).otherwise(position);
  }

  private static Expr sequence(CallParts parts) {
    Expr start = parts.argument(0);
    Expr end = parts.argument(1);
    Expr step = caseWhen(start.ltEq(end), lit(1L)).otherwise(lit(-1L));
    return call(ScalarFunction.GENERATE_SERIES, start, end, step);
  }

  private static Expr crossProduct(CallParts parts) {
    Expr a = parts.argument(0);
    Expr b = parts.argument(1);
    Expr product = list(minor(a, b, 2, 3), minor(a, b, 3, 1), minor(a, b, 1, 2));
    return caseWhen(length(a).eqTo(lit(3)).and(length(b).eqTo(lit(3))), product)
        .orWhen(
            a.isNotNull().and(b.isNotNull()),
            ValueFunction.ERROR.call(List.of(lit("a cross product takes two lists of 3 numbers"))))
        .otherwiseNull();
  }

  private static Expr minor(Expr a, Expr b, int i, int j) {
    return element(a, i).times(element(b, j)).minus(element(a, j).times(element(b, i)));
  }

  private static Expr hasNull(Expr list) {
    return call(ScalarFunction.LIST_COUNT, list).lt(length(list));
  }

  /** A list, and a null at its end where a condition is true. */
  private static Expr withNullIf(Expr condition, Expr list) {
    Expr one = list(litNull());
    return caseWhen(condition, list.listConcat(one)).otherwise(list);
  }

  /** The different elements of two lists, a null too. */
  private static Expr union(CallParts parts) {
    Expr a = parts.argument(0);
    Expr b = parts.argument(1);
    Expr both = call(ScalarFunction.CONCAT_OPERATOR, a, b);
    return withNullIf(hasNull(both), call(ScalarFunction.LIST_DISTINCT, both));
  }

  /** The different elements of a list that another one does not have, a null too. */
  private static Expr except(CallParts parts) {
    Expr a = parts.argument(0);
    Expr b = parts.argument(1);
    Expr rest = a.listFilter(x -> call(ScalarFunction.CONTAINS, b, x).not()).listDistinct();
    Expr result = withNullIf(hasNull(a).and(hasNull(b).not()), rest);
    return caseWhen(b.isNotNull(), result).otherwiseNull();
  }

  /** The positions of the elements in the order of the elements. */
  private static Expr orderOf(CallParts parts) {
    boolean isDescending = word(parts, 1, "ASC", "DESC").equals("DESC");
    boolean nullsFirst = word(parts, 2, "NULLS LAST", "NULLS FIRST").equals("NULLS FIRST");
    boolean nullsAreLow = nullsFirst != isDescending;
    Expr entries =
        parts
            .argument(0)
            .listTransform(
                (x, i) ->
                    call(
                        ScalarFunction.STRUCT_OF,
                        lit("n"),
                        caseWhen(x.isNull(), lit(nullsAreLow ? 0 : 1))
                            .otherwise(lit(nullsAreLow ? 1 : 0)),
                        lit("x"),
                        x,
                        lit("i"),
                        isDescending ? i.negate() : i));
    return entries
        .listSort(
            isDescending ? SortDirection.DESCENDING : SortDirection.ASCENDING, NullPlacement.LAST)
        .listTransform(entry -> call(ScalarFunction.ABS, field(entry, "i")));
  }

  private static String word(CallParts parts, int index, String usual, String other) {
    if (index >= parts.count()) {
      return usual;
    }
    Object value = parts.argument(index) instanceof Expr.Literal literal ? literal.value() : null;
    String word = String.valueOf(value).toUpperCase(Locale.ROOT);
    if (!word.equals(usual) && !word.equals(other)) {
      throw new AnalysisException(
          "argument "
              + (index + 1)
              + " must be '"
              + usual
              + "' or '"
              + other
              + "', not "
              + parts.argument(index));
    }
    return word;
  }

  private static boolean isTrue(CallParts parts) {
    if (parts.count() < 2) {
      return true;
    }
    if (parts.argument(1) instanceof Expr.Literal literal
        && literal.value() instanceof Boolean isAscending) {
      return isAscending;
    }
    throw new AnalysisException("sort_array takes a literal true for ascending order, or false");
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
    return unlessNull(
        parts.argument(0),
        length(wanted.listIntersect(parts.argument(0)))
            .eqTo(length(call(ScalarFunction.LIST_DISTINCT, wanted))));
  }

  private static Expr unlessNull(Expr argument, Expr value) {
    return caseWhen(argument.isNotNull(), value).otherwiseNull();
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
    boolean isJoin = Set.of("string_agg", "group_concat", "listagg").contains(key);
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
      case "arbitrary" -> element(arguments.getFirst(), 1);
      case "list", "array_agg" ->
          caseWhen(length(arguments.getFirst()).gt(lit(0)), arguments.getFirst()).otherwiseNull();
      case "string_agg", "group_concat", "listagg" -> joined(arguments);
      case "approx_count_distinct" ->
          length(call(ScalarFunction.LIST_DISTINCT, arguments.getFirst()));
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
}
