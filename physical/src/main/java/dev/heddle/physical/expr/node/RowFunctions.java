package dev.heddle.physical.expr.node;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Vectors;
import dev.heddle.physical.kernel.json.JsonReader;
import dev.heddle.physical.kernel.list.ListMoments;
import dev.heddle.physical.kernel.list.ListStatistics;
import dev.heddle.physical.kernel.list.TimeStatistics;
import dev.heddle.physical.kernel.list.ValueOrder;
import dev.heddle.physical.kernel.regex.TextPatterns;
import dev.heddle.physical.kernel.text.Similarity;
import dev.heddle.physical.kernel.text.TextCodes;
import dev.heddle.physical.kernel.text.TextPositions;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.kernel.time.DateUnits;
import dev.heddle.physical.kernel.time.TimeBuckets;
import dev.heddle.physical.kernel.time.TimePatterns;
import dev.heddle.physical.kernel.time.ZoneShifts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions that are computed row by row, see {@link RowCallNode}. */
public final class RowFunctions {
  private RowFunctions() {}

  /** Returns a function of lists that compares their elements, which are of a type. */
  public static RowCallNode.Function ofElements(ScalarFunction function, DataType element) {
    Comparator<Object> order = ValueOrder.of(element);
    return switch (function) {
      case LIST_HISTOGRAM -> row -> ListStatistics.histogramOrNull((List<?>) row[0], order);
      case LIST_MODE -> row -> ListStatistics.mode((List<?>) row[0], order);
      case LIST_ENTROPY -> row -> ListStatistics.entropy((List<?>) row[0], order);
      default -> throw new IllegalStateException("No function that compares: " + function);
    };
  }

  /** Returns a function that one thread calls, whose results are of a type. */
  public static RowCallNode.Function of(ScalarFunction function, DataType type) {
    return switch (function) {
      case DATE_TRUNC ->
          row -> DateUnits.truncated((CalendarInterval) row[1], DateUnits.Unit.of(text(row, 0)));
      case CHR -> row -> TextCodes.character((Long) row[0]);
      case ASCII -> row -> TextCodes.firstCode(text(row, 0));
      case TRANSLATE -> row -> TextCodes.translate(text(row, 0), text(row, 1), text(row, 2));
      case MD5 -> row -> TextCodes.digest("MD5", row[0]);
      case SHA256 -> row -> TextCodes.digest("SHA-256", row[0]);
      case HEX -> row -> TextCodes.hex(row[0]);
      case UNHEX -> row -> TextCodes.unhex(text(row, 0));
      case BASE64 ->
          row ->
              Base64.getEncoder()
                  .encodeToString(
                      row[0] instanceof String text
                          ? text.getBytes(StandardCharsets.UTF_8)
                          : (byte[]) row[0]);
      case FROM_BASE64 -> row -> TextCodes.fromBase64(text(row, 0));
      case ENCODE -> row -> text(row, 0).getBytes(StandardCharsets.UTF_8);
      case DECODE -> row -> TextCodes.decode((byte[]) row[0]);
      case BIN -> row -> TextCodes.bits(row[0]);
      case LEVENSHTEIN -> row -> Similarity.levenshtein(text(row, 0), text(row, 1));
      case DAMERAU_LEVENSHTEIN -> row -> Similarity.damerauLevenshtein(text(row, 0), text(row, 1));
      case HAMMING -> row -> Similarity.hamming(text(row, 0), text(row, 1));
      case ELEMENT -> row -> TextPositions.at(text(row, 0), (Long) row[1]);
      case LIST_SLICE -> row -> TextPositions.between(text(row, 0), (Long) row[1], (Long) row[2]);
      case JACCARD -> row -> Similarity.jaccard(text(row, 0), text(row, 1));
      case JARO_SIMILARITY -> row -> Similarity.jaro(text(row, 0), text(row, 1));
      case JARO_WINKLER_SIMILARITY -> row -> Similarity.jaroWinkler(text(row, 0), text(row, 1));
      case REGEXP_SPLIT -> {
        TextPatterns patterns = new TextPatterns();
        yield row ->
            row[1] == null ? List.of(text(row, 0)) : patterns.split(text(row, 0), text(row, 1));
      }
      case REGEXP_EXTRACT_ALL -> {
        TextPatterns patterns = new TextPatterns();
        yield row ->
            patterns.matches(text(row, 0), text(row, 1), row.length > 2 ? (Long) row[2] : 0L);
      }
      case FORMAT -> TextPatterns::format;
      case PRINTF -> TextPatterns::printf;
      case STRFTIME -> {
        TimePatterns patterns = new TimePatterns();
        yield row -> {
          String name = DateText.infinity((LocalDateTime) row[0]);
          return name != null ? name : patterns.format((LocalDateTime) row[0], text(row, 1));
        };
      }
      case STRPTIME, TRY_STRPTIME -> {
        TimePatterns patterns = new TimePatterns();
        DataType.Timestamp wanted = (DataType.Timestamp) type;
        RowCallNode.Function byOne =
            function == ScalarFunction.STRPTIME
                ? row -> patterns.parse(text(row, 0), text(row, 1), wanted)
                : row -> patterns.tryParse(text(row, 0), text(row, 1), wanted);
        yield row ->
            row[1] instanceof List<?> several
                ? byFirst(several, text(row, 0), patterns, wanted, byOne)
                : byOne.apply(row);
      }
      case DAY_NAME ->
          row -> TimePatterns.dayName(((LocalDateTime) row[0]).getDayOfWeek().getValue());
      case MONTH_NAME -> row -> TimePatterns.monthName(((LocalDateTime) row[0]).getMonthValue());
      case MAKE_TIMESTAMP -> RowFunctions::timestamp;
      case INTERVAL_LENGTH -> row -> length((CalendarInterval) row[0]);
      case TIME_BUCKET ->
          row ->
              row.length > 2
                  ? TimeBuckets.start((CalendarInterval) row[0], (Temporal) row[1], row[2])
                  : TimeBuckets.start((CalendarInterval) row[0], (Temporal) row[1]);
      case TIMEZONE -> {
        ZoneShifts zones = new ZoneShifts();
        yield row -> zones.shifted(text(row, 0), row[1]);
      }
      case LIST_MAD ->
          type instanceof DataType.Interval
              ? row -> TimeStatistics.deviation((List<?>) row[0])
              : row -> ListStatistics.deviation((List<?>) row[0], type);
      case LIST_ANY_VALUE -> row -> ListStatistics.first((List<?>) row[0]);
      case LIST_MEDIAN -> row -> ListStatistics.median((List<?>) row[0], type);
      case LIST_PRODUCT -> row -> ListMoments.product((List<?>) row[0]);
      case LIST_VAR_POP -> row -> ListMoments.variance((List<?>) row[0], 0);
      case LIST_VAR_SAMP -> row -> ListMoments.variance((List<?>) row[0], 1);
      case LIST_STDDEV_POP -> row -> ListMoments.deviation((List<?>) row[0], 0);
      case LIST_STDDEV_SAMP -> row -> ListMoments.deviation((List<?>) row[0], 1);
      case LIST_SEM -> row -> ListMoments.standardError((List<?>) row[0]);
      case LIST_SKEWNESS -> row -> ListMoments.skewness((List<?>) row[0]);
      case LIST_KURTOSIS -> row -> ListMoments.kurtosis((List<?>) row[0]);
      case LIST_BOOL_AND -> row -> ListStatistics.all((List<?>) row[0]);
      case LIST_BOOL_OR -> row -> ListStatistics.any((List<?>) row[0]);
      case LIST_BIT_AND ->
          row -> ListStatistics.bits((List<?>) row[0], (a, b) -> a & b, BigInteger::and);
      case LIST_BIT_OR ->
          row -> ListStatistics.bits((List<?>) row[0], (a, b) -> a | b, BigInteger::or);
      case LIST_BIT_XOR ->
          row -> ListStatistics.bits((List<?>) row[0], (a, b) -> a ^ b, BigInteger::xor);
      case LIST_INNER_PRODUCT -> row -> Vectors.of(row, type).innerProduct();
      case LIST_DISTANCE -> row -> Vectors.of(row, type).distance();
      case LIST_COSINE_SIMILARITY -> row -> Vectors.of(row, type).cosine();
      case JSON_EXTRACT -> JsonPlaces.of(JsonPlaces.VALUE, type);
      case JSON_EXTRACT_STRING -> JsonPlaces.of(JsonPlaces.TEXT, type);
      case JSON_EXISTS -> JsonPlaces.of(JsonPlaces.PRESENCE, type);
      case JSON_TYPE -> JsonPlaces.of(JsonPlaces.TYPE, type);
      case JSON_ARRAY_LENGTH -> JsonPlaces.of(JsonPlaces.LENGTH, type);
      case JSON_KEYS -> JsonPlaces.of(JsonPlaces.KEYS, type);
      case JSON_VALID -> row -> JsonSyntax.isValid(text(row, 0));
      case JSON_MINIFY -> {
        JsonReader reader = new JsonReader();
        yield row -> reader.extract(text(row, 0), null);
      }
      case LIST_COSINE_DISTANCE -> row -> Vectors.of(row, type).cosineDistance();
      default -> throw new IllegalStateException("Not computed row by row: " + function);
    };
  }

