package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.schema.Schema;

/**
 * Where rows are written to, and how.
 *
 * @param path a file or folder; missing parent folders are made
 * @param format format of the files
 * @param layout how rows are divided into files
 * @param mode what happens if the target exists
 */
public record WriteTarget(String path, WriteFormat format, WriteLayout layout, WriteMode mode) {
  /** Checks that nothing is missing. */
  public WriteTarget {
    path = Arguments.target(path);
    requireNonNull(format, "format is null");
    requireNonNull(layout, "layout is null");
    requireNonNull(mode, "mode is null");
  }

  /**
   * Demands that rows of these columns can be written there.
   *
   * @throws dev.heddle.frame.error.AnalysisException naming the column that is wrong
   */
  public void check(Schema columns) {
    format.check(layout.fileColumns(columns));
  }
}
