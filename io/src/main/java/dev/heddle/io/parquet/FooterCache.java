package dev.heddle.io.parquet;

import dev.heddle.io.storage.StoredFile;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Footers of this process, by path, size and version of the file; the least recently used go first.
 *
 * <p>Thread-safe. Two threads that miss at once both read.
 */
final class FooterCache {
  /** The one cache of the process. */
  static final FooterCache SHARED = new FooterCache(32L << 20);

  private final long mostBytes;
  private final Map<StoredFile, ParquetFooter> footers = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** Makes a cache of footers that take at most so many bytes in their files. */
  FooterCache(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Returns the footer of a file, read if it is not here. */
  ParquetFooter get(StoredFile file) {
    synchronized (footers) {
      ParquetFooter footer = footers.get(file);
      if (footer != null) {
        return footer;
      }
    }
    ParquetFooter footer = FooterReader.read(file);
    synchronized (footers) {
      if (footers.putIfAbsent(file, footer) == null) {
        bytes += footer.footerBytes();
        Iterator<ParquetFooter> oldest = footers.values().iterator();
        while (bytes > mostBytes && footers.size() > 1) {
          bytes -= oldest.next().footerBytes();
          oldest.remove();
        }
      }
    }
    return footer;
  }

  /** Returns how many footers are kept. */
  int size() {
    synchronized (footers) {
      return footers.size();
    }
  }
}
