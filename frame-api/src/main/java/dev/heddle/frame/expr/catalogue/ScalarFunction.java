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
import static dev.heddle.frame.expr.catalogue.ParameterType.ANY;
import static dev.heddle.frame.expr.catalogue.ParameterType.BINARY;
import static dev.heddle.frame.expr.catalogue.ParameterType.BYTES;
import static dev.heddle.frame.expr.catalogue.ParameterType.DAY_OR_INTERVAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.DAY_TIME;
import static dev.heddle.frame.expr.catalogue.ParameterType.FORMATTED;
import static dev.heddle.frame.expr.catalogue.ParameterType.INTERVAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.MOMENT;
import static dev.heddle.frame.expr.catalogue.ParameterType.PRINTED;
import static dev.heddle.frame.expr.catalogue.ParameterType.REAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.TEXT;
import static dev.heddle.frame.expr.catalogue.ParameterType.TIME_OR_INTERVAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.TRUTH;
import static dev.heddle.frame.expr.catalogue.ParameterType.WHOLE;
import static dev.heddle.frame.expr.catalogue.TypeRule.ofLiterals;
import static dev.heddle.frame.expr.catalogue.TypeRules.INTEGER_38;
import static dev.heddle.frame.expr.catalogue.TypeRules.STRINGS;
import static dev.heddle.frame.expr.catalogue.TypeRules.fixed;
import static dev.heddle.frame.expr.catalogue.TypeRules.likeArgument;
import static dev.heddle.frame.schema.DataType.BOOL;
import static dev.heddle.frame.schema.DataType.FLOAT64;
import static dev.heddle.frame.schema.DataType.INT64;
import static dev.heddle.frame.schema.DataType.STRING;

import dev.heddle.frame.expr.catalogue.NestedRules.MapPart;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/**
 * The scalar functions, each with its SQL names, types, null rule and whether it can fail.
 *
 * <p>This is the one catalogue: frames type calls by it, the planner derives SQL operators from it,
 * and there is one kernel for each entry. Exact arithmetic is checked: a result outside of its type
 * is an error. Floating-point arithmetic follows IEEE 754 and never fails. Text positions count
 * code points from 1. The page {@code docs/guide/functions.md} describes each.
 */
public enum ScalarFunction implements BuiltInFunction, ScalarTraits {
  /** Sum; date or timestamp plus interval, without a part below a day to a date; date plus days. */
  ADD("+", 2, ArithmeticRules::add, STRICT, UNLESS_FLOAT),
  /** Difference; as {@link #ADD}; two dates give days, two timestamps an interval. */
  SUBTRACT("-", 2, ArithmeticRules::subtract, STRICT, UNLESS_FLOAT),
  MULTIPLY("*", 2, ArithmeticRules::multiply, STRICT, UNLESS_FLOAT),
  /** SQL's quotient: of integers, cut towards zero; decimals round half up; by zero an error. */
  DIVIDE("/", 2, ArithmeticRules::divide, STRICT, UNLESS_FLOAT),
  /** The frame's quotient: of integers, a DOUBLE. */
  TRUE_DIVIDE("true_divide", 2, ArithmeticRules::trueDivide, STRICT, UNLESS_FLOAT),
  /** Quotient rounded towards negative infinity; exact division by zero is an error. */
  FLOOR_DIVIDE("floor_divide", 2, ArithmeticRules::floorDivide, STRICT, UNLESS_FLOAT),
  /** Remainder with the dividend's sign, {@code mod(-7, 3) = -1}; by exact zero an error. */
  MODULO("mod,%", 2, ArithmeticRules::remainder, STRICT, UNLESS_FLOAT),
  NEGATE("negate", 1, ArithmeticRules::negate, STRICT, UNLESS_FLOAT),

  /** Equal; NaN equals NaN, {@code -0.0} equals {@code 0.0}; text compares without padding. */
  EQ("=", 2, TypeRules::equality),
  NOT_EQ("<>,!=", 2, TypeRules::equality),
  /** Less; NaN is larger than every number; text is ordered by code point. */
  LT("<", 2, TypeRules::comparison),
  LT_EQ("<=", 2, TypeRules::comparison),
  GT(">", 2, TypeRules::comparison),
  GT_EQ(">=", 2, TypeRules::comparison),
  /** Not equal, where null equals null and nothing else. */
  IS_DISTINCT_FROM("is_distinct_from", 2, TypeRules::equality, NEVER_NULL, NEVER),
  /** Equal, where null equals null and nothing else. */
  IS_NOT_DISTINCT_FROM("is_not_distinct_from", 2, TypeRules::equality, NEVER_NULL, NEVER),

