package dev.heddle.io.whole;

import dev.heddle.io.scan.Split;
import dev.heddle.io.storage.StoredFile;
import java.util.List;

/**
 * Neighbouring files.
 *
 * @param files which
 * @param bytes how many bytes they have
 */
record WholeFileSplit(List<StoredFile> files, long bytes) implements Split {
  WholeFileSplit {
    files = List.copyOf(files);
  }

  @Override
  public long rows() {
    return files.size();
  }
}