  /** By the first of several patterns that fits; if none does, what the first one says. */
  private static @Nullable Object byFirst(
      List<?> several,
      String text,
      TimePatterns patterns,
      DataType.Timestamp wanted,
      RowCallNode.Function byOne) {
    for (Object pattern : several) {
      Object time = pattern == null ? null : patterns.tryParse(text, (String) pattern, wanted);
      if (time != null) {
        return time;
      }
    }
    return several.isEmpty() || several.getFirst() == null
        ? null
        : byOne.apply(new Object[] {text, several.getFirst()});
  }

  private static BigDecimal length(CalendarInterval interval) {
    long days = 30L * interval.months() + interval.days();
    return BigDecimal.valueOf(days)
        .multiply(BigDecimal.valueOf(Calendar.NANOS_PER_DAY))
        .add(BigDecimal.valueOf(interval.micros()).multiply(BigDecimal.valueOf(1000)));
  }

  private static String text(Object[] row, int index) {
    return (String) row[index];
  }

  private static LocalDateTime timestamp(Object[] row) {
    double second = (Double) row[5];
    if (!(second >= 0 && second <= 60)) { // 60 is the next minute's 0
      throw noTimestamp(row);
    }
    try {
      int whole = (int) Math.floor(second);
      return LocalDateTime.of(part(row[0]), part(row[1]), part(row[2]), part(row[3]), part(row[4]))
          .plusSeconds(whole)
          .plusNanos(Math.round((second - whole) * 1e6) * 1000);
    } catch (DateTimeException | ArithmeticException e) {
      throw noTimestamp(row);
    }
  }

  private static HeddleException noTimestamp(Object[] row) {
    return Failures.argument(
        "Cannot make a timestamp of " + Arrays.toString(row) + ": there is no such time");
  }

  private static int part(Object value) {
    return Math.toIntExact((Long) value);
  }
}
