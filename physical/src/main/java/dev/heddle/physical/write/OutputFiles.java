package dev.heddle.physical.write;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.RowChecksum;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.plan.WriteSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The files of one task of a write: begins them where rows come, ends them at their limits, and
 * flushes the largest where all of them keep too much in memory. Thread-safe; shared by the threads
 * of the task.
 */
final class OutputFiles implements AutoCloseable {
  /** Files of a stated size are ended by it as long as what a writer lets wait is little of it. */
  private static final long MIN_BYTES_TO_WAIT = 64L << 20;

  /** How many rows go at a time to a file that ends by less, so that it ends near it. */
  private static final int ROWS_TO_LIMIT = 2048;

  /** What a file states of itself, where its format has room. */
  private static final String ROWS_KEY = "heddle.rows";

  private static final String CHECKSUM_KEY = "heddle.checksum";

  private final FileWriterFactory format;
  private final Schema schema;
  private final MemoryAccount account;
  private final WriteSpec.Limits limits;
  private final long maxBufferedBytes;
  private final TaskFiles outputs;
  private final Map<Place, Boolean> places = new ConcurrentHashMap<>();
  private final Map<String, Place> partitions = new ConcurrentHashMap<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final List<WrittenFile> written = new ArrayList<>(); // guarded by itself
  private final AtomicLong buffered = new AtomicLong();
  private volatile boolean neededMore;

