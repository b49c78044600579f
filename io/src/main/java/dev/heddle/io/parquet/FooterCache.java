package dev.heddle.io.parquet;

import dev.heddle.io.storage.StoredFile;

/**
 * Footers of this process, by path, size and version of the file; the least recently used go first.
 *
 * <p>Thread-safe. Two threads that miss at once both read.
 */
final class FooterCache {
  /** The one cache of the process. */
  static final FooterCache SHARED = new FooterCache(32L << 20);

  private final WeighedCache<StoredFile, ParquetFooter> footers;

  /** Makes a cache of footers that take at most so many bytes in their files. */
  FooterCache(long mostBytes) {
    footers = new WeighedCache<>(mostBytes, ParquetFooter::footerBytes);
  }

  /** Returns the footer of a file, read if it is not here. */
  ParquetFooter get(StoredFile file) {
    ParquetFooter footer = footers.find(file);
    if (footer == null) {
      footer = FooterReader.read(file);
      footers.put(file, footer);
    }
    return footer;
  }

  /** Returns how many footers are kept. */
  int size() {
    return footers.size();
  }
}
