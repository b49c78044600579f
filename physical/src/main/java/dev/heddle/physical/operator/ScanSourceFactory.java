package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the task's share of a table: the threads take its splits in table order from one cursor, so
 * that they end together however long each split takes. From storage that works in the background
 * some are begun before their turn, by whichever thread has time; each goes to the thread that is
 * free first.
 */
public final class ScanSourceFactory implements SourceFactory {
  // of a thread; at 100 MB/s about what comes while it is busy, or waits for its turn
  private static final long AHEAD_BYTES = 12L << 20;
  private static final int MAX_SPLITS_AHEAD = 6;

  /** A split that has been taken from the cursor. */
  private record Opened(SplitReader reader, int position, long bytes) {}

  private final Supplier<TableScan> binding;
  private final OrderCheck order;
  private @Nullable TableScan bound; // guarded by this
  private final AtomicInteger nextSplit = new AtomicInteger();
  private final AtomicInteger sources = new AtomicInteger();
  // those that have been begun before their turn; guarded by this, as their bytes
  private final PriorityQueue<Opened> ahead =
      new PriorityQueue<>(Comparator.comparingInt(Opened::position));
  private long aheadBytes;

  /**
   * Makes a factory.
   *
   * @param binding binds the task's share of the scan, once its pipeline starts: what those before
   *     it have found out decides which parts are wanted
   */
  public ScanSourceFactory(Supplier<TableScan> binding) {
    this(binding, OrderCheck.NONE);
  }

  /**
   * Makes a factory.
   *
   * @param binding binds the task's share of the scan
   * @param order in which the rows have to come
   */
  public ScanSourceFactory(Supplier<TableScan> binding, OrderCheck order) {
    this.binding = binding;
    this.order = order;
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

  private synchronized boolean mayBeginMore() {
    int threads = sources.get();
    return ahead.size() < threads
        || (aheadBytes < AHEAD_BYTES * threads && ahead.size() < MAX_SPLITS_AHEAD * threads);
  }

  private synchronized void addAhead(Opened opened) {
    ahead.add(opened);
    aheadBytes += opened.bytes();
  }

  private synchronized @Nullable Opened takeAhead() {
    Opened first = ahead.poll();
    if (first != null) {
      aheadBytes -= first.bytes();
    }
    return first;
  }

  @Override
  public void close() {
    for (Opened opened = takeAhead(); opened != null; opened = takeAhead()) {
      opened.reader().close();
    }
  }

  private final class ScanSource implements Source {
    private final TableScan scan;
    private final List<Split> splits;
    private final TaskContext context;
    private @Nullable SplitReader reader;
    private @Nullable SplitReader finished; // may serve for the next split
    private final OrderCheck.@Nullable Comparison check;
    private long position;

    ScanSource(TableScan scan, TaskContext context) {
      this.scan = scan;
      this.splits = scan.splits();
      this.context = context;
      this.check = order.isNothing() ? null : order.open(context.account());
      sources.incrementAndGet();
    }

    @Override
    public boolean advance(BatchSink output) {
      SplitReader current = reader;
      if (current == null) {
        Opened taken = takeAhead();
        Opened next = taken == null ? open() : taken;
        closeFinished();
        if (next == null) {
          return false;
        }
        current = next.reader();
        reader = current;
        position = next.position();
        if (current.startAhead()) {
          beginMore();
        }
      }
      Optional<Batch> batch = current.next();
      if (batch.isPresent()) {
        if (check != null) {
          check(check, batch.get());
        }
        output.emit(batch.get());
      } else {
        reader = null;
        finished = current;
      }
      return true;
    }

    private void beginMore() {
      boolean isWorthwhile = true;
      while (isWorthwhile && mayBeginMore()) {
        Opened next = open();
        if (next == null) {
          return;
        }
        try {
          isWorthwhile = next.reader().startAhead();
        } catch (Throwable e) {
          next.reader().close();
          throw e;
        }
        addAhead(next);
      }
    }

    /** Opens the next split of the cursor, or returns null if there is none. */
    private @Nullable Opened open() {
      int chosen = nextSplit.getAndIncrement();
      if (chosen >= splits.size()) {
        return null;
      }
      Split split = splits.get(chosen);
      SplitReader before = finished;
      finished = null;
      SplitReader opened =
          before == null
              ? scan.open(split, context.account())
              : scan.openAfter(before, split, context.account());
      return new Opened(opened, chosen, split.bytes());
    }

    /** Checks the order of a batch, which is closed if that fails. */
    private void check(OrderCheck.Comparison comparison, Batch batch) {
      try {
        comparison.see(batch, () -> scan.place(splits.get((int) position)));
      } catch (Throwable e) {
        batch.close();
        throw e;
      }
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
      if (check != null) {
        check.close();
      }
    }
  }
}
