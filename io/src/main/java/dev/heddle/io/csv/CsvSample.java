package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DateOrder;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.Compression;
import dev.heddle.io.text.RecordScanner;
import dev.heddle.io.text.TypeGuess;
import dev.heddle.io.text.Utf8Reader;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The first records of a file, which show the dialect and the names and types of the columns.
 *
 * @param dialect how fields are separated
 * @param first the fields of the first record, which may be names
 * @param columns what the fields of the records behind the first can be
 * @param records how many records there are, the first included
 * @param fields how many fields most records have
 * @param bytes how many bytes of the file were fetched for them
 */
record CsvSample(
    CsvDialect dialect,
    List<String> first,
    List<TypeGuess> columns,
    int records,
    int fields,
    long bytes) {
  private static final int MAX_CHARACTERS = 2 << 20;
  private static final int MAX_RECORD_CHARACTERS =
      1 << 25; // a first row that is longer is all text
  private static final int MAX_SNIFFED = 128 << 10;
  private static final List<String> DELIMITERS = List.of(",", ";", "\t", "|");
  private static final char[] QUOTES = {'"', '\''};

  /** Reads a sample. */
  static CsvSample read(StoredFile file, CsvReadOptions options) {
    try (WholeFile stream = WholeFile.open(file, options.skipLines(), options.encoding());
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
        CsvSample sample = of(file, text, isAll, isLast, stream.fetchedBytes(), options);
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
      CsvReadOptions options) {
    if (isUtf16(text)) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read " + file.path() + ": it looks like UTF-16; convert it to UTF-8");
    }
    CsvDialect dialect = dialect(file, text, isAll, options);
    String whole = isAll ? text : cut(text, dialect);
    Reader source = new StringReader(whole);
    Records records = new Records(options);
    try (CsvInput<Records> input =
        new CsvInput<>(CsvInput.text(source, dialect, options.badRows()), dialect, records)) {
      while (records.count <= options.sampleRows() && input.advance()) {
        // the handler has seen it
      }
    } catch (CsvInput.BrokenCsvException | IOException e) {
      if (records.count == 0 && isLast) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE, "Cannot read " + file.path() + ": " + e.getMessage(), e);
      } // else reading reports where it is
    }
    long seen = records.count > options.sampleRows() ? bytes * records.at / text.length() : bytes;
    int fields = options.isPadded() ? records.longest() : records.maxFields();
    return new CsvSample(
        dialect, records.first, records.columns, records.count, fields, Math.max(1, seen));
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
    char quote = options.quote() == null ? QUOTES[0] : options.quote();
    String delimiter = options.delimiter();
    for (String between : delimiter == null ? DELIMITERS : List.of(delimiter)) {
      if (!between.equals(String.valueOf(quote))
          && cut(text, CsvDialect.of(between, quote, options)).length() == text.length()) {
        return true;
      }
    }
    return false;
  }

  private static CsvDialect dialect(
      StoredFile file, String text, boolean isAll, CsvReadOptions options) {
    String head = head(text, options);
    boolean isCut = !isAll || head.length() < text.length();
    String delimiter = options.delimiter();
    boolean isTabbed = Compression.plainName(file.path()).endsWith(".tsv");
    if (delimiter == null && isTabbed) {
      delimiter = "\t";
    }
    CsvDialect best = null;
    CsvShape bestShape = null;
    for (char quote : options.quote() == null ? QUOTES : new char[] {options.quote()}) {
      for (String between : delimiter == null ? DELIMITERS : List.of(delimiter)) {
        if (between.equals(String.valueOf(quote))) {
          continue;
        }
        CsvDialect candidate = CsvDialect.of(between, quote, options);
        CsvShape shape = CsvShape.of(isCut ? cut(head, candidate) : head, candidate);
        boolean isUsed = quote == QUOTES[0] || shape.quoted() > 0 || best == null;
        if (isUsed && (bestShape == null || shape.isBetterThan(bestShape))) {
          best = candidate;
          bestShape = shape;
        }
      }
    }
    if (best == null || bestShape == null) {
      throw new IllegalStateException("No dialect for " + options);
    }
    return best;
  }

  /** Looks at the first record, too, which turned out to be values. */
  void addFirst(CsvReadOptions options) {
    for (int i = 0; options.sampleRows() > 0 && i < first.size(); i++) {
      char[] own = first.get(i).toCharArray();
      while (columns.size() <= i) {
        columns.add(new TypeGuess());
      }
      if (own.length > 0 && !NullTexts.contain(options.nullTexts(), own, 0, own.length)) {
        columns.get(i).add(own, 0, own.length);
      }
    }
  }

  /** Returns the order of dates that columns show, if they agree on one. */
  Optional<DateOrder> order() {
    Set<DateOrder> orders = EnumSet.noneOf(DateOrder.class);
    for (TypeGuess column : columns) {
      DateOrder order = column.order();
      if (order != null) {
        orders.add(order);
      }
    }
    return orders.size() == 1 ? Optional.of(orders.iterator().next()) : Optional.empty();
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
    private final List<String> nullTexts;
    private final List<String> first = new ArrayList<>();
    private final List<TypeGuess> columns = new ArrayList<>();
    private int count;
    private final Map<Integer, Integer> byFields = new HashMap<>();
    private long at; // characters of fields and delimiters so far

    Records(CsvReadOptions options) {
      this.nullTexts = options.nullTexts();
    }

    @Override
    void field(char[] buffer, int offset, int length) {
      at += length + 1 + (isQuoted() ? 2 : 0);
      if (count == 0) {
        first.add(new String(buffer, offset, length));
        return;
      }
      while (columns.size() <= fields()) {
        columns.add(new TypeGuess());
      }
      boolean isNull =
          length == 0 || (!isQuoted() && NullTexts.contain(nullTexts, buffer, offset, length));
      if (!isNull) {
        columns.get(fields()).add(buffer, offset, length);
      }
    }

    @Override
    boolean record() {
      if (isEmpty()) {
        return false;
      }
      byFields.merge(fields(), 1, Integer::sum);
      count++;
      return true;
    }

    /** Returns the number of fields of the longest record. */
    int longest() {
      return byFields.keySet().stream().max(Integer::compare).orElse(0);
    }

    /** Returns the number of fields that most records have, that of the first among equals. */
    int maxFields() {
      int fields = first.size();
      for (Map.Entry<Integer, Integer> entry : byFields.entrySet()) {
        int most = byFields.getOrDefault(fields, 0);
        boolean isMore = entry.getValue() > most;
        fields = isMore ? entry.getKey() : fields;
      }
      return fields;
    }

    @Override
    Records self() {
      return this;
    }
  }
}
