package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Reservation;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends the pipeline of a join's right side: each thread collects its rows, put together at the end.
 * When memory is short, or the table over the rows would not fit, partitions go to the disk.
 */
final class JoinBuild implements SinkFactory {
  private static final int MOST_ROWS = 1 << 30;

  private final HashJoin join;
  private final List<RowCollector> finished = new ArrayList<>(); // guarded by this

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

  @Override
  public void complete(TaskContext context) {
    Reservation reservation = join.reservation(context);
    JoinSpill spill = join.spill();
    long taken = 0;
    try {
      RowStore store;
      try (RowHolder rows = new RowHolder(context)) {
        synchronized (this) {
          while (!finished.isEmpty()) {
            rows.collector.takeAll(finished.getLast());
            finished.removeLast();
          }
        }
        if (spill.hasSpilled()) {
          rows.divide(spill.resident());
        }
        while (taken == 0 && rows.collector.rows() > 0) {
          long needed = HashJoin.tableBytes(rows.collector.rows());
          if (rows.collector.rows() <= MOST_ROWS && reservation.tryTake(needed)) {
            taken = needed;
          } else {
            spill.spillMore(spill.resident());
            rows.divide(spill.resident());
          }
        }
        rows.finish();
        store = rows.collector.toStore();
      }
      join.setPart(store, context);
    } finally {
      if (taken > 0) {
        reservation.giveBack(taken);
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      Closing.all(finished);
      finished.clear();
    }
    join.free();
  }

  /** Rows in memory, and the way to the disk. Used by one thread. */
  private final class RowHolder implements AutoCloseable {
    private final JoinSplitter splitter;
    private final Reservation reservation;
    private RowCollector collector;
    private long rows; // that have come

    RowHolder(TaskContext context) {
      reservation = join.reservation(context);
      splitter = join.splitter(false, 0, context);
      collector = new RowCollector(join.types(false), reservation.account());
    }

    void add(Batch batch, int resident) {
      rows += batch.rowCount();
      if (resident == join.spill().count()) {
        collector.append(batch, 0);
      } else {
        int kept = splitter.divide(batch, resident);
        collector.append(batch, splitter.kept(), kept, 0);
      }
    }

    /** Sends rows to the disk of which no longer all are to be in memory. */
    void divide(int resident) {
      RowCollector before = collector;
      collector = new RowCollector(join.types(false), reservation.account());
      try (before) {
        while (before.rows() > 0) {
          try (Batch chunk = before.takeChunk()) {
            int kept = splitter.divide(chunk, resident);
            collector.append(chunk, splitter.kept(), kept, 0);
          }
        }
      }
    }

    /** Hands files and counts over. */
    void finish() {
      splitter.finishInto(join.spill());
      join.noteRight(rows, splitter.hasSeenNulls());
    }

    @Override
    public void close() {
      Closing.all(collector, splitter);
    }
  }

  private final class BuildSink implements Sink {
    private final RowHolder rows;
    private final Reservation reservation;
    private int seen = join.spill().count(); // partitions that the collected rows are of
    private boolean handedOver;

    BuildSink(TaskContext context) {
      reservation = join.reservation(context);
      rows = new RowHolder(context);
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        follow();
        rows.add(input, seen);
      }
      if (seen > 0 && reservation.mustGiveBack()) {
        join.spill().spillMore(seen);
        follow();
      }
      return Status.NEEDS_INPUT;
    }

    private void follow() {
      int resident = join.spill().resident();
      if (resident < seen) {
        seen = resident;
        rows.divide(resident);
      }
    }

    @Override
    public void finish() {
      rows.finish();
      handedOver = true;
      add(rows.collector);
    }

    @Override
    public void close() {
      if (handedOver) {
        rows.splitter.close();
      } else {
        rows.close();
      }
    }
  }
}
