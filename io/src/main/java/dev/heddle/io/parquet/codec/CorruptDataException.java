package dev.heddle.io.parquet.codec;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/**
 * Bytes that break the format's rules, found where the place in the file is not known. The caller
 * that knows it turns this into an error that names it.
 */
public final class CorruptDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CorruptDataException(String what) {
    super(what);
  }

  /** Returns the error that names the place: a page of a column chunk. */
  public HeddleException in(String file, String column, int rowGroup, long page) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE,
        "Cannot read "
            + file
            + ": column "
            + column
            + ", row group "
            + rowGroup
            + ", page at byte "
            + page
            + ": "
            + getMessage(),
        this);
  }
}
