package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Files that are numbered as they are selected, each once and for all, so that every selection has
 * the same number for a file: in table order as long as none adds files between others. Two are
 * equal if they are one object, for others may have other numbers. Thread-safe.
 */
final class NumberedFiles implements DatasetFiles {
  private final DatasetFiles files;
  private final Map<String, Integer> numbers = new HashMap<>(); // by path; guarded by itself

  NumberedFiles(DatasetFiles files) {
    this.files = files;
  }

  @Override
  public DatasetFile first() {
    return files.first();
  }

  @Override
  public List<DatasetFile> select(PartitionFilter filter, ScanMetrics metrics) {
    List<DatasetFile> selected = files.select(filter, metrics);
    List<DatasetFile> numbered = new ArrayList<>(selected.size());
    synchronized (numbers) {
      for (DatasetFile file : selected) {
        Integer known = numbers.putIfAbsent(file.file().path(), numbers.size());
        numbered.add(file.numbered(known == null ? numbers.size() - 1 : known));
      }
    }
    return numbered;
  }

  @Override
  public List<DatasetFile> sample(int most) {
    return files.sample(most);
  }

  @Override
  public OptionalLong fingerprint() {
    return files.fingerprint();
  }

  @Override
  public double scale(List<DatasetFile> sample) {
    return files.scale(sample);
  }
}
