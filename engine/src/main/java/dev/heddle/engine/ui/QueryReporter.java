package dev.heddle.engine.ui;

import dev.heddle.frame.watch.ProgressListener;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Writes down what queries do, for a page of it. Thread-safe. */
public interface QueryReporter extends ProgressListener {
  /**
   * Writes a page, which takes the place of a file that is there.
   *
   * @param only the number of the query that it is about; else it is about all
   * @throws dev.heddle.frame.error.HeddleException with code {@code IO} if it cannot be written
   */
  void write(Path file, OptionalLong only);
}
