package dev.heddle.io.csv;

import java.io.IOException;

/** Text split into the fields of records. Used by one thread. */
interface CsvSource extends AutoCloseable {
  /** Hands records to the handler until one counts; returns whether one did. */
  boolean advance() throws CsvInput.BrokenCsvException, IOException;

  @Override
  void close();
}
