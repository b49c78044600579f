package dev.heddle.io.csv;

import dev.heddle.frame.option.CsvReadOptions;
import org.jspecify.annotations.Nullable;

/**
 * How fields and records are separated.
 *
 * @param delimiter between fields; {@link #LONG_DELIMITER} if the text has several characters there
 * @param quote around fields; {@link #NO_QUOTE} if none is
 * @param comment starts what does not count up to the end of its line, or null
 * @param escape makes a quote a character of the quoted field around, or null if a second one does
 * @param longDelimiter what {@link DelimiterReader} replaces by the delimiter, or null
 */
record CsvDialect(
    char delimiter,
    char quote,
    @Nullable Character comment,
    @Nullable Character escape,
    @Nullable String longDelimiter) {
  /** A lone surrogate, which text does not contain: the quote of text without quotes. */
  static final char NO_QUOTE = 0xDFFE;

  /** A lone surrogate, which text does not contain: in the place of several characters. */
  static final char LONG_DELIMITER = 0xDFFD;

  /**
   * Returns a dialect.
   *
   * @param delimiter of one character, or of several
   * @param quote as options have it, where {@link CsvReadOptions#NO_QUOTE} is none
   * @param escape makes a quote a character; null, or the quote, if it is doubled for that
   * @param comment starts comments, or null
   */
  static CsvDialect of(
      String delimiter, char quote, @Nullable Character escape, @Nullable Character comment) {
    boolean isDoubled = escape == null || escape == quote;
    boolean isLong = delimiter.length() > 1;
    return new CsvDialect(
        isLong ? LONG_DELIMITER : delimiter.charAt(0),
        quote == CsvReadOptions.NO_QUOTE ? NO_QUOTE : quote,
        comment,
        isDoubled ? null : escape,
        isLong ? delimiter : null);
  }

  /** Returns whether fields can be in quotes. */
  boolean hasQuotes() {
    return quote != NO_QUOTE;
  }

  /** Returns what is between fields in the file. */
  String shownDelimiter() {
    return longDelimiter == null ? String.valueOf(delimiter) : longDelimiter;
  }

  /** Returns the quote for messages. */
  String shownQuote() {
    return hasQuotes() ? "'" + quote + "'" : "''";
  }

  /** Returns whether the characters are single bytes, so that blocks can be separated. */
  boolean isAscii() {
    return delimiter < 0x80
        && (quote < 0x80 || !hasQuotes())
        && (comment == null || comment < 0x80)
        && (escape == null || escape < 0x80);
  }
}
