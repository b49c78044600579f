package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.catalogue.Failure.NEVER;
import static dev.heddle.frame.expr.catalogue.Failure.SOMETIMES;
import static dev.heddle.frame.expr.catalogue.Failure.UNLESS_FLOAT;
import static dev.heddle.frame.expr.catalogue.NullRule.KLEENE;
import static dev.heddle.frame.expr.catalogue.NullRule.NEVER_NULL;
import static dev.heddle.frame.expr.catalogue.NullRule.NULLABLE;
import static dev.heddle.frame.expr.catalogue.NullRule.NULL_IF_ALL_NULL;
import static dev.heddle.frame.expr.catalogue.NullRule.STRICT;
import static dev.heddle.frame.expr.catalogue.NullRule.STRICT_OR_NULL;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.ANY;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.AS_TEXT;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.BINARY;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.BYTES;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.DAY_TIME;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.INTERVAL;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.MOMENT;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.REAL;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.TEMPORAL;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.TEXT;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.TRUTH;
import static dev.heddle.frame.expr.catalogue.TypeRules.Parameter.WHOLE;
import static dev.heddle.frame.expr.catalogue.TypeRules.fixed;
import static dev.heddle.frame.expr.catalogue.TypeRules.likeArgument;
import static dev.heddle.frame.schema.DataType.BOOL;
import static dev.heddle.frame.schema.DataType.DATE;
import static dev.heddle.frame.schema.DataType.FLOAT64;
import static dev.heddle.frame.schema.DataType.INT64;
import static dev.heddle.frame.schema.DataType.STRING;
import static dev.heddle.frame.schema.DataType.TIME;
import static dev.heddle.frame.schema.DataType.TIMESTAMP;
import static dev.heddle.frame.schema.DataType.TIMESTAMP_TZ;

import dev.heddle.frame.expr.catalogue.NestedRules.MapPart;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/**
 * The scalar functions, each with its SQL names, types, null rule and whether it can fail.
 *
 * <p>This is the one catalogue: frames type calls by it, the planner derives SQL operators from it,
 * and there is one kernel for each entry. Exact arithmetic is checked: a result outside of its type
 * is an error. Floating-point arithmetic follows IEEE 754 and never fails. Text positions count
 * code points from 1.
 */
public enum ScalarFunction implements CatalogueFunction {
  /**
   * Sum; date or timestamp plus interval; date plus days. A date plus an interval with a part below
   * a day is an error.
   */
  ADD("+", 2, 2, TypeRules::add, STRICT, UNLESS_FLOAT),
  /**
   * Difference; as {@link #ADD}; two dates give days, two timestamps an interval of days and
   * microseconds.
   */
  SUBTRACT("-", 2, 2, TypeRules::subtract, STRICT, UNLESS_FLOAT),
  /** Product. */
  MULTIPLY("*", 2, 2, TypeRules::multiply, STRICT, UNLESS_FLOAT),
  /**
   * SQL's quotient: of integers, cut towards zero. Exact division by zero is an error. Decimals
   * round half up.
   */
  DIVIDE("/", 2, 2, TypeRules::divide, STRICT, UNLESS_FLOAT),
  /** The frame's quotient: of integers, a DOUBLE. */
  TRUE_DIVIDE("true_divide", 2, 2, TypeRules::trueDivide, STRICT, UNLESS_FLOAT),
  /** Quotient rounded towards negative infinity. Exact division by zero is an error. */
  FLOOR_DIVIDE("floor_divide", 2, 2, TypeRules::floorDivide, STRICT, UNLESS_FLOAT),
  /**
   * Remainder with the dividend's sign: {@code mod(-7, 3) = -1}. Exact division by zero is an
   * error.
   */
  MODULO("mod,%", 2, 2, TypeRules::remainder, STRICT, UNLESS_FLOAT),
  /** Negated number or interval. */
  NEGATE("negate", 1, 1, TypeRules::negate, STRICT, UNLESS_FLOAT),

  /** Equal; NaN equals NaN, {@code -0.0} equals {@code 0.0}; text compares without padding. */
  EQ("=", 2, 2, TypeRules::equality, STRICT, NEVER),
  /** Not equal. */
  NOT_EQ("<>,!=", 2, 2, TypeRules::equality, STRICT, NEVER),
  /** Less; NaN is larger than every number; text is ordered by code point. */
  LT("<", 2, 2, TypeRules::comparison, STRICT, NEVER),
  /** Less or equal. */
  LT_EQ("<=", 2, 2, TypeRules::comparison, STRICT, NEVER),
  /** Greater. */
  GT(">", 2, 2, TypeRules::comparison, STRICT, NEVER),
  /** Greater or equal. */
  GT_EQ(">=", 2, 2, TypeRules::comparison, STRICT, NEVER),
  /** Not equal, where null equals null and nothing else. */
  IS_DISTINCT_FROM("is_distinct_from", 2, 2, TypeRules::equality, NEVER_NULL, NEVER),
  /** Equal, where null equals null and nothing else. */
  IS_NOT_DISTINCT_FROM("is_not_distinct_from", 2, 2, TypeRules::equality, NEVER_NULL, NEVER),

