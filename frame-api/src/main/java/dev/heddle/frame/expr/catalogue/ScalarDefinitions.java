package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Functions of numbers and texts, and choices, that are written out by others. */
final class ScalarDefinitions {
  private ScalarDefinitions() {}

  static List<ExprFunction> all() {
    List<ExprFunction> all = new ArrayList<>();
    addAliases(all);
    addNumbers(all);
    addChoices(all);
    addTexts(all);
    addCasts(all);
    addTries(all);
    addReplacements(all);
    all.add(of("regexp_full_match", 2, ScalarDefinitions::fullMatch));
    all.add(
        of(
            "pg_typeof",
            1,
            p -> call(ScalarFunction.LOWER, ValueFunction.TYPEOF.call(List.of(p.argument(0))))));
    return all;
  }

  /** Further names of functions that the engine computes. */
  private static void addAliases(List<ExprFunction> all) {
    all.add(alias(ScalarFunction.LENGTH, "char_length,character_length,len,array_length"));
    all.add(alias(ScalarFunction.LENGTH, "list_length,array_size,cardinality,size"));
    all.add(alias(ScalarFunction.CONTAINS, "list_contains,array_contains,list_has,array_has"));
    all.add(alias(ScalarFunction.CONTAINS, "map_contains,map_contains_key"));
    all.add(alias(ScalarFunction.ELEMENT, "list_element,array_extract,map_extract_value"));
    all.add(alias(ScalarFunction.LIST_CONCAT, "array_concat,list_cat,array_cat"));
    all.add(alias(ScalarFunction.STRING_SPLIT, "str_split,split,string_to_array"));
    all.add(alias(ScalarFunction.LIST_POSITION, "list_indexof,array_position,array_indexof"));
    all.add(alias(ScalarFunction.REGEXP_SPLIT, "string_split_regex,str_split_regex,regexp_split"));
    all.add(alias(ScalarFunction.LIST_ZIP, "array_zip,arrays_zip"));
    all.add(alias(ScalarFunction.LIST_INNER_PRODUCT, "list_dot_product,array_inner_product"));
    all.add(alias(ScalarFunction.LIST_INNER_PRODUCT, "array_dot_product"));
    all.add(alias(ScalarFunction.LIST_DISTANCE, "array_distance"));
    all.add(alias(ScalarFunction.LIST_COSINE_SIMILARITY, "array_cosine_similarity"));
    all.add(alias(ScalarFunction.LIST_COSINE_DISTANCE, "array_cosine_distance"));
    all.add(
        of(
            "list_negative_inner_product,list_negative_dot_product,array_negative_inner_product"
                + ",array_negative_dot_product",
            2,
            parts -> new Expr.Call(ScalarFunction.LIST_INNER_PRODUCT, parts.arguments()).negate()));
    all.add(alias(ScalarFunction.ADD, "add"));
    all.add(alias(ScalarFunction.SUBTRACT, "subtract"));
    all.add(alias(ScalarFunction.MULTIPLY, "multiply"));
    all.add(alias(ScalarFunction.NEGATE, "subtract,negative"));
    all.add(alias(ScalarFunction.GCD, "greatest_common_divisor"));
    all.add(alias(ScalarFunction.LCM, "least_common_multiple"));
    all.add(alias(ScalarFunction.ROUND_EVEN, "roundbankers,bround"));
    all.add(alias(ScalarFunction.SIGN, "signum"));
    all.add(alias(ScalarFunction.RIGHT_SHIFT, "bitwise_right_shift_arithmetic"));
    all.add(alias(ScalarFunction.IS_NULL, "isnull"));
    all.add(alias(ScalarFunction.IS_NOT_NULL, "isnotnull,notnull"));
    all.add(alias(ScalarFunction.IS_NOT_DISTINCT_FROM, "equal_null"));
    all.add(alias(ScalarFunction.STARTS_WITH, "startswith"));
    all.add(alias(ScalarFunction.ENDS_WITH, "endswith"));
    all.add(alias(ScalarFunction.REGEXP_MATCHES, "regexp,rlike"));
    all.add(alias(ScalarFunction.CHR, "char"));
    all.add(alias(ScalarFunction.PRINTF, "format_string"));
    all.add(alias(ScalarFunction.FROM_BASE64, "unbase64"));
    all.add(alias(ScalarFunction.STRUCT_OF, "named_struct"));
    all.add(alias(ScalarFunction.MAP_OF, "map_from_arrays"));
    all.add(alias(ScalarFunction.LIST_OF, "unpivot_list"));
  }

