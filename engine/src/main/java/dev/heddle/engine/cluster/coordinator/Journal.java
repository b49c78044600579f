package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Decision;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FileMoves;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.Threads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of a scheduler's process in a file of a folder for its user's eyes only, which one
 * process uses at a time. A thread of its own writes what has gathered, and forces it to the disk
 * if somebody waits for some of it. The file is there only while it matters, and without the jobs
 * that are over each time it has doubled. One thread appends.
 *
 * <p>If the file cannot be written, the scheduler goes on without: the jobs that are open do not
 * outlive it then.
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final long COMPACT_BYTES = 64L << 20;

  /** What nobody waits for gathers so long: of jobs that are over by then nothing is written. */
  private static final long GATHER_MILLIS = 200;

  private final Path file;
  private final long compactBytes;
  private final FileChannel lock;
  private final List<JournalRecord> found;
  private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
  private final Semaphore urgent = new Semaphore(0); // a permit for each urgent entry
  private @Nullable FileChannel out; // of the writing thread
  private long nextCompactBytes; // of the writing thread
  private boolean isBroken; // of the writing thread
  private @Nullable Thread writer;
  private long appended;
  private List<JournalRecord> gathered = new ArrayList<>(); // of the appending thread

  /** What the writing thread is to do. */
  private sealed interface Entry {
    /** Returns whether somebody waits until it is done. */
    default boolean isUrgent() {
      return false;
    }

    /** Writes records, the last of which has a number. */
    record Append(long last, List<JournalRecord> records) implements Entry {
      @Override
      public boolean isUrgent() {
        return records.stream().anyMatch(JournalRecord::isBarrier);
      }
    }

    /** Deletes the file: nothing in it matters any longer. */
    record Drop() implements Entry {
      @Override
      public boolean isUrgent() {
        return true; // and quick
      }
    }

    /** Writes what was appended before: somebody waits for it. */
    record Hurry() implements Entry {
      @Override
      public boolean isUrgent() {
        return true;
      }
    }

    /** Ends the thread. */
    record End() implements Entry {
      @Override
      public boolean isUrgent() {
        return true;
      }
    }
  }

  /**
   * Takes a folder, which is made if it is not there, and reads what an earlier process has left.
   *
   * @throws HeddleException if it cannot be used, another process uses it, or another build has
   *     written to it
   */
  Journal(Path folder) {
    this(folder, COMPACT_BYTES);
  }

  /**
   * Takes a folder.
   *
   * @param compactBytes files of fewer bytes keep jobs that are over
   */
  Journal(Path folder, long compactBytes) {
    this.compactBytes = compactBytes;
    nextCompactBytes = compactBytes;
    file = folder.resolve("journal");
    FileChannel locking = null;
    try {
      locking =
          LocalFolders.take(folder)
              .orElseThrow(
                  () ->
                      new HeddleException(
                          ErrorCode.CONFLICT,
                          "Cannot keep a journal in "
                              + folder
                              + ": another scheduler does; name another folder, or end it"));
      found = read();
      lock = locking;
    } catch (IOException e) {
      closeQuietly(locking);
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot keep a journal in " + folder + ": " + e + "; name another folder",
          e);
    } catch (HeddleException e) {
      closeQuietly(locking);
      throw e;
    }
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.warn("cannot close a file of the journal: {}", e.toString());
    }
  }

  /** Reads the file, and cuts off what is not whole. */
  private List<JournalRecord> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    JournalFormat.Content content =
        JournalFormat.read(Files.readAllBytes(file))
            .orElseThrow(
                () ->
                    new HeddleException(
                        ErrorCode.CONFLICT,
                        "Cannot go on from "
                            + file
                            + ": another version of this program has written it; start that one,"
                            + " or delete the file, which gives up the jobs that were open"));
    if (content.records().isEmpty()) {
      Files.delete(file);
      return List.of();
    }
    FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE);
    open.truncate(content.bytes());
    open.position(content.bytes());
    out = open;
    return content.records();
  }

  /** Returns what earlier processes have left. */
  List<JournalRecord> found() {
    return found;
  }

  /**
   * Starts to write.
   *
   * @param safe is called on another thread with the number up to which records are safe, whenever
   *     one among them is that somebody waits for
   */
  void start(LongConsumer safe) {
    writer = Thread.ofPlatform().name("heddle-journal").daemon().start(() -> writeAll(safe));
  }

  /** Writes a record after the next {@link #flush}; returns its number. */
  long append(JournalRecord record) {
    gathered.add(record);
    return ++appended;
  }

  /** Has what was appended written soon. */
  void flush() {
    if (!gathered.isEmpty()) {
      add(new Entry.Append(appended, gathered));
      gathered = new ArrayList<>();
    }
  }

  /** Has what was flushed written at once. */
  void hurry() {
    add(new Entry.Hurry());
  }

  /** Forgets everything appended so far. */
  void drop() {
    flush();
    add(new Entry.Drop());
  }

  private void writeAll(LongConsumer safe) {
    List<Entry> batch = new ArrayList<>();
    try {
      while (true) {
        gather(batch);
        if (!write(batch, safe)) {
          return;
        }
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for something to do, and for more until somebody waits for it. What is not urgent does
   * not wake it up.
   */
  private void gather(List<Entry> batch) throws InterruptedException {
    batch.add(queue.take());
    if (!batch.getFirst().isUrgent()) {
      boolean _ = urgent.tryAcquire(GATHER_MILLIS, TimeUnit.MILLISECONDS);
    }
    urgent.drainPermits(); // of entries that are in the queue by now, or have been
    queue.drainTo(batch);
  }

  private void add(Entry entry) {
    queue.add(entry);
    if (entry.isUrgent()) {
      urgent.release();
    }
  }

  /** Does what has gathered; false at the end. */
  private boolean write(List<Entry> batch, LongConsumer safe) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean goesOn = true;
    boolean isAwaited = false; // also what has been dropped since
    boolean isForced = false;
    long last = -1;
    for (Entry entry : batch) {
      switch (entry) {
        case Entry.Append append -> {
          for (JournalRecord record : append.records()) {
            JournalFormat.write(record, bytes);
            isForced |= record.isAwaited();
          }
          last = append.last();
          isAwaited |= isForced;
        }
        case Entry.Drop _ -> {
          bytes.reset();
          isForced = false;
          delete();
        }
        case Entry.Hurry _ -> {}
        case Entry.End _ -> goesOn = false;
      }
    }
    if (!isBroken && bytes.size() > 0) {
      try {
        write(bytes.toByteArray(), isForced);
      } catch (IOException e) {
        LOG.error("cannot write {}: open jobs will not outlive this scheduler", file, e);
        isBroken = true;
        delete();
      }
    }
    if (isAwaited) {
      safe.accept(last);
    }
    return goesOn;
  }

  private void write(byte[] bytes, boolean force) throws IOException {
    FileChannel to = out;
    if (to == null) {
      to = create(file);
      out = to;
      nextCompactBytes = compactBytes;
      writeFully(to, JournalFormat.header());
    }
    writeFully(to, bytes);
    if (force) {
      to.force(false);
    }
    if (to.position() >= nextCompactBytes) {
      compact(to);
    }
  }

  /** Writes the file again without the jobs that are over. */
  private void compact(FileChannel whole) throws IOException {
    List<JournalRecord> records =
        JournalFormat.read(Files.readAllBytes(file))
            .orElseThrow(() -> new IOException("it is another program's"))
            .records();
    Set<JobId> over = new HashSet<>();
    for (JournalRecord each : records) {
      if (each instanceof JournalRecord.Decided(Decision.JobEnded ended)) {
        over.add(ended.job());
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(JournalFormat.header());
    for (JournalRecord each : records) {
      if (each.about().filter(over::contains).isEmpty()) {
        JournalFormat.write(each, bytes);
      }
    }
    Path next = file.resolveSibling("journal.next");
    FileChannel to = create(next);
    try {
      writeFully(to, bytes.toByteArray());
      to.force(false);
      FileMoves.replace(next, file);
    } catch (IOException e) {
      closeQuietly(to);
      Files.deleteIfExists(next);
      throw e;
    }
    closeQuietly(whole);
    out = to;
    nextCompactBytes = Math.max(compactBytes, 2L * bytes.size());
  }

  private static FileChannel create(Path path) throws IOException {
    return FileChannel.open(
        path,
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE),
        LocalFolders.privateFile(path));
  }

  private static void writeFully(FileChannel to, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      to.write(buffer);
    }
  }

  private void delete() {
    closeQuietly(out);
    out = null;
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.error("cannot delete {}", file, e);
      isBroken = true;
    }
  }

  /** Writes what was appended, and lets go of the folder. */
  @Override
  public void close() {
    flush();
    add(new Entry.End());
    if (writer != null) {
      Threads.join(writer);
    }
    closeQuietly(out);
    closeQuietly(lock);
  }
}
