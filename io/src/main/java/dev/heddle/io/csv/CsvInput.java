package dev.heddle.io.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Characters split into fields by the library. Used by one thread. */
final class CsvInput<T> implements CsvSource {
  private static final int MAX_CHARACTERS = 1 << 28; // of a field

  // the library counts from where the block starts
  private static final Pattern LINE = Pattern.compile(" \\(record starting at line \\d+\\)");

  /** Text that breaks the rules of quoting. */
  static final class BrokenCsvException extends Exception {
    private static final long serialVersionUID = 1;

    BrokenCsvException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private final CsvReader<T> reader;
  private final CloseableIterator<T> records;

  /**
   * Starts on some characters.
   *
   * @param source closed along with this
   */
  CsvInput(Reader source, CsvDialect dialect, CsvCallbackHandler<T> handler) {
    CsvReader.CsvReaderBuilder builder =
        CsvReader.builder()
            .fieldSeparator(dialect.delimiter())
            .quoteCharacter(dialect.quote())
            .skipEmptyLines(false) // the handler decides
            .allowExtraFields(true) // counted by the handler, which knows the columns' names
            .allowMissingFields(true)
            .allowUnclosedQuote(false)
            .maxBufferSize(MAX_CHARACTERS);
    Character comment = dialect.comment();
    if (comment != null) {
      builder.commentStrategy(CommentStrategy.SKIP).commentCharacter(comment);
    }
    this.reader = builder.build(handler, source);
    this.records = reader.iterator();
  }

  /**
   * Returns characters as the library takes them: delimiters of one character, no blanks around
   * quotes and no comments behind fields, quotes within quotes doubled, and broken ones repaired
   * unless they are to be errors.
   */
  static Reader text(Reader source, CsvDialect dialect, BadRows badRows) {
    Reader separated = DelimiterReader.of(source, dialect);
    boolean hasMargins = dialect.hasQuotes() || dialect.comment() != null;
    Reader bare = hasMargins ? new MarginReader(separated, dialect) : separated;
    Reader doubled = dialect.escape() == null ? bare : new EscapeReader(bare, dialect);
    return badRows instanceof BadRows.Fail ? doubled : new QuoteRepair(doubled, dialect);
  }

  @Override
  public boolean advance() throws BrokenCsvException, IOException {
    try {
      if (!records.hasNext()) {
        return false;
      }
      records.next();
      return true;
    } catch (CsvParseException e) {
      if (e.getCause() instanceof HeddleException cause) {
        throw cause;
      }
      throw new BrokenCsvException(reason(e), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String reason(Throwable e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    @Nullable String message = last.getMessage();
    return message == null ? "it is no csv" : LINE.matcher(message).replaceAll("");
  }

  @Override
  public void close() {
    try {
      records.close();
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
