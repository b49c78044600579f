package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.WeighedCache;
import dev.heddle.io.storage.StoredFile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Page indexes of this process, by file and chunk; the least recently used go first. Of those that
 * prove nothing that fact is cached. Thread-safe.
 */
final class PageBoundsCache {
  /** The one cache of the process. */
  static final PageBoundsCache SHARED = new PageBoundsCache(16L << 20);

  // what an entry takes beside its bounds
  private static final int ENTRY_BYTES = 100;

  private final WeighedCache<Key, Optional<PageBounds>> entries;

  /** A chunk: no two begin at the same byte. The conversion is part of the column's meaning. */
  private record Key(StoredFile file, long chunkStart, ParquetColumn column) {}

  /** Makes a cache of indexes that take at most {@code maxBytes} bytes in their files. */
  PageBoundsCache(long maxBytes) {
    entries =
        new WeighedCache<>(
            maxBytes, bounds -> ENTRY_BYTES + bounds.map(PageBounds::bytes).orElse(0));
  }

  /** Returns the index of a chunk, or null if it is not here. */
  @Nullable Optional<PageBounds> find(StoredFile file, ParquetColumn column, ChunkInfo chunk) {
    return entries.find(new Key(file, chunk.start(), column));
  }

  /** Keeps the index of a chunk. */
  void put(
      StoredFile file, ParquetColumn column, ChunkInfo chunk, Optional<PageBounds> pageBounds) {
    entries.put(new Key(file, chunk.start(), column), pageBounds);
  }

  /** Returns how many indexes are cached. */
  int size() {
    return entries.size();
  }
}
