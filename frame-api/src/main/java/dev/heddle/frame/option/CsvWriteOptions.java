package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * How CSV text is written: as RFC 4180 specifies, nulls without quotes, and in quotes what would be
 * read as null, or as something else than one field.
 *
 * @param delimiter between fields
 * @param hasHeader whether the first line names the columns
 * @param nullText unquoted text for null
 * @param quote around fields that need it
 * @param escape precedes a quote, or itself, within quotes; the quote itself by default
 * @param quoted columns whose values are in quotes in any case; {@code *} means all
 * @param compression of the files
 */
public record CsvWriteOptions(
    char delimiter,
    boolean hasHeader,
    String nullText,
    char quote,
    char escape,
    List<String> quoted,
    TextCompression compression)
    implements WriteFormat {
  /** Means all columns. */
  public static final String ALL = "*";

  /** Comma, header, empty for null, double quotes where they are needed. */
  public static final CsvWriteOptions DEFAULT =
      new CsvWriteOptions(',', true, "", '"', '"', List.of(), TextCompression.AUTOMATIC);

  private static final List<String> SUFFIXES = List.of(".csv", ".tsv");

  /** Checks that the characters differ and are no line ends. */
  public CsvWriteOptions {
    requireNonNull(nullText, "nullText is null");
    quoted = Arguments.all(quoted, "quoted");
    requireNonNull(compression, "compression is null");
    for (char c : new char[] {delimiter, quote, escape}) {
      if (c == '\n' || c == '\r' || Character.isSurrogate(c)) {
        throw invalid("delimiter, quote and escape must be no line ends");
      }
    }
    if (delimiter == quote || delimiter == escape) {
      throw invalid("the delimiter '" + delimiter + "' must differ from quote and escape");
    }
  }

  /** Returns these options with another character between fields. */
  public CsvWriteOptions withDelimiter(char newDelimiter) {
    return new CsvWriteOptions(
        newDelimiter, hasHeader, nullText, quote, escape, quoted, compression);
  }

  /** Returns these options without a line that names the columns. */
  public CsvWriteOptions withoutHeader() {
    return new CsvWriteOptions(delimiter, false, nullText, quote, escape, quoted, compression);
  }

  /** Returns these options with another text for null. */
  public CsvWriteOptions withNullText(String newNullText) {
    return new CsvWriteOptions(
        delimiter, hasHeader, newNullText, quote, escape, quoted, compression);
  }

  /** Returns these options with another quote, and what precedes one within quotes. */
  public CsvWriteOptions withQuote(char newQuote, char newEscape) {
    return new CsvWriteOptions(
        delimiter, hasHeader, nullText, newQuote, newEscape, quoted, compression);
  }

  /** Returns these options with columns whose values are in quotes in any case. */
  public CsvWriteOptions withQuoted(String... columns) {
    return new CsvWriteOptions(
        delimiter,
        hasHeader,
        nullText,
        quote,
        escape,
        Arguments.all(columns, "columns"),
        compression);
  }

  /** Returns these options with another compression of the files. */
  public CsvWriteOptions withCompression(TextCompression newCompression) {
    return new CsvWriteOptions(
        delimiter, hasHeader, nullText, quote, escape, quoted, newCompression);
  }

  private static HeddleException invalid(String reason) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, "Cannot write csv: " + reason);
  }

  @Override
  public String formatName() {
    return "csv";
  }

  @Override
  public List<String> suffixes() {
    return WriteFormat.withCompressions(SUFFIXES, compression);
  }

  @Override
  public TextCompression wholeCompression() {
    return compression;
  }

  @Override
  public void check(Schema columns) {
    requireNonNull(columns, "columns is null");
    for (String name : quoted) {
      if (!name.equals(ALL) && columns.indexOf(name).isEmpty()) {
        throw invalid(NearestNames.missing("column", name, columns.names()) + " to be quoted");
      }
    }
  }
}
