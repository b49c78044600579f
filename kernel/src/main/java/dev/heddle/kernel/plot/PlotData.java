package dev.heddle.kernel.plot;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The points of a plot.
 *
 * @param kind what is drawn
 * @param title above it
 * @param xName name of the horizontal axis
 * @param xScale what the numbers of x mean
 * @param categories texts of x, at 0, 1 and so on, if it is of texts
 * @param series what is drawn, one for each column
 * @param note what is not shown; may be empty
 */
record PlotData(
    PlotKind kind,
    String title,
    String xName,
    Scale xScale,
    List<String> categories,
    List<Series> series,
    String note) {
  private static final int MAX_POINTS = 4_000;
  private static final int MAX_BARS = 200;
  private static final int MAX_SERIES = 8;

  /** What numbers mean. */
  enum Scale {
    /** Themselves. */
    NUMBER,
    /** Seconds since 1970. */
    TIME,
    /** Places in a list of texts. */
    CATEGORY
  }

  /** The points of a column; both arrays are of one length. */
  record Series(String name, double[] x, double[] y) {}

  /**
   * Takes the points out of a result.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code INVALID_ARGUMENT} if a column
   *     is unknown or has no numbers, or there is nothing to draw
   */
  static PlotData of(QueryResult result, PlotCommand command) {
    Schema schema = result.schema();
    return command.kind() == PlotKind.HISTOGRAM
        ? histogram(result, schema, command)
        : points(result, schema, command);
  }

  private static int column(Schema schema, String name) {
    for (int i = 0; i < schema.size(); i++) {
      if (schema.field(i).name().equals(name)) {
        return i;
      }
    }
    for (int i = 0; i < schema.size(); i++) {
      if (schema.field(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw PlotCommand.invalid(NearestNames.missing("column", name, schema.names()));
  }

  private static int numeric(Schema schema, String name) {
    int column = column(schema, name);
    if (!schema.field(column).type().isNumeric()) {
      throw PlotCommand.invalid(
          "column \""
              + name
              + "\" is of type "
              + schema.typeText(column)
              + " and has no numbers; numeric columns are "
              + numericNames(schema));
    }
    return column;
  }

  private static List<String> numericNames(Schema schema) {
    return schema.fields().stream()
        .filter(each -> each.type().isNumeric())
        .map(each -> each.name())
        .toList();
  }

  private static PlotData points(QueryResult result, Schema schema, PlotCommand command) {
    List<String> drawn = new ArrayList<>(command.y());
    String xName = command.x();
    if (xName.isEmpty()) {
      xName =
          schema.names().stream()
              .filter(each -> !drawn.contains(each))
              .findFirst()
              .orElse(schema.names().getFirst());
    }
    int x = column(schema, xName);
    if (drawn.isEmpty()) {
      for (String each : numericNames(schema)) {
        if (column(schema, each) != x && drawn.size() < MAX_SERIES) {
          drawn.add(each);
        }
      }
    }
    if (drawn.isEmpty()) {
      throw PlotCommand.invalid(
          "there is no numeric column beside \""
              + xName
              + "\" in "
              + schema.names()
              + "; name one by y=COLUMN, or plot a histogram");
    }
    if (drawn.size() > MAX_SERIES) {
      throw PlotCommand.invalid(
          "y names " + drawn.size() + " columns, more than " + MAX_SERIES + "; name fewer");
    }
    int[] ys = drawn.stream().mapToInt(each -> numeric(schema, each)).toArray();
    Scale scale = scale(schema.field(x).type(), command.kind());
    int rows = (int) Math.min(Integer.MAX_VALUE - 8, result.rowCount());
    String note = "";
    if (scale == Scale.CATEGORY && rows > MAX_BARS) {
      note = "the first " + MAX_BARS + " of " + rows + " rows";
      rows = MAX_BARS;
    }
    double[] atX = new double[rows];
    double[][] atY = new double[ys.length][rows];
    List<String> categories = new ArrayList<>();
    int row = 0;
    for (Row each : result) {
      if (row == rows) {
        break;
      }
      Object value = each.value(x);
      atX[row] = scale == Scale.CATEGORY ? row : number(value, result.timeZone());
      if (scale == Scale.CATEGORY) {
        categories.add(String.valueOf(value));
      }
      for (int i = 0; i < ys.length; i++) {
        atY[i][row] = number(each.value(ys[i]), result.timeZone());
      }
      row++;
    }
    List<Series> series = new ArrayList<>();
    int shown = 0;
    for (int i = 0; i < ys.length; i++) {
      Series all = finite(drawn.get(i), atX, atY[i]);
      Series some = command.kind() == PlotKind.LINE ? thinnedLine(sorted(all)) : thinned(all);
      shown += all.x().length - some.x().length;
      series.add(some);
    }
    if (shown > 0) {
      note = "thinned by " + shown + " points";
    }
    requirePoints(series, result);
    return new PlotData(command.kind(), command.title(), xName, scale, categories, series, note);
  }

  private static void requirePoints(List<Series> series, QueryResult result) {
    if (series.stream().allMatch(each -> each.x().length == 0)) {
      throw PlotCommand.invalid(
          "none of "
              + result.rowCount()
              + " rows has numbers in these columns; ask for rows that have");
    }
  }

  private static Scale scale(DataType type, PlotKind kind) {
    if (kind == PlotKind.BAR) {
      return Scale.CATEGORY;
    }
    if (type.isNumeric()) {
      return Scale.NUMBER;
    }
    return type instanceof DataType.Date || type instanceof DataType.Timestamp
        ? Scale.TIME
        : Scale.CATEGORY;
  }

  private static double number(@Nullable Object value, ZoneId zone) {
    return switch (value) {
      case null -> Double.NaN;
      case Number v -> v.doubleValue();
      case LocalDate v -> v.toEpochDay() * 86_400.0;
      case LocalDateTime v -> v.toEpochSecond(ZoneOffset.UTC) + v.getNano() / 1e9;
      case Instant v ->
          v.getEpochSecond() + zone.getRules().getOffset(v).getTotalSeconds() + v.getNano() / 1e9;
      default -> Double.NaN;
    };
  }

  private static Series finite(String name, double[] x, double[] y) {
    int size = 0;
    double[] keptX = new double[x.length];
    double[] keptY = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      if (Double.isFinite(x[i]) && Double.isFinite(y[i])) {
        keptX[size] = x[i];
        keptY[size++] = y[i];
      }
    }
    return new Series(name, Arrays.copyOf(keptX, size), Arrays.copyOf(keptY, size));
  }

  private static Series sorted(Series all) {
    Integer[] order = new Integer[all.x().length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> all.x()[i]));
    return picked(all, Arrays.stream(order).mapToInt(Integer::intValue).toArray());
  }

  private static Series picked(Series all, int[] points) {
    double[] x = new double[points.length];
    double[] y = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      x[i] = all.x()[points[i]];
      y[i] = all.y()[points[i]];
    }
    return new Series(all.name(), x, y);
  }

  /** Keeps the lowest and the highest point of each part of a line, so that peaks stay. */
  private static Series thinnedLine(Series all) {
    int size = all.x().length;
    if (size <= MAX_POINTS) {
      return all;
    }
    int parts = MAX_POINTS / 2;
    int[] kept = new int[2 * parts];
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) size * part / parts);
      int to = (int) ((long) size * (part + 1) / parts);
      int low = from;
      int high = from;
      for (int i = from; i < to; i++) {
        low = all.y()[i] < all.y()[low] ? i : low;
        high = all.y()[i] > all.y()[high] ? i : high;
      }
      kept[2 * part] = Math.min(low, high);
      kept[2 * part + 1] = Math.max(low, high);
    }
    return picked(all, kept);
  }

  private static Series thinned(Series all) {
    int size = all.x().length;
    if (size <= MAX_POINTS) {
      return all;
    }
    int[] kept = new int[MAX_POINTS];
    Arrays.setAll(kept, i -> (int) ((long) size * i / MAX_POINTS));
    return picked(all, kept);
  }

  private static PlotData histogram(QueryResult result, Schema schema, PlotCommand command) {
    if (!command.y().isEmpty()) {
      throw PlotCommand.invalid("a histogram counts, so it has no y; write x=COLUMN alone");
    }
    List<String> numeric = numericNames(schema);
    if (command.x().isEmpty() && numeric.isEmpty()) {
      throw PlotCommand.invalid("there is no numeric column in " + schema.names());
    }
    String name = command.x().isEmpty() ? numeric.getFirst() : command.x();
    int x = numeric(schema, name);
    int rows = (int) Math.min(Integer.MAX_VALUE - 8, result.rowCount());
    double[] values = new double[rows];
    int row = 0;
    for (Row each : result) {
      if (row == rows) {
        break;
      }
      values[row++] = number(each.value(x), result.timeZone());
    }
    Series all = finite(name, values, values);
    requirePoints(List.of(all), result);
    double least = Arrays.stream(all.x()).min().orElse(0);
    double most = Arrays.stream(all.x()).max().orElse(0);
    double width = most > least ? (most - least) / command.bins() : 1;
    int bins = most > least ? command.bins() : 1;
    double[] from = new double[bins + 1]; // and where the last one ends
    double[] counts = new double[bins + 1];
    Arrays.setAll(from, i -> least + i * width);
    for (double each : all.x()) {
      counts[Math.min(bins - 1, (int) ((each - least) / width))]++;
    }
    return new PlotData(
        PlotKind.HISTOGRAM,
        command.title(),
        name,
        Scale.NUMBER,
        List.of(),
        List.of(new Series("rows", from, counts)),
        "");
  }
}
