package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

  /** A split that one thread begins before its turn, and what it becomes. */
  private record Begun(int position, long bytes, CompletableFuture<SplitReader> reader) {
    /** Waits until the split is open. */
    SplitReader opened() {
      try {
        return reader.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause; // which stops the other thread too
        }
        throw e;
      }
    }
  }

  private final Supplier<TableScan> binding;
  private final OrderCheck order;
  private @Nullable TableScan bound; // guarded by this
  private final AtomicInteger sources = new AtomicInteger();
  private int nextSplit; // guarded by this
  // those that are begun before their turn, in table order; guarded by this, as their bytes
  private final Deque<Begun> ahead = new ArrayDeque<>();
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

  /** Takes a split to begin before its turn, or returns null if enough are begun, or all. */
  private synchronized @Nullable Begun takeAhead(List<Split> splits) {
    int threads = sources.get();
    boolean isEnough =
        ahead.size() >= threads
            && (aheadBytes >= AHEAD_BYTES * threads || ahead.size() >= MAX_SPLITS_AHEAD * threads);
    if (isEnough || nextSplit == splits.size()) {
      return null;
    }
    int position = nextSplit++;
    Begun begun = new Begun(position, splits.get(position).bytes(), new CompletableFuture<>());
    ahead.add(begun);
    aheadBytes += begun.bytes();
    return begun;
  }

  @Override
  public synchronized void close() {
    for (Begun begun : ahead) {
      if (!begun.reader().isCompletedExceptionally()) {
        begun.reader().join().close();
      }
    }
    ahead.clear();
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
        current = take();
        closeFinished();
        if (current == null) {
          return false;
        }
        reader = current;
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

    /**
     * Takes the first split that nobody has taken, or returns null if there is none. So those that
     * a thread takes ascend, also those that another begins.
     */
    private @Nullable SplitReader take() {
      Begun begun;
      synchronized (ScanSourceFactory.this) {
        begun = ahead.poll();
        if (begun != null) {
          aheadBytes -= begun.bytes();
          position = begun.position();
        } else if (nextSplit < splits.size()) {
          position = nextSplit++;
        } else {
          return null;
        }
      }
      return begun == null ? open(splits.get((int) position)) : begun.opened();
    }

    private void beginMore() {
      boolean isWorthwhile = true;
      while (isWorthwhile) {
        Begun begun = takeAhead(splits);
        if (begun == null) {
          return;
        }
        isWorthwhile = begin(begun);
      }
    }

    /** Begins a split, which this thread or another one reads. */
    private boolean begin(Begun begun) {
      try {
        SplitReader opened = open(splits.get(begun.position()));
        try {
          boolean isWorthwhile = opened.startAhead();
          begun.reader().complete(opened);
          return isWorthwhile;
        } catch (Throwable e) {
          opened.close();
          throw e;
        }
      } catch (Throwable e) {
        begun.reader().completeExceptionally(e);
        throw e;
      }
    }

    private SplitReader open(Split split) {
      SplitReader before = finished;
      finished = null;
      return before == null
          ? scan.open(split, context.account())
          : scan.openAfter(before, split, context.account());
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
