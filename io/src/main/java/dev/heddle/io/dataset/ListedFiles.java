package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanMetrics;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that were all listed when the dataset was named.
 *
 * @param files in table order; none only where a request rules out all
 */
record ListedFiles(List<DatasetFile> files) implements DatasetFiles {
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

  private static long bytes(List<DatasetFile> files) {
    return files.stream().mapToLong(file -> file.file().sizeBytes()).sum();
  }
}