  private static void addNumbers(List<ExprFunction> all) {
    all.add(of("add,positive", 1, parts -> parts.argument(0).plus(lit(0))));
    all.add(
        of(
            "divide",
            2,
            parts -> call(ScalarFunction.DIVIDE, parts.argument(0), parts.argument(1))));
    all.add(of("bitwise_not,~", 1, parts -> xor(parts.argument(0), lit(-1))));
    all.add(of("fdiv", 2, parts -> real(parts.argument(0)).div(real(parts.argument(1))).floor()));
    all.add(of("fmod", 2, ScalarDefinitions::floorRemainder));
    all.add(of("pmod", 2, ScalarDefinitions::positiveRemainder));
    all.add(of("even", 1, ScalarDefinitions::even));
    all.add(of("rint", 1, parts -> call(ScalarFunction.ROUND_EVEN, real(parts.argument(0)))));
    all.add(of("e", 0, parts -> lit(Math.E)));
    all.add(of("csc", 1, parts -> lit(1.0).div(call(ScalarFunction.SIN, parts.argument(0)))));
    all.add(of("sec", 1, parts -> lit(1.0).div(call(ScalarFunction.COS, parts.argument(0)))));
    all.add(of("log", 2, parts -> parts.argument(1).ln().div(parts.argument(0).ln())));
    all.add(of("bit_get,getbit", 2, ScalarDefinitions::bit));
    all.add(
        of(
            "div",
            2,
            parts ->
                call(ScalarFunction.TRUNC, parts.argument(0).div(parts.argument(1)))
                    .cast(DataType.INT64)));
    all.add(
        of(
            "nanvl",
            2,
            parts ->
                caseWhen(call(ScalarFunction.IS_NAN, parts.argument(0)), parts.argument(1))
                    .otherwise(parts.argument(0))));
    all.add(
        of(
            "signbit",
            1,
            parts ->
                call(ScalarFunction.ATAN2, real(parts.argument(0)), lit(-1.0))
                    .lt(lit(0.0))
                    .and(call(ScalarFunction.IS_NAN, real(parts.argument(0))).not())));
  }

  private static void addChoices(List<ExprFunction> all) {
    all.add(
        of(
            "if,iif",
            3,
            parts -> caseWhen(parts.argument(0), parts.argument(1)).otherwise(parts.argument(2))));
    all.add(
        of("if,iif", 2, parts -> caseWhen(parts.argument(0), parts.argument(1)).otherwiseNull()));
    all.add(
        of(
            "nvl2",
            3,
            parts ->
                caseWhen(parts.argument(0).isNotNull(), parts.argument(1))
                    .otherwise(parts.argument(2))));
    all.add(of("nullifzero", 1, parts -> call(ScalarFunction.NULLIF, parts.argument(0), lit(0))));
    all.add(of("zeroifnull", 1, parts -> call(ScalarFunction.COALESCE, parts.argument(0), lit(0))));
    all.add(
        of(
            "between",
            3,
            parts ->
                parts
                    .argument(0)
                    .gtEq(parts.argument(1))
                    .and(parts.argument(0).ltEq(parts.argument(2)))));
    all.add(
        of(
            "position,locate",
            2,
            parts -> call(ScalarFunction.POSITION, parts.argument(1), parts.argument(0))));
  }

