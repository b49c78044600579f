package dev.heddle.physical.sort;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.ReservedContext;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sort that writes what does not fit into memory as sorted runs: it decides which thread's rows
 * leave memory, and when. The runs are merged by {@link SortRuns}.
 *
 * <p>Shared by the threads of the pipeline that fills it, which call {@link #spillIfShort}, and of
 * the one that reads it. {@link #close} deletes the runs.
 */
public final class ExternalSort implements AutoCloseable {
  /** What the sort of a piece needs beyond its rows: two arrays of elements, and ids. */
  private static final long BYTES_PER_ROW = 40;

  static final long WORKING_BYTES_PER_THREAD = 3L << 20;
  private static final long FEWEST_BYTES_TO_SPILL = 64 << 10;
  private static final long MAX_SORT_ROWS = 1L << 30;
  private static final int MIN_SHARE = 8; // of a thread in all rows, for it to spill them
  private static final long LOOK_MILLIS = 20;

  private final Function<TaskContext, Reservation> reservationOf;
  private final List<SortOrder> order;
  private final SortRuns runs;
  private final AtomicLong rowsInMemory = new AtomicLong();
  private final List<RowCollector> finished = new ArrayList<>(); // guarded by this
  private int spilling; // threads that do; guarded by this
  private long spillsEnded; // guarded by this
  private long laterBytesPerRow;
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
    this.order = order;
    this.runs = new SortRuns(reservationOf, types, order, splitKeys, metrics);
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
    if (!runs.isEmpty() || !tryHold(collectors, context)) {
      context.parallel(collectors.size(), number -> spill(collectors.get(number), context));
    }
    if (runs.isEmpty()) {
      return false;
    }
    runs.prepare(context);
    return true;
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
        runs.write(store, bytesPerRow, inline);
        rowsInMemory.addAndGet(-store.rows());
      } finally {
        if (isHeld) {
          memory.giveBack(held);
        }
      }
    }
  }

  /** Returns the runs that all rows are in if {@link #endsSpilled} returns true. */
  public SortRuns runs() {
    return runs;
  }

  @Override
  public void close() {
    synchronized (this) {
      finished.forEach(RowCollector::close);
      finished.clear();
    }
    letGo();
    runs.close();
  }
}
