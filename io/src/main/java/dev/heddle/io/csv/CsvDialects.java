package dev.heddle.io.csv;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds dialects out that fit a sample, and where its table starts, by the rules of DuckDB.
 *
 * <p>A dialect fits if all rows from the first of the table on have one number of fields. Rows in
 * front of the table have fewer, and are left out. Preferred are dialects with more such rows and
 * more fields, and those whose quotes occur. A sample that fits none gets the one in which most of
 * its rows are alike, so that reading names the row that is not.
 */
final class CsvDialects {
  private static final List<String> DELIMITERS = List.of(",", "|", ";", "\t");
  private static final char NO_ESCAPE = CsvReadOptions.NO_QUOTE;
  private static final char COMMENT = '#';
  private static final double MIN_COMMENTS = 0.6; // of the lines with one that must fit

  /**
   * A dialect that fits.
   *
   * @param dialect how fields are separated
   * @param fields how many fields a row has; 0 if rows differ
   * @param start where the table starts in the sample
   */
  record Candidate(CsvDialect dialect, int fields, int start) {}

  private record Quoting(char quote, char escape) {}

  private final CsvReadOptions options;
  private final CsvHead head;
  private final String sample;
  private final List<Found> found = new ArrayList<>();
  private @Nullable Found likely; // as most rows are alike
  private int maxFields;
  private int maxConsistent;
  private int padded;
  private int ignored;

  private CsvDialects(CsvHead head, CsvReadOptions options) {
    this.head = head;
    this.sample = head.text();
    this.options = options;
  }

  /**
   * Returns the dialects that fit best, the preferred one first; one at least.
   *
   * @param delimiter of fields where options do not state one, or null
   */
  static List<Candidate> find(CsvHead head, @Nullable String delimiter, CsvReadOptions options) {
    Schema schema = options.schema();
    CsvDialects search = new CsvDialects(head, options);
    search.run(delimiter, schema == null ? 0 : schema.size());
    if (search.found.isEmpty() && schema != null) {
      search.run(delimiter, 0); // the schema names some of the columns
    }
    return search.result();
  }

  private void run(@Nullable String delimiter, int columns) {
    String stated = options.delimiter() == null ? delimiter : options.delimiter();
    List<String> delimiters = stated == null ? delimiters() : List.of(stated);
    for (Character comment : comments()) {
      for (Quoting quoting : quotings()) {
        for (String between : delimiters) {
          if (isUsable(between, quoting, comment)) {
            CsvDialect dialect = dialect(between, quoting, comment);
            consider(new Found(dialect, CsvShape.of(head, dialect)), columns);
          }
        }
      }
    }
  }

  /** Returns the delimiters that occur, and one that does not, by which lines are one field. */
  private List<String> delimiters() {
    List<String> delimiters = new ArrayList<>();
    boolean isAnyMissing = false;
    for (String each : DELIMITERS) {
      boolean isThere = sample.contains(each);
      if (isThere || !isAnyMissing) {
        delimiters.add(each);
      }
      isAnyMissing |= !isThere;
    }
    return delimiters;
  }

  /** Returns what may start a comment; null is nothing. */
  private List<@Nullable Character> comments() {
    List<@Nullable Character> comments = new ArrayList<>();
    comments.add(options.comment());
    if (options.comment() == null && sample.indexOf(COMMENT) >= 0) {
      comments.add(COMMENT);
    }
    return comments;
  }

  private List<Quoting> quotings() {
    List<Quoting> quotings = new ArrayList<>();
    Character quote = options.quote();
    Character escape = options.escape();
    if (escape != null && quote != null) {
      return List.of(new Quoting(quote, escape));
    }
    if (escape != null) {
      quotings.add(new Quoting('"', escape));
      if (sample.indexOf('\'') >= 0) {
        quotings.add(new Quoting('\'', escape));
      }
      if (sample.indexOf('"') >= 0) {
        quotings.add(new Quoting(CsvReadOptions.NO_QUOTE, NO_ESCAPE));
      }
      return quotings;
    }
    if (quote == null) {
      quotings.add(new Quoting('"', '"'));
      addEscapes('"', quotings);
      if (sample.indexOf('"') >= 0) {
        quotings.addFirst(new Quoting(CsvReadOptions.NO_QUOTE, NO_ESCAPE));
      }
      if (sample.indexOf('\'') >= 0) {
        quotings.add(new Quoting('\'', '\''));
        addEscapes('\'', quotings);
      }
    } else {
      quotings.add(new Quoting(quote, quote));
      addEscapes(quote, quotings);
    }
    return quotings;
  }

