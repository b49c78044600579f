package dev.heddle.io.csv;

/**
 * The start of a file's text, which shows the dialect.
 *
 * @param text the characters
 * @param isCut whether the last row may go on behind them
 */
record CsvHead(String text, boolean isCut) {}