  private static void addTexts(List<ExprFunction> all) {
    all.add(alias(ScalarFunction.OCTET_LENGTH, "strlen"));
    all.add(
        of(
            "bit_length",
            1,
            parts -> call(ScalarFunction.OCTET_LENGTH, parts.argument(0)).times(lit(8))));
    all.add(
        of(
            "unicode,ord",
            1,
            parts ->
                caseWhen(call(ScalarFunction.LENGTH, parts.argument(0)).eqTo(lit(0)), lit(-1L))
                    .otherwise(call(ScalarFunction.ASCII, parts.argument(0)))));
    all.add(of("space", 1, parts -> call(ScalarFunction.REPEAT, lit(" "), parts.argument(0))));
    all.add(of("overlay", 3, parts -> overlaid(parts, length(parts.argument(1)))));
    all.add(of("overlay", 4, parts -> overlaid(parts, parts.argument(3))));
    all.add(of("find_in_set", 2, ScalarDefinitions::placeInSet));
    all.add(ExprFunction.scalar("elt", 2, CatalogueFunction.UNBOUNDED, ScalarDefinitions::chosen));
    all.add(
        of(
            "quote",
            1,
            parts -> {
              Expr escaped =
                  call(ScalarFunction.REPLACE, parts.argument(0), lit("\\"), lit("\\\\"));
              Expr quoted = call(ScalarFunction.REPLACE, escaped, lit("'"), lit("\\'"));
              return call(ScalarFunction.CONCAT_OPERATOR, lit("'"), quoted, lit("'"));
            }));
    all.add(
        of(
            "regexp_count",
            2,
            parts ->
                length(
                    call(
                        ScalarFunction.REGEXP_EXTRACT_ALL, parts.argument(0), parts.argument(1)))));
    all.add(
        of(
            "regexp_substr",
            2,
            parts ->
                caseWhen(
                        new Expr.Call(ScalarFunction.REGEXP_MATCHES, parts.arguments()),
                        new Expr.Call(ScalarFunction.REGEXP_EXTRACT, parts.arguments()))
                    .otherwiseNull()));
    all.add(of("sha2", 2, ScalarDefinitions::digest));
    all.add(of("assert_true", 1, parts -> asserted(parts.argument(0), lit("Assertion failed"))));
    all.add(
        of(
            "assert_true",
            2,
            parts ->
                asserted(
                    parts.argument(0),
                    call(
                        ScalarFunction.COALESCE,
                        call(ScalarFunction.CONCAT_OPERATOR, lit("Assertion: "), parts.argument(1)),
                        lit("Assertion failed")))));
  }

  /** Functions that are null where others fail. */
  private static void addTries(List<ExprFunction> all) {
    all.add(of("try_add", 2, parts -> tried(parts.argument(0).plus(parts.argument(1)))));
    all.add(of("try_subtract", 2, parts -> tried(parts.argument(0).minus(parts.argument(1)))));
    all.add(of("try_multiply", 2, parts -> tried(parts.argument(0).times(parts.argument(1)))));
    all.add(of("try_divide", 2, parts -> unlessZero(parts, Expr::div)));
    all.add(of("try_mod", 2, parts -> unlessZero(parts, Expr::mod)));
    addTry(all, ValueFunction.PARSE_URL, "try_parse_url");
    addTry(all, ValueFunction.URL_DECODE, "try_url_decode");
    for (String name :
        List.of("make_interval", "to_date", "to_time", "to_timestamp_ltz", "to_timestamp_ntz")) {
      for (ExprFunction function : TimeDefinitions.all()) {
        if (function.names().contains(name)) {
          all.add(
              ExprFunction.scalar(
                  "try_" + (name.equals("to_timestamp_ltz") ? "to_timestamp" : name),
                  function.minArguments(),
                  function.maxArguments(),
                  parts -> tried(function.build(parts))));
        }
      }
    }
    all.add(of("try_to_binary", 1, parts -> tried(call(ScalarFunction.UNHEX, parts.argument(0)))));
  }

