package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends the pipeline of a join's right side: each thread collects its rows, put together at the end.
 *
 * <p>When memory is short, or the table over the rows would not fit, all rows go to the disk, by
 * partition. At the end the partitions that fit come back.
 */
final class JoinBuild implements SinkFactory {
  /** What a thread keeps so that it can divide its rows when memory is short. */
  static final long SPILL_RESERVE_BYTES = 6L << 20;

  private static final int BATCHES_A_SAMPLE = 16;
  private static final int MAX_ROWS = 1 << 30;
  private static final int ROOM_OF_ROWS = 2; // times their bytes, as it doubles when it is full

  private final HashJoin join;
  private final List<RowCollector> finished = new ArrayList<>(); // guarded by this
  private final List<SpillReserve> reserves = new ArrayList<>(); // that wait; guarded by this
  private boolean hasMadeSpillReserves; // guarded by this

  JoinBuild(HashJoin join) {
    this.join = join;
  }

  @Override
  public Sink open(TaskContext context) {
    return new BuildSink(context);
  }

  private synchronized void add(RowCollector collector) {
    finished.add(collector);
  }

  /**
   * Returns a thread's reserve, which is its own from now on. The first thread makes those of all:
   * it may have filled the memory before others begin.
   */
  private synchronized SpillReserve takeSpillReserve(TaskContext context) {
    if (!hasMadeSpillReserves) {
      hasMadeSpillReserves = true;
      for (int i = 0; i < context.threads(); i++) {
        reserves.add(newSpillReserve(context));
      }
    }
    return reserves.isEmpty() ? newSpillReserve(context) : reserves.removeLast();
  }

  private SpillReserve newSpillReserve(TaskContext context) {
    return new SpillReserve(join.reservation(context), SPILL_RESERVE_BYTES);
  }

  private synchronized void closeSpillReserves() {
    Closeables.all(reserves);
    reserves.clear();
  }

  @Override
  public void complete(TaskContext context) {
    Reservation reservation = join.reservation(context);
    long taken = 0;
    try {
      RowStore store;
      try (RowHolder rows = new RowHolder(context)) {
        closeSpillReserves(); // of threads that never began
        synchronized (this) {
          while (!finished.isEmpty()) {
            rows.takeOver(finished.getLast(), reservation);
            finished.removeLast();
          }
        }
        long count = rows.collector.rows();
        if (count > 0 && !join.spill().hasSpilled()) {
          taken = join.bytesOfTable(count) + rows.collector.storeBytes(0);
          if (count > MAX_ROWS || !reservation.tryTake(taken)) {
            taken = 0;
            join.spill().spillAll();
          }
        }
        if (join.spill().hasSpilled()) {
          rows.spillAll();
          rows.finish();
          taken = takeBack(rows.collector, reservation, context);
        }
        store = rows.collector.toStore();
      }
      join.setPart(store, context);
    } finally {
      if (taken > 0) {
        reservation.giveBack(taken);
      }
    }
  }

  /**
   * Reads the first partitions that fit into memory again; returns what has been taken for the
   * table over them.
   */
  private long takeBack(RowCollector rows, Reservation reservation, TaskContext context) {
    long taken = 0;
    try {
      List<SpilledPart> parts = join.spill().parts();
      for (int i = 0; i < parts.size() && join.makeRoomForLeft(context); i++) {
        long count = parts.get(i).rows(JoinSide.RIGHT);
        long all = rows.rows() + count;
        long needed = join.bytesOfTable(all) + storeBytes(rows, count);
        long loaded =
            Math.max(
                ROOM_OF_ROWS * join.bytesOf(count),
                rows.jumpBytes((int) Math.min(count, MAX_ROWS)));
        boolean isFull = all > MAX_ROWS || reservation.mustGiveBack();
        if (isFull || !reservation.tryTake(needed + loaded)) {
          break;
        }
        taken += needed + loaded;
        read(parts.get(i), rows, reservation, context);
        join.spill().setResident(i + 1);
        reservation.giveBack(taken); // and ask again: the rows are here now
        needed = join.bytesOfTable(all) + rows.storeBytes(0);
        taken = reservation.tryTake(needed) ? needed : 0;
      }
      return taken;
    } catch (Throwable e) {
      reservation.giveBack(taken);
      throw e;
    }
  }

  /** Returns about what a store of the rows and of more of them takes beside them. */
  private long storeBytes(RowCollector rows, long more) {
    return rows.rows() == 0 && more > RowStore.CHUNK_ROWS
        ? join.nestedBytesOf(more)
        : rows.storeBytes(more);
  }

