package dev.heddle.io.csv;

import dev.heddle.io.text.RecordScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the lines of a sample are divided in some dialect.
 *
 * @param rows its rows and comments in order, at most {@link #MAX_ROWS}
 * @param isQuoted whether any field is in quotes
 * @param isEscaped whether any quote within quotes is escaped or doubled
 * @param isBroken whether the sample breaks the rules of quoting
 */
record CsvShape(List<Row> rows, boolean isQuoted, boolean isEscaped, boolean isBroken) {
  static final int MAX_ROWS = 2_048;

  /** What a line holds. */
  enum Kind {
    /** Fields. */
    ROW,
    /** Fields with a comment behind them. */
    ROW_WITH_COMMENT,
    /** A comment. */
    COMMENT
  }

  /**
   * A row or a comment.
   *
   * @param start where it starts in the sample
   * @param fields how many fields it has, those in front of its comment
   * @param kind what it is
   * @param isLastEmpty whether its last field is empty
   * @param areLastEmpty whether the last field of it and of all rows behind it is empty
   * @param emptyLines how many lines without characters are in front of it, from the start on
   */
  record Row(
      int start, int fields, Kind kind, boolean isLastEmpty, boolean areLastEmpty, int emptyLines) {
    /** Returns whether it can be read as one of a number of fields, of which all may be there. */
    boolean fits(int columns) {
      return kind == Kind.COMMENT || fields == columns || (fields == columns + 1 && isLastEmpty);
    }
  }

  /** Divides a sample. */
  static CsvShape of(CsvHead sample, CsvDialect dialect) {
    Counter counter = new Counter(dialect);
    counter.count(sample.text(), sample.isCut());
    return new CsvShape(
        withLasts(counter.rows), counter.isQuoted, counter.isEscaped, counter.isBroken);
  }

  private static List<Row> withLasts(List<Row> rows) {
    boolean isEmpty = true;
    for (int i = rows.size() - 1; i >= 0; i--) {
      Row row = rows.get(i);
      isEmpty &= row.isLastEmpty;
      rows.set(
          i, new Row(row.start, row.fields, row.kind, row.isLastEmpty, isEmpty, row.emptyLines));
    }
    return rows;
  }

  /** Returns how many fields most rows have, the largest number among equals; 1 without rows. */
  int maxFields() {
    Map<Integer, Integer> counts = new HashMap<>();
    int fields = 1;
    int most = 0;
    for (Row row : rows) {
      int count = row.kind == Kind.COMMENT ? 0 : counts.merge(row.fields, 1, Integer::sum);
      if (count > most || (count == most && row.fields > fields)) {
        most = count;
        fields = row.fields;
      }
    }
    return fields;
  }

  /** Returns how many rows have a number of fields. */
  int fitting(int fields) {
    return (int)
        rows.stream().filter(row -> row.kind != Kind.COMMENT && row.fields == fields).count();
  }

  /** Returns whether more than half of the rows have one number of several fields. */
  boolean isLikely() {
    int fields = maxFields();
    return fields > 1 && fitting(fields) * 2 > rows.size();
  }

  /** Returns whether all rows have one number of fields. */
  boolean isTable() {
    int fields = maxFields();
    return !isBroken && rows.stream().allMatch(row -> row.fits(fields));
  }

  /** Returns whether this speaks more for its dialect than another shape does for its own. */
  boolean isBetterThan(CsvShape other) {
    if (isLikely() != other.isLikely()) {
      return isLikely();
    }
    if (isBroken != other.isBroken) {
      return other.isBroken;
    }
    int fields = maxFields();
    int otherFields = other.maxFields();
    long misfits = (long) (rows.size() - fitting(fields)) * Math.max(1, other.rows.size());
    long otherMisfits =
        (long) (other.rows.size() - other.fitting(otherFields)) * Math.max(1, rows.size());
    if (isLikely() && misfits != otherMisfits) {
      return misfits < otherMisfits;
    }
    return fields == otherFields ? isQuoted && !other.isQuoted : fields > otherFields;
  }

  /** Counts fields character by character. */
  private static final class Counter {
    private final CsvDialect dialect;
    private final CsvScanner scanner;
    private final List<Row> rows = new ArrayList<>();
    private boolean isQuoted;
    private boolean isEscaped;
    private boolean isBroken;
    private int start; // of the row
    private int fields = 1;
    private int emptyLines;
    private Kind kind = Kind.ROW;

    Counter(CsvDialect dialect) {
      this.dialect = dialect;
      this.scanner = new CsvScanner(dialect);
    }

    private void count(String sample, boolean isCut) {
      int state = RecordScanner.START;
      String separator = dialect.longDelimiter();
      for (int i = 0; i < sample.length() && rows.size() < MAX_ROWS && !isBroken; i++) {
        char c = sample.charAt(i);
        boolean isWithin = state == CsvScanner.QUOTED || state == CsvScanner.ESCAPED;
        int at = i;
        if (separator != null && !isWithin && sample.startsWith(separator, i)) {
          c = dialect.delimiter();
          i += separator.length() - 1;
        }
        if (scanner.isStart(state, c)) {
          start = at;
          fields = 1;
          kind = Kind.ROW;
        }
        int next = scanner.step(state, c);
        see(state, next, c);
        state = next;
      }
      if (rows.size() == MAX_ROWS || isBroken) {
        return;
      }
      boolean isOpen = state == CsvScanner.QUOTED || state == CsvScanner.ESCAPED;
      isBroken = isOpen && !isCut;
      // as in DuckDB, a row does not count whose comment ends the file
      if (!isCut && !scanner.isStart(state, 0) && state != CsvScanner.COMMENT) {
        addRow(state);
      }
    }

    private void see(int state, int next, char c) {
      boolean isWithin = state == CsvScanner.QUOTED || state == CsvScanner.ESCAPED;
      if (!isWithin && (c == '\n' || c == '\r')) {
        if (!scanner.isStart(state, c)) {
          if (c != '\n' || state != CsvScanner.AFTER_CR) {
            addRow(state);
          }
        } else {
          emptyLines++;
        }
        return;
      }
      if (next == CsvScanner.COMMENT && state != CsvScanner.COMMENT) {
        // DuckDB takes what is behind quotes or blanks for a comment of its own
        boolean isBehind = state == CsvScanner.DATA || state == CsvScanner.FIELD;
        kind = isBehind ? Kind.ROW_WITH_COMMENT : Kind.COMMENT;
      } else if (next == CsvScanner.FIELD) {
        fields++;
      }
      boolean isDoubled = state == CsvScanner.CLOSED && next == CsvScanner.QUOTED;
      isQuoted |= next == CsvScanner.QUOTED;
      isEscaped |= state == CsvScanner.ESCAPED || isDoubled;
      isBroken =
          (isDoubled && dialect.escape() != null)
              || (state == CsvScanner.CLOSED && next == CsvScanner.DATA);
    }

    private void addRow(int last) {
      boolean isLastEmpty = last == CsvScanner.FIELD || last == CsvScanner.BLANK;
      rows.add(new Row(start, fields, kind, isLastEmpty, false, emptyLines));
    }
  }
}
