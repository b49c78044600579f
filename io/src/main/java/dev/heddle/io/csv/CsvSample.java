package dev.heddle.io.csv;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvHeader;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.Compression;
import dev.heddle.io.text.RecordScanner;
import dev.heddle.io.text.Utf8Reader;
import dev.heddle.io.text.WholeFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first records of a file, which show the dialect and the names and types of the columns.
 *
 * @param dialect how fields are separated
 * @param skippedLines how many lines are in front of the table, beside those that options skip
 * @param first the fields of the first record, which may be names; empty without records
 * @param types what the fields of the records behind the first can be
 * @param records how many records there are, the first included
 * @param misfits how many of them have another number of fields
 * @param fields how many fields a record has
 * @param bytes how many bytes of the file were fetched for them
 */
record CsvSample(
    CsvDialect dialect,
    int skippedLines,
    List<@Nullable String> first,
    CsvTypes types,
    int records,
    int misfits,
    int fields,
    long bytes) {
  private static final int MAX_CHARACTERS = 2 << 20;
  private static final int MAX_RECORD_CHARACTERS =
      1 << 25; // a first row that is longer is all text
  private static final int MAX_SNIFFED = 128 << 10;
  private static final List<String> DELIMITERS = List.of(",", ";", "\t", "|");
  private static final char QUOTE = '"';

  /** Reads a sample. */
  static CsvSample read(StoredFile file, CsvReadOptions options, CsvTimes preferred) {
    int skipped = linesToSkip(file, options, options.comment());
    CsvSample sample = read(file, options, preferred, skipped);
    if (options.comment() == null && sample.dialect.comment() != null) {
      int plain = linesToSkip(file, options, sample.dialect.comment());
      if (plain > skipped) {
        CsvReadOptions commented = options.withComment(sample.dialect.comment());
        return read(file, commented, preferred, plain).behind(plain - skipped);
      }
    }
    return sample.behind(skipped - options.skipLines());
  }

  private CsvSample behind(int lines) {
    return lines == 0
        ? this
        : new CsvSample(
            dialect, skippedLines + lines, first, types, records, misfits, fields, bytes);
  }

  /** Returns how many lines to skip, as comments count nothing. */
  private static int linesToSkip(
      StoredFile file, CsvReadOptions options, @Nullable Character comment) {
    int lines = options.skipLines();
    if (lines == 0 || comment == null || comment == CsvReadOptions.NO_COMMENT) {
      return lines;
    }
    int seen = 0;
    int left = lines;
    try (WholeFile stream = WholeFile.open(file, 0, options.encoding());
        BufferedReader text = new BufferedReader(new Utf8Reader(stream))) {
      String line = text.readLine();
      while (left > 0 && line != null) {
        seen++;
        left -= line.indexOf(comment) == 0 ? 0 : 1;
        line = text.readLine();
      }
    } catch (IOException e) {
      throw WholeFile.corrupt(file, e);
    }
    return Math.max(seen, lines);
  }

  private static CsvSample read(
      StoredFile file, CsvReadOptions options, CsvTimes preferred, int skipped) {
    try (WholeFile stream = WholeFile.open(file, skipped, options.encoding());
        Reader characters = new Utf8Reader(stream)) {
      char[] buffer = new char[MAX_CHARACTERS];
      int length = 0;
      while (true) {
        int more = 0;
        while (length < buffer.length && more >= 0) {
          length += more;
          more = characters.read(buffer, length, buffer.length - length);
        }
        boolean isAll = more < 0;
        length += isAll ? 0 : more;
        boolean isLast = isAll || buffer.length >= MAX_RECORD_CHARACTERS;
        String text = new String(buffer, 0, length);
        CsvSample sample = of(file, text, isAll, isLast, stream.fetchedBytes(), options, preferred);
        if (isLast || sample.records > Math.min(1, options.sampleRows())) {
          return sample;
        }
        // the header alone, or less than one row: the first row is longer than a sample
        buffer = Arrays.copyOf(buffer, 4 * buffer.length);
      }
    } catch (IOException e) {
      throw WholeFile.corrupt(file, e);
    }
  }

  private static CsvSample of(
      StoredFile file,
      String text,
      boolean isAll,
      boolean isLast,
      long bytes,
      CsvReadOptions options,
      CsvTimes preferred) {
    if (isUtf16(text)) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read " + file.path() + ": it looks like UTF-16; convert it to UTF-8");
    }
    String head = head(text, options);
    boolean isTabbed = Compression.plainName(file.path()).endsWith(".tsv");
    List<CsvDialects.Candidate> candidates =
        CsvDialects.find(
            new CsvHead(head, !isAll || head.length() < text.length()),
            isTabbed ? "\t" : null,
            options);
    CsvSample best = null;
    HeddleException failure = null;
    for (CsvDialects.Candidate candidate : candidates) {
      try {
        CsvSample sample = of(file, text, candidate, isAll, isLast, bytes, options, preferred);
        if (best == null || sample.isBetterThan(best)) {
          best = sample;
        }
      } catch (HeddleException e) {
        failure = e;
      }
    }
    if (best == null) {
      throw failure == null ? new IllegalStateException("No candidate") : failure;
    }
    return best;
  }

  private static CsvSample of(
      StoredFile file,
      String text,
      CsvDialects.Candidate candidate,
      boolean isAll,
      boolean isLast,
      long bytes,
      CsvReadOptions options,
      CsvTimes preferred) {
    CsvDialect dialect = candidate.dialect();
    String whole = isAll ? text : cut(text, dialect);
    Reader source = new StringReader(whole.substring(Math.min(candidate.start(), whole.length())));
    Records records = new Records(options, candidate.fields(), preferred);
    int most = options.sampleRows() == 0 ? CsvShape.MAX_ROWS : options.sampleRows();
    try (CsvInput<Records> input =
        new CsvInput<>(CsvInput.text(source, dialect, options.badRows()), dialect, records)) {
      while (records.count <= most && input.advance()) {
        // the handler has seen it
      }
    } catch (CsvInput.BrokenCsvException | IOException e) {
      if (records.count == 0 && isLast) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE, "Cannot read " + file.path() + ": " + e.getMessage(), e);
      } // else reading reports where it is
    }
    CsvTypes types = records.finish();
    long seen = records.count > most ? bytes * records.at / text.length() : bytes;
    return new CsvSample(
        dialect,
        lines(text, candidate.start()),
        records.first,
        types,
        records.count,
        records.misfits,
        records.columns,
        Math.max(1, seen));
  }

  /** Returns whether more columns have a type by this dialect, and not because rows do not fit. */
  private boolean isBetterThan(CsvSample other) {
    return types.texts() < other.types.texts() && misfits <= other.misfits;
  }

  /** Returns how many lines there are in front of a place. */
  private static int lines(String text, int end) {
    int lines = 0;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      lines += c == '\n' || (c == '\r' && text.charAt(i + 1) != '\n') ? 1 : 0;
    }
    return lines;
  }

  private static boolean isUtf16(String text) {
    return text.length() > 1
        && (text.charAt(0) == 0
            || text.charAt(1) == 0
            || (Utf8Reader.isStray(text.charAt(0)) && Utf8Reader.isStray(text.charAt(1))));
  }

  /**
   * Returns the start of a text to detect dialects by: a first row in quotes, if there is one, too.
   */
  private static String head(String text, CsvReadOptions options) {
    int length = Math.min(text.length(), MAX_SNIFFED);
    while (length < text.length() && mayLieInARow(text.substring(0, length), options)) {
      length = (int) Math.min(text.length(), 4L * length);
    }
    return text.substring(0, length);
  }

  /** Returns whether a text has no row to its end in some dialect. */
  private static boolean mayLieInARow(String text, CsvReadOptions options) {
    char quote = options.quote() == null ? QUOTE : options.quote();
    String delimiter = options.delimiter();
    for (String between : delimiter == null ? DELIMITERS : List.of(delimiter)) {
      if (!between.equals(String.valueOf(quote))
          && cut(text, CsvDialect.of(between, quote, options.escape(), null)).length()
              == text.length()) {
        return true;
      }
    }
    return false;
  }

  /** Leaves out a last record that may go on behind the sample. */
  private static String cut(String text, CsvDialect dialect) {
    CsvScanner scanner = new CsvScanner(dialect);
    String separator = dialect.longDelimiter();
    int state = RecordScanner.START;
    int lastStart = 0;
    for (int i = 0; i < text.length(); i++) {
      lastStart = state == RecordScanner.START ? i : lastStart;
      boolean isText = state != CsvScanner.QUOTED && state != CsvScanner.ESCAPED;
      if (separator != null && isText && text.startsWith(separator, i)) {
        state = scanner.step(state, dialect.delimiter());
        i += separator.length() - 1;
      } else {
        state = scanner.step(state, text.charAt(i));
      }
    }
    return lastStart == 0 ? text : text.substring(0, lastStart);
  }

  /** Keeps the first record and looks at the fields of the others. */
  private static final class Records extends CsvHandler<Records> {
    private final CsvReadOptions options;
    private final CsvTimes preferred;
    private final boolean isCounted; // the number of fields is known
    private final List<@Nullable String[]> rows = new ArrayList<>(); // not learnt from yet
    private List<@Nullable String> first = List.of();
    private final List<@Nullable String> record = new ArrayList<>();
    private @Nullable CsvTypes types;
    private int columns;
    private int count;
    private int misfits;
    private long at; // characters of fields and delimiters so far

    Records(CsvReadOptions options, int fields, CsvTimes preferred) {
      this.options = options;
      this.preferred = preferred;
      this.isCounted = fields > 0;
      this.columns = fields;
    }

    @Override
    void field(char[] buffer, int offset, int length) {
      at += length + 1 + (isQuoted() ? 2 : 0);
      boolean isText = isQuoted() && !options.hasQuotedNulls();
      boolean isNull = // an empty text is null in columns of other types
          isText ? length == 0 : NullTexts.contain(options.nullTexts(), buffer, offset, length);
      record.add(isNull ? null : new String(buffer, offset, length));
    }

    @Override
    boolean record() {
      if (isEmpty()) {
        record.clear();
        return false;
      }
      count++;
      @Nullable String[] row = record.toArray(String[]::new);
      record.clear();
      if (types == null || isFitting(row)) {
        rows.add(row);
      } else {
        misfits++;
      }
      if (rows.size() == CsvShape.MAX_ROWS) {
        learn();
      }
      return true;
    }

    private boolean isFitting(@Nullable String[] row) {
      boolean isLonger = row.length == columns + 1 && row[columns] == null;
      return row.length == columns || isLonger || (options.isPadded() && row.length < columns);
    }

    /** Looks at the rows that are left, and returns what all can be. */
    CsvTypes finish() {
      learn();
      return requireNonNull(types, "types is null");
    }

    private void learn() {
      if (types != null) {
        rows.replaceAll(this::fitted);
        types.refine(rows);
        rows.clear();
        return;
      }
      if (!isCounted) {
        columns = options.isPadded() ? longest() : mostFields();
      }
      List<@Nullable String> start = rows.isEmpty() ? List.of() : Arrays.asList(rows.getFirst());
      int all = rows.size();
      rows.removeIf(row -> !isFitting(row));
      misfits = all - rows.size();
      rows.replaceAll(this::fitted);
      CsvTypes found = new CsvTypes(columns, options, preferred);
      boolean isFirstData = options.header() == CsvHeader.ABSENT || rows.size() == 1;
      found.learn(rows, isFirstData || rows.isEmpty() ? 0 : 1);
      first = isCounted && !rows.isEmpty() ? Arrays.asList(rows.getFirst()) : start;
      types = found;
      rows.clear();
    }

    private @Nullable String[] fitted(@Nullable String[] row) {
      return row.length == columns ? row : Arrays.copyOf(row, columns);
    }

    private int longest() {
      return rows.stream().mapToInt(row -> row.length).max().orElse(0);
    }

    /** Returns the number of fields that most records have, that of the first among equals. */
    private int mostFields() {
      Map<Integer, Integer> counts = new LinkedHashMap<>();
      rows.forEach(row -> counts.merge(row.length, 1, Integer::sum));
      int fields = 0;
      for (Map.Entry<Integer, Integer> each : counts.entrySet()) {
        boolean isMore = each.getValue() > counts.getOrDefault(fields, 0);
        fields = isMore ? each.getKey() : fields;
      }
      return fields;
    }

    @Override
    Records self() {
      return this;
    }
  }
}
