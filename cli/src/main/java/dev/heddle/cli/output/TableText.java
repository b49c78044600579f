package dev.heddle.cli.output;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.schema.Schema;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.utils.WCWidth;

/**
 * A table of characters: each column as wide as its widest value, numbers at the right. Line ends
 * and other control characters in values are shown as escapes.
 */
public final class TableText {
  private static final int MIN_CUT_WIDTH = 12;
  private static final String CUT = "…";

  private final Schema schema;
  private final ZoneId zone;
  private final int[] widths;

  private TableText(Schema schema, ZoneId zone) {
    this.schema = schema;
    this.zone = zone;
    this.widths = new int[schema.size()];
    fit(names());
  }

  /** Writes all rows, with values of any length. */
  public static void writeAll(QueryResult rows, Appendable out) throws IOException {
    TableText table = new TableText(rows.schema(), rows.timeZone());
    for (Row row : rows) {
      table.fit(table.cells(row));
    }
    StringBuilder line = new StringBuilder();
    int columns = table.widths.length;
    table.begin(line, columns);
    for (Row row : rows) {
      table.line(line, table.cells(row), columns);
      flush(line, out);
    }
    if (rows.rowCount() > 0) {
      table.rule(line, columns);
    }
    line.append(rowCount(rows.rowCount())).append('\n');
    flush(line, out);
  }

  /** Returns text such as {@code 1 row}. */
  static String rowCount(long rows) {
    return rows + (rows == 1 ? " row" : " rows");
  }

  private static void flush(StringBuilder line, Appendable out) throws IOException {
    out.append(line);
    line.setLength(0);
  }

  /**
   * What of a table fits into a width.
   *
   * @param text lines that are no wider
   * @param hidden names of the columns at the right that have no room
   */
  record Part(String text, List<String> hidden) {
    /** Copies the list. */
    Part {
      hidden = List.copyOf(hidden);
    }
  }

  /** Returns some rows in lines of a width: long values are cut first, then columns left out. */
  static Part fitted(Schema schema, ZoneId zone, List<Row> rows, int width) {
    TableText table = new TableText(schema, zone);
    List<String[]> lines = new ArrayList<>();
    for (Row row : rows) {
      String[] cells = table.cells(row);
      table.fit(cells);
      lines.add(cells);
    }
    int columns = table.shrinkTo(width);
    StringBuilder text = new StringBuilder();
    table.begin(text, columns);
    lines.forEach(cells -> table.line(text, cells, columns));
    if (!lines.isEmpty()) {
      table.rule(text, columns);
    }
    List<String> names = schema.names();
    return new Part(text.toString(), names.subList(columns, names.size()));
  }

  /** Narrows columns, the widest first, and returns how many of them have room then. */
  private int shrinkTo(int width) {
    int columns = widths.length;
    while (columns > 1 && lineWidth(columns, MIN_CUT_WIDTH) > width) {
      columns--;
    }
    int widest = IntStream.of(widths).limit(columns).max().orElse(0);
    int cap = widest;
    while (cap > 1 && lineWidth(columns, cap) > width) {
      cap--;
    }
    for (int i = 0; i < columns; i++) {
      widths[i] = Math.min(widths[i], cap);
    }
    return columns;
  }

  private int lineWidth(int columns, int cap) {
    int sum = 1;
    for (int i = 0; i < columns; i++) {
      sum += Math.min(widths[i], cap) + 3;
    }
    return sum;
  }

  private String[] names() {
    return schema.names().stream().map(TableText::oneLine).toArray(String[]::new);
  }

  private String[] cells(Row row) {
    String[] cells = new String[widths.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = oneLine(row.shown(i, zone));
    }
    return cells;
  }

  private void fit(String[] cells) {
    for (int i = 0; i < cells.length; i++) {
      widths[i] = Math.max(widths[i], width(cells[i]));
    }
  }

  private static String oneLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            escaped.append(String.format("\\u%04x", (int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }

  /** Returns how many places of a terminal a text takes. */
  private static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      width += pointWidth(point);
      i += Character.charCount(point);
    }
    return width;
  }

  private static int pointWidth(int point) {
    return point < 0x300 ? 1 : Math.max(0, WCWidth.wcwidth(point));
  }

  private static String cut(String text, int width) {
    int used = 1; // what marks the cut
    int end = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      used += pointWidth(point);
      if (used > width) {
        break;
      }
      end += Character.charCount(point);
    }
    return text.substring(0, end) + CUT;
  }

  private void begin(StringBuilder text, int columns) {
    rule(text, columns);
    line(text, names(), columns);
    rule(text, columns);
  }

  private void rule(StringBuilder text, int columns) {
    Arrays.stream(widths, 0, columns).forEach(w -> text.append('+').repeat('-', w + 2));
    text.append("+\n");
  }

  private void line(StringBuilder text, String[] cells, int columns) {
    for (int i = 0; i < columns; i++) {
      String cell = width(cells[i]) > widths[i] ? cut(cells[i], widths[i]) : cells[i];
      int padding = widths[i] - width(cell);
      text.append("| ");
      if (schema.field(i).type().isNumeric()) {
        text.repeat(' ', padding).append(cell);
      } else {
        text.append(cell).repeat(' ', padding);
      }
      text.append(' ');
    }
    text.append("|\n");
  }
}