  private static void read(
      SpilledPart part, RowCollector rows, Reservation reservation, TaskContext context) {
    for (SpillFile file : part.files(JoinSide.RIGHT)) {
      try (SpillReader reader = file.open(reservation.account())) {
        boolean hasMore = true;
        while (hasMore) {
          context.checkCancelled();
          try (Batch batch = reader.next()) {
            hasMore = batch != null;
            if (batch != null) {
              rows.append(batch, 0);
            }
          }
        }
      }
    }
  }

  @Override
  public void close() {
    closeSpillReserves();
    synchronized (this) {
      Closeables.all(finished);
      finished.clear();
    }
    join.free();
  }

  /** Rows in memory, and the way to the disk. Used by one thread. */
  private final class RowHolder implements AutoCloseable {
    private final TaskContext context;
    private final JoinSplitter splitter;
    private final RowCollector collector;
    private final SpillReserve reserve;
    private final JoinFilters.Ranges ranges = join.filters().ranges(); // of rows on the disk
    private long rows; // that have come
    private int sampled; // counts down the batches to the next whose bytes are counted

    RowHolder(TaskContext context) {
      this.context = context;
      Reservation reservation = join.reservation(context);
      splitter = join.splitter(JoinSide.RIGHT, 0, context);
      collector = new RowCollector(join.types(JoinSide.RIGHT), reservation.account());
      reserve = takeSpillReserve(context);
    }

    /** Sends all rows to the disk. */
    void spillAll() {
      spillAll(collector);
    }

    private void spillAll(RowCollector from) {
      long held = reserve.take();
      try {
        while (from.rows() > 0) {
          context.checkCancelled();
          try (Batch chunk = from.takeChunk()) {
            sampled = 0;
            spill(chunk);
          }
        }
      } finally {
        join.reservation(context).giveBack(held);
      }
    }

    /** Takes all rows of another thread, or sends them to the disk with all others. */
    void takeOver(RowCollector other, Reservation reservation) {
      long bytes = collector.mergeBytes(other);
      if (!join.spill().hasSpilled() && reservation.tryTake(bytes)) {
        try {
          collector.takeAll(other);
        } finally {
          reservation.giveBack(bytes);
        }
        return;
      }
      join.spill().spillAll();
      spillAll();
      spillAll(other);
      other.close();
    }

    void spill(Batch batch) {
      if (sampled-- == 0) {
        join.noteBytes(IpcBlockWriter.bytes(batch), batch.rowCount());
        sampled = BATCHES_A_SAMPLE;
      }
      ranges.add(batch, join.reservation(context).account());
      splitter.divide(batch, 0);
    }

    /** Hands files and counts over. */
    void finish() {
      splitter.finishInto(join.spill());
      join.noteRight(rows, ranges, splitter);
    }

    @Override
    public void close() {
      Closeables.all(reserve, collector, splitter);
    }
  }

  private final class BuildSink implements Sink {
    private final RowHolder rows;
    private final Reservation reservation;
    private final TaskContext context;
    private boolean handedOver;

    BuildSink(TaskContext context) {
      this.context = context;
      reservation = join.reservation(context);
      rows = new RowHolder(context);
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        rows.rows += input.rowCount();
        if (join.spill().hasSpilled() || !tryAppend(input)) {
          join.spill().spillAll();
          rows.spillAll();
          rows.spill(input);
          return Status.NEEDS_INPUT;
        }
      }
      if (reservation.mustGiveBack()) {
        join.spill().spillAll();
        rows.spillAll();
      }
      return Status.NEEDS_INPUT;
    }

    /** Appends rows unless there is no memory for what they may make grow. */
    private boolean tryAppend(Batch input) {
      long jump = rows.collector.jumpBytes(input.rowCount());
      if (!reservation.tryTake(jump)) {
        return false;
      }
      try {
        // Only the nearest of rows at one place depends on which of them came first.
        rows.collector.append(input, join.isNearest() ? context.position() : 0);
        return true;
      } finally {
        reservation.giveBack(jump);
      }
    }

    @Override
    public void finish() {
      if (join.spill().hasSpilled()) {
        rows.spillAll();
      }
      rows.finish();
      handedOver = true;
      add(rows.collector);
    }

    @Override
    public void close() {
      if (handedOver) {
        Closeables.all(rows.reserve, rows.splitter);
      } else {
        rows.close();
      }
    }
  }
}