  /** Values in place of others, and texts without their ends. */
  private static void addReplacements(List<ExprFunction> all) {
    all.add(
        of(
            "clip",
            3,
            parts ->
                caseWhen(parts.argument(0).lt(parts.argument(1)), parts.argument(1))
                    .orWhen(parts.argument(0).gt(parts.argument(2)), parts.argument(2))
                    .otherwise(parts.argument(0))));
    all.add(
        of(
            "is_close",
            3,
            parts ->
                call(ScalarFunction.ABS, parts.argument(0).minus(parts.argument(1)))
                    .ltEq(parts.argument(2))));
    all.add(
        of(
            "fill_nan",
            2,
            parts ->
                caseWhen(call(ScalarFunction.IS_NAN, parts.argument(0)), parts.argument(1))
                    .otherwise(parts.argument(0))));
    all.add(of("fill_null", 2, parts -> new Expr.Call(ScalarFunction.COALESCE, parts.arguments())));
    all.add(
        of(
            "strip_prefix",
            2,
            parts ->
                caseWhen(
                        new Expr.Call(ScalarFunction.STARTS_WITH, parts.arguments()),
                        call(
                            ScalarFunction.SUBSTRING,
                            parts.argument(0),
                            length(parts.argument(1)).plus(lit(1))))
                    .orWhen(parts.argument(1).isNotNull(), parts.argument(0))
                    .otherwiseNull()));
    all.add(
        of(
            "strip_suffix",
            2,
            parts ->
                caseWhen(
                        new Expr.Call(ScalarFunction.ENDS_WITH, parts.arguments()),
                        call(
                            ScalarFunction.LEFT,
                            parts.argument(0),
                            length(parts.argument(0)).minus(length(parts.argument(1)))))
                    .orWhen(parts.argument(1).isNotNull(), parts.argument(0))
                    .otherwiseNull()));
  }

  private static void addTry(List<ExprFunction> all, ValueFunction function, String name) {
    all.add(
        ExprFunction.scalar(
            name,
            function.minArguments(),
            function.maxArguments(),
            parts -> tried(function.call(parts.arguments()))));
  }

  private static Expr tried(Expr value) {
    return call(ScalarFunction.TRY, value);
  }

  private static Expr unlessZero(CallParts parts, BinaryOperator<Expr> operation) {
    Expr divisor = parts.argument(1);
    Expr value = tried(operation.apply(parts.argument(0), divisor));
    return caseWhen(divisor.notEqTo(lit(0)), value).otherwiseNull();
  }

  /** Types as functions. */
  private static void addCasts(List<ExprFunction> all) {
    Map<String, DataType> types = new LinkedHashMap<>();
    types.put("boolean", DataType.BOOL);
    types.put("tinyint", DataType.INT8);
    types.put("smallint", DataType.INT16);
    types.put("int", DataType.INT32);
    types.put("bigint", DataType.INT64);
    types.put("float", DataType.FLOAT32);
    types.put("double", DataType.FLOAT64);
    types.put("decimal", new DataType.Decimal(10, 0));
    types.put("string", DataType.STRING);
    types.put("date", DataType.DATE);
    types.put("time", DataType.TIME);
    types.put("timestamp", DataType.TIMESTAMP);
    types.forEach((name, type) -> all.add(of(name, 1, parts -> parts.argument(0).cast(type))));
    all.add(alias(ScalarFunction.ENCODE, "binary"));
  }

  private static Expr length(Expr value) {
    return call(ScalarFunction.LENGTH, value);
  }

  /** A text with a stretch from a position of a length replaced. */
  /** A length below 0 counts as that of the text that is put in. */
  private static Expr overlaid(CallParts parts, Expr length) {
    Expr text = parts.argument(0);
    Expr start = parts.argument(2);
    Expr taken =
        caseWhen(length.gtEq(lit(0)), length)
            .orWhen(length.lt(lit(0)), length(parts.argument(1)))
            .otherwiseNull();
    Expr end = start.plus(taken);
    Expr before =
        caseWhen(start.gt(lit(0)), start.minus(lit(1)))
            .orWhen(start.ltEq(lit(0)), lit(0))
            .otherwiseNull();
    Expr rest = caseWhen(end.gt(lit(0)), end).orWhen(end.ltEq(lit(0)), lit(1)).otherwiseNull();
    return call(
        ScalarFunction.CONCAT_OPERATOR,
        call(ScalarFunction.LEFT, text, before),
        parts.argument(1),
        call(ScalarFunction.SUBSTRING, text, rest));
  }