  AND("and", 2, UNBOUNDED, fixed(BOOL, TRUTH), KLEENE, NEVER),
  OR("or", 2, UNBOUNDED, fixed(BOOL, TRUTH), KLEENE, NEVER),
  /** Not; of null, null. */
  NOT("not", 1, fixed(BOOL, TRUTH)),
  IS_NULL("is_null", 1, fixed(BOOL, ANY), NEVER_NULL, NEVER),
  IS_NOT_NULL("is_not_null", 1, fixed(BOOL, ANY), NEVER_NULL, NEVER),
  /** True for true only. */
  IS_TRUE("is_true", 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** True for false and null. */
  IS_NOT_TRUE("is_not_true", 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** True for false only. */
  IS_FALSE("is_false", 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** True for true and null. */
  IS_NOT_FALSE("is_not_false", 1, fixed(BOOL, TRUTH), NEVER_NULL, NEVER),
  /** Whether a number is NaN; false for exact numbers. */
  IS_NAN("isnan", 1, fixed(BOOL, REAL)),
  /** Whether a number, date or timestamp is neither infinite nor NaN. */
  IS_FINITE("isfinite,is_finite", 1, TypeRules::infinite),
  IS_INFINITE("isinf,is_inf", 1, TypeRules::infinite),

  /** First argument that is not null; later ones are evaluated only for rows that need them. */
  COALESCE("coalesce,ifnull,nvl", 1, UNBOUNDED, TypeRules::same, NULL_IF_ALL_NULL, NEVER),
  /** The value, or null for a row that it fails for. */
  TRY("try", 1, TypeRules::same, NULLABLE, NEVER),
  NULLIF("nullif", 2, TypeRules::nullIf, NULLABLE, NEVER),
  GREATEST("greatest", 1, UNBOUNDED, TypeRules::sameOrdered, NULL_IF_ALL_NULL, NEVER),
  LEAST("least", 1, UNBOUNDED, TypeRules::sameOrdered, NULL_IF_ALL_NULL, NEVER),

  /** {@code value LIKE pattern}, maybe with an escape character; without one, nothing escapes. */
  LIKE("like", 2, 3, fixed(BOOL, TEXT), STRICT, SOMETIMES),
  /** {@link #LIKE} without regard to case. */
  ILIKE("ilike", 2, 3, fixed(BOOL, TEXT), STRICT, SOMETIMES),
  /** Of a start (below 0 from the end, 0 before the first one) and a length; bytes of a binary. */
  SUBSTRING("substring,substr", 2, 3, likeArgument(0, BYTES, WHOLE, WHOLE), STRICT, NEVER),
  /** Upper case, by Unicode's simple mapping, as {@link #LOWER}. */
  UPPER("upper,ucase", 1, fixed(STRING, TEXT)),
  LOWER("lower,lcase", 1, fixed(STRING, TEXT)),
  /** {@code trim(text, characters)}: without the characters (default: blanks) at both ends. */
  TRIM("trim,btrim", 1, 2, fixed(STRING, TEXT), STRICT, NEVER),
  LTRIM("ltrim", 1, 2, fixed(STRING, TEXT), STRICT, NEVER),
  RTRIM("rtrim", 1, 2, fixed(STRING, TEXT), STRICT, NEVER),
  /** Number of code points of a text, bytes of a binary, elements of a list, entries of a map. */
  LENGTH("length", 1, NestedRules::length),
  OCTET_LENGTH("octet_length", 1, fixed(INT64, BYTES)),
  /** Texts, lists or binaries put one behind the other, others as text; null if one is. */
  CONCAT_OPERATOR("||", 2, UNBOUNDED, NestedRules::joined, STRICT, NEVER),
  /** {@link #CONCAT_OPERATOR} that leaves nulls out. */
  CONCAT("concat", 1, UNBOUNDED, NestedRules::concat, NEVER_NULL, NEVER),
  /** Concatenation with a separator that leaves nulls out; null if the separator is. */
  CONCAT_WS("concat_ws", 2, UNBOUNDED, NestedRules::concatWith, NULLABLE, NEVER),
  /** Whether a text has a part, a list an element, a map a key. */
  CONTAINS("contains", 2, NestedRules::contains),
  STARTS_WITH("starts_with,prefix", 2, TypeRules::texts),
  ENDS_WITH("ends_with,suffix", 2, TypeRules::texts),
  /** {@code replace(text, from, to)}: every occurrence; an empty {@code from} changes nothing. */
  REPLACE("replace", 3, fixed(STRING, TEXT)),
  /** {@code strpos(text, part)}: position of the first occurrence, 0 if there is none. */
  POSITION("strpos,instr", 2, fixed(INT64, TEXT)),
  /** The first, and the last, {@code n} characters; below 0 all but those at the other end. */
  LEFT("left", 2, likeArgument(0, BYTES, WHOLE)),
  RIGHT("right", 2, likeArgument(0, BYTES, WHOLE)),
  /** {@code lpad(text, length, fill)}: filled up, with blanks if not said, or cut. */
  LPAD("lpad", 2, 3, fixed(STRING, TEXT, WHOLE, TEXT), STRICT, SOMETIMES),
  /** As {@link #LPAD}, at the end. */
  RPAD("rpad", 2, 3, fixed(STRING, TEXT, WHOLE, TEXT), STRICT, SOMETIMES),
  /** Code points of a text or elements of a list in reverse order. */
  REVERSE("reverse,list_reverse,array_reverse", 1, NestedRules::reverse),
  /** The text or list {@code n} times; empty for counts below 1. */
  REPEAT("repeat", 2, NestedRules::repeat, STRICT, SOMETIMES),
  /** {@code split_part(text, separator, n)}: a part from 1, from the end if negative, or empty. */
  SPLIT_PART("split_part", 3, fixed(STRING, TEXT, TEXT, WHOLE), STRICT, SOMETIMES),
  /** Whether the pattern (re2 syntax) matches some part of the text. */
  REGEXP_MATCHES("regexp_matches,regexp_like", 2, fixed(BOOL, TEXT), STRICT, SOMETIMES),
  /** {@code regexp_extract(text, pattern, group)}: first match's group, empty without a match. */
  REGEXP_EXTRACT("regexp_extract", 2, 3, fixed(STRING, TEXT, TEXT, WHOLE), NULLABLE, SOMETIMES),
  /** {@code regexp_replace(text, pattern, by, options)}: the first match; {@code g}: all. */
  REGEXP_REPLACE("regexp_replace", 3, 4, fixed(STRING, TEXT), STRICT, SOMETIMES),

  ABS("abs", 1, ArithmeticRules::sameNumber, STRICT, UNLESS_FLOAT),
  /** -1, 0 or 1 in the argument's type. */
  SIGN("sign", 1, ArithmeticRules::sameNumber, STRICT, UNLESS_FLOAT),
  /** Smallest integer that is not below the argument. */
  CEIL("ceil,ceiling", 1, ArithmeticRules::roundedToInteger, STRICT, UNLESS_FLOAT),
  /** Largest integer that is not above the argument. */
  FLOOR("floor", 1, ArithmeticRules::roundedToInteger, STRICT, UNLESS_FLOAT),
  /** {@code round(x, digits)}: half away from zero; a decimal's scale is that of literal digits. */
  ROUND("round", 1, 2, ofLiterals(ArithmeticRules::round), STRICT, UNLESS_FLOAT),
  /** {@code trunc(x, digits)}: towards zero, else as {@link #ROUND}; {@code trunc(day, unit)}. */
  TRUNC("trunc,truncate", 1, 2, ofLiterals(ArithmeticRules::truncate), STRICT, UNLESS_FLOAT),
  /** As {@link #ROUND}, but half to the even neighbour. */
  ROUND_EVEN("round_even", 1, 2, ofLiterals(ArithmeticRules::round), STRICT, UNLESS_FLOAT),
  BITWISE_AND("bitwise_and,&", 2, ArithmeticRules::integers),
  BITWISE_OR("bitwise_or,|", 2, ArithmeticRules::integers),
  BITWISE_XOR("bitwise_xor,xor", 2, ArithmeticRules::integers),
  /** Of a number from 0; a bit lost is an error. */
  LEFT_SHIFT("bitwise_left_shift,<<", 2, ArithmeticRules::integers, STRICT, SOMETIMES),
  /** Keeps the sign; 0 for counts outside of the type's bits. */
  RIGHT_SHIFT("bitwise_right_shift,>>", 2, ArithmeticRules::integers),
  /** Of an INTEGER or BIGINT by a count modulo its bits, as in Java; the next two as well. */
  SHIFT_LEFT("shiftleft", 2, ArithmeticRules::shift),
  SHIFT_RIGHT("shiftright", 2, ArithmeticRules::shift),
  SHIFT_RIGHT_UNSIGNED("shiftrightunsigned", 2, ArithmeticRules::shift),
  GCD("gcd", 2, ArithmeticRules::divisor, STRICT, SOMETIMES),
  LCM("lcm", 2, ArithmeticRules::divisor, STRICT, SOMETIMES),
  /** Square root; NaN below zero. */
  SQRT("sqrt", 1, fixed(FLOAT64, REAL)),
  CBRT("cbrt", 1, fixed(FLOAT64, REAL)),
  EXP("exp", 1, fixed(FLOAT64, REAL)),
  /** Natural logarithm; NaN below zero, negative infinity at zero. */
  LN("ln", 1, fixed(FLOAT64, REAL)),
  LOG10("log10,log", 1, fixed(FLOAT64, REAL)),
  LOG2("log2", 1, fixed(FLOAT64, REAL)),
  POWER("power,pow", 2, fixed(FLOAT64, REAL)),
  SIN("sin", 1, fixed(FLOAT64, REAL)),
  COS("cos", 1, fixed(FLOAT64, REAL)),
  TAN("tan", 1, fixed(FLOAT64, REAL)),
  COT("cot", 1, fixed(FLOAT64, REAL)),
  ASIN("asin", 1, fixed(FLOAT64, REAL)),
  ACOS("acos", 1, fixed(FLOAT64, REAL)),
  ATAN("atan", 1, fixed(FLOAT64, REAL)),
  /** {@code atan2(y, x)}: angle of the point. */
  ATAN2("atan2", 2, fixed(FLOAT64, REAL)),
  SINH("sinh", 1, fixed(FLOAT64, REAL)),
  COSH("cosh", 1, fixed(FLOAT64, REAL)),
  TANH("tanh", 1, fixed(FLOAT64, REAL)),
  ACOSH("acosh", 1, fixed(FLOAT64, REAL)),
  ASINH("asinh", 1, fixed(FLOAT64, REAL)),
  ATANH("atanh", 1, fixed(FLOAT64, REAL)),
  GAMMA("gamma", 1, fixed(FLOAT64, REAL)),
  /** Natural logarithm of the gamma function's absolute value. */
  LGAMMA("lgamma", 1, fixed(FLOAT64, REAL)),
  /** {@code exp(x) - 1}, exact near 0. */
  EXPM1("expm1", 1, fixed(FLOAT64, REAL)),
  /** {@code ln(1 + x)}, exact near 0. */
  LOG1P("log1p", 1, fixed(FLOAT64, REAL)),
  /** {@code sqrt(x * x + y * y)}, which overflows only as a whole. */
  HYPOT("hypot", 2, fixed(FLOAT64, REAL)),
  /** {@code nextafter(x, y)}: the DOUBLE beside {@code x} in the direction of {@code y}. */
  NEXT_AFTER("nextafter", 2, ArithmeticRules::nextAfter),
  DEGREES("degrees", 1, fixed(FLOAT64, REAL)),
  RADIANS("radians", 1, fixed(FLOAT64, REAL)),
  PI("pi", 0, fixed(FLOAT64), NEVER_NULL, NEVER),

  /** Year; parts of times are in the session's zone, null of infinite ones, and of intervals. */
  YEAR("year", 1, fixed(INT64, DAY_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  QUARTER("quarter", 1, fixed(INT64, DAY_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  MONTH("month", 1, fixed(INT64, DAY_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** ISO week, 1 to 53. */
  WEEK("week,weekofyear", 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  DAY("day,dayofmonth", 1, fixed(INT64, DAY_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** 0 for Sunday to 6 for Saturday. */
  DAY_OF_WEEK("dayofweek,dow,weekday", 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  /** 1 for Monday to 7 for Sunday. */
  ISO_DAY_OF_WEEK("isodow", 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  DAY_OF_YEAR("dayofyear,doy", 1, fixed(INT64, DAY_TIME), STRICT_OR_NULL, NEVER),
  HOUR("hour", 1, fixed(INT64, TIME_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  MINUTE("minute", 1, fixed(INT64, TIME_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** 0 to 59, without fraction. */
  SECOND("second", 1, fixed(INT64, TIME_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** Milliseconds of the minute, 0 to 59,999. */
  MILLISECOND("millisecond", 1, fixed(INT64, TIME_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** Microseconds of the minute, 0 to 59,999,999. */
  MICROSECOND("microsecond", 1, fixed(INT64, TIME_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** Nanoseconds of the minute. */
  NANOSECOND("nanosecond", 1, fixed(INT64, TIME_OR_INTERVAL), STRICT_OR_NULL, NEVER),
  /** Milliseconds since 1970-01-01, of an interval in all; of an integer the time they mean. */
  EPOCH_MS("epoch_ms", 1, TypeRules::epochSteps, STRICT_OR_NULL, SOMETIMES),
  EPOCH_US("epoch_us", 1, TypeRules::epochSteps, STRICT_OR_NULL, SOMETIMES),
  EPOCH_NS("epoch_ns", 1, TypeRules::epochSteps, STRICT_OR_NULL, SOMETIMES),
  /** Seconds since 1970-01-01, with fraction; of an interval its length, a month of 30 days. */
  EPOCH("epoch", 1, TypeRules::epoch, STRICT_OR_NULL, NEVER),
  /** {@code date_trunc(unit, x)}: the start of the unit that {@code x} is in; keeps the type. */
  DATE_TRUNC("date_trunc", 2, TypeRules::truncation, STRICT, SOMETIMES),
  /**
   * {@code date_diff(unit, from, to)}: how many starts of a unit are between, maybe negative; whole
   * weeks.
   */
  DATE_DIFF("date_diff,datediff", 3, TypeRules::difference, STRICT_OR_NULL, SOMETIMES),
  /** {@code date_sub(unit, from, to)}: how many full units are between, cut towards zero. */
  FULL_UNITS_BETWEEN("date_sub,datesub", 3, TypeRules::difference, STRICT_OR_NULL, SOMETIMES),
  /** The nanoseconds of an interval, to compare it: months of 30 days of 24 hours. */
  INTERVAL_LENGTH("interval length", 1, fixed(INTEGER_38, INTERVAL)),
  LAST_DAY("last_day", 1, fixed(DataType.DATE, DAY_TIME), STRICT_OR_NULL, NEVER),
  MAKE_DATE("make_date", 3, fixed(DataType.DATE, WHOLE), STRICT, SOMETIMES),
  /** Day at the query's start in the session's zone. */
  CURRENT_DATE("current_date,today", 0, fixed(DataType.DATE), NEVER_NULL, NEVER),
  /** Point in time of the query's start. */
  CURRENT_TIMESTAMP("now,current_timestamp", 0, fixed(DataType.TIMESTAMP_TZ), NEVER_NULL, NEVER),
  LOCAL_TIMESTAMP("localtimestamp", 0, fixed(DataType.TIMESTAMP), NEVER_NULL, NEVER),
  LOCAL_TIME("localtime,current_time", 0, fixed(DataType.TIME), NEVER_NULL, NEVER),

  /** {@code struct_extract(struct, 'name')}, written {@code struct.name}: null of a null struct. */
  FIELD("struct_extract", 2, ofLiterals(NestedRules::field), STRICT_OR_NULL, NEVER),
  /** {@code struct_of('name', value, ...)}, written {@code {'name': value}}. */
  STRUCT_OF("struct_of", 2, UNBOUNDED, ofLiterals(NestedRules::struct), NEVER_NULL, NEVER),
  /** {@code list_value(a, b, ...)}, written {@code [a, b]}: a list of values, nulls too. */
  LIST_OF("list_value,list_pack", 0, UNBOUNDED, NestedRules::list, NEVER_NULL, NEVER),
  /**
   * {@code map(keys, values)}, lists of one length, or a key and its value; no null or equal keys.
   */
  MAP_OF("map", 2, NestedRules::map, NULLABLE, SOMETIMES),
  /** {@code list[n]} and {@code text[n]}, from 1 or from the end if negative; {@code map[key]}. */
  ELEMENT("list_extract", 2, NestedRules::element, STRICT_OR_NULL, NEVER),
  /** {@code element_at(map, key)}: a list of the key's value; otherwise {@link #ELEMENT}. */
  MAP_EXTRACT("element_at,map_extract", 2, NestedRules::extract, NULLABLE, NEVER),
  /** Sum of the elements that are not null; null if there is none. */
  LIST_SUM("list_sum,array_sum", 1, NestedRules::sum, STRICT_OR_NULL, UNLESS_FLOAT),
  LIST_AVG("list_avg,array_avg", 1, NestedRules::average, STRICT_OR_NULL, NEVER),
  LIST_MIN("list_min,array_min", 1, NestedRules::extreme, STRICT_OR_NULL, NEVER),
  LIST_MAX("list_max,array_max", 1, NestedRules::extreme, STRICT_OR_NULL, NEVER),
  /** {@code list_sort(list, 'asc', 'nulls last')}; these two may be left out. */
  LIST_SORT("list_sort,array_sort", 1, 3, ofLiterals(NestedRules::sort), STRICT, NEVER),
  /** The different elements that are not null, where they occur first. */
  LIST_DISTINCT("list_distinct,array_distinct", 1, NestedRules::sameList),
  /** {@code array_to_string(list, separator)}: without nulls; null if there is nothing else. */
  LIST_JOIN("array_to_string,list_join,array_join", 2, NestedRules::join, NULLABLE, NEVER),
  /** {@code list_slice(list, first, last)}: from 1, from the end if negative; so of a text. */
  LIST_SLICE("list_slice,array_slice", 3, NestedRules::slice),
  /** {@code list_concat(a, b, ...)}: all elements; null lists are empty, bare nulls alone null. */
  LIST_CONCAT("list_concat", 1, UNBOUNDED, NestedRules::concatLists, NULLABLE, NEVER),
  /** {@code string_split(text, separator)}: the characters by an empty separator. */
  STRING_SPLIT("string_split", 2, fixed(STRINGS, TEXT), NULLABLE, NEVER),
  MAP_KEYS("map_keys", 1, types -> NestedRules.mapPart(types, MapPart.KEYS)),
  MAP_VALUES("map_values", 1, types -> NestedRules.mapPart(types, MapPart.VALUES)),
  /** The entries of a map as a list of structs of a key and a value. */
  MAP_ENTRIES("map_entries", 1, types -> NestedRules.mapPart(types, MapPart.ENTRIES)),
  /** {@code list_position(list, value)}: of the first equal element, from 1; null for none. */
  LIST_POSITION("list_position", 2, NestedRules::position, NULLABLE, NEVER),
  /** The elements of a list's lists, one behind the other; null lists among them are left out. */
  FLATTEN("flatten", 1, NestedRules::flatten),
  /**
   * {@code list_zip(a, b, ..., cut)}: structs of the elements at one position, or nulls; up to the
   * end of the shortest list if {@code cut} is true.
   */
  LIST_ZIP("list_zip", 1, UNBOUNDED, NestedRules::zip, NEVER_NULL, NEVER),
  /** {@code list_intersect(a, b)}: the different elements of both, none if b is null. */
  LIST_INTERSECT("list_intersect,array_intersect", 2, NestedRules::lists, NULLABLE, NEVER),
  /** {@code range(start, end, step)}: numbers from 0, or times, before the end by a step. */
  RANGE("range", 1, 3, TypeRules::range, STRICT, SOMETIMES),
  /** As {@link #RANGE}, the end included. */
  GENERATE_SERIES("generate_series", 1, 3, TypeRules::range, STRICT, SOMETIMES),
  /**
   * A list of what an expression gives for each element. Arguments: the list, a number, and the
   * expression, in which a {@link #LAMBDA_PARAMETER} of that number, unless bound anew, is what is
   * at hand.
   */
  LIST_TRANSFORM(
      "list_transform,list_apply,array_transform,array_apply,transform,apply",
      3,
      NestedRules::transform,
      NULLABLE,
      NEVER),
  /** The elements of a list for which a condition is true; arguments as {@link #LIST_TRANSFORM}. */
  LIST_FILTER("list_filter,array_filter,filter", 3, NestedRules::filter, NULLABLE, NEVER),
  /**
   * What an expression over the result so far and the next element gives in the end; arguments as
   * {@link #LIST_TRANSFORM}, and the first result. Without one, an empty list is an error.
   */
  LIST_REDUCE(
      "list_reduce,array_reduce,reduce,aggregate", 4, NestedRules::reduce, NULLABLE, SOMETIMES),
  /**
   * In an expression over elements {@code 'element'}, {@code 'position'} from 1, or {@code
   * 'result'} so far; the arguments are the list, the number that the call binds, and this word.
   */
  LAMBDA_PARAMETER("lambda parameter", 3, ofLiterals(NestedRules::parameter), NULLABLE, NEVER),

  /** A {@link ValueFunction} by its name, the first argument, that never fails. */
  VALUE("value call", 1, UNBOUNDED, ofLiterals(ValueFunction::signature), NULLABLE, NEVER),
  /** A {@link ValueFunction} that fails for some values. */
  CHECKED_VALUE(
      "checked call", 1, UNBOUNDED, ofLiterals(ValueFunction::signature), NULLABLE, SOMETIMES),
  /** A random number of the call of a number, or by a seed, the second argument. */
  RANDOM("random draw", 1, 2, fixed(FLOAT64, WHOLE), NEVER_NULL, NEVER),
  CHR("chr", 1, fixed(STRING, WHOLE), STRICT, SOMETIMES),
  /** Code point of the first character; 0 of an empty text. */
  ASCII("ascii", 1, fixed(INT64, TEXT)),
  /** {@code translate(text, from, to)}: each character by the one at its place, if there is one. */
  TRANSLATE("translate", 3, fixed(STRING, TEXT)),
  /** Digest of a text or binary as hexadecimal text. */
  MD5("md5", 1, fixed(STRING, BYTES)),
  SHA256("sha256", 1, fixed(STRING, BYTES)),
  /** The bytes of a binary or text as text of 64 characters, by RFC 4648. */
  BASE64("base64,to_base64", 1, fixed(STRING, BYTES)),
  /** The bytes that {@link #BASE64} wrote. */
  FROM_BASE64("from_base64", 1, fixed(DataType.BINARY, TEXT), STRICT, SOMETIMES),
  ENCODE("encode", 1, fixed(DataType.BINARY, TEXT)),
  DECODE("decode", 1, fixed(STRING, BINARY), STRICT, SOMETIMES),
  /** An integer, or the bytes of a text or binary, in hexadecimal. */
  HEX("hex,to_hex", 1, TypeRules::hex),
  UNHEX("unhex,from_hex", 1, fixed(DataType.BINARY, TEXT), STRICT, SOMETIMES),
  BIN("bin,to_binary", 1, TypeRules::hex),
  BIT_COUNT("bit_count", 1, ArithmeticRules::bitCount),
  /** Least number of characters to put in, take out or replace. */
  LEVENSHTEIN("levenshtein,editdist3", 2, fixed(INT64, TEXT)),
  DAMERAU_LEVENSHTEIN("damerau_levenshtein", 2, fixed(INT64, TEXT)),
  /** Places in which texts of one length differ. */
  HAMMING("hamming,mismatches", 2, fixed(INT64, TEXT), STRICT, SOMETIMES),
  /** Share of the characters of two texts that both have. */
  JACCARD("jaccard", 2, fixed(FLOAT64, TEXT), STRICT, SOMETIMES),
  /** Similarity of Jaro, from 0 to 1. */
  JARO_SIMILARITY("jaro_similarity", 2, fixed(FLOAT64, TEXT)),
  JARO_WINKLER_SIMILARITY("jaro_winkler_similarity", 2, fixed(FLOAT64, TEXT)),
  /** {@code regexp_split_to_array(text, pattern)}: the parts between matches. */
  REGEXP_SPLIT("regexp_split_to_array", 2, fixed(STRINGS, TEXT), NULLABLE, SOMETIMES),
  /** {@code regexp_extract_all(text, pattern, group)}: a group of every match; 0 is all of it. */
  REGEXP_EXTRACT_ALL(
      "regexp_extract_all", 2, 3, fixed(STRINGS, TEXT, TEXT, WHOLE), STRICT, SOMETIMES),
  /** {@code format('{} of {}', a, b)}: a text with others in its places. */
  FORMAT("format", 1, UNBOUNDED, fixed(STRING, TEXT, FORMATTED), STRICT, SOMETIMES),
  /** {@code printf('%d %s', a, b)}: as in C. */
  PRINTF("printf", 1, UNBOUNDED, fixed(STRING, TEXT, PRINTED), STRICT, SOMETIMES),
  STRFTIME("strftime", 2, fixed(STRING, MOMENT, TEXT), STRICT, SOMETIMES),
  /** {@code strptime(text, '%d.%m.%Y')}: a time; with zone if a literal pattern has one. */
  STRPTIME("strptime", 2, ofLiterals(TypeRules::readTime), STRICT, SOMETIMES),
  /** {@link #STRPTIME} that is null where the text does not fit. */
  TRY_STRPTIME("try_strptime", 2, ofLiterals(TypeRules::readTime), NULLABLE, SOMETIMES),
  DAY_NAME("dayname", 1, fixed(STRING, MOMENT), STRICT_OR_NULL, NEVER),
  MONTH_NAME("monthname", 1, fixed(STRING, MOMENT), STRICT_OR_NULL, NEVER),
  MAKE_TIMESTAMP(
      "make_timestamp",
      6,
      fixed(DataType.TIMESTAMP, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, REAL),
      STRICT,
      SOMETIMES),
  /** {@code time_bucket(width, time, origin)}: the start of the stretch of a width. */
  TIME_BUCKET("time_bucket", 2, 3, TypeRules::timeBucket, STRICT_OR_NULL, SOMETIMES),
  /**
   * {@code timezone('Europe/Berlin', time)}, written {@code time AT TIME ZONE 'Europe/Berlin'}:
   * what clocks show there at a point in time, and of what they show, the point in time.
   */
  TIMEZONE("timezone", 2, TypeRules::timeZone, STRICT_OR_NULL, SOMETIMES),
  /** How often each element of a list comes, as a map. */
  LIST_HISTOGRAM("list_histogram", 1, NestedRules::histogram, STRICT_OR_NULL, NEVER),
  /** The element of a list that comes most often, of several the one that comes first. */
  LIST_MODE("list_mode", 1, NestedRules::extreme, STRICT_OR_NULL, NEVER),
  LIST_ENTROPY("list_entropy", 1, NestedRules::entropy),
  /** Median of the distances of a list's numbers, or times, from their median. */
  LIST_MAD("list_mad", 1, NestedRules::distance, STRICT_OR_NULL, NEVER),
  LIST_COUNT("list_count", 1, NestedRules::count),
  LIST_ANY_VALUE("list_any_value", 1, NestedRules::one, STRICT_OR_NULL, NEVER),
  LIST_PRODUCT("list_product", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  LIST_MEDIAN("list_median", 1, NestedRules::middle, STRICT_OR_NULL, NEVER),
  LIST_VAR_POP("list_var_pop", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Variance of what the numbers of a list are a sample of; null of fewer than two. */
  LIST_VAR_SAMP("list_var_samp", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  LIST_STDDEV_POP("list_stddev_pop", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  LIST_STDDEV_SAMP("list_stddev_samp", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  LIST_SEM("list_sem", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Skewness of what the numbers of a list are a sample of; null of fewer than three. */
  LIST_SKEWNESS("list_skewness", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** Excess kurtosis of what the numbers of a list are a sample of; null of fewer than four. */
  LIST_KURTOSIS("list_kurtosis", 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  LIST_BOOL_AND("list_bool_and", 1, NestedRules::truths, STRICT_OR_NULL, NEVER),
  LIST_BOOL_OR("list_bool_or", 1, NestedRules::truths, STRICT_OR_NULL, NEVER),
  LIST_BIT_AND("list_bit_and", 1, NestedRules::bits, STRICT_OR_NULL, NEVER),
  LIST_BIT_OR("list_bit_or", 1, NestedRules::bits, STRICT_OR_NULL, NEVER),
  LIST_BIT_XOR("list_bit_xor", 1, NestedRules::bits, STRICT_OR_NULL, NEVER),
  /** Sum of the products of the numbers of two lists of one length, which have no nulls. */
  LIST_INNER_PRODUCT("list_inner_product", 2, ArithmeticRules::vectors, STRICT, SOMETIMES),
  LIST_DISTANCE("list_distance", 2, ArithmeticRules::vectors, STRICT, SOMETIMES),
  /** Cosine of the angle between two vectors, lists of one length; null of empty ones. */
  LIST_COSINE_SIMILARITY(
      "list_cosine_similarity", 2, ArithmeticRules::vectors, STRICT_OR_NULL, SOMETIMES),
  /** {@code json_extract(json, path)}: the value at a path or position, as JSON. */
  JSON_EXTRACT(
      "json_extract,json_extract_path", 2, JsonRules.of(DataType.JSON), NULLABLE, SOMETIMES),
  /** {@link #JSON_EXTRACT} as text: of a text what it says, of JSON's null null. */
  JSON_EXTRACT_STRING(
      "json_extract_string,json_extract_path_text", 2, JsonRules.of(STRING), NULLABLE, SOMETIMES),
  JSON_EXISTS("json_exists", 2, JsonRules.of(BOOL), STRICT, SOMETIMES),
  JSON_VALID("json_valid", 1, fixed(BOOL, TEXT)),
  JSON_TYPE("json_type", 1, 2, JsonRules.of(STRING), NULLABLE, SOMETIMES),
  JSON_ARRAY_LENGTH("json_array_length", 1, 2, JsonRules.of(INT64), NULLABLE, SOMETIMES),
  JSON_KEYS("json_keys", 1, 2, JsonRules.of(STRINGS), NULLABLE, SOMETIMES),
  JSON_MINIFY("json", 1, JsonRules.ofOne(DataType.JSON), STRICT, SOMETIMES),
  /** Any value as JSON; text as a text of JSON, where a cast reads it. */
  TO_JSON("to_json,json_quote,row_to_json,array_to_json", 1, JsonRules::written),
  LIST_COSINE_DISTANCE(
      "list_cosine_distance", 2, ArithmeticRules::vectors, STRICT_OR_NULL, SOMETIMES);

  private final FunctionShape shape;
  private final TypeRule typeRule;
  private final Failure failure;

  ScalarFunction(String sqlNames, int arguments, TypeRule typeRule) {
    this(sqlNames, arguments, arguments, typeRule, STRICT, NEVER);
  }

  ScalarFunction(
      String sqlNames, int arguments, TypeRule typeRule, NullRule nullRule, Failure failure) {
    this(sqlNames, arguments, arguments, typeRule, nullRule, failure);
  }

  ScalarFunction(
      String sqlNames,
      int minArguments,
      int maxArguments,
      TypeRule typeRule,
      NullRule nullRule,
      Failure failure) {
    this.shape = FunctionShape.of(sqlNames, minArguments, maxArguments, nullRule);
    this.typeRule = typeRule;
    this.failure = failure;
  }

  @Override
  public FunctionShape shape() {
    return shape;
  }

  /** Returns whether a call of this signature can raise an error for single values. */
  public boolean canFail(Signature signature) {
    return switch (failure) {
      case NEVER -> false;
      case UNLESS_FLOAT -> !signature.resultType().isFloat();
      case SOMETIMES -> true;
    };
  }

  @Override
  public Signature resolve(List<Argument> arguments) {
    return CatalogueFunctions.resolve(this, typeRule, arguments, this::readArguments);
  }
}