  private void addEscapes(char quote, List<Quoting> quotings) {
    for (char escape : new char[] {'\'', '"', '\\'}) {
      boolean isUsed = sample.indexOf("" + escape + quote) >= 0;
      if (escape != quote && quote != CsvReadOptions.NO_QUOTE && isUsed) {
        quotings.add(new Quoting(quote, escape));
      }
    }
  }

  private static boolean isUsable(String between, Quoting quoting, @Nullable Character comment) {
    boolean isAny = comment != null && comment != CsvReadOptions.NO_COMMENT;
    boolean isComment = isAny && (between.indexOf(comment) >= 0 || comment == quoting.quote);
    return between.indexOf(quoting.quote) < 0 && between.indexOf(quoting.escape) < 0 && !isComment;
  }

  private static CsvDialect dialect(String between, Quoting quoting, @Nullable Character comment) {
    return CsvDialect.of(
        between,
        quoting.quote,
        quoting.escape == NO_ESCAPE ? null : quoting.escape,
        comment == null || comment == CsvReadOptions.NO_COMMENT ? null : comment);
  }

  private void consider(Found candidate, int columns) {
    if (likely == null || candidate.shape.isBetterThan(likely.shape)) {
      likely = candidate;
    }
    if (candidate.shape.isBroken()
        || !candidate.count(columns)
        || !candidate.hasFittingComments()) {
      return;
    }
    boolean isSet = columns > 0;
    boolean matches =
        !isSet
            || candidate.fields == columns
            || (candidate.fields == columns + 1 && candidate.isFirstLastEmpty());
    boolean isAllowed = options.isPadded() || candidate.padding == 0;
    if (!matches || !isAllowed) {
      return;
    }
    boolean isWhole = candidate.isWhole() || (isSet && ignores());
    if (isWhole && isPreferred(candidate)) {
      take(candidate, columns);
    } else if (candidate.isWhole() && isEqual(candidate)) {
      candidate.skipped = options.isPadded() ? 0 : candidate.notes;
      found.add(candidate);
    }
  }

  private boolean ignores() {
    return !(options.badRows() instanceof BadRows.Fail);
  }

  /** Returns whether a candidate is as good as what has been found, or better. */
  private boolean isPreferred(Found candidate) {
    boolean isMore = candidate.consistent > maxConsistent && candidate.fields >= maxFields;
    boolean isWider = candidate.consistent == maxConsistent && candidate.fields > maxFields;
    boolean isFirstWide = maxFields < 2 && candidate.fields > maxFields * found.size();
    return isFirstWide
        || ((isMore || isWider) && candidate.padding <= padded)
        || (candidate.fields > 1 && candidate.padding < padded)
        || (candidate.shape.isQuoted() && candidate.comments == 0);
  }

  private void take(Found candidate, int columns) {
    CsvShape shape = candidate.shape;
    Found first = found.isEmpty() ? null : found.getFirst();
    boolean isFirstQuoted = first != null && first.shape.isQuoted();
    if (first != null
        && columns > 0
        && maxFields == columns
        && candidate.consistent <= maxConsistent
        && (isFirstQuoted || !shape.isQuoted())) {
      return;
    }
    if (first != null && isFirstQuoted) {
      if (!shape.isQuoted() || (!shape.isEscaped() && first.shape.isEscaped())) {
        return;
      }
      if (maxConsistent == candidate.consistent && candidate.fields >= maxFields) {
        candidate.skipped = options.isPadded() ? 0 : candidate.notes;
        found.add(candidate);
        maxFields = candidate.fields;
        return;
      }
    }
    boolean isRare = maxFields > 1 && candidate.fields > maxFields;
    boolean mayDiffer = options.isPadded() || ignores();
    if ((maxFields == candidate.fields && candidate.ignored > ignored)
        || (isRare && mayDiffer && candidate.consistent < maxConsistent / 2)
        || (shape.isQuoted() && candidate.fields < maxFields && isQuotedFound(shape.isEscaped()))) {
      return;
    }
    found.clear();
    found.add(candidate);
    maxConsistent = candidate.consistent;
    maxFields = candidate.fields;
    padded = candidate.padding;
    ignored = candidate.ignored;
  }

  private boolean isQuotedFound(boolean escaped) {
    return found.stream()
        .anyMatch(each -> each.shape.isQuoted() && (!escaped || each.shape.isEscaped()));
  }

  private boolean isEqual(Found candidate) {
    return candidate.consistent > 1
        && candidate.fields > 1
        && !found.isEmpty()
        && candidate.notes <= found.getFirst().skipped
        && candidate.padding <= padded
        && candidate.fields == maxFields;
  }

