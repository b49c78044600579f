package dev.heddle.engine.session;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.Workers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The files of one write: begins them where rows come, ends them at their limits, and ends the
 * largest where all of them keep too much in memory. Thread-safe; shared by the threads of a write.
 */
final class OutputFiles implements AutoCloseable {
  /** Files of a stated size are ended by it as long as what a writer lets wait is little of it. */
  private static final long MIN_BYTES_TO_WAIT = 64L << 20;

  private final FileWriterFactory format;
  private final Schema schema;
  private final MemoryAccount account;
  private final FileLimits limits;
  private final Outputs outputs;
  private final Map<Place, Boolean> places = new ConcurrentHashMap<>();
  private final Map<String, Place> partitions = new ConcurrentHashMap<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong files = new AtomicLong();
  private final AtomicLong buffered = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();
  private volatile boolean neededMore;

  /** Where the bytes of files go. */
  interface Outputs {
    /**
     * Begins a file.
     *
     * @param folder relative path, empty for none
     * @param number counts the files, from 0
     */
    PublishedOutput begin(String folder, int number);
  }

  /**
   * When files are ended.
   *
   * @param fileBytes size of a file
   * @param fileRows most rows of a file
   * @param openFiles most files at a time
   * @param bufferedBytes what they may keep in memory together
   */
  record FileLimits(long fileBytes, long fileRows, int openFiles, long bufferedBytes) {}

  /**
   * Makes files.
   *
   * @param schema columns of the files
   * @param account pays for what writers keep in memory
   */
  OutputFiles(
      FileWriterFactory format,
      Schema schema,
      MemoryAccount account,
      FileLimits limits,
      Outputs outputs) {
    this.format = format;
    this.schema = schema;
    this.account = account;
    this.limits = limits;
    this.outputs = outputs;
  }

  /** Returns a new place for rows of the folder itself. */
  Place place() {
    return register(new Place(""));
  }

  /** Returns the one place for rows of a folder in it. */
  Place place(String folder) {
    return partitions.computeIfAbsent(folder, f -> register(new Place(f)));
  }

  private Place register(Place place) {
    places.put(place, true);
    return place;
  }

  /** Ends all files. */
  void finish(Workers workers) {
    for (Place place : places.keySet()) {
      place.end(workers);
    }
  }

  /** Makes a file without rows if there has been none. */
  void ensureOne(Workers workers) {
    if (begun.get() == 0) {
      place().beginAndEnd(workers);
    }
  }

  /** Returns the rows of the ended files. */
  long rows() {
    return rows.get();
  }

  /** Returns the bytes of the ended files. */
  long bytes() {
    return bytes.get();
  }

  /** Returns how many files have been ended. */
  long files() {
    return files.get();
  }

  /** Returns how long threads have written, waits for the storage included. */
  long nanos() {
    return nanos.get();
  }

  /** Returns whether it failed since more files would have had to be open than there may be. */
  boolean neededMore() {
    return neededMore;
  }

  /** Drops what has not been ended. */
  @Override
  public void close() {
    for (Place place : places.keySet()) {
      place.drop();
    }
  }

  private void makeRoom(Workers workers) {
    while (buffered.get() > limits.bufferedBytes()) {
      Place largest = null;
      for (Place place : places.keySet()) {
        if (largest == null || place.kept > largest.kept) {
          largest = place;
        }
      }
      if (largest == null || largest.kept == 0) {
        return;
      }
      largest.endFile(workers);
    }
  }

  /** Where rows go, one file after the other. Thread-safe. */
  final class Place {
    private final String folder;
    private @Nullable FileWriter writer; // guarded by this
    private long fileRows; // guarded by this
    private volatile long kept; // bytes in memory

    private Place(String folder) {
      this.folder = folder;
    }

    /** Appends the rows of a batch, which is lent. */
    void write(Batch batch, Workers workers) {
      long start = System.nanoTime();
      Workers some = limits.fileBytes() < MIN_BYTES_TO_WAIT ? Workers.CALLER : workers;
      int from = 0;
      while (from < batch.rowCount()) {
        from += writeSome(batch, from, some);
      }
      makeRoom(workers);
      nanos.addAndGet(System.nanoTime() - start);
    }

    /** Writes the rows that fit into the file; returns how many. */
    private synchronized int writeSome(Batch batch, int from, Workers workers) {
      FileWriter current = writer == null ? begin() : writer;
      int count = (int) Math.min(limits.fileRows() - fileRows, batch.rowCount() - from);
      if (count == batch.rowCount()) {
        current.write(batch, workers);
      } else {
        try (Batch part = RowSlices.slice(batch, from, count)) {
          current.write(part, workers);
        }
      }
      fileRows += count;
      keep(current.bufferedBytes());
      if (fileRows >= limits.fileRows() || current.fileBytes() >= limits.fileBytes()) {
        endFile(workers);
      }
      return count;
    }

    private FileWriter begin() {
      if (open.incrementAndGet() > limits.openFiles()) {
        open.decrementAndGet();
        neededMore = true;
        throw new HeddleException(
            ErrorCode.INTERNAL, "More than " + limits.openFiles() + " files would be open");
      }
      FileWriter opened =
          format.open(outputs.begin(folder, begun.getAndIncrement()), schema, account);
      writer = opened;
      fileRows = 0;
      return opened;
    }

    private void keep(long now) {
      buffered.addAndGet(now - kept);
      kept = now;
    }

    private synchronized void beginAndEnd(Workers workers) {
      begin();
      end(workers);
    }

    /** Ends the file, if there is one. */
    void end(Workers workers) {
      long start = System.nanoTime();
      endFile(workers);
      nanos.addAndGet(System.nanoTime() - start);
    }

    private synchronized void endFile(Workers workers) {
      FileWriter current = writer;
      if (current != null) {
        try (current) {
          bytes.addAndGet(current.publish(workers));
          rows.addAndGet(fileRows);
          files.incrementAndGet();
        } finally {
          forget();
        }
      }
    }

    private void forget() {
      writer = null;
      open.decrementAndGet();
      keep(0);
    }

    private synchronized void drop() {
      FileWriter current = writer;
      if (current != null) {
        try (current) {
          forget();
        }
      }
    }
  }
}
