package dev.heddle.cli;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.CsvReadOptions;
import java.util.Locale;

/** Chooses the format of a path by its ending: {@code .csv} and {@code .tsv}, else Parquet. */
final class Sources {
  private Sources() {}

  static DataFrame read(Session session, String path) {
    String name = path.toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return session.read().csv(path);
    }
    if (name.endsWith(".tsv")) {
      return session.read().csv(CsvReadOptions.DEFAULT.withDelimiter('\t'), path);
    }
    return session.read().parquet(path);
  }
}
