package dev.heddle.cli.flags;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the number of rows of a suite's data, and where it is. */
public final class RowFlags {
  private static final long MAX_ROWS = 1_000_000_000;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with the tables (default: made once in the cache folder).")
  private @Nullable Path data;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows, such as 10000000 or 1e7 (default: 1e7).")
  private BigDecimal rows = BigDecimal.TEN.pow(7);

  public @Nullable Path folder() {
    return data;
  }

  public long rows() {
    return checked(rows);
  }

  /** Returns a number of rows that may have been written with an exponent. */
  public static long checked(BigDecimal rows) {
    if (rows.compareTo(BigDecimal.TEN) < 0
        || rows.compareTo(BigDecimal.valueOf(MAX_ROWS)) > 0
        || rows.stripTrailingZeros().scale() > 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make " + rows.toPlainString() + " rows: choose a number from 10 to " + MAX_ROWS);
    }
    return rows.longValueExact();
  }
}
