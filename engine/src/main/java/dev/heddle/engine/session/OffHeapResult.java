package dev.heddle.engine.session;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.values.BatchValues;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.physical.operator.CollectedRows;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.SortOrder;
import java.time.ZoneId;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A result over the rows that a run collected. Those in memory are looked at where they are; of
 * those in spill files a piece at a time is copied to the heap when it is asked for.
 */
final class OffHeapResult implements QueryResult {
  private static final int LOADED = 4;

  private final Schema schema;
  private final CollectedRows rows;
  private final List<ResultBatch> batches;
  private final ZoneId timeZone;
  private final QueryProfile profile;
  private final List<SortOrder> order;
  private final MemoryAccount account;
  private final Runnable onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Takes over rows and account.
   *
   * @param run has made the rows
   * @param onClose called once, when the result is closed
   */
  OffHeapResult(
      Schema schema, CollectedRows rows, QueryRun run, MemoryAccount account, Runnable onClose) {
    this.schema = schema;
    this.rows = rows;
    this.timeZone = run.timeZone();
    this.profile = run.profile();
    this.order = KnownOrder.of(run.resultPlan()).orElse(List.of());
    this.account = account;
    this.onClose = onClose;
    this.batches = new Batches();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public long rowCount() {
    return rows.rowCount();
  }

  @Override
  public List<ResultBatch> batches() {
    return batches;
  }

  @Override
  public ZoneId timeZone() {
    return timeZone;
  }

  @Override
  public QueryProfile profile() {
    return profile;
  }

  /** Returns the columns that the rows are sorted by; none if that is not known. */
  List<SortOrder> order() {
    return order;
  }

  /** Lends all batches in order, each until the consumer returns. */
  void lendBatches(Consumer<Batch> consumer) {
    for (int i = 0; i < rows.pieceCount(); i++) {
      Batch held = rows.held(i);
      if (held != null) {
        consumer.accept(held);
      } else {
        try (Batch batch = rows.read(i)) {
          consumer.accept(batch);
        }
      }
    }
  }

  /** Returns the first rows as a table of characters; after the close, that it is closed. */
  @Override
  public String toString() {
    return closed.get() ? "a result that has been closed" : toText(SHOWN_ROWS);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      rows.close();
      onClose.run();
      account.close();
    }
  }

  /** Makes batches as they are asked for; keeps the last ones that were read from the disk. */
  private final class Batches extends AbstractList<ResultBatch> implements RandomAccess {
    private final Map<Integer, ResultBatch> loaded = // guarded by itself
        new LinkedHashMap<>(2 * LOADED, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Integer, ResultBatch> eldest) {
            return size() > LOADED;
          }
        };

    @Override
    public int size() {
      return rows.pieceCount();
    }

    @Override
    public ResultBatch get(int index) {
      Batch held = rows.held(index);
      if (held != null) {
        return BatchValues.of(held, OffHeapValues::new, closed::get);
      }
      synchronized (loaded) {
        return loaded.computeIfAbsent(index, this::load);
      }
    }

    private ResultBatch load(int index) {
      if (closed.get()) {
        throw new HeddleException(
            ErrorCode.CLOSED, "Cannot read a row: its result has been closed; copy values before");
      }
      try (Batch batch = rows.read(index)) {
        return BatchValues.copyOf(batch, closed::get);
      }
    }
  }
}