  /**
   * Makes files.
   *
   * @param schema columns of the files
   * @param account pays for what writers keep in memory
   * @param maxBufferedBytes what they may keep in memory together
   */
  OutputFiles(
      FileWriterFactory format,
      Schema schema,
      MemoryAccount account,
      WriteSpec.Limits limits,
      long maxBufferedBytes,
      TaskFiles outputs) {
    this.format = format;
    this.schema = schema;
    this.account = account;
    this.limits = limits;
    this.maxBufferedBytes = maxBufferedBytes;
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

  /** Returns the totals of all files, those that are open included, without their bytes. */
  WrittenFile totals() {
    long rows = 0;
    long checksum = 0;
    for (WrittenFile file : written()) {
      rows += file.rows();
      checksum += file.checksum();
    }
    for (Place place : places.keySet()) {
      WrittenFile unfinished = place.unfinished();
      rows += unfinished.rows();
      checksum += unfinished.checksum();
    }
    return new WrittenFile("", "", 0, rows, checksum);
  }

  /** Drops the files that have been ended. */
  void drop() {
    outputs.drop();
  }

  /** Demands that what waits for the commit is not forgotten. */
  void checkThatTheyWait() {
    outputs.checkThatTheyWait();
  }

  /** Ends all files. */
  void finish(Workers workers) {
    for (Place place : places.keySet()) {
      place.end(workers);
    }
  }

  /** Makes the file of a write of a single one if no row has begun it. */
  void ensureOne(Workers workers) {
    if (begun.get() == 0) {
      place().beginAndEnd(workers);
    }
  }

  /** Returns the files that have been ended, in the order of their paths. */
  List<WrittenFile> written() {
    synchronized (written) {
      return written.stream().sorted(Comparator.comparing(WrittenFile::path)).toList();
    }
  }

  /**
   * Returns whether it has stopped since more files would be open than there may be, or than the
   * memory has room for.
   */
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

  /**
   * Flushes files, the largest first, until they keep no more than they may, or cannot keep less.
   */
  private void makeRoom(Workers workers) {
    while (buffered.get() > maxBufferedBytes && !neededMore) {
      Place largest = null;
      for (Place place : places.keySet()) {
        if (largest == null || place.flushable > largest.flushable) {
          largest = place;
        }
      }
      if (largest == null || largest.flushable == 0) {
        boolean isTooMuch = buffered.get() > maxBufferedBytes; // after what others have flushed
        neededMore = isTooMuch && !partitions.isEmpty() && open.get() > 1;
        return;
      }
      largest.flush(workers);
    }
  }

  /** Where rows go, one file after the other. Thread-safe. */
  final class Place {
    private final String folder;
    private @Nullable FileWriter writer; // guarded by this
    private TaskFiles.@Nullable Output output; // of the writer; guarded by this
    private long fileRows; // guarded by this
    private long checksum; // of the file's rows; guarded by this
    private volatile long kept; // bytes in memory
    private volatile long flushable; // of them, those that go to the output when it is flushed

    private Place(String folder) {
      this.folder = folder;
    }

    /** Appends the rows of a batch, which is lent; false if a further file cannot be opened. */
    boolean write(Batch batch, Workers workers) {
      Workers some = limits.fileBytes() < MIN_BYTES_TO_WAIT ? Workers.CALLER : workers;
      int from = 0;
      while (from < batch.rowCount()) {
        int count = writeSome(batch, from, some);
        if (count == 0) {
          return false;
        }
        from += count;
      }
      makeRoom(workers);
      return true;
    }

    /** Writes the rows that fit into the file; returns their number. */
    private synchronized int writeSome(Batch batch, int from, Workers workers) {
      FileWriter current = writer == null ? begin() : writer;
      if (current == null) {
        return 0;
      }
      long most = limits.fileRows() - fileRows;
      if (limits.fileBytes() < MIN_BYTES_TO_WAIT) {
        most = Math.min(most, ROWS_TO_LIMIT);
      }
      int count = (int) Math.min(most, batch.rowCount() - from);
      if (count == batch.rowCount()) {
        write(current, batch, workers);
      } else {
        try (Batch part = RowSlices.slice(batch, from, count)) {
          write(current, part, workers);
        }
      }
      fileRows += count;
      keep(current);
      if (fileRows >= limits.fileRows() || current.fileBytes() >= limits.fileBytes()) {
        endFile(workers);
      }
      return count;
    }

    private void write(FileWriter current, Batch batch, Workers workers) {
      checksum += RowChecksum.of(batch, account);
      current.write(batch, workers);
    }

    /** Begins a file; null if there may be no further one. */
    private @Nullable FileWriter begin() {
      if (open.incrementAndGet() > limits.openFiles()) {
        open.decrementAndGet();
        neededMore = true;
        return null;
      }
      TaskFiles.Output begunOutput = outputs.begin(folder, begun.getAndIncrement());
      FileWriter opened = format.open(begunOutput, schema, account);
      output = begunOutput;
      writer = opened;
      fileRows = 0;
      checksum = 0;
      return opened;
    }

    private synchronized WrittenFile unfinished() {
      return writer == null
          ? new WrittenFile("", "", 0, 0, 0)
          : new WrittenFile("", "", 0, fileRows, checksum);
    }

    /** Flushes the file, once until more rows come. */
    private synchronized void flush(Workers workers) {
      FileWriter current = writer;
      if (current != null && flushable > 0) {
        current.flush(workers);
        keep(current.bufferedBytes(), 0);
      }
    }

    private void keep(FileWriter current) {
      long bytes = current.bufferedBytes();
      keep(bytes, bytes - Objects.requireNonNull(output, "no output").bufferedBytes());
    }

    private void keep(long bytes, long flushableBytes) {
      buffered.addAndGet(bytes - kept);
      kept = bytes;
      flushable = flushableBytes;
    }

    private synchronized void beginAndEnd(Workers workers) {
      begin();
      end(workers);
    }

    /** Ends the file, if there is one. */
    void end(Workers workers) {
      endFile(workers);
    }

    private synchronized void endFile(Workers workers) {
      FileWriter current = writer;
      TaskFiles.Output to = output;
      if (current != null && to != null) {
        try (current) {
          current.describe(ROWS_KEY, Long.toString(fileRows));
          current.describe(CHECKSUM_KEY, Long.toHexString(checksum));
          long bytes = current.publish(workers);
          synchronized (written) {
            written.add(to.written(bytes, fileRows, checksum));
          }
        } finally {
          forget();
        }
      }
    }

    private void forget() {
      writer = null;
      output = null;
      open.decrementAndGet();
      keep(0, 0);
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
