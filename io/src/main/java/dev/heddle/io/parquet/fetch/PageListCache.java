package dev.heddle.io.parquet.fetch;

import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.WeighedCache;
import dev.heddle.io.storage.StoredFile;
import org.jspecify.annotations.Nullable;

/**
 * Lists of pages of this process, by file and chunk; the least recently used go first. Thread-safe.
 */
public final class PageListCache {
  /** The one cache of the process. */
  public static final PageListCache SHARED = new PageListCache(16L << 20);

  private static final int ENTRY_BYTES = 100;
  private static final int PAGE_BYTES = 2 * Long.BYTES;

  private final WeighedCache<Key, PageList> entries;

  /** A chunk: no two begin at the same byte. */
  private record Key(StoredFile file, long chunkStart) {}

  /** Makes a cache of lists that take about {@code maxBytes} bytes. */
  PageListCache(long maxBytes) {
    entries = new WeighedCache<>(maxBytes, list -> ENTRY_BYTES + (long) PAGE_BYTES * list.count());
  }

  /** Returns the list of a chunk's pages, or null if it is not here. */
  public @Nullable PageList find(StoredFile file, ChunkInfo chunk) {
    return entries.find(new Key(file, chunk.start()));
  }

  /** Keeps the list of a chunk's pages. */
  public void put(StoredFile file, ChunkInfo chunk, PageList list) {
    entries.put(new Key(file, chunk.start()), list);
  }
}
