package dev.heddle.io.text;

import dev.heddle.io.dataset.InspectedFile;

/** A text file of which a sample has been read. Immutable. */
public interface SampledFile extends InspectedFile {
  /** Returns about how many rows a byte of the file has. */
  double rowsPerByte();

  /** Returns about how many rows some bytes of the file have. */
  default long rows(long bytes) {
    return Math.round(bytes * rowsPerByte());
  }
}
