package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the task's share of a table: the threads take its splits in table order from one cursor, so
 * that they end together however long each split takes.
 */
public final class ScanSourceFactory implements SourceFactory {
  // at 100 MB/s about what comes while a thread is busy, or waits for its turn
  private static final long AHEAD_BYTES = 12L << 20;
  private static final int MOST_SPLITS_AHEAD = 6;

  /** A split that has been taken before its turn. */
  private record Opened(SplitReader reader, long position, long bytes) {}

  private final Supplier<TableScan> binding;
  private @Nullable TableScan bound; // guarded by this
  private final AtomicInteger nextSplit = new AtomicInteger();
  private final AtomicInteger sources = new AtomicInteger();

  /**
   * Makes a factory.
   *
   * @param binding binds the task's share of the scan, once its pipeline starts: what those before
   *     it have found out tells which parts are wanted
   */
  public ScanSourceFactory(Supplier<TableScan> binding) {
    this.binding = binding;
  }

  private synchronized TableScan scan() {
    TableScan scan = bound;
    if (scan == null) {
      scan = binding.get();
      bound = scan;
    }
    return scan;
  }

  @Override
  public Source open(TaskContext context) {
    return new ScanSource(scan(), context);
  }

  @Override
  public int maxThreads() {
    return Math.max(1, scan().splits().size());
  }

  @Override
  public void close() {}

  private final class ScanSource implements Source {
    private final TableScan scan;
    private final List<Split> splits;
    private final TaskContext context;
    private final Deque<Opened> following =
        new ArrayDeque<>(); // where that lets storage work ahead
    private @Nullable SplitReader reader;
    private @Nullable SplitReader finished; // may serve for the next split
    private long position;

    ScanSource(TableScan scan, TaskContext context) {
      this.scan = scan;
      this.splits = scan.splits();
      this.context = context;
      sources.incrementAndGet();
    }

    @Override
    public boolean advance(BatchSink output) {
      SplitReader current = reader;
      if (current == null) {
        if (following.isEmpty() && !openFollowing()) {
          closeFinished();
          return false;
        }
        closeFinished();
        Opened opened = following.remove();
        current = opened.reader();
        reader = current;
        position = opened.position();
        if (current.startAhead()) {
          startFollowing();
        }
      }
      Optional<Batch> batch = current.next();
      if (batch.isPresent()) {
        output.emit(batch.get());
      } else {
        reader = null;
        finished = current;
      }
      return true;
    }

    /** Begins splits ahead of their turn, fewer towards the end, where others may be idle. */
    private void startFollowing() {
      long bytes = following.stream().mapToLong(Opened::bytes).sum();
      while (following.isEmpty()
          || (bytes < AHEAD_BYTES
              && following.size() < MOST_SPLITS_AHEAD
              && splits.size() - nextSplit.get() > 2 * sources.get())) {
        if (!openFollowing() || !following.getLast().reader().startAhead()) {
          return;
        }
        bytes += following.getLast().bytes();
      }
    }

    private boolean openFollowing() {
      int chosen = nextSplit.getAndIncrement();
      if (chosen >= splits.size()) {
        return false;
      }
      Split split = splits.get(chosen);
      SplitReader before = finished;
      finished = null;
      SplitReader opened =
          before == null
              ? scan.open(split, context.account())
              : scan.openAfter(before, split, context.account());
      following.add(new Opened(opened, chosen, split.bytes()));
      return true;
    }

    private void closeFinished() {
      if (finished != null) {
        finished.close();
        finished = null;
      }
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {
      if (reader != null) {
        reader.close();
        reader = null;
      }
      closeFinished();
      while (!following.isEmpty()) {
        following.remove().reader().close();
      }
    }
  }
}
