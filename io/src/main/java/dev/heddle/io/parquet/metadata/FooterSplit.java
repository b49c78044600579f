package dev.heddle.io.parquet.metadata;

import dev.heddle.io.scan.Split;
import dev.heddle.io.storage.StoredFile;

/**
 * The footer of a file.
 *
 * @param file the file
 */
record FooterSplit(StoredFile file) implements Split {
  private static final long EXPECTED_BYTES = 64 << 10;

  @Override
  public long bytes() {
    return Math.min(EXPECTED_BYTES, file.sizeBytes());
  }

  @Override
  public long rows() {
    return -1;
  }
}
