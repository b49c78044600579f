package dev.heddle.io.csv;

import org.jspecify.annotations.Nullable;

/**
 * How fields and records are told apart.
 *
 * @param delimiter between fields
 * @param quote around fields
 * @param comment starts lines that do not count, or null
 */
record CsvDialect(char delimiter, char quote, @Nullable Character comment) {
  /** Returns whether the characters are single bytes, so that blocks can be told apart. */
  boolean isAscii() {
    return delimiter < 0x80 && quote < 0x80 && (comment == null || comment < 0x80);
  }
}