  private List<Candidate> result() {
    List<Candidate> result = new ArrayList<>();
    for (Found each : found) {
      boolean isMostlyLeftOut = each.dirty > 0 && each.consistent <= each.dirty;
      if (!isMostlyLeftOut && (each.fields > 1 || maySingle())) {
        result.add(new Candidate(each.dialect, each.fields, each.start()));
      }
    }
    if (result.isEmpty() && likely != null) {
      result.add(new Candidate(likely.dialect, 0, 0));
    }
    if (result.isEmpty()) {
      throw new IllegalStateException("No dialect for " + options);
    }
    return result;
  }

  /** Returns whether lines may be one field: not where some of them make an error of a table. */
  private boolean maySingle() {
    if (options.schema() != null) {
      return options.schema().size() == 1;
    }
    return ignores() || likely == null || !likely.shape.isLikely() || likely.shape.isTable();
  }

  /** A dialect with the shape that the sample has in it. */
  private final class Found {
    private final CsvDialect dialect;
    private final CsvShape shape;
    private int fields;
    private int first = -1; // row of the table
    private int consistent;
    private int padding;
    private int ignored;
    private int comments;
    private int dirty; // rows in front of the table
    private int notes; // all lines in front of the table
    private int skipped; // lines in front of the table that are left out, as others see them

    Found(CsvDialect dialect, CsvShape shape) {
      this.dialect = dialect;
      this.shape = shape;
    }

    /** Counts rows; returns false if one cannot be of this number of columns, if it is not 0. */
    boolean count(int columns) {
      boolean takesAny = ignores() && !options.isPadded();
      List<CsvShape.Row> rows = shape.rows();
      fields = rows.isEmpty() ? 1 : takesAny ? shape.maxFields() : rows.getFirst().fields();
      for (int i = 0; i < rows.size(); i++) {
        CsvShape.Row row = rows.get(i);
        if (!isPossible(row, columns)) {
          return false;
        }
        if (row.kind() == CsvShape.Kind.COMMENT) {
          comments++;
        } else if (row.areLastEmpty() && row.fields() == headerFields() + 1) {
          consistent++;
        } else if (row.fields() > fields && mayBeWider(columns, takesAny)) {
          startAt(i, row);
          padding = 0;
          consistent = 1;
        } else if (row.fields() == fields || takesAny) {
          if (first < 0) {
            startAt(i, row);
          }
          ignored += row.fields() == fields ? 0 : 1;
          consistent++;
        } else if (row.fields() < fields) {
          padding++;
        }
      }
      consistent += padding;
      return true;
    }

    private boolean isPossible(CsvShape.Row row, int columns) {
      return columns == 0
          || ignores()
          || row.fields() == columns
          || (row.fields() == columns + 1 && row.areLastEmpty())
          || (options.isPadded() && row.fields() > columns);
    }

    private int headerFields() {
      return shape.rows().get(Math.max(0, first)).fields();
    }

    private boolean mayBeWider(int columns, boolean takesAny) {
      return (options.skipLines() == 0 || comments > 0)
          && (columns == 0 || options.isPadded())
          && (first < 0 || !takesAny);
    }

    private void startAt(int row, CsvShape.Row start) {
      first = row;
      fields = start.fields();
      dirty = row - comments;
      notes = row + start.emptyLines();
      skipped = options.isPadded() ? 0 : notes - comments;
    }

    /** Returns whether each line is a comment, one in front of the table, or a row of it. */
    boolean isWhole() {
      return consistent + dirty + comments == shape.rows().size();
    }

    /** Returns where the table starts in the sample. */
    int start() {
      return dirty == 0 || options.isPadded() ? 0 : shape.rows().get(first).start();
    }

    boolean isFirstLastEmpty() {
      return !shape.rows().isEmpty() && shape.rows().getFirst().areLastEmpty();
    }

    /** Returns whether comments that were found out are likely to be such. */
    boolean hasFittingComments() {
      if (options.comment() != null || dialect.comment() == null) {
        return true;
      }
      boolean isAnyWhole = false;
      int lines = 0;
      int fitting = 0;
      for (CsvShape.Row row : shape.rows()) {
        boolean isSame = row.fields() == fields || (row.fields() < fields && options.isPadded());
        switch (row.kind()) {
          case ROW -> {}
          case ROW_WITH_COMMENT -> {
            lines++;
            fitting += isSame ? 1 : 0;
          }
          case COMMENT -> {
            lines++;
            fitting += row.fields() == fields ? 0 : 1;
            isAnyWhole |= row.fields() != fields;
          }
        }
      }
      return isAnyWhole && fitting >= MIN_COMMENTS * lines;
    }
  }
}
