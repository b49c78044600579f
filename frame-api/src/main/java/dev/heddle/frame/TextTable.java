package dev.heddle.frame;

import static java.util.stream.Collectors.joining;

import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the first rows of a result, the columns of a frame, or the nodes of a plan, as a table of
 * characters.
 */
final class TextTable {
  private static final int MAX_WIDTH = 60;
  private static final int MAX_PLAN_WIDTH = 120;
  private static final int MAX_INDENT = 30;
  private static final String NULL_TEXT = "NULL";
  private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("x");

  private final boolean[] isRight; // of each column
  private final int maxWidth;
  private final List<String[]> lines = new ArrayList<>();
  private final int[] widths;

  private TextTable(boolean[] isRight, int maxWidth) {
    this.isRight = isRight;
    this.maxWidth = maxWidth;
    this.widths = new int[isRight.length];
  }

  private static TextTable of(Schema schema) {
    boolean[] isRight = new boolean[schema.size()];
    for (int i = 0; i < isRight.length; i++) {
      isRight[i] = schema.field(i).type().isNumeric();
    }
    return new TextTable(isRight, MAX_WIDTH);
  }

  /** Returns the columns, one a line. */
  static String columns(Schema schema) {
    TextTable table = new TextTable(new boolean[3], MAX_WIDTH);
    table.add(new String[] {"column", "type", "nulls"});
    for (int i = 0; i < schema.size(); i++) {
      table.add(columnCells(schema, i));
    }
    return table.text();
  }

  /** Returns what is said of a column: its name, its type, whether there may be nulls. */
  static String[] columnCells(Schema schema, int index) {
    Field field = schema.field(index);
    return new String[] {field.name(), schema.typeText(index), field.nullable() ? "yes" : "no"};
  }

  /** Returns the nodes of a plan, one a line. */
  static String plan(QueryPlan plan) {
    String[] heads = plan.heads();
    boolean[] isRight = new boolean[heads.length];
    Arrays.fill(isRight, 1, isRight.length, true);
    TextTable table = new TextTable(isRight, MAX_PLAN_WIDTH);
    table.add(heads);
    for (QueryPlan.Line line : plan.lines()) {
      String[] cells = line.cells().clone();
      cells[0] = "  ".repeat(Math.min(line.depth(), MAX_INDENT)) + cells[0];
      table.add(cells);
    }
    return table.text() + plan.footer() + "\n";
  }

  static String print(QueryResult result, int maxRows) {
    TextTable table = TextTable.of(result.schema());
    table.add(result.schema().names().toArray(String[]::new));
    int shown = 0;
    for (Row row : result) {
      if (shown == maxRows) {
        break;
      }
      table.add(cells(row, result.timeZone()));
      shown++;
    }
    return table.text() + footer(shown, result.rowCount());
  }

  /** Returns what is said below the rows that are shown. */
  static String footer(int shown, long rows) {
    if (shown < rows) {
      return "first " + shown + (shown == 1 ? " row" : " rows") + "\n";
    }
    return rows + (rows == 1 ? " row" : " rows") + "\n";
  }

  private static String[] cells(Row row, ZoneId zone) {
    String[] cells = new String[row.schema().size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(row.value(i), zone);
    }
    return cells;
  }

  /** Returns the text of a value; points in time are shown in the zone, with its offset. */
  static String cell(@Nullable Object value, ZoneId zone) {
    return switch (value) {
      case null -> NULL_TEXT;
      case BigDecimal v -> v.toPlainString();
      case LocalDate v -> DateText.of(v);
      case LocalDateTime v -> localText(v);
      case Instant v -> localText(LocalDateTime.ofInstant(v, zone)) + OFFSET.format(v.atZone(zone));
      case byte[] v -> Bytes.copyOf(v).toString();
      case List<?> v -> v.stream().map(e -> cell(e, zone)).collect(joining(", ", "[", "]"));
      case Map<?, ?> v ->
          v.entrySet().stream()
              .map(e -> cell(e.getKey(), zone) + ": " + cell(e.getValue(), zone))
              .collect(joining(", ", "{", "}"));
      default -> value.toString();
    };
  }

  private static String localText(LocalDateTime value) {
    String name = DateText.infinity(value);
    if (name != null) {
      return name;
    }
    return DateText.of(value.toLocalDate())
        + " "
        + (value.getSecond() == 0 && value.getNano() == 0
            ? value.toLocalTime() + ":00"
            : value.toLocalTime().toString());
  }

  private void add(String[] cells) {
    for (int i = 0; i < cells.length; i++) {
      cells[i] = oneLine(cells[i]);
      widths[i] = Math.max(widths[i], cells[i].codePointCount(0, cells[i].length()));
    }
    lines.add(cells);
  }

  private String oneLine(String text) {
    String plain = text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
    int length = plain.codePointCount(0, plain.length());
    return length <= maxWidth
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, maxWidth - 1)) + "…";
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    rule(text);
    line(text, lines.getFirst());
    rule(text);
    for (int i = 1; i < lines.size(); i++) {
      line(text, lines.get(i));
    }
    if (lines.size() > 1) {
      rule(text);
    }
    return text.toString();
  }

  private void rule(StringBuilder text) {
    for (int width : widths) {
      text.append('+').repeat('-', width + 2);
    }
    text.append("+\n");
  }

  private void line(StringBuilder text, String[] cells) {
    for (int i = 0; i < cells.length; i++) {
      int padding = widths[i] - cells[i].codePointCount(0, cells[i].length());
      text.append("| ");
      if (isRight[i]) {
        text.repeat(' ', padding).append(cells[i]);
      } else {
        text.append(cells[i]).repeat(' ', padding);
      }
      text.append(' ');
    }
    text.append("|\n");
  }
}
