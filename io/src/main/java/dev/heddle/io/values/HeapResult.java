package dev.heddle.io.values;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A result that no query made: some rows on the heap, such as the lines of a plan. */
public final class HeapResult implements QueryResult {
  private static final QueryProfile NO_QUERY =
      new QueryProfile(List.of(), List.of(), List.of(), null, 0, 0, Optional.empty());

  private final Schema schema;
  private final ZoneId timeZone;
  private final List<ResultBatch> batches = new ArrayList<>();
  private long rows;
  private volatile boolean isClosed;

  /**
   * Makes a result without rows.
   *
   * @param timeZone in which its times are shown
   */
  public HeapResult(Schema schema, ZoneId timeZone) {
    this.schema = requireNonNull(schema, "schema is null");
    this.timeZone = requireNonNull(timeZone, "timeZone is null");
  }

  /** Copies a batch's rows; it stays the caller's. */
  public void add(Batch batch) {
    if (batch.rowCount() > 0) {
      batches.add(BatchValues.copyOf(batch, () -> isClosed));
      rows += batch.rowCount();
    }
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public long rowCount() {
    return rows;
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
    return NO_QUERY;
  }

  /** Returns the first rows as a table of characters; after the close, that it is closed. */
  @Override
  public String toString() {
    return isClosed ? "a result that has been closed" : toText(SHOWN_ROWS);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
