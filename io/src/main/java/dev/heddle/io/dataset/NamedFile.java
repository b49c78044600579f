package dev.heddle.io.dataset;

import dev.heddle.io.storage.StoredFile;
import java.util.List;

/**
 * A file and what the folders it lies in say, as far as the user's path or what is below it names
 * them.
 */
record NamedFile(StoredFile file, List<HiveSegment> segments) {
  NamedFile {
    segments = List.copyOf(segments);
  }

  List<String> keys() {
    return segments.stream().map(HiveSegment::key).toList();
  }
}
