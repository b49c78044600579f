package dev.heddle.physical.sort;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.ReservedContext;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sort that writes what does not fit into memory as sorted runs, and merges them: first some runs
 * into one while there are too many to be read at once, then all, cut by samples of the keys into
 * parts that threads merge side by side.
 *
 * <p>Shared by the threads of the pipeline that fills it, which call {@link #spillIfShort}, and of
 * the one that reads it. {@link #close} deletes the runs.
 */
public final class ExternalSort implements AutoCloseable {
  /** What the sort of a piece needs beyond its rows: two arrays of elements, and ids. */
  private static final long BYTES_PER_ROW = 40;

  private static final long WORKING_BYTES_PER_THREAD = 3L << 20;
  private static final long FEWEST_BYTES_TO_SPILL = 64 << 10;
  private static final long MAX_SORT_ROWS = 1L << 30;
  private static final int MIN_SHARE = 8; // of a thread in all rows, for it to spill them
  private static final long LOOK_MILLIS = 20;
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
  private final AtomicLong rowsInMemory = new AtomicLong();
  private final AtomicInteger nextRun = new AtomicInteger();
  private final List<RowCollector> finished = new ArrayList<>(); // guarded by this
  private final List<SortRun> runs = new ArrayList<>(); // guarded by this
  private int spilling; // threads that do; guarded by this
  private long spillsEnded; // guarded by this
  private @Nullable SortSamples samples; // of the runs; guarded by this
  private final List<SortBounds> parts = new ArrayList<>();
  private long laterBytesPerRow;
  private int threads = 1;
  private long heldBytes;
  private @Nullable Reservation reservation; // of which memory is held

  /**
   * Makes a sort.
   *
   * @param reservationOf returns what pays for rows and working memory in a task
   * @param splitKeys how many of the first keys decide in which part a row is: rows that agree in
   *     them are in the same part
   */
  public ExternalSort(
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

  /** Returns what a sort needs in any case, however many rows come. */
  public static long floorBytes(int threads) {
    return Breaker.FLOOR_BYTES + threads * Breaker.FLOOR_BYTES;
  }

  /** Sets what is made of each row once the rows are sorted, if they are in memory. */
  public void setLaterBytesPerRow(long bytes) {
    laterBytesPerRow = bytes;
  }

  private static long workingBytes(long rows) {
    return BYTES_PER_ROW * rows + WORKING_BYTES_PER_THREAD;
  }

  /** Returns what it takes to sort rows in memory, and to use them there. */
  private long bytesInMemory(long rows) {
    return workingBytes(rows) + laterBytesPerRow * rows;
  }

  /** Returns what pays for the rows and the working memory. */
  MemoryAccount account(TaskContext context) {
    return reservationOf.apply(context).account();
  }

  /** Returns a task whose work is paid for by the sort. */
  public TaskContext reserved(TaskContext context) {
    return new ReservedContext(context, account(context));
  }

  public List<SortOrder> order() {
    return order;
  }

  /** Notes that rows have come into memory. */
  void noteRows(long rows) {
    rowsInMemory.addAndGet(rows);
  }

  /**
   * Spills a thread's rows if memory is short, unless others are about to do enough. Called once a
   * batch.
   */
  void spillIfShort(RowCollector rows, TaskContext context) {
    while (isShort(rows, context)) {
      boolean isWorthIt = rows.rows() * MIN_SHARE >= rowsInMemory.get();
      if (!isWorthIt && awaitOthers(context)) {
        continue;
      }
      RowCollector other = isWorthIt ? null : takeFinished();
      if (other == null) {
        spill(rows, context);
        return;
      }
      try (other) {
        spill(other, context);
      }
    }
  }

  /** Returns whether rows have to leave memory. */
  boolean isShort(RowCollector rows, TaskContext context) {
    return rows.bytes() >= FEWEST_BYTES_TO_SPILL
        && (reservationOf.apply(context).mustGiveBack() || !fits(rows, context));
  }

  /** Waits until a thread that is spilling now is through; returns false if none is. */
  private synchronized boolean awaitOthers(TaskContext context) {
    if (spilling == 0) {
      return false;
    }
    long before = spillsEnded;
    while (spillsEnded == before) {
      context.checkCancelled();
      try {
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new HeddleException(ErrorCode.CANCELLED, "Stopped while it waited for memory", e);
      }
    }
    return true;
  }

  private synchronized void noteSpilling(int change) {
    spilling += change;
    if (change < 0) {
      spillsEnded++;
      notifyAll();
    }
  }

  /** Takes over the rows of a thread that has ended. */
  synchronized void add(RowCollector rows) {
    finished.add(rows);
  }

  private synchronized @Nullable RowCollector takeFinished() {
    return finished.isEmpty() ? null : finished.removeLast();
  }

  /** Returns the rows of all threads, which have ended, in one store. */
  synchronized RowStore moveToStore(List<DataType> stored, TaskContext context) {
    if (finished.isEmpty()) {
      finished.add(new RowCollector(stored, account(context)));
    }
    RowCollector all = finished.getFirst();
    for (int i = 1; i < finished.size(); i++) {
      all.takeAll(finished.get(i));
    }
    RowStore store = all.toStore();
    finished.clear();
    return store;
  }

  /**
   * Sees to it that either all rows are in runs, which are ready to be read then, or all are in
   * memory, with room held to sort them. Called once, when all threads have ended.
   *
   * @return whether they are in runs
   */
  boolean endsSpilled(TaskContext context) {
    List<RowCollector> collectors;
    synchronized (this) {
      collectors = List.copyOf(finished);
    }
    if (hasSpilled() || !tryHold(collectors, context)) {
      context.parallel(collectors.size(), number -> spill(collectors.get(number), context));
    }
    boolean hasSpilled = hasSpilled();
    if (hasSpilled) {
      prepare(context);
    }
    return hasSpilled;
  }

  /** Returns whether all rows in memory, of which a thread has some, could be sorted there. */
  private boolean fits(RowCollector some, TaskContext context) {
    long rows = rowsInMemory.get();
    if (rows > MAX_SORT_ROWS) {
      return false;
    }
    Reservation memory = reservationOf.apply(context);
    // each thread holds its part of it when they spill side by side
    long bytes =
        bytesInMemory(rows)
            + some.storeBytes(rows - some.rows())
            + 2 * context.threads() * WORKING_BYTES_PER_THREAD;
    if (!memory.tryTake(bytes)) {
      return false;
    }
    memory.giveBack(bytes);
    return true;
  }

  /** Holds the memory to sort all rows there, unless there is too little. */
  private boolean tryHold(List<RowCollector> collectors, TaskContext context) {
    long rows = rowsInMemory.get();
    long storeBytes = 0;
    for (RowCollector some : collectors) {
      storeBytes = Math.max(storeBytes, some.storeBytes(rows - some.rows()));
    }
    long bytes = bytesInMemory(rows) + storeBytes + context.threads() * WORKING_BYTES_PER_THREAD;
    Reservation memory = reservationOf.apply(context);
    if (rows > MAX_SORT_ROWS || !memory.tryKeep(bytes)) {
      return false;
    }
    reservation = memory;
    heldBytes = bytes;
    return true;
  }

  /** Ends the holding of memory. */
  void letGo() {
    if (reservation != null) {
      reservation.endKeeping(heldBytes);
      reservation = null;
    }
  }

  /** Returns whether rows have been written to the disk, so that all have to be. */
  private synchronized boolean hasSpilled() {
    return !runs.isEmpty();
  }

  /** Sorts rows on this thread and writes them to the disk; the collector is empty again. */
  private void spill(RowCollector rows, TaskContext context) {
    noteSpilling(1);
    try {
      spillAll(rows, context);
    } finally {
      noteSpilling(-1);
    }
  }

  private void spillAll(RowCollector rows, TaskContext context) {
    Reservation memory = reservationOf.apply(context);
    TaskContext inline = new InlineContext(reserved(context));
    while (rows.rows() > 0) {
      int chunks = (int) ((rows.rows() + RowStore.CHUNK_MASK) >>> RowStore.CHUNK_SHIFT);
      long storeBytesPerChunk = rows.storeBytes(0) / chunks;
      long held = workingBytes(rows.rows()) + chunks * storeBytesPerChunk;
      boolean isHeld = memory.tryTake(held);
      while (!isHeld && chunks > 1) {
        chunks = (chunks + 1) / 2;
        held = workingBytes((long) chunks << RowStore.CHUNK_SHIFT);
        held += chunks == 1 ? 0 : chunks * storeBytesPerChunk;
        isHeld = memory.tryTake(held);
      }
      long bytesPerRow = 8 + rows.bytes() / rows.rows();
      try (RowStore store = rows.toStore(chunks)) {
        write(store, bytesPerRow, inline);
        rowsInMemory.addAndGet(-store.rows());
      } finally {
        if (isHeld) {
          memory.giveBack(held);
        }
      }
    }
  }

  private void write(RowStore store, long bytesPerRow, TaskContext context) {
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
  private void prepare(TaskContext context) {
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
    return SortMerge.mostBlocks(inputs) * block + inputs * BYTES_PER_INPUT;
  }

  /** Holds the memory to read all runs at once, by all threads or by one. */
  private boolean holdInputs(List<SortRun> all, TaskContext context) {
    long bytes = mergeBytes(all, all.size());
    for (int most : new int[] {context.threads(), 1}) {
      // what is read is worked on: some memory has to be left for that
      long left = most * WORKING_BYTES_PER_THREAD;
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
      finished.forEach(RowCollector::close);
      finished.clear();
    }
    letGo();
    Closeables.all(left);
  }
}
