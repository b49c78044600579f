package dev.heddle.bench.scripts;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Comparator;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of both engines in the same forms, and what makes them equal.
 *
 * <p>Integers and decimals are {@code BigDecimal}s, binaries {@code 0x} and digits, intervals the
 * text of DuckDB, timestamps at midnight dates, structs and lists lists, and maps lists of pairs.
 */
final class Values {
  private static final double RELATIVE_ERROR = 1e-9;
  private static final double RELATIVE_ERROR_OF_REAL = 1e-6;
  private static final String INFINITY = "infinity";

  /** Times of the last and the first microsecond, which are infinite; the sign may be lost. */
  private static final List<LocalTime> INFINITE =
      List.of(LocalTime.parse("04:00:54.775807"), LocalTime.parse("19:59:05.224193"));

  private static final int LAST_YEAR = 294_247; // of microseconds
  private static final int FIRST_YEAR = 290_308; // before Christ
  private static final int MAX_ROWS_MATCHED = 1_000;

  /** How two answers are alike. */
  enum Likeness {
    /** They have the same rows in the same order. */
    EQUAL,
    /** They have the same rows in another order. */
    OTHER_ORDER,
    /** They have other rows. */
    DIFFERENT
  }

  private Values() {}

  /** Returns a value in the form in which it is compared. */
  static @Nullable Object plain(@Nullable Object value) {
    try {
      return converted(value);
    } catch (SQLException e) {
      throw new IllegalStateException("No value of " + value, e);
    }
  }

  private static @Nullable Object converted(@Nullable Object value) throws SQLException {
    return switch (value) {
      case null -> null;
      case Float _, Double _, Boolean _, BigDecimal _, LocalTime _, Instant _ -> value;
      case LocalDate date when Math.abs(date.toEpochDay()) == Integer.MAX_VALUE ->
          infinity(date.getYear());
      case LocalDate _ -> value;
      case LocalDateTime time when INFINITE.contains(time.toLocalTime()) && isFar(time.getYear()) ->
          time.toLocalTime().equals(INFINITE.getFirst()) ? INFINITY : "-" + INFINITY;
      case LocalDateTime time when Math.abs(time.getYear()) > LAST_YEAR -> infinity(time.getYear());
      case BigInteger number -> new BigDecimal(number);
      case Number number -> BigDecimal.valueOf(number.longValue());
      case LocalDateTime time when time.toLocalTime().equals(LocalTime.MIDNIGHT) ->
          time.toLocalDate();
      case LocalDateTime _ -> value;
      case OffsetDateTime time -> time.toInstant();
      case byte[] bytes -> binary(bytes);
      case Blob blob -> binary(blob.getBytes(1, (int) blob.length()));
      case java.sql.Timestamp time -> plain(local(time));
      case Array array -> all(Arrays.asList((@Nullable Object[]) array.getArray()));
      case Struct struct -> all(Arrays.asList(struct.getAttributes()));
      case List<?> list -> all(list);
      case Map<?, ?> map -> pairs(map);
      default -> value.toString();
    };
  }

  /** Returns a value of Heddle's in the form in which it is compared. */
  static @Nullable Object plain(@Nullable Object value, DataType type) {
    return switch (type) {
      case DataType.ListOf t when value instanceof List<?> list -> {
        List<@Nullable Object> plain = new ArrayList<>(list.size());
        for (Object each : list) {
          plain.add(plain(each, t.element()));
        }
        yield plain;
      }
      case DataType.Struct t when value instanceof Map<?, ?> map -> {
        List<@Nullable Object> plain = new ArrayList<>(map.size());
        for (Field field : t.fields()) {
          plain.add(plain(map.get(field.name()), field.type()));
        }
        yield plain;
      }
      case DataType.MapOf t when value instanceof Map<?, ?> map -> {
        List<@Nullable Object> plain = new ArrayList<>(map.size());
        for (Map.Entry<?, ?> each : map.entrySet()) {
          plain.add(
              Arrays.asList(plain(each.getKey(), t.key()), plain(each.getValue(), t.value())));
        }
        yield plain;
      }
      default -> plain(value);
    };
  }

  /** Returns a local time, whose year has a sign: a Timestamp's own has none before Christ. */
  private static LocalDateTime local(java.sql.Timestamp time) {
    LocalDateTime local = time.toLocalDateTime();
    GregorianCalendar calendar = new GregorianCalendar();
    calendar.setTime(time);
    return calendar.get(Calendar.ERA) == GregorianCalendar.BC
        ? local.withYear(1 - local.getYear())
        : local;
  }

  private static String infinity(int year) {
    return year < 0 ? "-" + INFINITY : INFINITY;
  }

  private static boolean isFar(int year) {
    return Math.abs(year) >= FIRST_YEAR;
  }

  private static String binary(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  private static List<@Nullable Object> all(List<?> values) {
    List<@Nullable Object> plain = new ArrayList<>(values.size());
    for (Object value : values) {
      plain.add(plain(value));
    }
    return plain;
  }

  /** Returns the pairs of a map. */
  private static List<@Nullable Object> pairs(Map<?, ?> map) {
    List<@Nullable Object> pairs = new ArrayList<>(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      pairs.add(Arrays.asList(plain(entry.getKey()), plain(entry.getValue())));
    }
    return pairs;
  }

  /** Returns rows with something else for each of their values. */
  static List<List<@Nullable Object>> mapped(
      List<List<@Nullable Object>> rows, UnaryOperator<@Nullable Object> change) {
    List<List<@Nullable Object>> mapped = new ArrayList<>(rows.size());
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> values = new ArrayList<>(row.size());
      for (Object value : row) {
        values.add(change.apply(value));
      }
      mapped.add(values);
    }
    return mapped;
  }

