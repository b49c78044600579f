package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanMetrics;
import java.util.List;
import java.util.OptionalLong;

/** The files of a dataset: what has been listed stays as it was. Thread-safe. */
interface DatasetFiles {
  /** Returns the first file in table order. */
  DatasetFile first();

  /** Lists what may have wanted rows. Files come in table order; some may yet have none. */
  List<DatasetFile> select(PartitionFilter filter, ScanMetrics metrics);

  /**
   * Returns files for an estimate, the first among them, without listing more than has been; all
   * files if they are few.
   *
   * @param most how many to return at most
   */
  List<DatasetFile> sample(int most);

  /** Returns a number that follows from all files and their versions; empty if some are unknown. */
  default OptionalLong fingerprint() {
    return OptionalLong.empty();
  }

  /** Returns how many times the bytes of {@code sample} all files have; 1 if those are all. */
  double scale(List<DatasetFile> sample);
}
