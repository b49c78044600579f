package dev.heddle.io.dataset;

import dev.heddle.io.storage.StoredFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A file and the segments of its folders, as far as the user's path or what is below it names them.
 * Of several folders with one key the outermost counts.
 */
record NamedFile(StoredFile file, List<HiveSegment> segments) {
  NamedFile {
    Set<String> keys = new HashSet<>();
    segments = segments.stream().filter(segment -> keys.add(segment.key())).toList();
  }

  List<String> keys() {
    return segments.stream().map(HiveSegment::key).toList();
  }
}
