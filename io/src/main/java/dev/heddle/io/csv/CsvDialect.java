package dev.heddle.io.csv;

import org.jspecify.annotations.Nullable;

/**
 * How fields and records are told apart.
 *
 * @param delimiter between fields
 * @param quote around fields
 * @param comment starts lines that do not count, or null
 * @param escape makes a quote a character of the quoted field around, or null if a second one does
 */
record CsvDialect(
    char delimiter, char quote, @Nullable Character comment, @Nullable Character escape) {
  /** Returns whether the characters are single bytes, so that blocks can be told apart. */
  boolean isAscii() {
    return delimiter < 0x80
        && quote < 0x80
        && (comment == null || comment < 0x80)
        && (escape == null || escape < 0x80);
  }
}
