package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.catalogue.Failure.NEVER;
import static dev.heddle.frame.expr.catalogue.Failure.SOMETIMES;
import static dev.heddle.frame.expr.catalogue.NullRule.NEVER_NULL;
import static dev.heddle.frame.expr.catalogue.NullRule.NULLABLE;
import static dev.heddle.frame.expr.catalogue.NullRule.NULL_IF_ALL_NULL;
import static dev.heddle.frame.expr.catalogue.NullRule.STRICT;
import static dev.heddle.frame.expr.catalogue.NullRule.STRICT_OR_NULL;
import static dev.heddle.frame.expr.catalogue.ParameterType.ANY;
import static dev.heddle.frame.expr.catalogue.ParameterType.AS_TEXT;
import static dev.heddle.frame.expr.catalogue.ParameterType.BINARY;
import static dev.heddle.frame.expr.catalogue.ParameterType.BYTES;
import static dev.heddle.frame.expr.catalogue.ParameterType.CALENDAR;
import static dev.heddle.frame.expr.catalogue.ParameterType.INTERVAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.JSON;
import static dev.heddle.frame.expr.catalogue.ParameterType.MOMENT;
import static dev.heddle.frame.expr.catalogue.ParameterType.REAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.TEXT;
import static dev.heddle.frame.expr.catalogue.ParameterType.WHOLE;
import static dev.heddle.frame.expr.catalogue.TypeRule.ofLiterals;
import static dev.heddle.frame.expr.catalogue.TypeRules.INTEGER_38;
import static dev.heddle.frame.expr.catalogue.TypeRules.STRINGS;
import static dev.heddle.frame.expr.catalogue.TypeRules.TIMESTAMP_9;
import static dev.heddle.frame.expr.catalogue.TypeRules.businessDays;
import static dev.heddle.frame.expr.catalogue.TypeRules.fixed;
import static dev.heddle.frame.expr.catalogue.TypeRules.labelled;
import static dev.heddle.frame.expr.catalogue.TypeRules.textAndTexts;
import static dev.heddle.frame.schema.DataType.INT64;
import static dev.heddle.frame.schema.DataType.STRING;
import static dev.heddle.frame.schema.DataType.TIMESTAMP;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.definition.BinDefinitions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DataType.MapOf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scalar functions that are computed value by value, each with its names, types and null rule.
 *
 * <p>In plans a call is one of {@link ScalarFunction#VALUE} or {@link ScalarFunction#CHECKED_VALUE}
 * with the function's name as its first argument, so that they are one operator to rules, codecs
 * and kernels. {@code docs/guide/functions.md} describes each.
 */
public enum ValueFunction implements BuiltInFunction {
  FACTORIAL("factorial", 1, 1, fixed(INTEGER_38, WHOLE), STRICT, SOMETIMES),
  /** {@code binom(n, k)}: the ways to take {@code k} of {@code n}. */
  BINOM("binom", 2, 2, fixed(INTEGER_38, WHOLE), STRICT, SOMETIMES),
  /** {@code to_base(number, radix, digits)}: digits of a radix up to 36, filled with zeros. */
  TO_BASE("to_base", 2, 3, fixed(STRING, WHOLE), STRICT, SOMETIMES),
  /** {@code conv(digits, from, to)}: unsigned 64 bits in another radix; signed to one below 0. */
  CONV("conv", 3, 3, fixed(STRING, AS_TEXT, WHOLE, WHOLE), STRICT_OR_NULL, NEVER),
  FORMAT_BYTES("format_bytes,formatreadablesize", 1, 1, fixed(STRING, WHOLE), STRICT, NEVER),
  /** {@code bar(x, min, max, width)}: a line of blocks, of 80 characters if not said. */
  BAR("bar", 3, 4, fixed(STRING, REAL), STRICT, SOMETIMES),
  /** {@code width_bucket(x, min, max, n)}: the bucket of n equal ones, 0 below, n + 1 above. */
  WIDTH_BUCKET("width_bucket", 4, 4, fixed(INT64, REAL, REAL, REAL, WHOLE), STRICT_OR_NULL, NEVER),

  /** {@code equi_width_bins(min, max, n, is nice)}: upper ends of bins of equal width. */
  EQUI_WIDTH_BINS("equi_width_bins", 4, 4, BinDefinitions::ends, STRICT, SOMETIMES),
  /** Of values the number in each of some bins, see {@link BinDefinitions}. */
  LIST_BINNED("histogram", 3, 3, BinDefinitions::binned, STRICT_OR_NULL, SOMETIMES),
  /** Whether a value is that under which histograms of bins count what is in none. */
  IS_OTHER_BIN("is_histogram_other_bin", 1, 1, BinDefinitions::other, STRICT, NEVER),

  /** First characters of words between blanks in upper case, the others in lower case. */
  INITCAP("initcap", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  /**
   * {@code substring_index(text, part, n)}: what precedes the n-th one, follows it from the end.
   */
  SUBSTRING_INDEX("substring_index", 3, 3, fixed(STRING, TEXT, TEXT, WHOLE), STRICT, NEVER),
  SOUNDEX("soundex", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  STRIP_ACCENTS("strip_accents", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  NFC_NORMALIZE("nfc_normalize", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  URL_ENCODE("url_encode", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  URL_DECODE("url_decode", 1, 1, fixed(STRING, TEXT), STRICT, SOMETIMES),
  /** {@code parse_url(url, 'HOST')}, and {@code parse_url(url, 'QUERY', 'key')}. */
  PARSE_URL("parse_url", 2, 3, fixed(STRING, TEXT), STRICT_OR_NULL, SOMETIMES),
  REGEXP_ESCAPE("regexp_escape", 1, 1, fixed(STRING, TEXT), STRICT, NEVER),
  /** Position of the first match, 0 if there is none. */
  REGEXP_INSTR("regexp_instr", 2, 2, fixed(INT64, TEXT), STRICT, SOMETIMES),
  /** {@code str_to_map(text, between entries, between key and value)}: patterns; last key wins. */
  STR_TO_MAP("str_to_map", 1, 3, fixed(new MapOf(STRING, STRING), TEXT), STRICT, SOMETIMES),
  /** {@code mask(text, upper, lower, digit, other)}: null for what stays as it is. */
  MASK("mask", 1, 5, fixed(STRING, TEXT), NULLABLE, NEVER),
  FORMAT_NUMBER("format_number", 2, 2, TypeRules::numberFormat, STRICT_OR_NULL, SOMETIMES),
  LENGTH_GRAPHEME("length_grapheme", 1, 1, fixed(INT64, TEXT), STRICT, NEVER),
  LEFT_GRAPHEME("left_grapheme", 2, 2, fixed(STRING, TEXT, WHOLE), STRICT, NEVER),
  RIGHT_GRAPHEME("right_grapheme", 2, 2, fixed(STRING, TEXT, WHOLE), STRICT, NEVER),
  SUBSTRING_GRAPHEME("substring_grapheme", 2, 3, fixed(STRING, TEXT, WHOLE), STRICT, NEVER),
  /** Parts of a path; which signs part it is an argument, see the guide. */
  PARSE_PATH("parse_path", 1, 2, fixed(STRINGS, TEXT), NULLABLE, SOMETIMES),
  PARSE_DIRNAME("parse_dirname", 1, 2, fixed(STRING, TEXT), NULLABLE, SOMETIMES),
  PARSE_DIRPATH("parse_dirpath", 1, 2, fixed(STRING, TEXT), NULLABLE, SOMETIMES),
  /** {@code parse_filename(path, without extension, signs)}. */
  PARSE_FILENAME("parse_filename", 1, 3, TypeRules::fileName, NULLABLE, SOMETIMES),
  SHA1("sha1,sha", 1, 1, fixed(STRING, BYTES), STRICT, NEVER),
  SHA224("sha224", 1, 1, fixed(STRING, BYTES), STRICT, NEVER),
  SHA384("sha384", 1, 1, fixed(STRING, BYTES), STRICT, NEVER),
  SHA512("sha512", 1, 1, fixed(STRING, BYTES), STRICT, NEVER),
  CRC32("crc32", 1, 1, fixed(INT64, BYTES), STRICT, NEVER),
  /** Murmur's hash of 32 bits, as Spark computes it; null is passed over. */
  HASH("hash", 1, UNBOUNDED, fixed(DataType.INT32, ANY), NEVER_NULL, NEVER),
  /** xxHash of 64 bits, as Spark computes it; null is passed over. */
  XXHASH64("xxhash64", 1, UNBOUNDED, fixed(INT64, ANY), NEVER_NULL, NEVER),
  /** {@code encode(text, charset)}. */
  ENCODE_IN("encode", 2, 2, fixed(DataType.BINARY, TEXT), STRICT, SOMETIMES),
  /** {@code decode(bytes, charset)}. */
  DECODE_FROM("decode", 2, 2, fixed(STRING, BINARY, TEXT), STRICT, SOMETIMES),
  /** Bytes of digits 0 and 1. */
  UNBIN("unbin,from_binary", 1, 1, fixed(DataType.BINARY, TEXT), STRICT, SOMETIMES),
  /** The name of a value's type. */
  TYPEOF("typeof,get_type", 1, 1, fixed(STRING, ANY), NEVER_NULL, NEVER),
  /** The first label of an enumeration's type, whatever the value is, as the next two. */
  ENUM_FIRST("enum_first", 1, 1, labelled(STRING), NEVER_NULL, NEVER),
  ENUM_LAST("enum_last", 1, 1, labelled(STRING), NEVER_NULL, NEVER),
  /** All labels. */
  ENUM_RANGE("enum_range", 1, 1, labelled(STRINGS), NEVER_NULL, NEVER),
  /** {@code enum_range_boundary(from, to)}: labels between both; null is the first, or the last. */
  ENUM_RANGE_BOUNDARY("enum_range_boundary", 2, 2, TypeRules::bounds, NEVER_NULL, NEVER),
  /** The position of a value's label, from 0. */
  ENUM_CODE("enum_code", 1, 1, TypeRules::position, STRICT, NEVER),
  /** An error of a text. */
  ERROR("error,raise_error", 1, 1, fixed(DataType.NULL, TEXT), NULLABLE, SOMETIMES),

  /** {@code age(a, b)}: years, months, days and time of day from b to a. */
  AGE("age", 2, 2, fixed(DataType.INTERVAL, MOMENT), STRICT_OR_NULL, NEVER),
  MAKE_TIME("make_time", 3, 3, fixed(DataType.TIME, WHOLE, WHOLE, REAL), STRICT, SOMETIMES),
  /** Of microseconds since 1970, or a day, as the next two of other steps. */
  MAKE_TIMESTAMP_US("make_timestamp", 1, 1, TypeRules::timestampOf, STRICT, SOMETIMES),
  MAKE_TIMESTAMP_MS("make_timestamp_ms", 1, 1, fixed(TIMESTAMP, WHOLE), STRICT, SOMETIMES),
  MAKE_TIMESTAMP_NS("make_timestamp_ns", 1, 1, fixed(TIMESTAMP_9, WHOLE), STRICT, SOMETIMES),
  /** Of days since 1970, or a struct of year, month and day. */
  MAKE_DATE_OF_DAYS("make_date", 1, 1, TypeRules::dateOf, STRICT_OR_NULL, SOMETIMES),
  /** Of seconds since 1970, or a text or day. */
  TO_TIMESTAMP("to_timestamp", 1, 1, TypeRules::instantOf, STRICT, SOMETIMES),
  TIME_FROM_MICROS("time_from_micros", 1, 1, fixed(DataType.TIME, WHOLE), STRICT, SOMETIMES),
  /** {@code date_format(time, 'yyyy-MM-dd')}: by a pattern of Java. */
  DATE_FORMAT("date_format", 2, 2, fixed(STRING, MOMENT, TEXT), STRICT_OR_NULL, SOMETIMES),
  /** A time that a text is by a pattern of Java, a literal if it has a zone. */
  PARSE_TIME("parse_timestamp", 2, 2, ofLiterals(TypeRules::readJavaTime), STRICT, SOMETIMES),
  /** {@code months_between(a, b, rounded)}: whole ones between equal days of months. */
  MONTHS_BETWEEN("months_between", 2, 3, TypeRules::monthsBetween, STRICT_OR_NULL, NEVER),
  /** {@code next_day(date, 'mon')}: the first such weekday behind a date. */
  NEXT_DAY("next_day", 2, 2, fixed(DataType.DATE, CALENDAR, TEXT), STRICT_OR_NULL, SOMETIMES),

  /** {@code list_resize(list, length, value)}: cut, or filled up with a value or nulls. */
  LIST_RESIZE("list_resize,array_resize", 2, 3, StructRules::resize, NULLABLE, SOMETIMES),
  /** {@code array_insert(list, position, value)}: from 1, from the end if negative. */
  ARRAY_INSERT("array_insert", 3, 3, StructRules::insert, NULLABLE, SOMETIMES),
  /** {@code list_top_k(list, k)}: the most frequent elements, of equal counts the first ones. */
  LIST_TOP_K("list_top_k", 2, 2, StructRules::topOf, STRICT_OR_NULL, NEVER),
  LIST_KURTOSIS_POP("list_kurtosis_pop", 1, 1, NestedRules::deviation, STRICT_OR_NULL, NEVER),
  /** A map of a list of structs of two fields. */
  MAP_FROM_ENTRIES("map_from_entries", 1, 1, StructRules::ofEntries, STRICT, SOMETIMES),
  /** The entries of all maps, the last one of a key; null maps are left out. */
  MAP_CONCAT("map_concat", 2, UNBOUNDED, StructRules::maps, NULL_IF_ALL_NULL, NEVER),
  STRUCT_KEYS("struct_keys", 1, 1, StructRules::names, STRICT, NEVER),
  /** The values of a struct as a row. */
  STRUCT_VALUES("struct_values", 1, 1, StructRules::row, STRICT, NEVER),
  /** The fields of all structs, which have different names. */
  STRUCT_CONCAT("struct_concat", 1, UNBOUNDED, StructRules::joined, NEVER_NULL, NEVER),
  /** The fields of two structs, the second one's instead of those of the same name. */
  STRUCT_MERGE("struct_merge", 2, 2, StructRules::merged, NEVER_NULL, NEVER),
  /** {@code struct_extract_at(struct, n)}: the field at a literal position from 1. */
  STRUCT_EXTRACT_AT(
      "struct_extract_at", 2, 2, ofLiterals(StructRules::fieldAt), STRICT_OR_NULL, NEVER),
  /** The position of the first field of a row that equals a value. */
  STRUCT_POSITION("struct_position,struct_indexof", 2, 2, StructRules::position, NULLABLE, NEVER),
  STRUCT_CONTAINS("struct_contains,struct_has", 2, 2, StructRules::holds, STRICT, NEVER),
  /** {@code path_join(path, path, ...)}: with dots resolved. */
  PATH_JOIN("path_join", 1, UNBOUNDED, fixed(STRING, TEXT), STRICT, SOMETIMES),

  /** Bits of a number of its type's width that are 0. */
  BIT_COUNT_ZEROS("bit_count_zeros", 1, 1, ArithmeticRules::bits, STRICT, NEVER),
  BIT_LEADING_ZEROS("bit_leading_zeros", 1, 1, ArithmeticRules::bits, STRICT, NEVER),
  BIT_LEADING_ONES("bit_leading_ones", 1, 1, ArithmeticRules::bits, STRICT, NEVER),
  BIT_TRAILING_ZEROS("bit_trailing_zeros", 1, 1, ArithmeticRules::bits, STRICT, NEVER),
  BIT_TRAILING_ONES("bit_trailing_ones", 1, 1, ArithmeticRules::bits, STRICT, NEVER),
  /** {@code round_significant(x, digits)}: to digits from the first one that is not 0. */
  ROUND_SIGNIFICANT(
      "round_significant", 2, 2, fixed(DataType.FLOAT64, REAL, WHOLE), STRICT, SOMETIMES),
  /** {@code normalize(text, form)}: in NFC, NFD, NFKC or NFKD. */
  NORMALIZE("normalize", 1, 2, fixed(STRING, TEXT), STRICT, SOMETIMES),
  /**
   * {@code extract_many(text, patterns)}: the texts of a list that occur, the one that ends first,
   * of those the longest, and then behind it.
   */
  EXTRACT_MANY("extract_many", 2, 2, textAndTexts(STRINGS), STRICT, NEVER),
  /** The positions from 1 of what {@link #EXTRACT_MANY} gives. */
  FIND_MANY("find_many", 2, 2, textAndTexts(TypeRules.INTEGERS), STRICT, NEVER),
  /** {@code replace_many(text, patterns, by)}: each by its own text, or all by the only one. */
  REPLACE_MANY("replace_many", 3, 3, textAndTexts(STRING), STRICT, SOMETIMES),
  /** {@code get_byte(bytes, place)}: from 0 to 255; the place from 0, from the end if negative. */
  GET_BYTE("get_byte", 2, 2, fixed(DataType.INT32, BINARY, WHOLE), STRICT, SOMETIMES),
  /** {@code is_business_day(date, holidays)}: Monday to Friday, and no holiday. */
  IS_BUSINESS_DAY("is_business_day", 1, 2, businessDays(DataType.BOOL), STRICT, NEVER),
  /** {@code add_business_days(date, n, holidays)}: of a business day the n-th one after it. */
  ADD_BUSINESS_DAYS(
      "add_business_days", 2, 3, businessDays(DataType.DATE, WHOLE), STRICT, SOMETIMES),
  /** {@code struct_drop(struct, 'name', ...)}: without fields. */
  STRUCT_DROP("struct_drop", 2, UNBOUNDED, ofLiterals(StructRules::without), STRICT, NEVER),
  /** {@code struct_rename(struct, 'name', ...)}: its fields under other names, in order. */
  STRUCT_RENAME("struct_rename", 2, UNBOUNDED, ofLiterals(StructRules::renamed), STRICT, NEVER),

  /** About how many values a HyperLogLog sketch is of; the next one is of two sketches' values. */
  HLL_ESTIMATE("hll_sketch_estimate", 1, 1, fixed(INT64, BINARY), STRICT, SOMETIMES),
  HLL_UNION("hll_union", 2, 2, fixed(DataType.BINARY, BINARY), STRICT, SOMETIMES),
  /** About how many values a theta sketch is of; the next ones are of two sketches' values. */
  THETA_ESTIMATE("theta_sketch_estimate", 1, 1, fixed(INT64, BINARY), STRICT, SOMETIMES),
  THETA_UNION("theta_union", 2, 2, fixed(DataType.BINARY, BINARY), STRICT, SOMETIMES),
  THETA_INTERSECTION("theta_intersection", 2, 2, fixed(DataType.BINARY, BINARY), STRICT, SOMETIMES),
  THETA_DIFFERENCE("theta_difference", 2, 2, fixed(DataType.BINARY, BINARY), STRICT, SOMETIMES),
  /** The number of values of a KLL sketch, its quantile, the rank of a value, and both of two. */
  KLL_COUNT("kll_sketch_get_n_double", 1, 1, fixed(INT64, BINARY), STRICT, SOMETIMES),
  KLL_QUANTILE(
      "kll_sketch_get_quantile_double",
      2,
      2,
      fixed(DataType.FLOAT64, BINARY, REAL),
      STRICT_OR_NULL,
      SOMETIMES),
  KLL_RANK(
      "kll_sketch_get_rank_double",
      2,
      2,
      fixed(DataType.FLOAT64, BINARY, REAL),
      STRICT_OR_NULL,
      SOMETIMES),
  KLL_MERGE("kll_sketch_merge_double", 2, 2, fixed(DataType.BINARY, BINARY), STRICT, SOMETIMES),

  /**
   * {@code to_char(x, pattern)}: of a number, a time by Java's patterns, or a binary by a format.
   */
  TO_CHAR("to_char,to_varchar", 2, 2, TypeRules::written, STRICT, SOMETIMES),
  /** {@code to_number(text, pattern)}: a decimal of the literal pattern's digits. */
  TO_NUMBER("to_number", 2, 2, ofLiterals(TypeRules::numberOf), STRICT, SOMETIMES),
  FORMAT_DECIMAL_BYTES("formatreadabledecimalsize", 1, 1, fixed(STRING, WHOLE), STRICT, NEVER),
  /** The bytes that {@link #FORMAT_BYTES} and its like write, of units of 1000 or 1024. */
  PARSE_BYTES("parse_formatted_bytes", 1, 1, fixed(INT64, TEXT), STRICT, SOMETIMES),
  /** Full days of the time and full months of 30 days counted as such. */
  NORMALIZED_INTERVAL(
      "normalized_interval", 1, 1, fixed(DataType.INTERVAL, INTERVAL), STRICT, SOMETIMES),
  UUID_VERSION("uuid_extract_version", 1, 1, TypeRules::uuidVersion, STRICT, SOMETIMES),
  /** When a UUID of version 7 was made. */
  UUID_TIMESTAMP("uuid_extract_timestamp", 1, 1, TypeRules::uuidTime, STRICT, SOMETIMES),
  /** {@code (list, value)}: a list of times, of dates if the value is one. */
  LIST_OF_DAYS("list of days", 2, 2, ArithmeticRules::ofDays, STRICT_OR_NULL, NEVER),
  /** {@code (sum, value)}: a sum in BIGINT, null beyond it, if the value is an integer. */
  SUM_IN_TYPE("sum in type", 2, 2, ArithmeticRules::sumInType, NULLABLE, NEVER),
  /** {@code split(text, pattern, n)}: at most n parts between matches, all if n is not positive. */
  SPLIT_AT_MOST("split", 3, 3, fixed(STRINGS, TEXT, TEXT, WHOLE), STRICT, SOMETIMES),

  /** JSON over several lines, its structure, and whether it has another one within. */
  JSON_PRETTY("json_pretty", 1, 1, fixed(STRING, JSON), STRICT, NEVER),
  JSON_STRUCTURE("json_structure", 1, 1, fixed(DataType.JSON, JSON), STRICT, NEVER),
  JSON_CONTAINS("json_contains", 2, 2, fixed(DataType.BOOL, JSON), STRICT, NEVER),
  /** {@code json_merge_patch(json, patch, ...)} by RFC 7396. */
  JSON_MERGE_PATCH("json_merge_patch", 2, UNBOUNDED, fixed(DataType.JSON, JSON), NULLABLE, NEVER),
  /** {@code json_each(json, path)}: a struct of each member, the next one of all parts. */
  JSON_EACH("json_each", 1, 2, JsonRules.ofOne(JsonRules.PARTS), STRICT, SOMETIMES),
  JSON_TREE("json_tree", 1, 2, JsonRules.ofOne(JsonRules.PARTS), STRICT, SOMETIMES),
  /**
   * {@code json_transform(json, structure)}: by a literal structure, null for what does not fit.
   */
  JSON_TRANSFORM(
      "json_transform,from_json",
      2,
      2,
      ofLiterals(JsonRules::transformed),
      STRICT_OR_NULL,
      SOMETIMES),
  /** {@link #JSON_TRANSFORM} that fails for what does not fit. */
  JSON_TRANSFORM_STRICT(
      "json_transform_strict,from_json_strict",
      2,
      2,
      ofLiterals(JsonRules::transformed),
      STRICT_OR_NULL,
      SOMETIMES),
  /** An object of a list of structs of a name and JSON. */
  JSON_OF_ENTRIES("json of entries", 1, 1, JsonRules::entries, STRICT, SOMETIMES),
  /** The names of the members of an object; null of what is none. */
  JSON_OBJECT_KEYS("json_object_keys", 1, 1, fixed(STRINGS, TEXT), STRICT_OR_NULL, NEVER),
  /** The type of a text of JSON as Spark writes types. */
  SCHEMA_OF_JSON("schema_of_json", 1, 1, fixed(STRING, JSON), STRICT, NEVER),
  /** {@code get_json_object(text, path)}: as text, null where there is nothing or no JSON. */
  GET_JSON_OBJECT("get_json_object", 2, 2, fixed(STRING, TEXT), STRICT_OR_NULL, SOMETIMES),
  /** {@code json_value(json, path)}: the number, boolean or text there, as JSON; else null. */
  JSON_VALUE("json_value", 2, 2, JsonRules.of(STRING), STRICT_OR_NULL, SOMETIMES),
  /** {@code json_set(json, path, value)}: put at a place, in place of what is there. */
  JSON_SET("json_set", 3, 3, fixed(DataType.JSON, JSON, TEXT, JSON), STRICT, SOMETIMES),
  /** {@link #JSON_SET} where nothing is, and the next one where something is. */
  JSON_INSERT("json_insert", 3, 3, fixed(DataType.JSON, JSON, TEXT, JSON), STRICT, SOMETIMES),
  JSON_REPLACE("json_replace", 3, 3, fixed(DataType.JSON, JSON, TEXT, JSON), STRICT, SOMETIMES),
  /** {@code json_remove(json, path)}: null where all of it goes away. */
  JSON_REMOVE("json_remove", 2, 2, fixed(DataType.JSON, JSON, TEXT), STRICT_OR_NULL, SOMETIMES),
  /** The members of all objects by name, as text. */
  JSON_NORMALIZE("json_normalize", 1, 1, fixed(STRING, JSON), STRICT, SOMETIMES),
  /** Without members that are null. */
  JSON_STRIP_NULLS("json_strip_nulls", 1, 1, fixed(DataType.JSON, JSON), STRICT, SOMETIMES),
  /** The members of all objects; a null makes one of what follows it. */
  JSON_DEEP_MERGE("json_deep_merge", 2, UNBOUNDED, fixed(DataType.JSON, JSON), NULLABLE, SOMETIMES),
  /** {@code json_merge_patch_diff(old, new)}: the patch by RFC 7396 that makes one the other. */
  JSON_MERGE_PATCH_DIFF(
      "json_merge_patch_diff", 2, 2, fixed(DataType.JSON, JSON), NULLABLE, SOMETIMES),

  /** {@code (list, fraction)}: the continuous quantile of decimals, cut to their scale. */
  DECIMAL_QUANTILE(
      "decimal quantile", 2, 2, AggregateRules::decimalQuantile, STRICT_OR_NULL, NEVER),
  /** The text of a UUID of random numbers below 1: version 4, or 7 of milliseconds since 1970. */
  UUID_OF_DRAWS("uuid of draws", 3, 4, fixed(STRING, REAL, REAL, REAL, WHOLE), STRICT, NEVER),
  /** Always null; the session's random numbers follow from the argument, a literal or none. */
  SESSION_SEED("session seed", 1, 1, fixed(DataType.INT32, REAL), NULLABLE, NEVER),
  /** {@code (list, n, number)}: at most n elements in random order, by a random number below 1. */
  SHUFFLED("shuffled", 3, 3, StructRules::shuffled, STRICT, SOMETIMES);

  private static final Map<String, ValueFunction> BY_NAME = new HashMap<>();

  static {
    for (ValueFunction function : values()) {
      BY_NAME.put(function.key(), function);
    }
  }

  private final FunctionShape shape;
  private final TypeRule typeRule;
  private final Failure failure;

  ValueFunction(
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

  /** Returns the name by which plans know it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the function that plans know by a name. */
  public static ValueFunction of(String name) {
    ValueFunction function = BY_NAME.get(name);
    if (function == null) {
      throw new IllegalStateException("No function of values: " + name);
    }
    return function;
  }

  @Override
  public FunctionShape shape() {
    return shape;
  }

  /** Returns whether calls can name it; others are parts of what definitions make. */
  public boolean isNamed() {
    return switch (this) {
      case UUID_OF_DRAWS, SHUFFLED, JSON_OF_ENTRIES, LIST_BINNED, LIST_OF_DAYS, SUM_IN_TYPE ->
          false;
      case SESSION_SEED, DECIMAL_QUANTILE -> false;
      default -> true;
    };
  }

  /** Returns whether a null of any argument makes the result null. */
  public boolean isStrict() {
    return nullRule() == STRICT || nullRule() == STRICT_OR_NULL;
  }

  /** Returns a call. */
  public Expr call(List<Expr> arguments) {
    List<Expr> all = new ArrayList<>();
    all.add(Functions.lit(key()));
    all.addAll(arguments);
    return new Expr.Call(
        failure == NEVER ? ScalarFunction.VALUE : ScalarFunction.CHECKED_VALUE, all);
  }

  @Override
  public Signature resolve(List<Argument> arguments) {
    return CatalogueFunctions.resolve(this, typeRule, arguments);
  }

  /** Types a call in plans, whose first argument is the function's name. */
  static @Nullable Signature signature(List<Argument> arguments) {
    ValueFunction function = BY_NAME.get(String.valueOf(arguments.getFirst().text()));
    if (function == null) {
      return null;
    }
    Signature signature = function.resolve(arguments.subList(1, arguments.size()));
    List<DataType> types = new ArrayList<>();
    types.add(STRING);
    types.addAll(signature.argumentTypes());
    return new Signature(types, signature.resultType());
  }
}
