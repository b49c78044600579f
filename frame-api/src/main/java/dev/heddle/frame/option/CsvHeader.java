package dev.heddle.frame.option;

/** Whether the first line of a CSV file names its columns. */
public enum CsvHeader {
  /** Found out: it does unless its fields have the types of the lines below. */
  SNIFFED,
  /** It does. */
  PRESENT,
  /** It does not: columns are {@code column0}, {@code column1}, …. */
  ABSENT
}
