package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.text.TextFit;
import dev.heddle.io.text.TimeFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what the columns of a sample can be, and how dates and timestamps are written, by the
 * rules of DuckDB.
 *
 * <p>Each column starts with the first of the types and goes on to the next when a value does not
 * fit. Where a value begins as a date of numbers does, the formats of dates with its separator are
 * tried, the preferred one first; a format that a value does not fit is out. One format counts for
 * all dates of the file, and one for all timestamps: that of the first column that has such. Used
 * by one thread.
 */
final class CsvTypes {
  private static final List<DataType> DEFAULT_TYPES =
      List.of(
          DataType.BOOL,
          DataType.TIME,
          DataType.DATE,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_TZ,
          DataType.INT64,
          DataType.INT128,
          DataType.FLOAT64);
  private static final int UNSEEN = -1;

  // in order of preference, - being the separator; that of ISO 8601 needs no format
  private static final String ISO = "%Y-%m-%d";
  private static final List<String> DATES =
      List.of("%y-%m-%d", ISO, "%d-%m-%y", "%d-%m-%Y", "%m-%d-%y", "%m-%d-%Y");
  private static final List<String> TIMESTAMPS =
      List.of(
          "%y-%m-%d %H:%M:%S",
          "%Y-%m-%d %H:%M:%S",
          "%d-%m-%y %H:%M:%S",
          "%d-%m-%Y %H:%M:%S",
          "%m-%d-%y %I:%M:%S %p",
          "%m-%d-%Y %I:%M:%S %p",
          "%Y-%m-%d %H:%M:%S.%f");
  private static final String SEPARATORS = "-./ ";

  private final List<DataType> all; // text being the last
  private final int text;
  private final TextFit fit;
  private final Formats dates;
  private final Formats timestamps;
  private final int[] types; // of each column

  /**
   * Makes types of which nothing is known.
   *
   * @param preferred formats to try first
   */
  CsvTypes(int columns, CsvReadOptions options, CsvTimes preferred) {
    this.all = all(options.candidates());
    this.text = all.size() - 1;
    this.fit = new TextFit(CsvTimes.stated(options).order());
    boolean isFree = options.dateOrder() == null;
    this.dates = new Formats(DATES, options.dateFormat(), preferred.date(), isFree);
    this.timestamps =
        new Formats(TIMESTAMPS, options.timestampFormat(), preferred.timestamp(), isFree);
    this.types = new int[columns];
    Arrays.fill(types, UNSEEN);
  }

  /** Returns types in the order in which they are tried, which is that of DuckDB. */
  private static List<DataType> all(List<DataType> candidates) {
    Map<DataType, Integer> ranks = new LinkedHashMap<>();
    for (DataType type : candidates.isEmpty() ? DEFAULT_TYPES : candidates) {
      if (!(type instanceof DataType.Str)) {
        ranks.put(type, rank(type));
      }
    }
    List<DataType> types = new ArrayList<>(ranks.keySet());
    types.sort(Comparator.comparing(ranks::get));
    types.add(DataType.STRING);
    return types;
  }

  private static int rank(DataType type) {
    return switch (type) {
      case DataType.Bool _ -> 0;
      case DataType.Time _ -> 1;
      case DataType.Date _ -> 2;
      case DataType.Timestamp timestamp -> timestamp.withZone() ? 4 : 3;
      case DataType.Int8 _ -> 5;
      case DataType.Int16 _ -> 6;
      case DataType.Int32 _ -> 7;
      case DataType.Int64 _ -> 8;
      case DataType.Int128 _ -> 9;
      case DataType.Decimal _ -> 10;
      case DataType.Float32 _ -> 11;
      case DataType.Float64 _ -> 12;
      default ->
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot read csv: columns cannot be found out to be " + type.sqlName());
    };
  }

  /** Looks at the first rows, column by column. */
  void learn(List<@Nullable String[]> rows, int from) {
    for (int column = 0; column < types.length; column++) {
      boolean isFirst = true;
      for (@Nullable String[] row : rows.subList(from, rows.size())) {
        String value = row[column];
        if (value != null) {
          learn(column, value, isFirst);
        }
        isFirst = false;
      }
      dates.isFound |= type(column) instanceof DataType.Date && isSeen(column);
      timestamps.isFound |= type(column).equals(DataType.TIMESTAMP);
    }
  }

  private void learn(int column, String value, boolean isFirst) {
    int before = types[column];
    types[column] = Math.max(0, before);
    while (types[column] < text) {
      DataType type = all.get(types[column]);
      Formats formats = formats(type);
      if (formats != null) {
        formats.narrow(value);
      }
      if (isOf(type, value)) {
        return;
      }
      boolean isAllOrText = before >= 0 && isNoNumber(all.get(before)) && !isFirst;
      boolean isZoneNext =
          before == types[column]
              && all.get(before).equals(DataType.TIMESTAMP)
              && all.get(before + 1).equals(DataType.TIMESTAMP_TZ);
      types[column] = isAllOrText && !isZoneNext ? text : types[column] + 1;
    }
  }

