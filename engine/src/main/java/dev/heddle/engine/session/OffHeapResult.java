package dev.heddle.engine.session;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A result over the batches that a run collected. */
final class OffHeapResult implements QueryResult {
  private final Schema schema;
  private final List<Batch> owned;
  private final List<ResultBatch> batches = new ArrayList<>();
  private final long rowCount;
  private final ZoneId timeZone;
  private final QueryProfile profile;
  private final MemoryAccount account;
  private final Runnable onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Takes over batches and account.
   *
   * @param onClose called once, when the result is closed
   */
  OffHeapResult(
      Schema schema,
      List<Batch> owned,
      ZoneId timeZone,
      QueryProfile profile,
      MemoryAccount account,
      Runnable onClose) {
    this.schema = schema;
    this.owned = owned;
    this.timeZone = timeZone;
    this.profile = profile;
    this.account = account;
    this.onClose = onClose;
    long rows = 0;
    for (Batch batch : owned) {
      rows += batch.rowCount();
      batches.add(new View(batch));
    }
    this.rowCount = rows;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public List<ResultBatch> batches() {
    return List.copyOf(batches);
  }

  @Override
  public ZoneId timeZone() {
    return timeZone;
  }

  @Override
  public QueryProfile profile() {
    return profile;
  }

  /** Returns the batches, still owned by this result. */
  List<Batch> lendBatches() {
    return owned;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      owned.forEach(Batch::close);
      onClose.run();
      account.close();
    }
  }

  private final class View implements ResultBatch {
    private final int rows;
    private final ResultColumn[] columns;

    View(Batch batch) {
      rows = batch.rowCount();
      columns = new ResultColumn[batch.columnCount()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new OffHeapColumn(batch.column(i), rows, closed::get);
      }
    }

    @Override
    public int rowCount() {
      return rows;
    }

    @Override
    public ResultColumn column(int index) {
      return columns[index];
    }
  }
}
