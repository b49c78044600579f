package dev.heddle.io.text;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import java.util.Collections;
import java.util.OptionalLong;

/** What is known of text files: about how many rows they have. */
public final class TextStatistics {
  private TextStatistics() {}

  /** Returns statistics of so many rows. */
  public static TableStatistics of(Schema schema, double rows) {
    return new TableStatistics(
        OptionalLong.of(Math.round(rows)),
        false,
        Collections.nCopies(schema.size(), TableStatistics.ColumnStatistics.UNKNOWN));
  }
}
