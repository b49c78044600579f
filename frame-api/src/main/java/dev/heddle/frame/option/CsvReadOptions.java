package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How CSV text is read.
 *
 * @param delimiter between fields
 * @param quote around fields; a doubled one inside stands for one
 * @param hasHeader whether the first line of each file names the columns; otherwise they are {@code
 *     column0}, {@code column1}, …
 * @param nullText unquoted text that means null; empty by default
 * @param schema the columns, if they are not to be inferred from a sample
 */
public record CsvReadOptions(
    char delimiter, char quote, boolean hasHeader, String nullText, @Nullable Schema schema) {
  /** Comma, double quote, header, empty is null, types inferred. */
  public static final CsvReadOptions DEFAULT = new CsvReadOptions(',', '"', true, "", null);

  /** Checks that delimiter and quote differ. */
  public CsvReadOptions {
    requireNonNull(nullText, "nullText is null");
    if (delimiter == quote || isLineEnd(delimiter) || isLineEnd(quote)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read csv: delimiter '"
              + delimiter
              + "' and quote '"
              + quote
              + "' must differ and be no line ends");
    }
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  /** Returns these options with another delimiter. */
  public CsvReadOptions withDelimiter(char newDelimiter) {
    return new CsvReadOptions(newDelimiter, quote, hasHeader, nullText, schema);
  }

  /** Returns these options with another quote. */
  public CsvReadOptions withQuote(char newQuote) {
    return new CsvReadOptions(delimiter, newQuote, hasHeader, nullText, schema);
  }

  /** Returns these options for files without a header line. */
  public CsvReadOptions withoutHeader() {
    return new CsvReadOptions(delimiter, quote, false, nullText, schema);
  }

  /** Returns these options with another text for null. */
  public CsvReadOptions withNullText(String newNullText) {
    return new CsvReadOptions(delimiter, quote, hasHeader, newNullText, schema);
  }

  /** Returns these options with given columns; nothing is inferred then. */
  public CsvReadOptions withSchema(Schema newSchema) {
    return new CsvReadOptions(delimiter, quote, hasHeader, nullText, newSchema);
  }
}