  /** Returns rows with another text for each match in their texts. */
  static List<List<@Nullable Object>> replaced(
      List<List<@Nullable Object>> rows, Pattern part, String replacement) {
    return mapped(
        rows,
        value -> value instanceof String text ? part.matcher(text).replaceAll(replacement) : value);
  }

  /** Returns rows with the texts of their values. */
  static List<List<@Nullable Object>> texts(List<List<@Nullable Object>> rows) {
    return mapped(rows, value -> value == null ? null : value.toString());
  }

  /** Returns rows in which decimals have a digit less where the other rows have doubles. */
  static List<List<@Nullable Object>> shortened(
      List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    List<List<@Nullable Object>> shortened = new ArrayList<>(mine.size());
    for (int i = 0; i < mine.size(); i++) {
      List<@Nullable Object> row = new ArrayList<>(mine.get(i));
      for (int j = 0; j < row.size() && i < theirs.size() && j < theirs.get(i).size(); j++) {
        if (row.get(j) instanceof BigDecimal number
            && number.scale() > 0
            && theirs.get(i).get(j) instanceof Double) {
          row.set(j, number.setScale(number.scale() - 1, RoundingMode.HALF_UP));
        }
      }
      shortened.add(row);
    }
    return shortened;
  }

  /** Returns rows with their columns in an order that follows from the values alone. */
  static List<List<@Nullable Object>> withColumnsSorted(List<List<@Nullable Object>> rows) {
    int width = rows.isEmpty() ? 0 : rows.getFirst().size();
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      columns.add(i);
    }
    columns.sort(Comparator.comparing(i -> rows.stream().map(row -> row.get(i)).toList() + ""));
    return rows.stream()
        .map(row -> columns.stream().<@Nullable Object>map(row::get).toList())
        .toList();
  }

  /** Compares answers. */
  static Likeness compare(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    if (mine.size() != theirs.size()) {
      return Likeness.DIFFERENT;
    }
    if (areAllSame(mine, theirs)) {
      return Likeness.EQUAL;
    }
    return areAllSame(sorted(mine), sorted(theirs)) || match(mine, theirs)
        ? Likeness.OTHER_ORDER
        : Likeness.DIFFERENT;
  }

  private static boolean areAllSame(
      List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    for (int i = 0; i < mine.size(); i++) {
      if (!isSame(mine.get(i), theirs.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether each row has one of its own that is the same. */
  private static boolean match(
      List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    if (mine.size() > MAX_ROWS_MATCHED) {
      return false;
    }
    List<List<@Nullable Object>> left = new ArrayList<>(theirs);
    for (List<@Nullable Object> row : mine) {
      int found = 0;
      while (found < left.size() && !isSame(row, left.get(found))) {
        found++;
      }
      if (found == left.size()) {
        return false;
      }
      left.remove(found);
    }
    return true;
  }

  private static List<List<@Nullable Object>> sorted(List<List<@Nullable Object>> rows) {
    return rows.stream().sorted(Comparator.comparing(Values::sortText)).toList();
  }

  private static String sortText(List<@Nullable Object> row) {
    StringBuilder text = new StringBuilder();
    for (Object value : row) {
      boolean isFinite = value instanceof Number n && Double.isFinite(n.doubleValue());
      text.append(isFinite ? rounded((Number) value) : value).append('|');
    }
    return text.toString();
  }

  private static String rounded(Number value) {
    return new BigDecimal(value.toString())
        .round(new MathContext(6))
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Returns whether a value of Heddle's and one of DuckDB's are the same. */
  static boolean isSame(@Nullable Object mine, @Nullable Object theirs) {
    if (mine == null || theirs == null) {
      return mine == theirs;
    }
    if (mine instanceof List<?> a && theirs instanceof List<?> b) {
      return areSame(a, b);
    }
    if (mine instanceof BigDecimal a && theirs instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    if (mine instanceof BigDecimal a && theirs instanceof Double b) {
      return isRounded(a, b) || isNear(a, b);
    }
    if (mine instanceof Number a && theirs instanceof Number b) {
      return isNear(a, b);
    }
    return mine.equals(theirs);
  }

  private static boolean areSame(List<?> mine, List<?> theirs) {
    if (mine.size() != theirs.size()) {
      return false;
    }
    for (int i = 0; i < mine.size(); i++) {
      if (!isSame(mine.get(i), theirs.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRounded(BigDecimal decimal, double exact) {
    return Math.abs(decimal.doubleValue() - exact)
        <= Math.pow(10, -decimal.scale()) * (0.5 + RELATIVE_ERROR);
  }

  private static boolean isNear(Number mine, Number theirs) {
    double a = mine.doubleValue();
    double b = theirs.doubleValue();
    boolean isReal = mine instanceof Float || theirs instanceof Float;
    double error = isReal ? RELATIVE_ERROR_OF_REAL : RELATIVE_ERROR;
    return a == b
        || (Double.isNaN(a) && Double.isNaN(b))
        || Math.abs(a - b) <= error * Math.max(Math.abs(a), Math.abs(b));
  }
}
