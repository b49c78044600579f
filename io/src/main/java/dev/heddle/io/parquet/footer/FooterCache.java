package dev.heddle.io.parquet.footer;

import dev.heddle.io.storage.StoredFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Footers of this process, by path, size and version of the file; the least recently used go first.
 *
 * <p>Thread-safe. Of threads that miss at once one reads and the others wait for it; should it
 * fail, each of them reads for itself, and fails for itself.
 */
public final class FooterCache {
  /** The one cache of the process. */
  public static final FooterCache SHARED = new FooterCache(32L << 20, FooterReader::read);

  private final WeighedCache<StoredFile, ParquetFooter> footers;
  private final Function<StoredFile, ParquetFooter> reader;
  private final Map<StoredFile, FutureTask<ParquetFooter>> underWay = new ConcurrentHashMap<>();

  /** Makes a cache of footers that take at most {@code maxBytes} bytes in their files. */
  FooterCache(long maxBytes, Function<StoredFile, ParquetFooter> reader) {
    this.footers = new WeighedCache<>(maxBytes, ParquetFooter::footerBytes);
    this.reader = reader;
  }

  /** Returns the footer of a file, read if it is not here. */
  public ParquetFooter get(StoredFile file) {
    ParquetFooter known = footers.find(file);
    if (known != null) {
      return known;
    }
    FutureTask<ParquetFooter> own = new FutureTask<>(() -> read(file));
    FutureTask<ParquetFooter> other = underWay.putIfAbsent(file, own);
    if (other != null) {
      ParquetFooter footer = await(other);
      return footer == null ? read(file) : footer;
    }
    try {
      own.run();
    } finally {
      underWay.remove(file, own);
    }
    try {
      return own.resultNow();
    } catch (IllegalStateException e) {
      switch (own.exceptionNow()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw e;
      }
    }
  }

  private ParquetFooter read(StoredFile file) {
    ParquetFooter known = footers.find(file); // another may have come between
    if (known != null) {
      return known;
    }
    ParquetFooter footer = reader.apply(file);
    footers.put(file, footer);
    return footer;
  }

  /** Returns what another thread reads, or null if it fails or this one is interrupted. */
  private static @Nullable ParquetFooter await(FutureTask<ParquetFooter> other) {
    try {
      return other.get();
    } catch (ExecutionException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** Returns how many footers are cached. */
  int size() {
    return footers.size();
  }
}
