package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.ValueHash;
import dev.heddle.physical.kernel.cast.TypeSpelling;
import dev.heddle.physical.kernel.list.DecimalQuantiles;
import dev.heddle.physical.kernel.number.Digits;
import dev.heddle.physical.kernel.regex.TextMatches;
import dev.heddle.physical.kernel.regex.TextPatterns;
import dev.heddle.physical.kernel.text.Graphemes;
import dev.heddle.physical.kernel.text.ManyTexts;
import dev.heddle.physical.kernel.text.PathParts;
import dev.heddle.physical.kernel.text.TextCodes;
import dev.heddle.physical.kernel.text.TextForms;
import dev.heddle.physical.kernel.text.UrlText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What computes each {@link ValueFunction}, see {@link RowCallNode}. */
public final class ValueFunctions {
  private ValueFunctions() {}

  /** Returns a function that one thread calls, of arguments and with a result of these types. */
  public static RowCallNode.Function of(
      ValueFunction function, List<DataType> types, DataType result) {
    return switch (function) {
      case FACTORIAL -> row -> Digits.factorial(whole(row, 0));
      case BINOM -> row -> Digits.binomial(whole(row, 0), whole(row, 1));
      case TO_BASE ->
          row -> Digits.inBase(whole(row, 0), whole(row, 1), row.length > 2 ? whole(row, 2) : 0);
      case CONV -> row -> Digits.converted(text(row, 0), whole(row, 1), whole(row, 2));
      case FORMAT_BYTES -> row -> Digits.bytes(whole(row, 0));
      case BAR ->
          row ->
              Digits.bar(
                  real(row, 0),
                  real(row, 1),
                  real(row, 2),
                  row.length > 3 ? real(row, 3) : Digits.BAR_WIDTH);
      case WIDTH_BUCKET ->
          row -> Digits.bucket(real(row, 0), real(row, 1), real(row, 2), whole(row, 3));
      case EQUI_WIDTH_BINS, LIST_BINNED, IS_OTHER_BIN -> BinFunctions.of(function, types, result);
      case INITCAP -> row -> TextForms.initials(text(row, 0));
      case SUBSTRING_INDEX -> row -> TextForms.untilPart(text(row, 0), text(row, 1), whole(row, 2));
      case SOUNDEX -> row -> TextForms.soundex(text(row, 0));
      case STRIP_ACCENTS -> row -> TextForms.withoutAccents(text(row, 0));
      case NFC_NORMALIZE -> row -> TextForms.composed(text(row, 0));
      case MASK -> TextForms::masked;
      case FORMAT_NUMBER -> row -> TextForms.number(text(row, 0), row[1]);
      case URL_ENCODE -> row -> UrlText.encoded(text(row, 0));
      case URL_DECODE -> row -> UrlText.decoded(text(row, 0));
      case PARSE_URL ->
          row -> UrlText.part(text(row, 0), text(row, 1), row.length > 2 ? text(row, 2) : null);
      case REGEXP_ESCAPE -> row -> TextMatches.escaped(text(row, 0));
      case REGEXP_INSTR -> {
        TextMatches matches = new TextMatches();
        yield row -> matches.position(text(row, 0), text(row, 1));
      }
      case STR_TO_MAP -> {
        TextMatches entries = new TextMatches();
        TextMatches pairs = new TextMatches();
        yield row ->
            TextMatches.entries(
                text(row, 0),
                row.length > 1 ? text(row, 1) : ",",
                row.length > 2 ? text(row, 2) : ":",
                entries,
                pairs);
      }
      case LENGTH_GRAPHEME -> row -> (long) Graphemes.of(text(row, 0)).size();
      case LEFT_GRAPHEME -> row -> Graphemes.left(text(row, 0), whole(row, 1));
      case RIGHT_GRAPHEME -> row -> Graphemes.right(text(row, 0), whole(row, 1));
      case SUBSTRING_GRAPHEME ->
          row -> Graphemes.part(text(row, 0), whole(row, 1), row.length > 2 ? whole(row, 2) : null);
      case PARSE_PATH, PARSE_DIRNAME, PARSE_DIRPATH, PARSE_FILENAME ->
          row -> row[0] == null ? null : path(function, row);
      case SHA1 -> row -> TextCodes.digest("SHA-1", row[0]);
      case SHA224 -> row -> TextCodes.digest("SHA-224", row[0]);
      case SHA384 -> row -> TextCodes.digest("SHA-384", row[0]);
      case SHA512 -> row -> TextCodes.digest("SHA-512", row[0]);
      case CRC32 -> row -> TextCodes.checksum(row[0]);
      case HASH -> row -> (long) ValueHash.murmur(types, row);
      case XXHASH64 -> row -> ValueHash.xxHash(types, row);
      case ENCODE_IN -> row -> TextCodes.encoded(text(row, 0), text(row, 1));
      case DECODE_FROM -> row -> TextCodes.decoded((byte[]) row[0], text(row, 1));
      case UNBIN -> row -> TextCodes.bytesOfBits(text(row, 0));
      case TYPEOF -> {
        String name = TypeSpelling.of(types.getFirst());
        yield row -> name;
      }
      case ENUM_FIRST, ENUM_LAST, ENUM_RANGE, ENUM_RANGE_BOUNDARY, ENUM_CODE ->
          LabelFunctions.of(function, (DataType.Enumeration) types.getFirst());
      case AGE, MONTHS_BETWEEN, NEXT_DAY, MAKE_TIME, MAKE_TIMESTAMP_US ->
          TimeFunctions.of(function, result);
      case MAKE_TIMESTAMP_MS, MAKE_TIMESTAMP_NS, MAKE_DATE_OF_DAYS, TO_TIMESTAMP ->
          TimeFunctions.of(function, result);
      case TIME_FROM_MICROS, DATE_FORMAT, PARSE_TIME -> TimeFunctions.of(function, result);
      case LIST_RESIZE, ARRAY_INSERT, LIST_TOP_K, LIST_KURTOSIS_POP, MAP_FROM_ENTRIES, MAP_CONCAT ->
          NestedFunctions.of(function, types, result);
      case STRUCT_KEYS, STRUCT_VALUES, STRUCT_CONCAT, STRUCT_MERGE, STRUCT_EXTRACT_AT ->
          NestedFunctions.of(function, types, result);
      case STRUCT_POSITION, STRUCT_CONTAINS -> NestedFunctions.of(function, types, result);
      case PATH_JOIN -> PathParts::joined;
      case UUID_OF_DRAWS, SHUFFLED -> DrawFunctions.of(function);
      case SESSION_SEED -> _ -> null;
      case BIT_COUNT_ZEROS, BIT_LEADING_ZEROS, BIT_LEADING_ONES, BIT_TRAILING_ZEROS ->
          ByteFunctions.of(function, types.getFirst());
      case BIT_TRAILING_ONES, GET_BYTE -> ByteFunctions.of(function, types.getFirst());
      case ROUND_SIGNIFICANT -> row -> Digits.roundedTo(real(row, 0), whole(row, 1));
      case NORMALIZE ->
          row -> TextForms.normalized(text(row, 0), row.length > 1 ? text(row, 1) : "NFC");
      case EXTRACT_MANY -> row -> ManyTexts.found(text(row, 0), (List<?>) row[1]);
      case FIND_MANY -> row -> ManyTexts.positions(text(row, 0), (List<?>) row[1]);
      case REPLACE_MANY ->
          row -> ManyTexts.replaced(text(row, 0), (List<?>) row[1], (List<?>) row[2]);
      case IS_BUSINESS_DAY, ADD_BUSINESS_DAYS -> TimeFunctions.of(function, result);
      case HLL_ESTIMATE, HLL_UNION, THETA_ESTIMATE, THETA_UNION, THETA_INTERSECTION ->
          SketchFunctions.of(function);
      case THETA_DIFFERENCE, KLL_COUNT, KLL_QUANTILE, KLL_RANK, KLL_MERGE ->
          SketchFunctions.of(function);
      case STRUCT_DROP, STRUCT_RENAME -> NestedFunctions.of(function, types, result);
      case TO_CHAR -> WrittenFunctions.of(types.getFirst());
      case TO_NUMBER -> WrittenFunctions.numbers();
      case FORMAT_DECIMAL_BYTES -> row -> Digits.decimalBytes(whole(row, 0));
      case PARSE_BYTES -> row -> Digits.parsedBytes(text(row, 0));
      case NORMALIZED_INTERVAL, UUID_VERSION, UUID_TIMESTAMP -> TimeFunctions.of(function, result);
      case LIST_OF_DAYS -> row -> row[0];
      case DECIMAL_QUANTILE -> row -> DecimalQuantiles.of((List<?>) row[0], real(row, 1));
      case SUM_IN_TYPE -> row -> result.isInteger() ? WrittenFunctions.bigint(row[0]) : row[0];
      case SPLIT_AT_MOST -> {
        TextPatterns patterns = new TextPatterns();
        yield row -> patterns.split(text(row, 0), text(row, 1), whole(row, 2));
      }
      case JSON_PRETTY, JSON_STRUCTURE, JSON_CONTAINS, JSON_MERGE_PATCH, JSON_EACH, JSON_TREE ->
          JsonFunctions.of(function);
      case JSON_OF_ENTRIES, JSON_OBJECT_KEYS, GET_JSON_OBJECT, SCHEMA_OF_JSON ->
          JsonFunctions.of(function);
      case JSON_TRANSFORM, JSON_TRANSFORM_STRICT ->
          throw new IllegalStateException("A node of its own: " + function);
      case JSON_SET, JSON_INSERT, JSON_REPLACE, JSON_REMOVE, JSON_NORMALIZE, JSON_STRIP_NULLS ->
          JsonEditFunctions.of(function);
      case JSON_VALUE -> JsonPlaces.of(JsonPlaces.SCALAR, result);
      case JSON_DEEP_MERGE, JSON_MERGE_PATCH_DIFF -> JsonEditFunctions.of(function);
      case ERROR ->
          row -> {
            throw Failures.argument(row[0] == null ? "null" : text(row, 0));
          };
    };
  }

  private static Object path(ValueFunction function, @Nullable Object[] row) {
    String path = text(row, 0);
    boolean hasFlag = row.length > 1 && function == ValueFunction.PARSE_FILENAME;
    boolean isFlag = hasFlag && (row.length > 2 || row[1] instanceof Boolean);
    int at = isFlag ? 2 : 1;
    String given = at < row.length ? (String) row[at] : null;
    String signs = given == null ? "" : given;
    return switch (function) {
      case PARSE_PATH -> PathParts.of(path, signs);
      case PARSE_DIRNAME -> PathParts.top(path, signs);
      case PARSE_DIRPATH -> PathParts.folder(path, signs);
      default -> {
        PathParts.Name name = PathParts.name(path, signs);
        yield isFlag && Boolean.TRUE.equals(row[1]) ? name.withoutExtension() : name.text();
      }
    };
  }

  private static String text(@Nullable Object[] row, int index) {
    return (String) row[index];
  }

  private static long whole(@Nullable Object[] row, int index) {
    return (Long) row[index];
  }

  private static double real(@Nullable Object[] row, int index) {
    return (Double) row[index];
  }
}