  /** Three-valued and. */
  AND("and", 2, UNBOUNDED, fixed(BOOL, TRUTH), KLEENE, NEVER),
  /** Three-valued or. */
  OR("or", 2, UNBOUNDED, fixed(BOOL, TRUTH), KLEENE, NEVER),
  /** Not; of null, null. */
  NOT("not", 1, 1, fixed(BOOL, TRUTH), STRICT, NEVER),
  /** Whether the value is null. */
  IS_NULL("is_null", 1, 1, fixed(BOOL, ANY), NEVER_NULL, NEVER),
  /** Whether the value is not null. */
  IS_NOT_NULL("is_not_null", 1, 1, fixed(BOOL, ANY), NEVER_NULL, NEVER),
  /** True for true only. */
  IS_TRUE("is_true", 1, 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** True for false and null. */
  IS_NOT_TRUE("is_not_true", 1, 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** True for false only. */
  IS_FALSE("is_false", 1, 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** True for true and null. */
  IS_NOT_FALSE("is_not_false", 1, 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** Whether a number is NaN; false for exact numbers. */
  IS_NAN("isnan", 1, 1, fixed(BOOL, REAL), STRICT, NEVER),
  /** Whether a number, date or timestamp is neither infinite nor NaN. */
  IS_FINITE("isfinite,is_finite", 1, 1, TypeRules::infinite, STRICT, NEVER),
  /** Whether a number, date or timestamp is infinite. */
  IS_INFINITE("isinf,is_inf", 1, 1, TypeRules::infinite, STRICT, NEVER),

  /** First argument that is not null; later ones are evaluated only for rows that need them. */
  COALESCE("coalesce,ifnull,nvl", 1, UNBOUNDED, TypeRules::same, NULL_IF_ALL_NULL, NEVER),
  /** Null if both are equal, else the first. */
  NULLIF("nullif", 2, 2, TypeRules::nullIf, NULLABLE, NEVER),
  /** Largest argument that is not null. */
  GREATEST("greatest", 1, UNBOUNDED, TypeRules::sameOrdered, NULL_IF_ALL_NULL, NEVER),
  /** Smallest argument that is not null. */
  LEAST("least", 1, UNBOUNDED, TypeRules::sameOrdered, NULL_IF_ALL_NULL, NEVER),

  /**
   * {@code value LIKE pattern}, optionally with an escape character; without one, nothing escapes.
   */
  LIKE("like", 2, 3, fixed(BOOL, TEXT), STRICT, SOMETIMES),
  /** {@link #LIKE} without regard to case. */
  ILIKE("ilike", 2, 3, fixed(BOOL, TEXT), STRICT, SOMETIMES),
  /**
   * {@code substring(text, start, length)}: a start below 0 counts from the end, and 0 is the place
   * before the first character; a negative length takes what stands before the start.
   */
  SUBSTRING("substring,substr", 2, 3, fixed(STRING, TEXT, WHOLE, WHOLE), STRICT, NEVER),
  /** Upper case, by Unicode's simple mapping. */
  UPPER("upper,ucase", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  /** Lower case, by Unicode's simple mapping. */
  LOWER("lower,lcase", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  /** {@code trim(text, characters)}: without the characters (default: blanks) at both ends. */
  TRIM("trim,btrim", 1, 2, fixed(STRING, TEXT), STRICT, NEVER),
  /** Without the characters (default: blanks) at the start. */
  LTRIM("ltrim", 1, 2, fixed(STRING, TEXT), STRICT, NEVER),
  /** Without the characters (default: blanks) at the end. */
  RTRIM("rtrim", 1, 2, fixed(STRING, TEXT), STRICT, NEVER),
  /** Number of code points of a text, bytes of a binary, elements of a list, entries of a map. */
  LENGTH(
      "length,char_length,character_length,len,array_length,list_length,array_size,cardinality",
      1,
      1,
      NestedRules::length,
      STRICT,
      NEVER),
  /** Number of bytes. */
  OCTET_LENGTH("octet_length", 1, 1, fixed(INT64, BYTES), STRICT, NEVER),
  /**
   * {@code a || b}: null if either is null; lists, and binaries, are put one behind the other;
   * other types are written as text.
   */
  CONCAT_OPERATOR("||", 2, UNBOUNDED, NestedRules::concat, STRICT, NEVER),
  /** {@link #CONCAT_OPERATOR} that leaves nulls out. */
  CONCAT("concat", 1, UNBOUNDED, NestedRules::concat, NEVER_NULL, NEVER),
  /** Concatenation with a separator that leaves nulls out; null if the separator is. */
  CONCAT_WS("concat_ws", 2, UNBOUNDED, NestedRules::concatWith, NULLABLE, NEVER),
  /**
   * Whether the second text occurs in the first, the value among the elements of a list or the keys
   * of a map.
   */
  CONTAINS(
      "contains,list_contains,array_contains,list_has,array_has,map_contains",
      2,
      2,
      NestedRules::contains,
      STRICT,
      NEVER),
  /** Whether the first text starts with the second. */
  STARTS_WITH("starts_with,prefix", 2, 2, fixed(BOOL, TEXT), STRICT, NEVER),
  /** Whether the first text ends with the second. */
  ENDS_WITH("ends_with,suffix", 2, 2, fixed(BOOL, TEXT), STRICT, NEVER),
  /** {@code replace(text, from, to)}: every occurrence; an empty {@code from} changes nothing. */
  REPLACE("replace", 3, 3, fixed(STRING, TEXT), STRICT, NEVER),
  /** {@code strpos(text, part)}: position of the first occurrence, 0 if there is none. */
  POSITION("strpos,instr", 2, 2, fixed(INT64, TEXT), STRICT, NEVER),
  /** First {@code n} characters; a negative count leaves out that many at the end. */
  LEFT("left", 2, 2, fixed(STRING, TEXT, WHOLE), STRICT, NEVER),
  /** Last {@code n} characters; a negative count leaves out that many at the start. */
  RIGHT("right", 2, 2, fixed(STRING, TEXT, WHOLE), STRICT, NEVER),
  /**
   * {@code lpad(text, length, fill)}: filled up at the start or cut to the length; the fill is a
   * blank by default.
   */
  LPAD("lpad", 2, 3, fixed(STRING, TEXT, WHOLE, TEXT), STRICT, SOMETIMES),
  /**
   * {@code rpad(text, length, fill)}: filled up at the end or cut to the length; the fill is a
   * blank by default.
   */
  RPAD("rpad", 2, 3, fixed(STRING, TEXT, WHOLE, TEXT), STRICT, SOMETIMES),
  /** Code points of a text or elements of a list in reverse order. */
  REVERSE("reverse,list_reverse,array_reverse", 1, 1, NestedRules::reverse, STRICT, NEVER),
  /** The text {@code n} times; empty for counts below 1. */
  REPEAT("repeat", 2, 2, fixed(STRING, TEXT, WHOLE), STRICT, SOMETIMES),
  /**
   * {@code split_part(text, separator, n)}: the n-th part from 1, from the end if negative, empty
   * if there is none.
   */
  SPLIT_PART("split_part", 3, 3, fixed(STRING, TEXT, TEXT, WHOLE), STRICT, SOMETIMES),
  /** Whether the pattern (re2 syntax) matches some part of the text. */
  REGEXP_MATCHES("regexp_matches,regexp_like", 2, 2, fixed(BOOL, TEXT), STRICT, SOMETIMES),
  /**
   * {@code regexp_extract(text, pattern, group)}: first match's group (default 0: all of it), empty
   * without a match or if the group is null.
   */
  REGEXP_EXTRACT("regexp_extract", 2, 3, fixed(STRING, TEXT, TEXT, WHOLE), NULLABLE, SOMETIMES),
  /**
   * {@code regexp_replace(text, pattern, replacement, options)}: the first match, with option
   * {@code g} all of them; {@code \1} in the replacement is the first group; option {@code i}
   * ignores case.
   */
  REGEXP_REPLACE("regexp_replace", 3, 4, fixed(STRING, TEXT), STRICT, SOMETIMES),

  /** Absolute value. */
  ABS("abs", 1, 1, TypeRules::sameNumber, STRICT, UNLESS_FLOAT),
  /** -1, 0 or 1 in the argument's type. */
  SIGN("sign", 1, 1, TypeRules::sameNumber, STRICT, UNLESS_FLOAT),
  /** Smallest integer that is not below the argument. */
  CEIL("ceil,ceiling", 1, 1, TypeRules::wholeNumber, STRICT, UNLESS_FLOAT),
  /** Largest integer that is not above the argument. */
  FLOOR("floor", 1, 1, TypeRules::wholeNumber, STRICT, UNLESS_FLOAT),
  /**
   * {@code round(x, digits)}: half away from zero; digits may be negative. A decimal has the digits
   * behind the point as literal digits say, and else keeps its scale.
   */
  ROUND("round", 1, 2, TypeRules::none, STRICT, UNLESS_FLOAT),
  /** {@code trunc(x, digits)}: towards zero; as {@link #ROUND} otherwise. */
  TRUNC("trunc,truncate", 1, 2, TypeRules::none, STRICT, UNLESS_FLOAT),
  /** Square root; NaN below zero. */
  SQRT("sqrt", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Cube root. */
  CBRT("cbrt", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** e to the argument. */
  EXP("exp", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Natural logarithm; NaN below zero, negative infinity at zero. */
  LN("ln", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Logarithm to base 10. */
  LOG10("log10,log", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Logarithm to base 2. */
  LOG2("log2", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** First argument to the second. */
  POWER("power,pow", 2, 2, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Sine. */
  SIN("sin", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Cosine. */
  COS("cos", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Tangent. */
  TAN("tan", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Cotangent. */
  COT("cot", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Arc sine. */
  ASIN("asin", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Arc cosine. */
  ACOS("acos", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Arc tangent. */
  ATAN("atan", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** {@code atan2(y, x)}: angle of the point. */
  ATAN2("atan2", 2, 2, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Hyperbolic sine. */
  SINH("sinh", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Hyperbolic cosine. */
  COSH("cosh", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Hyperbolic tangent. */
  TANH("tanh", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Radians as degrees. */
  DEGREES("degrees", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** Degrees as radians. */
  RADIANS("radians", 1, 1, fixed(FLOAT64, REAL), STRICT, NEVER),
  /** The number pi. */
  PI("pi", 0, 0, fixed(FLOAT64), NEVER_NULL, NEVER),

  /**
   * Year of the era-less calendar. Parts of a timestamp with zone are those of its local time in
   * the session's zone; parts of infinite dates and timestamps are null.
   */
  YEAR("year", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 1 to 4. */
  QUARTER("quarter", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 1 to 12. */
  MONTH("month", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** ISO week, 1 to 53. */
  WEEK("week,weekofyear", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** Day of the month. */
  DAY("day,dayofmonth", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 0 for Sunday to 6 for Saturday. */
  DAY_OF_WEEK("dayofweek,dow,weekday", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 1 for Monday to 7 for Sunday. */
  ISO_DAY_OF_WEEK("isodow", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 1 to 366. */
  DAY_OF_YEAR("dayofyear,doy", 1, 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 0 to 23. */
  HOUR("hour", 1, 1, fixed(INT64, TEMPORAL), STRICT_OR_NULL, NEVER),
  /** 0 to 59. */
  MINUTE("minute", 1, 1, fixed(INT64, TEMPORAL), STRICT_OR_NULL, NEVER),
  /** 0 to 59, without fraction. */
  SECOND("second", 1, 1, fixed(INT64, TEMPORAL), STRICT_OR_NULL, NEVER),
  /** Milliseconds of the minute, 0 to 59,999. */
  MILLISECOND("millisecond", 1, 1, fixed(INT64, TEMPORAL), STRICT_OR_NULL, NEVER),
  /** Microseconds of the minute, 0 to 59,999,999. */
  MICROSECOND("microsecond", 1, 1, fixed(INT64, TEMPORAL), STRICT_OR_NULL, NEVER),
  /**
   * Seconds since 1970-01-01 with fraction (a local timestamp counts as UTC); of an interval, its
   * length with 30-day months.
   */
  EPOCH("epoch", 1, 1, TypeRules::epoch, STRICT_OR_NULL, NEVER),
  /**
   * {@code date_trunc(unit, x)}: the start of the year, quarter, month, week (Monday), day, hour,
   * minute, second, millisecond that {@code x} lies in; keeps the type.
   */
  DATE_TRUNC("date_trunc", 2, 2, likeArgument(1, TEXT, DAY_TIME), STRICT, SOMETIMES),
  /**
   * {@code date_diff(unit, from, to)}: how many starts of a unit lie between, negative if {@code
   * to} is earlier.
   */
  DATE_DIFF("date_diff,datediff", 3, 3, TypeRules::difference, STRICT_OR_NULL, SOMETIMES),
  /** {@code date_sub(unit, from, to)}: how many full units lie between, cut towards zero. */
  FULL_UNITS_BETWEEN("date_sub,datesub", 3, 3, TypeRules::difference, STRICT_OR_NULL, SOMETIMES),
  /**
   * The nanoseconds of an interval, by which intervals are compared: a month has 30 days, a day 24
   * hours.
   */
  INTERVAL_LENGTH(
      "interval length",
      1,
      1,
      fixed(new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0), INTERVAL),
      STRICT,
      NEVER),
  /** Last day of the month. */
  LAST_DAY("last_day", 1, 1, fixed(DATE, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** {@code make_date(year, month, day)}. */
  MAKE_DATE("make_date", 3, 3, fixed(DATE, WHOLE), STRICT, SOMETIMES),
  /** Day at the query's start in the session's zone. */
  CURRENT_DATE("current_date,today", 0, 0, fixed(DATE), NEVER_NULL, NEVER),
  /** Point in time of the query's start. */
  CURRENT_TIMESTAMP("now,current_timestamp", 0, 0, fixed(TIMESTAMP_TZ), NEVER_NULL, NEVER),
  /** Local date and time of the query's start in the session's zone. */
  LOCAL_TIMESTAMP("localtimestamp", 0, 0, fixed(TIMESTAMP), NEVER_NULL, NEVER),
  /** Local time of the query's start in the session's zone. */
  LOCAL_TIME("localtime,current_time", 0, 0, fixed(TIME), NEVER_NULL, NEVER),

  /** {@code struct_extract(struct, 'name')}, written {@code struct.name}: null of a null struct. */
  FIELD("struct_extract", 2, 2, TypeRules::none, STRICT_OR_NULL, NEVER),
  /** {@code struct_of('name', value, ...)}, written {@code {'name': value}}. */
  STRUCT_OF("struct_of", 2, UNBOUNDED, TypeRules::none, NEVER_NULL, NEVER),
  /** {@code list_value(a, b, ...)}, written {@code [a, b]}: a list of values, nulls too. */
  LIST_OF("list_value,list_pack", 0, UNBOUNDED, NestedRules::list, NEVER_NULL, NEVER),
  /**
   * {@code map(keys, values)}: a map of two lists of one length; a key that is null or occurs twice
   * is an error.
   */
  MAP_OF("map", 2, 2, NestedRules::map, STRICT, SOMETIMES),
  /**
   * {@code list[n]}: the n-th element from 1, from the end if negative, null if there is none;
   * {@code map[key]}: the key's value, null if there is none; {@code text[n]}: the n-th character,
   * empty if there is none.
   */
  ELEMENT(
      "list_extract,list_element,array_extract,map_extract_value",
      2,
      2,
      NestedRules::element,
      STRICT_OR_NULL,
      NEVER),
  /**
   * {@code element_at(map, key)}: a list of the key's value, empty if there is none; of a list or
   * text as {@link #ELEMENT}.
   */
  MAP_EXTRACT("element_at,map_extract", 2, 2, NestedRules::extract, NULLABLE, NEVER),
  /** Sum of the elements that are not null; null if there is none. */
  LIST_SUM("list_sum,array_sum", 1, 1, NestedRules::sum, STRICT_OR_NULL, UNLESS_FLOAT),
  /** Average of the elements that are not null; null if there is none. */
  LIST_AVG("list_avg,array_avg", 1, 1, NestedRules::average, STRICT_OR_NULL, NEVER),
  /** Smallest element that is not null; null if there is none. */
  LIST_MIN("list_min,array_min", 1, 1, NestedRules::extreme, STRICT_OR_NULL, NEVER),
  /** Largest element that is not null; null if there is none. */
  LIST_MAX("list_max,array_max", 1, 1, NestedRules::extreme, STRICT_OR_NULL, NEVER),
  /**
   * {@code list_sort(list, 'asc', 'nulls last')}: the elements in order, small ones first and nulls
   * last unless told otherwise.
   */
  LIST_SORT("list_sort,array_sort", 1, 3, TypeRules::none, STRICT, NEVER),
  /** The different elements that are not null, where they occur first. */
  LIST_DISTINCT("list_distinct,array_distinct", 1, 1, NestedRules::sameList, STRICT, NEVER),
  /**
   * {@code array_to_string(list, separator)}: the elements as text; nulls are left out, and a list
   * of nothing else gives null. A comma stands for a separator that is null.
   */
  LIST_JOIN("array_to_string,list_join,array_join", 2, 2, NestedRules::join, NULLABLE, NEVER),
  /**
   * {@code list_slice(list, first, last)}: elements from one position to another, both from 1, from
   * the end if negative; the last one belongs to it. So of a text's characters.
   */
  LIST_SLICE("list_slice,array_slice", 3, 3, NestedRules::slice, STRICT, NEVER),
  /** {@code list_concat(a, b, ...)}: the elements of all lists; null lists count as empty. */
  LIST_CONCAT(
      "list_concat,array_concat,list_cat,array_cat",
      1,
      UNBOUNDED,
      NestedRules::lists,
      NEVER_NULL,
      NEVER),
  /**
   * {@code string_split(text, separator)}: the parts; the characters if the separator is empty, and
   * the text alone if it is null.
   */
  STRING_SPLIT(
      "string_split,str_split,split,string_to_array",
      2,
      2,
      fixed(new DataType.ListOf(STRING), TEXT),
      NULLABLE,
      NEVER),
  /** The keys of a map as a list. */
  MAP_KEYS("map_keys", 1, 1, types -> NestedRules.mapPart(types, MapPart.KEYS), STRICT, NEVER),
  /** The values of a map as a list. */
  MAP_VALUES(
      "map_values", 1, 1, types -> NestedRules.mapPart(types, MapPart.VALUES), STRICT, NEVER),
  /** The entries of a map as a list of structs of a key and a value. */
  MAP_ENTRIES(
      "map_entries", 1, 1, types -> NestedRules.mapPart(types, MapPart.ENTRIES), STRICT, NEVER),
  /**
   * {@code list_position(list, value)}: the position from 1 of the first element that equals the
   * value, of a null the first null's; null if there is none.
   */
  LIST_POSITION(
      "list_position,list_indexof,array_position,array_indexof",
      2,
      2,
      NestedRules::position,
      NULLABLE,
      NEVER),
  /** The elements of a list's lists, one behind the other; null lists among them are left out. */
  FLATTEN("flatten", 1, 1, NestedRules::flatten, STRICT, NEVER),
  /**
   * {@code list_zip(a, b, ...)}: structs of the elements at one position of each list, with the
   * fields {@code element1, element2, ...}; shorter lists, and those that are null, are filled up
   * with nulls.
   */
  LIST_ZIP("list_zip,array_zip,arrays_zip", 1, UNBOUNDED, NestedRules::zip, NEVER_NULL, NEVER),
  /**
   * {@code list_intersect(a, b)}: the different elements of the first list that the second one has
   * too, where they occur first, without nulls.
   */
  LIST_INTERSECT("list_intersect,array_intersect", 2, 2, NestedRules::lists, STRICT, NEVER),
  /**
   * {@code range(start, end, step)}: the numbers from the start (default 0) up or down to the end,
   * which is left out, by a step (default 1).
   */
  RANGE(
      "range",
      1,
      3,
      fixed(new DataType.ListOf(DataType.INT64), WHOLE, WHOLE, WHOLE),
      STRICT,
      SOMETIMES),
  /** As {@link #RANGE}, the end included. */
  GENERATE_SERIES(
      "generate_series",
      1,
      3,
      fixed(new DataType.ListOf(DataType.INT64), WHOLE, WHOLE, WHOLE),
      STRICT,
      SOMETIMES),
  /**
   * A list of what an expression gives for each element of a list. The arguments are the list, an
   * integer, and the expression, in which each {@link #LAMBDA_PARAMETER} of that number, unless a
   * call within binds the number anew, stands for what is at hand.
   */
  LIST_TRANSFORM(
      "list_transform,list_apply,array_transform,array_apply,transform",
      3,
      3,
      NestedRules::transform,
      NULLABLE,
      NEVER),
  /** The elements of a list for which a condition is true; arguments as {@link #LIST_TRANSFORM}. */
  LIST_FILTER("list_filter,array_filter", 3, 3, NestedRules::filter, NULLABLE, NEVER),
  /**
   * What an expression over the result so far and the next element gives in the end, beginning with
   * the first element; an empty list is an error. Arguments as {@link #LIST_TRANSFORM}, and the
   * result so far, whose type the elements and all results are taken as.
   */
  LIST_REDUCE("list_reduce,array_reduce,reduce", 4, 4, NestedRules::reduce, NULLABLE, SOMETIMES),
  /**
   * What an expression over elements of a list is given: {@code 'element'}, {@code 'position'} from
   * 1, or {@code 'result'} so far. The arguments are the list, the number that the call binds, and
   * one of these words. It means nothing outside of such an expression.
   */
  LAMBDA_PARAMETER("lambda parameter", 3, 3, TypeRules::none, NULLABLE, NEVER),

  /** The character of a code point. */
  CHR("chr", 1, 1, fixed(STRING, WHOLE), STRICT, SOMETIMES),
  /** Code point of the first character; 0 of an empty text. */
  ASCII("ascii,ord", 1, 1, fixed(INT64, TEXT), STRICT, NEVER),
  /** {@code translate(text, from, to)}: each character by the one at its place, if there is one. */
  TRANSLATE("translate", 3, 3, fixed(STRING, TEXT), STRICT, NEVER),
  /** Digest of a text or binary as hexadecimal text. */
  MD5("md5", 1, 1, fixed(STRING, BYTES), STRICT, NEVER),
  /** Digest of a text or binary as hexadecimal text. */
  SHA256("sha256", 1, 1, fixed(STRING, BYTES), STRICT, NEVER),
  /** The bytes of a binary as text of 64 characters, by RFC 4648. */
  BASE64("base64,to_base64", 1, 1, fixed(STRING, BINARY), STRICT, NEVER),
  /** The bytes that {@link #BASE64} wrote. */
  FROM_BASE64("from_base64", 1, 1, fixed(DataType.BINARY, TEXT), STRICT, SOMETIMES),
  /** The bytes of a text in UTF-8. */
  ENCODE("encode", 1, 1, fixed(DataType.BINARY, TEXT), STRICT, NEVER),
  /** The text that bytes are in UTF-8. */
  DECODE("decode", 1, 1, fixed(STRING, BINARY), STRICT, SOMETIMES),
  /** An integer, or the bytes of a text or binary, in hexadecimal. */
  HEX("hex,to_hex", 1, 1, TypeRules::hex, STRICT, NEVER),
  /** The bytes that hexadecimal text is of. */
  UNHEX("unhex,from_hex", 1, 1, fixed(DataType.BINARY, TEXT), STRICT, SOMETIMES),
  /** An integer in binary digits. */
  BIN("bin,to_binary", 1, 1, fixed(STRING, WHOLE), STRICT, NEVER),
  /** How many bits of a BIGINT are set. */
  BIT_COUNT("bit_count", 1, 1, fixed(INT64, WHOLE), STRICT, NEVER),
  /** Least number of characters to put in, take out or replace. */
  LEVENSHTEIN("levenshtein,editdist3", 2, 2, fixed(INT64, TEXT), STRICT, NEVER),
  /** {@link #LEVENSHTEIN} that also swaps neighbours. */
  DAMERAU_LEVENSHTEIN("damerau_levenshtein", 2, 2, fixed(INT64, TEXT), STRICT, NEVER),
  /** Places in which texts of one length differ. */
  HAMMING("hamming,mismatches", 2, 2, fixed(INT64, TEXT), STRICT, SOMETIMES),
  /** Share of the characters of two texts that both have. */
  JACCARD("jaccard", 2, 2, fixed(FLOAT64, TEXT), STRICT, SOMETIMES),
  /** Similarity of Jaro, from 0 to 1. */
  JARO_SIMILARITY("jaro_similarity", 2, 2, fixed(FLOAT64, TEXT), STRICT, NEVER),
  /** Similarity of Jaro and Winkler, from 0 to 1. */
  JARO_WINKLER_SIMILARITY("jaro_winkler_similarity", 2, 2, fixed(FLOAT64, TEXT), STRICT, NEVER),
  /**
   * {@code regexp_split_to_array(text, pattern)}: the parts between matches; the text alone if the
   * pattern is null.
   */
  REGEXP_SPLIT(
      "regexp_split_to_array,string_split_regex,str_split_regex,regexp_split",
      2,
      2,
      fixed(new DataType.ListOf(STRING), TEXT),
      NULLABLE,
      SOMETIMES),
  /** {@code regexp_extract_all(text, pattern, group)}: a group of every match; 0 is all of it. */
  REGEXP_EXTRACT_ALL(
      "regexp_extract_all",
      2,
      3,
      fixed(new DataType.ListOf(STRING), TEXT, TEXT, WHOLE),
      STRICT,
      SOMETIMES),
  /** {@code format('{} of {}', a, b)}: a text with others in its places. */
  FORMAT("format", 1, UNBOUNDED, fixed(STRING, TEXT, AS_TEXT), STRICT, SOMETIMES),
  /** {@code printf('%d %s', a, b)}: as in C. */
  PRINTF("printf", 1, UNBOUNDED, fixed(STRING, TEXT, AS_TEXT), STRICT, SOMETIMES),
  /** {@code strftime(time, '%Y-%m')}: a time as text. */
  STRFTIME("strftime", 2, 2, fixed(STRING, MOMENT, TEXT), STRICT, SOMETIMES),
  /**
   * {@code strptime(text, '%d.%m.%Y')}: a time from text; with time zone if the pattern, which is
   * then a literal, has {@code %z} or {@code %Z}.
   */
  STRPTIME("strptime", 2, 2, TypeRules::none, STRICT, SOMETIMES),
  /** {@link #STRPTIME} that is null where the text does not fit. */
  TRY_STRPTIME("try_strptime", 2, 2, TypeRules::none, NULLABLE, SOMETIMES),
  /** English name of the day of the week. */
  DAY_NAME("dayname", 1, 1, fixed(STRING, MOMENT), STRICT_OR_NULL, NEVER),
  /** English name of the month. */
  MONTH_NAME("monthname", 1, 1, fixed(STRING, MOMENT), STRICT_OR_NULL, NEVER),
  /** {@code make_timestamp(year, month, day, hour, minute, second)}. */
  MAKE_TIMESTAMP(
      "make_timestamp",
      6,
      6,
      fixed(TIMESTAMP, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, REAL),
      STRICT,
      SOMETIMES),
  /**
   * {@code time_bucket(width, time, origin)}: start of the stretch of an interval's width, from
   * Monday 2000-01-03 on, of months from 2000-01-01 on, moved by the origin if it is an interval,
   * and else from it, or its month, on.
   */
  TIME_BUCKET("time_bucket", 2, 3, TypeRules::timeBucket, STRICT_OR_NULL, SOMETIMES),
  /** How often each element of a list comes, as a map. */
  LIST_HISTOGRAM("list_histogram", 1, 1, NestedRules::histogram, STRICT_OR_NULL, NEVER),
  /** The element of a list that comes most often, of several the one that comes first. */
  LIST_MODE("list_mode", 1, 1, NestedRules::extreme, STRICT_OR_NULL, NEVER),
  /** Entropy of the elements of a list, in bits. */
  LIST_ENTROPY("list_entropy", 1, 1, NestedRules::entropy, STRICT, NEVER),
  /** Median of the distances of a list's numbers from their median. */
  LIST_MAD("list_mad", 1, 1, NestedRules::middle, STRICT_OR_NULL, NEVER),
  /** How many elements of a list are not null. */
  LIST_COUNT("list_count", 1, 1, NestedRules::count, STRICT, NEVER),
  /** The first element of a list that is not null. */
  LIST_ANY_VALUE("list_any_value", 1, 1, NestedRules::one, STRICT_OR_NULL, NEVER),
  /** Product of the numbers of a list. */
  LIST_PRODUCT("list_product", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Middle one of the numbers of a list, or the mean of the two in the middle. */
  LIST_MEDIAN("list_median", 1, 1, NestedRules::middle, STRICT_OR_NULL, NEVER),
  /** Variance of the numbers of a list. */
  LIST_VAR_POP("list_var_pop", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Variance of what the numbers of a list are a sample of; null of fewer than two. */
  LIST_VAR_SAMP("list_var_samp", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Standard deviation of the numbers of a list. */
  LIST_STDDEV_POP("list_stddev_pop", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Standard deviation of what the numbers of a list are a sample of; null of fewer than two. */
  LIST_STDDEV_SAMP("list_stddev_samp", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Standard error of the mean of the numbers of a list. */
  LIST_SEM("list_sem", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Skewness of what the numbers of a list are a sample of; null of fewer than three. */
  LIST_SKEWNESS("list_skewness", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Excess kurtosis of what the numbers of a list are a sample of; null of fewer than four. */
  LIST_KURTOSIS("list_kurtosis", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Whether all elements of a list that are not null are true. */
  LIST_BOOL_AND("list_bool_and", 1, 1, NestedRules::truths, STRICT_OR_NULL, NEVER),
  /** Whether one of the elements of a list is true. */
  LIST_BOOL_OR("list_bool_or", 1, 1, NestedRules::truths, STRICT_OR_NULL, NEVER),
  /** Bits that all integers of a list have. */
  LIST_BIT_AND("list_bit_and", 1, 1, NestedRules::bits, STRICT_OR_NULL, NEVER),
  /** Bits that one of the integers of a list has. */
  LIST_BIT_OR("list_bit_or", 1, 1, NestedRules::bits, STRICT_OR_NULL, NEVER),
  /** Bits that an odd count of the integers of a list have. */
  LIST_BIT_XOR("list_bit_xor", 1, 1, NestedRules::bits, STRICT_OR_NULL, NEVER),
  /** Sum of the products of the numbers of two lists of one length, which have no nulls. */
  LIST_INNER_PRODUCT(
      "list_inner_product,list_dot_product", 2, 2, NestedRules::vectors, STRICT, SOMETIMES),
  /** {@link #LIST_INNER_PRODUCT} with the other sign. */
  LIST_NEGATIVE_INNER_PRODUCT(
      "list_negative_inner_product,list_negative_dot_product",
      2,
      2,
      NestedRules::vectors,
      STRICT,
      SOMETIMES),
  /** Distance of two points, whose coordinates are lists of one length. */
  LIST_DISTANCE("list_distance", 2, 2, NestedRules::vectors, STRICT, SOMETIMES),
  /** Cosine of the angle between two vectors, lists of one length; null of empty ones. */
  LIST_COSINE_SIMILARITY(
      "list_cosine_similarity", 2, 2, NestedRules::vectors, STRICT_OR_NULL, SOMETIMES),
  /** 1 less {@link #LIST_COSINE_SIMILARITY}. */
  LIST_COSINE_DISTANCE(
      "list_cosine_distance", 2, 2, NestedRules::vectors, STRICT_OR_NULL, SOMETIMES);

  private final List<String> sqlNames;
  private final int minArguments;
  private final int maxArguments;
  private final TypeRule typeRule;
  private final NullRule nullRule;
  private final Failure failure;

  ScalarFunction(
      String sqlNames,
      int minArguments,
      int maxArguments,
      TypeRule typeRule,
      NullRule nullRule,
      Failure failure) {
    this.sqlNames = List.of(sqlNames.split(","));
    this.minArguments = minArguments;
    this.maxArguments = maxArguments;
    this.typeRule = typeRule;
    this.nullRule = nullRule;
    this.failure = failure;
  }

  @Override
  public List<String> sqlNames() {
    return sqlNames;
  }

  @Override
  public int minArguments() {
    return minArguments;
  }

  @Override
  public int maxArguments() {
    return maxArguments;
  }

  @Override
  public NullRule nullRule() {
    return nullRule;
  }

  /** Returns how long equal arguments give equal results. */
  public Stability stability() {
    return switch (this) {
      case CURRENT_DATE, CURRENT_TIMESTAMP, LOCAL_TIMESTAMP, LOCAL_TIME -> Stability.STABLE;
      default -> Stability.IMMUTABLE;
    };
  }

  /** Returns whether a call of this signature can raise an error for single values. */
  public boolean canFail(Signature signature) {
    return switch (failure) {
      case NEVER -> false;
      case UNLESS_FLOAT -> !signature.resultType().isFloat();
      case SOMETIMES -> true;
    };
  }

  /** Returns whether the call is written between its two arguments. */
  public boolean isInfix() {
    return switch (this) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ -> true;
      case AND, OR, CONCAT_OPERATOR, LIKE, ILIKE -> true;
      default -> false;
    };
  }

  /**
   * Returns which arguments must be literals, by position: parts of patterns that are compiled
   * once, and names.
   */
  public List<Integer> literalArguments() {
    return switch (this) {
      case REGEXP_MATCHES -> List.of(1);
      case REGEXP_EXTRACT -> List.of(1, 2);
      case REGEXP_REPLACE -> List.of(1, 2, 3);
      case LIKE, ILIKE -> List.of(2);
      case FIELD -> List.of(1);
      case LIST_SORT, LAMBDA_PARAMETER -> List.of(1, 2);
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> List.of(1);
      default -> List.of();
    };
  }

  /** Returns whether calls can name it; others are parts of what is written in another way. */
  public boolean isNamed() {
    return this != LAMBDA_PARAMETER && this != INTERVAL_LENGTH;
  }

  /** Returns whether the last argument is evaluated for the elements of the first one. */
  public boolean takesLambda() {
    return switch (this) {
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> true;
      default -> false;
    };
  }

  @Override
  public Signature resolve(List<Argument> arguments) {
    TypeRule rule = switch (this) { // these look at the values of literals
          case FIELD -> types -> NestedRules.field(arguments);
          case STRUCT_OF -> types -> NestedRules.struct(arguments);
          case LIST_SORT -> types -> NestedRules.sort(arguments);
          case LAMBDA_PARAMETER -> types -> NestedRules.parameter(arguments);
          case STRPTIME, TRY_STRPTIME -> types -> TypeRules.readTime(arguments);
          case ROUND, TRUNC -> types -> TypeRules.round(arguments);
          case EQ,
              NOT_EQ,
              LT,
              LT_EQ,
              GT,
              GT_EQ,
              IS_DISTINCT_FROM,
              IS_NOT_DISTINCT_FROM,
              COALESCE,
              NULLIF,
              GREATEST,
              LEAST -> // a text literal beside a date is read as one
              types -> typeRule.apply(CatalogueFunctions.readTextLiterals(arguments));
          default -> typeRule;
        };
    return CatalogueFunctions.resolve(this, rule, arguments);
  }
}