  /** The position, from 1, of a text among texts with commas between them; 0 if it has a comma. */
  private static Expr placeInSet(CallParts parts) {
    Expr members = call(ScalarFunction.STRING_SPLIT, parts.argument(1), lit(","));
    Expr place = call(ScalarFunction.LIST_POSITION, members, parts.argument(0));
    Expr found = call(ScalarFunction.COALESCE, place, lit(0L));
    return caseWhen(parts.argument(0).isNotNull().and(parts.argument(1).isNotNull()), found)
        .otherwiseNull();
  }

  /** The argument at a position from 1 as text; null for others. */
  private static Expr chosen(CallParts parts) {
    Expr place = parts.argument(0);
    List<Expr> values =
        parts.arguments().subList(1, parts.count()).stream()
            .map(value -> (Expr) value.cast(DataType.STRING))
            .toList();
    return caseWhen(
            place.gt(lit(0)),
            call(ScalarFunction.ELEMENT, new Expr.Call(ScalarFunction.LIST_OF, values), place))
        .otherwiseNull();
  }

  private static Expr digest(CallParts parts) {
    Object bits = parts.argument(1) instanceof Expr.Literal literal ? literal.value() : null;
    List<Expr> value = List.of(parts.argument(0));
    return switch (String.valueOf(bits)) {
      case "224" -> ValueFunction.SHA224.call(value);
      case "0", "256" -> new Expr.Call(ScalarFunction.SHA256, value);
      case "384" -> ValueFunction.SHA384.call(value);
      case "512" -> ValueFunction.SHA512.call(value);
      default ->
          throw new AnalysisException(
              "sha2 takes a literal of 224, 256, 384 or 512 bits, or 0 for 256, not "
                  + parts.argument(1));
    };
  }

  private static Expr asserted(Expr condition, Expr message) {
    return caseWhen(condition, litNull()).otherwise(ValueFunction.ERROR.call(List.of(message)));
  }

  private static ExprFunction of(String names, int arguments, ExprFunction.Body body) {
    return ExprFunction.scalar(names, arguments, arguments, body);
  }

  private static ExprFunction alias(ScalarFunction function, String names) {
    return ExprFunction.scalar(
        names,
        function.minArguments(),
        function.maxArguments(),
        parts -> new Expr.Call(function, parts.arguments()));
  }

  private static Expr real(Expr number) {
    return number.cast(DataType.FLOAT64);
  }

  private static Expr xor(Expr a, Expr b) {
    return call(ScalarFunction.BITWISE_XOR, a, b);
  }

  /** The bit of an integer at a position, the lowest one at 0. */
  private static Expr bit(CallParts parts) {
    Expr shifted = call(ScalarFunction.RIGHT_SHIFT, parts.argument(0), parts.argument(1));
    return call(ScalarFunction.BITWISE_AND, shifted, lit(1));
  }

  /** {@code x - y * floor(x / y)}, as DOUBLE. */
  private static Expr floorRemainder(CallParts parts) {
    Expr x = real(parts.argument(0));
    Expr y = real(parts.argument(1));
    return x.minus(y.times(x.div(y).floor()));
  }

  /** The remainder of the divisor's sign, or of a negative divisor that of the dividend. */
  private static Expr positiveRemainder(CallParts parts) {
    Expr divisor = parts.argument(1);
    Expr remainder = parts.argument(0).mod(divisor);
    return caseWhen(remainder.lt(lit(0)), remainder.plus(divisor).mod(divisor))
        .otherwise(remainder);
  }

  /** The next even number away from zero, as DOUBLE. */
  private static Expr even(CallParts parts) {
    Expr half = real(parts.argument(0)).div(lit(2.0));
    return caseWhen(half.gtEq(lit(0.0)), half.ceil().times(lit(2.0)))
        .otherwise(half.floor().times(lit(2.0)));
  }

  /** Whether a regular expression matches the whole of a text. */
  private static Expr fullMatch(CallParts parts) {
    if (!(parts.argument(1) instanceof Expr.Literal literal)
        || !(literal.value() instanceof String pattern)) {
      throw new AnalysisException(
          "a match of a whole text takes a regular expression that is written out, and no escape");
    }
    return call(ScalarFunction.REGEXP_MATCHES, parts.argument(0), lit("^(?:" + pattern + ")$"));
  }
}
