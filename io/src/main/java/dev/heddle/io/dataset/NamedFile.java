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

  /** Returns the same file with the segments of some keys, which are all that it has. */
  NamedFile inOrder(List<String> keys) {
    List<String> own = keys();
    return own.equals(keys)
        ? this
        : new NamedFile(file, keys.stream().map(key -> segments.get(own.indexOf(key))).toList());
  }
}
