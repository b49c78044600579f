package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Files that were all listed when the dataset was named.
 *
 * @param files in table order; none only where a request rules out all
 */
record ListedFiles(List<DatasetFile> files) implements DatasetFiles {
  /** More files than this take longer to go over than a plan that they make better would gain. */
  private static final int MAX_FINGERPRINTED = 4096;

  ListedFiles {
    files = List.copyOf(files);
  }

  @Override
  public DatasetFile first() {
    return files.getFirst();
  }

  @Override
  public List<DatasetFile> select(PartitionFilter filter, ScanMetrics metrics) {
    return files;
  }

  @Override
  public List<DatasetFile> sample(int most) {
    if (files.size() <= most) {
      return files;
    }
    List<DatasetFile> sample = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      sample.add(files.get((int) ((long) i * files.size() / most)));
    }
    return sample;
  }

  @Override
  public double scale(List<DatasetFile> sample) {
    return sample.size() == files.size() ? 1 : (double) bytes(files) / Math.max(1, bytes(sample));
  }

  @Override
  public OptionalLong fingerprint() {
    if (files.size() > MAX_FINGERPRINTED) {
      return OptionalLong.empty();
    }
    Fingerprint print = new Fingerprint();
    for (DatasetFile file : files) {
      StoredFile stored = file.file();
      print.add(stored.path()).add(stored.sizeBytes()).add(stored.version());
    }
    return OptionalLong.of(print.value());
  }

  private static long bytes(List<DatasetFile> files) {
    return files.stream().mapToLong(file -> file.file().sizeBytes()).sum();
  }
}
