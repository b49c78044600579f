package dev.heddle.io.parquet;

import dev.heddle.io.storage.StoredFile;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Page indexes of this process, by file and chunk; the least recently used go first. Of those that
 * prove nothing that fact is kept. Thread-safe.
 */
final class PageBoundsCache {
  /** The one cache of the process. */
  static final PageBoundsCache SHARED = new PageBoundsCache(16L << 20);

  // what an entry takes beside its bounds
  private static final int ENTRY_BYTES = 100;

  private final long mostBytes;
  private final Map<Key, Optional<PageBounds>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** A chunk: no two begin at the same byte. The conversion is part of the column's meaning. */
  private record Key(StoredFile file, long chunkStart, ParquetColumn column) {}

  /** Makes a cache of indexes that take at most so many bytes in their files. */
  PageBoundsCache(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Returns the index of a chunk, or null if it is not here. */
  @Nullable Optional<PageBounds> find(StoredFile file, ParquetColumn column, ChunkInfo chunk) {
    synchronized (entries) {
      return entries.get(new Key(file, chunk.start(), column));
    }
  }

  /** Keeps the index of a chunk. */
  void put(
      StoredFile file, ParquetColumn column, ChunkInfo chunk, Optional<PageBounds> pageBounds) {
    synchronized (entries) {
      if (entries.putIfAbsent(new Key(file, chunk.start(), column), pageBounds) != null) {
        return;
      }
      bytes += weight(pageBounds);
      Iterator<Optional<PageBounds>> oldest = entries.values().iterator();
      while (bytes > mostBytes && entries.size() > 1) {
        bytes -= weight(oldest.next());
        oldest.remove();
      }
    }
  }

  private static long weight(Optional<PageBounds> pageBounds) {
    return ENTRY_BYTES + pageBounds.map(PageBounds::bytes).orElse(0);
  }

  /** Returns how many indexes are kept. */
  int size() {
    synchronized (entries) {
      return entries.size();
    }
  }
}
