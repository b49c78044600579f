package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The files of several paths, one path after the other.
 *
 * @param parts two at least
 */
record JoinedFiles(List<DatasetFiles> parts) implements DatasetFiles {
  JoinedFiles {
    parts = List.copyOf(parts);
  }

  @Override
  public DatasetFile first() {
    return parts.getFirst().first();
  }

  @Override
  public List<DatasetFile> select(PartitionFilter filter, ScanMetrics metrics) {
    List<DatasetFile> files = new ArrayList<>();
    parts.forEach(part -> files.addAll(part.select(filter, metrics)));
    return files;
  }

  @Override
  public List<DatasetFile> sample(int most) {
    List<DatasetFile> sample = new ArrayList<>();
    int each = Math.max(1, most / parts.size());
    for (DatasetFiles part : parts) {
      if (sample.size() < most) {
        sample.addAll(part.sample(each));
      }
    }
    return sample;
  }

  @Override
  public OptionalLong fingerprint() {
    Fingerprint print = new Fingerprint();
    for (DatasetFiles part : parts) {
      OptionalLong own = part.fingerprint();
      if (own.isEmpty()) {
        return own;
      }
      print.add(own.getAsLong());
    }
    return OptionalLong.of(print.value());
  }

  @Override
  public double scale(List<DatasetFile> sample) {
    double bytes = 0;
    double sampled = 0;
    int each = Math.max(1, sample.size() / parts.size());
    for (DatasetFiles part : parts) {
      List<DatasetFile> own = part.sample(each);
      double ownBytes = own.stream().mapToLong(file -> file.file().sizeBytes()).sum();
      bytes += ownBytes * part.scale(own);
      sampled += ownBytes;
    }
    return Math.max(Math.nextUp(1.0), bytes / Math.max(1, sampled));
  }
}