  private static boolean isNoNumber(DataType type) {
    return type instanceof DataType.Bool
        || type instanceof DataType.Time
        || type instanceof DataType.Date
        || type instanceof DataType.Timestamp;
  }

  /** Looks at further rows, of which no format is learnt. */
  void refine(List<@Nullable String[]> rows) {
    for (int column = 0; column < types.length; column++) {
      for (@Nullable String[] row : rows) {
        String value = row[column];
        if (value == null) {
          continue;
        }
        boolean isBoolean = isSeen(column) && type(column) instanceof DataType.Bool;
        types[column] = Math.max(0, types[column]);
        while (!isOf(all.get(types[column]), value)) {
          types[column] = isBoolean ? text : types[column] + 1;
        }
      }
    }
  }

  private @Nullable Formats formats(DataType type) {
    return type instanceof DataType.Date
        ? dates
        : type.equals(DataType.TIMESTAMP) ? timestamps : null;
  }

  /** Returns whether a value can be of a type, as null can be. */
  boolean isOf(DataType type, @Nullable String value) {
    Formats formats = formats(type);
    TimeFormat format = formats == null ? null : formats.current();
    return value == null
        || (format == null
            ? fit.isOf(type, value)
            : format.read(value.toCharArray(), 0, value.length()));
  }

  /** Returns whether a column has a value. */
  boolean isSeen(int column) {
    return types[column] != UNSEEN;
  }

  /** Returns the type of a column: text where no value has been seen. */
  DataType type(int column) {
    return types[column] == UNSEEN ? DataType.STRING : all.get(types[column]);
  }

  /** Returns how many columns are text. */
  int texts() {
    return (int) Arrays.stream(types).filter(type -> type == text).count();
  }

  /** Returns how dates and timestamps are written. */
  CsvTimes times(CsvReadOptions options) {
    return new CsvTimes(CsvTimes.stated(options).order(), dates.text(), timestamps.text());
  }

  /** The formats of a type that are left. */
  private static final class Formats {
    private final List<String> templates;
    private final @Nullable String preferred;
    private final boolean isFree; // to be found out
    private final List<TimeFormat> left = new ArrayList<>();
    private boolean isFound; // a column has the type

    Formats(
        List<String> templates,
        @Nullable String stated,
        @Nullable String preferred,
        boolean mayBeFree) {
      this.templates = templates;
      this.preferred = preferred;
      this.isFree = mayBeFree && stated == null;
      if (stated != null) {
        left.add(TimeFormat.of(stated));
      }
    }

    @Nullable TimeFormat current() {
      return left.isEmpty() ? null : left.getFirst();
    }

    /** Returns the format that is stated, or that columns were found to have. */
    @Nullable String text() {
      TimeFormat current = current();
      return current == null || (isFree && !isFound) ? null : current.text();
    }

    /** Leaves those formats that a value fits, if it fits any and looks like a date. */
    void narrow(String value) {
      char separator = isFree && !isFound ? separator(value) : 0;
      if (separator == 0) {
        return;
      }
      List<TimeFormat> candidates = left.isEmpty() ? all(separator) : List.copyOf(left);
      char[] characters = value.toCharArray();
      int first = 0;
      while (first < candidates.size()
          && !candidates.get(first).isWrittenBy(characters, 0, characters.length)) {
        first++;
      }
      if (first < candidates.size()) {
        left.clear();
        left.addAll(candidates.subList(first, candidates.size()));
      }
    }

    private List<TimeFormat> all(char separator) {
      List<TimeFormat> formats = new ArrayList<>();
      for (String template : templates) {
        String format = template.replace('-', separator);
        if (!format.startsWith(ISO)) {
          formats.add(TimeFormat.of(format));
        }
      }
      formats.sort((one, other) -> Boolean.compare(isPreferred(other), isPreferred(one)));
      return formats;
    }

    private boolean isPreferred(TimeFormat format) {
      return format.text().equals(preferred);
    }

    /** Returns what is twice between the first three numbers of a text, or 0. */
    private static char separator(String value) {
      String text = value.stripLeading();
      int first = digits(text, 0);
      int second = digits(text, first + 1);
      boolean isDate =
          first > 0
              && second > first + 1
              && digits(text, second + 1) > second + 1
              && text.charAt(first) == text.charAt(second);
      return isDate && SEPARATORS.indexOf(text.charAt(first)) >= 0 ? text.charAt(first) : 0;
    }

    /** Returns where digits end that start at a place. */
    private static int digits(String text, int start) {
      int at = start;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      return at;
    }
  }
}
