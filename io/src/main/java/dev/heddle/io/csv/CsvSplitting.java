package dev.heddle.io.csv;

/** Who splits text into fields. */
enum CsvSplitting {
  /** {@link CsvBytes} where it can, else the library. */
  OWN_WHERE_PLAIN,
  /** The library, whose rules are the ones that count. */
  LIBRARY
}
