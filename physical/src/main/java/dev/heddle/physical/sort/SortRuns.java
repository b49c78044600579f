package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sorted runs of an {@link ExternalSort}: they are written side by side by its threads, and
 * merged, first some into one while there are too many to be read at once, then all, cut by samples
 * of the keys into parts that threads merge side by side.
 *
 * <p>Threads write at once; {@link #prepare} is called by one, after all of them, and then any
 * thread opens parts. {@link #close} deletes the runs.
 */
public final class SortRuns implements AutoCloseable {
  private static final int FEWEST_INPUTS = 2;
  private static final long BYTES_PER_INPUT = 16 << 10;
  private static final long SMALLEST_PART_BYTES = 8L << 20;
  private static final int SAMPLES_PER_PART_AND_RUN = 4;
  private static final int FLOOR_SHARE_OF_SAMPLES = 16;
  private static final int RUN_SHARE_OF_SAMPLES = 64; // when it leaves memory

  private final Function<TaskContext, Reservation> reservationOf;
  private final List<DataType> types; // of the rows and, behind them, of their position
  private final List<SortOrder> order;
  private final int splitKeys;
  private final OperatorMetrics metrics;
  private final AtomicInteger nextRun = new AtomicInteger();
  private final List<SortRun> runs = new ArrayList<>(); // guarded by this
  private @Nullable SortSamples samples; // of the runs; guarded by this
  private final List<SortBounds> parts = new ArrayList<>();
  private int threads = 1;
  private long heldBytes;
  private @Nullable Reservation reservation; // of which memory is held

  SortRuns(
      Function<TaskContext, Reservation> reservationOf,
      List<DataType> types,
      List<SortOrder> order,
      int splitKeys,
      OperatorMetrics metrics) {
    this.reservationOf = reservationOf;
    this.types = new ArrayList<>(types);
    this.types.add(DataType.INT64);
    this.order = order;
    this.splitKeys = splitKeys;
    this.metrics = metrics;
  }

  /** Returns whether no rows have been written to the disk; otherwise all have to be. */
  synchronized boolean isEmpty() {
    return runs.isEmpty();
  }

  private MemoryAccount account(TaskContext context) {
    return reservationOf.apply(context).account();
  }

  /** Sorts rows and writes them as a run. */
  void write(RowStore store, long bytesPerRow, TaskContext context) {
    int number = nextRun.getAndIncrement();
    MemoryAccount account = context.account();
    samples(context).allow(bytesPerRow * store.rows() / RUN_SHARE_OF_SAMPLES);
    int rowsPerBatch = Math.clamp(SortRunWriter.BLOCK_BYTES / bytesPerRow, 1, Batch.MAX_ROWS);
    try (SortedOrder sorted = SortedRows.order(store, order, context);
        SortRunWriter writer = writer(number, context)) {
      for (int done = 0; done < store.rows(); done += rowsPerBatch) {
        context.checkCancelled();
        int count = Math.min(rowsPerBatch, store.rows() - done);
        try (Batch batch = sorted.rowsWithPositions(done, count, account)) {
          writer.write(batch);
        }
      }
      add(writer.finish());
    }
  }

  private SortRunWriter writer(int number, TaskContext context) {
    SortSamples taken = samples(context);
    return new SortRunWriter(number, types, taken, context.spill(), account(context));
  }

  private synchronized SortSamples samples(TaskContext context) {
    SortSamples taken = samples;
    if (taken == null) {
      Reservation memory = reservationOf.apply(context);
      long room = memory.floorBytes() / FLOOR_SHARE_OF_SAMPLES;
      taken = new SortSamples(types, order.subList(0, splitKeys), room, memory.account());
      samples = taken;
    }
    return taken;
  }

  private void add(SortRun run) {
    metrics.noteSpill(run.file().bytes(), 1);
    synchronized (this) {
      runs.add(run);
    }
  }

  /** Gets ready to be read. */
  void prepare(TaskContext context) {
    List<SortRun> sorted;
    synchronized (this) {
      sorted = runs;
      sorted.sort(Comparator.comparingInt(SortRun::number));
    }
    Reservation memory = reservationOf.apply(context);
    while (!holdInputs(sorted, context)) {
      int inputs = inputsThatFit(sorted, memory);
      if (sorted.size() <= inputs) {
        break; // as few as can be: what is free may do
      }
      mergeGroups(sorted, inputs, context);
    }
    samples(context).complete();
    if (threads > 1) {
      divide(sorted, context);
    } else {
      parts.add(SortBounds.ALL);
    }
  }

  /** Returns about what it takes to merge a number of the runs, whichever these are. */
  private static long mergeBytes(List<SortRun> all, int inputs) {
    long block = all.stream().mapToLong(SortRun::readBytes).max().orElse(0);
    return SortMerge.maxBlocks(inputs) * block + inputs * BYTES_PER_INPUT;
  }

  /** Holds the memory to read all runs at once, by all threads or by one. */
  private boolean holdInputs(List<SortRun> all, TaskContext context) {
    long bytes = mergeBytes(all, all.size());
    for (int most : new int[] {context.threads(), 1}) {
      // what is read is worked on: some memory has to be left for that
      long left = most * ExternalSort.WORKING_BYTES_PER_THREAD;
      Reservation memory = reservationOf.apply(context);
      if (memory.tryKeep(most * bytes + left)) {
        reservation = memory;
        memory.endKeeping(left);
        heldBytes = most * bytes;
        threads = most;
        return true;
      }
    }
    return false;
  }

  private int inputsThatFit(List<SortRun> all, Reservation memory) {
    int inputs = all.size();
    while (inputs > FEWEST_INPUTS) {
      long bytes = mergeBytes(all, inputs + 2); // the merged run's block is on its way too
      if (memory.tryTake(bytes)) {
        memory.giveBack(bytes);
        return inputs;
      }
      inputs = Math.max(FEWEST_INPUTS, inputs * 3 / 4);
    }
    return inputs;
  }

  /** Merges neighbours into one run each, which takes the place of the first. */
  private void mergeGroups(List<SortRun> all, int inputs, TaskContext context) {
    List<SortRun> before = List.copyOf(all);
    for (int from = 0; from < before.size(); from += inputs) {
      List<SortRun> group = before.subList(from, Math.min(before.size(), from + inputs));
      if (group.size() == 1) {
        continue;
      }
      SortRun merged = merge(group, context);
      metrics.noteSpill(merged.file().bytes(), 1);
      synchronized (this) {
        all.set(all.indexOf(group.getFirst()), merged);
        all.removeAll(group);
      }
      Closeables.all(group);
    }
  }

  private SortRun merge(List<SortRun> group, TaskContext context) {
    samples(context).drop(group);
    try (SortMerge merge = open(group, SortBounds.ALL, types.size(), context);
        SortRunWriter writer = writer(group.getFirst().number(), context)) {
      Batch batch = merge.next();
      while (batch != null) {
        try (Batch rows = batch) {
          writer.write(rows);
        }
        batch = merge.next();
      }
      return writer.finish();
    }
  }

  private SortMerge open(List<SortRun> group, SortBounds bounds, int width, TaskContext context) {
    MemoryAccount account = account(context);
    List<SortOrder> split = order.subList(0, splitKeys);
    SortSamples known = samples(context);
    RowOrder among = RowOrder.ofKeys(split);
    List<SortRunReader> readers = new ArrayList<>();
    for (SortRun run : group) {
      readers.add(new SortRunReader(run, order, bounds, known, among, account));
    }
    return new SortMerge(readers, types, width, order, account, context);
  }

  /** Cuts the order into parts of about the same size. */
  private void divide(List<SortRun> all, TaskContext context) {
    long bytes = all.stream().mapToLong(SortRun::bytes).sum();
    SortSamples taken = samples(context);
    List<SortBounds.Sample> sorted = taken.sorted();
    long most = sorted.size() / ((long) SAMPLES_PER_PART_AND_RUN * all.size());
    int wanted = (int) Math.clamp(Math.min(bytes / SMALLEST_PART_BYTES, most), 1, 1 << 20);
    SortBounds.Sample from = null;
    for (int part = 1; part < wanted; part++) {
      SortBounds.Sample to = sorted.get((int) ((long) sorted.size() * part / wanted));
      if (from == null || taken.compare(from, to) != 0) {
        parts.add(new SortBounds(from, to));
        from = to;
      }
    }
    parts.add(new SortBounds(from, null));
    context.checkCancelled();
  }

  /** Returns how many threads can merge parts at the same time. */
  public int threads() {
    return Math.min(threads, parts.size());
  }

  /** Returns the number of parts, whose rows follow each other. */
  public int partCount() {
    return parts.size();
  }

  /** Opens a part. */
  public SortMerge open(int part, TaskContext context) {
    List<SortRun> all;
    synchronized (this) {
      all = List.copyOf(runs);
    }
    return open(all, parts.get(part), types.size() - 1, context);
  }

  @Override
  public void close() {
    List<AutoCloseable> left;
    synchronized (this) {
      left = new ArrayList<>(runs);
      runs.clear();
      if (samples != null) {
        left.add(samples);
        samples = null;
      }
    }
    if (reservation != null) {
      reservation.endKeeping(heldBytes);
      reservation = null;
    }
    Closeables.all(left);
  }
}
