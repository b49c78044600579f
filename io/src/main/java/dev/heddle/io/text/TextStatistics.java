package dev.heddle.io.text;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.InspectedFile;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/** What is known of text files: about how many rows they have. */
public final class TextStatistics {
  private TextStatistics() {}

  /**
   * Returns statistics of files of which some have been sampled.
   *
   * @param scale how many bytes all files have, over those of the sample
   */
  public static TableStatistics ofSample(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    double rows = 0;
    for (InspectedFile file : sample) {
      rows += file.file().sizeBytes() * ((SampledFile) file).rowsPerByte();
    }
    return of(schema, rows * scale);
  }

  /** Returns statistics of a number of rows. */
  public static TableStatistics of(Schema schema, double rows) {
    return new TableStatistics(
        OptionalLong.of(Math.round(rows)),
        false,
        Collections.nCopies(schema.size(), TableStatistics.ColumnStatistics.UNKNOWN));
  }
}
