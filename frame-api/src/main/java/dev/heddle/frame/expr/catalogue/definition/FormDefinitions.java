package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CaseBuilder;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionEntry.DistinctUse;
import dev.heddle.frame.expr.catalogue.FunctionEntry.OrderUse;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Further forms of calls: functions of the catalogue with more arguments than the plain ones. */
public final class FormDefinitions {
  private FormDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar("map", 0, 0, FormDefinitions::map),
        ExprFunction.scalar("map", 4, CatalogueFunction.UNBOUNDED, FormDefinitions::map),
        ExprFunction.scalar("ceil,ceiling", 2, 2, FormDefinitions::ceil),
        ExprFunction.scalar("position,locate", 3, 3, FormDefinitions::placeBehind),
        ExprFunction.scalar("levenshtein", 3, 3, FormDefinitions::nearness),
        ExprFunction.scalar("decode", 3, CatalogueFunction.UNBOUNDED, FormDefinitions::decoded),
        ExprFunction.scalar("concat_ws", 1, 1, FormDefinitions::nothingJoined),
        ExprFunction.scalar("array_join", 3, 3, FormDefinitions::joined),
        ExprFunction.scalar("to_binary", 2, 2, FormDefinitions::bytes),
        ExprFunction.scalar("try_to_binary", 2, 2, parts -> call(ScalarFunction.TRY, bytes(parts))),
        ExprFunction.scalar("regexp_matches,regexp_like", 3, 3, FormDefinitions::matches),
        ExprFunction.scalar("regexp_extract", 4, 4, FormDefinitions::extracted),
        ExprFunction.scalar("regexp_extract_all", 4, 4, FormDefinitions::allExtracted),
        ExprFunction.scalar(
            "try_to_number",
            2,
            2,
            parts -> call(ScalarFunction.TRY, ValueFunction.TO_NUMBER.call(parts.arguments()))),
        ExprFunction.scalar(
            "constant_or_null", 2, CatalogueFunction.UNBOUNDED, FormDefinitions::unlessNull),
        escaped("like_escape", ScalarFunction.LIKE, false),
        escaped("ilike_escape", ScalarFunction.ILIKE, false),
        escaped("not_like_escape", ScalarFunction.LIKE, true),
        escaped("not_ilike_escape", ScalarFunction.ILIKE, true),
        ExprFunction.aggregate("try_sum", 1, 1, DistinctUse.PASSED, FormDefinitions::triedSum),
        ExprFunction.aggregate(
            "sum_no_overflow",
            1,
            1,
            DistinctUse.PASSED,
            parts -> parts.aggregate(AggregateFunction.SUM, parts.argument(0))),
        picked("first,first_value", AggregateFunction.FIRST),
        picked("last,last_value", AggregateFunction.LAST),
        picked("any_value", AggregateFunction.FIRST),
        ExprFunction.aggregate("mode", 2, 2, DistinctUse.PASSED, FormDefinitions::mode));
  }

  /** The first argument, null if one of the others is. */
  private static Expr unlessNull(CallParts parts) {
    Expr areThere = lit(true);
    for (Expr other : parts.arguments().subList(1, parts.count())) {
      areThere = areThere.and(other.isNotNull());
    }
    return caseWhen(areThere, parts.argument(0)).otherwiseNull();
  }

  private static ExprFunction escaped(String name, ScalarFunction like, boolean isNegated) {
    return ExprFunction.scalar(
        name,
        3,
        3,
        parts -> {
          Expr match = new Expr.Call(like, parts.arguments());
          return isNegated ? match.not() : match;
        });
  }

  /** The sum of integers is null beyond BIGINT. */
  private static Expr triedSum(CallParts parts) {
    Expr value = parts.argument(0);
    return ValueFunction.SUM_IN_TYPE.call(
        List.of(
            parts.aggregate(AggregateFunction.SUM, value),
            parts.aggregate(AggregateFunction.MIN, value)));
  }

  /** {@code map(key, value, key, value, ...)}. */
  private static Expr map(CallParts parts) {
    if (parts.count() % 2 != 0) {
      throw new AnalysisException(
          "map takes pairs of a key and a value, or two lists, not "
              + parts.count()
              + " arguments");
    }
    List<Expr> keys = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < parts.count(); i += 2) {
      keys.add(parts.argument(i));
      values.add(parts.argument(i + 1));
    }
    return call(
        ScalarFunction.MAP_OF,
        new Expr.Call(ScalarFunction.LIST_OF, keys),
        new Expr.Call(ScalarFunction.LIST_OF, values));
  }

  /** {@code floor(x, digits)}, of literal digits: negative ones are before the point. */
  public static Expr floor(CallParts parts) {
    Expr digits = requireNonNull(parts, "parts is null").argument(1);
    Expr rounded = call(ScalarFunction.ROUND, parts.argument(0), digits);
    Expr lower = rounded.minus(step("floor", digits));
    return call(
        ScalarFunction.ROUND,
        caseWhen(rounded.gt(parts.argument(0)), lower).otherwise(rounded),
        digits);
  }

  private static Expr ceil(CallParts parts) {
    Expr digits = parts.argument(1);
    Expr rounded = call(ScalarFunction.ROUND, parts.argument(0), digits);
    Expr higher = rounded.plus(step("ceil", digits));
    return call(
        ScalarFunction.ROUND,
        caseWhen(rounded.lt(parts.argument(0)), higher).otherwise(rounded),
        digits);
  }

  /** The distance of two neighbours of a number of digits. */
  private static Expr step(String function, Expr digits) {
    if (digits instanceof Expr.Literal literal
        && literal.type().isInteger()
        && literal.value() instanceof Number number
        && Math.abs(number.longValue()) <= DataType.Decimal.MAX_PRECISION / 2) {
      BigDecimal step = BigDecimal.ONE.movePointLeft(number.intValue());
      return lit(step.scale() < 0 ? step.setScale(0) : step);
    }
    throw new AnalysisException(
        function
            + " takes a literal number of digits from "
            + -DataType.Decimal.MAX_PRECISION / 2
            + " to "
            + DataType.Decimal.MAX_PRECISION / 2
            + ", not "
            + digits);
  }

  /**
   * {@code locate(part, text, from)}: the position of the first one that begins there or behind.
   */
  private static Expr placeBehind(CallParts parts) {
    Expr from = parts.argument(2);
    Expr rest = call(ScalarFunction.SUBSTRING, parts.argument(1), from);
    Expr place = call(ScalarFunction.POSITION, rest, parts.argument(0));
    return caseWhen(from.ltEq(lit(0)).or(place.eqTo(lit(0))), lit(0L))
        .orWhen(place.isNotNull(), place.plus(from).minus(lit(1)))
        .otherwiseNull();
  }

  /** {@code levenshtein(a, b, most)}: -1 if it is more. */
  private static Expr nearness(CallParts parts) {
    Expr distance = call(ScalarFunction.LEVENSHTEIN, parts.argument(0), parts.argument(1));
    return caseWhen(distance.gt(parts.argument(2)), lit(-1L)).otherwise(distance);
  }

  /** {@code decode(x, search, result, ..., otherwise)}, where null equals null. */
  private static Expr decoded(CallParts parts) {
    Expr value = parts.argument(0);
    CaseBuilder found = caseWhen(same(value, parts.argument(1)), parts.argument(2));
    int at = 3;
    for (; at + 1 < parts.count(); at += 2) {
      found = found.orWhen(same(value, parts.argument(at)), parts.argument(at + 1));
    }
    return at < parts.count() ? found.otherwise(parts.argument(at)) : found.otherwise(litNull());
  }

  private static Expr same(Expr left, Expr right) {
    return call(ScalarFunction.IS_NOT_DISTINCT_FROM, left, right);
  }

  private static Expr nothingJoined(CallParts parts) {
    return call(ScalarFunction.LEFT, parts.argument(0).cast(DataType.STRING), lit(0));
  }

  /** {@code array_join(list, separator, text of null)}. */
  private static Expr joined(CallParts parts) {
    Expr list = parts.argument(0);
    Expr texts =
        list.listTransform(
            element ->
                call(ScalarFunction.COALESCE, element.cast(DataType.STRING), parts.argument(2)));
    return call(ScalarFunction.LIST_JOIN, texts, parts.argument(1));
  }

  /** The bytes of a text by a literal format. */
  private static Expr bytes(CallParts parts) {
    Expr text = parts.argument(0);
    String format = MatchDefinitions.text("to_binary", parts.argument(1));
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> call(ScalarFunction.UNHEX, text);
      case "utf-8", "utf8" -> call(ScalarFunction.ENCODE, text);
      case "base64" -> call(ScalarFunction.FROM_BASE64, text);
      default ->
          throw new AnalysisException(
              "to_binary reads hex, utf-8 or base64, not \"" + format + "\"");
    };
  }

  private static Expr matches(CallParts parts) {
    return call(ScalarFunction.REGEXP_MATCHES, parts.argument(0), flagged(parts, 2));
  }

  /** {@code regexp_extract(text, pattern, groups, options)}. */
  static Expr extracted(CallParts parts) {
    return MatchDefinitions.groups(
        CallParts.of(parts.argument(0), flagged(parts, 3), parts.argument(2)));
  }

  static Expr allExtracted(CallParts parts) {
    return MatchDefinitions.groupsOfAll(
        CallParts.of(parts.argument(0), flagged(parts, 3), parts.argument(2)));
  }

  /** A pattern with its options in front. */
  private static Expr flagged(CallParts parts, int options) {
    StringBuilder flags = new StringBuilder();
    boolean isLiteral = false;
    for (char option :
        MatchDefinitions.text("regexp_matches", parts.argument(options)).toCharArray()) {
      switch (option) {
        case 'i' -> flags.append('i');
        case 's' -> flags.append('s');
        case 'm', 'n', 'p' -> flags.append('m');
        case 'c' -> {
          // Regards case, as without options.
        }
        case 'l' -> isLiteral = true;
        default ->
            throw new AnalysisException(
                "there is no option \""
                    + option
                    + "\" of a pattern; there are c, i, l, m, n, p, s");
      }
    }
    String prefix = flags.isEmpty() ? "" : "(?" + flags + ")";
    if (parts.argument(1) instanceof Expr.Literal literal
        && literal.value() instanceof String text) {
      return lit(prefix + (isLiteral ? escapedSigns(text) : text));
    }
    Expr pattern =
        isLiteral
            ? ValueFunction.REGEXP_ESCAPE.call(List.of(parts.argument(1)))
            : parts.argument(1);
    return call(ScalarFunction.CONCAT_OPERATOR, lit(prefix), pattern);
  }

  private static String escapedSigns(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean isPlain = Character.isLetterOrDigit(c) || c == '_' || c > 127;
      escaped.append(isPlain ? "" : "\\").append(c);
    }
    return escaped.toString();
  }

  /** An aggregate whose second argument is whether it passes nulls over. */
  private static ExprFunction picked(String names, AggregateFunction function) {
    return ExprFunction.aggregate(
            names,
            2,
            2,
            DistinctUse.IGNORED,
            parts -> {
              Expr value = parts.argument(0);
              return isTrue(names, parts.argument(1))
                  ? parts.aggregateWhere(value.isNotNull(), parts.orderBy(), function, value)
                  : parts.aggregateWhere(lit(true), parts.orderBy(), function, value);
            })
        .withOrder(OrderUse.USED);
  }

  /** Of values that are as frequent the smallest, which any of them may be. */
  private static Expr mode(CallParts parts) {
    isTrue("mode", parts.argument(1)); // checks
    List<Expr> value = List.of(parts.argument(0));
    return call(
        "mode", new CallParts(value, parts.isDistinct(), parts.filter(), List.of(), parts.nulls()));
  }

  private static boolean isTrue(String names, Expr argument) {
    if (argument instanceof Expr.Literal literal && literal.value() instanceof Boolean value) {
      return value;
    }
    throw new AnalysisException(
        names.split(",")[0] + " takes true or false as its second argument, not " + argument);
  }
}
