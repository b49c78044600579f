package dev.heddle.engine.stream;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.RowTarget;

/**
 * Puts rows together to batches of about a MiB, which is what sending costs least with, and into a
 * queue; the first rows, and rows that have been here for long, go on as they are.
 */
final class StreamTarget implements RowTarget {
  private static final int MAX_ROWS = 16 << 10;
  private static final long MAX_BYTES = 1L << 20;
  private static final long LONG_NANOS = 100_000_000;

  /** What part of the memory limit a batch may take. */
  private static final int SHARE = 128;

  private final ResultQueue queue;
  private final BatchAppender rows;
  private final long maxBytes;
  private boolean hasSent;
  private long sentNanos;

  /** Makes a target for rows of the schema, which the account pays for. */
  StreamTarget(ResultQueue queue, Schema schema, MemoryAccount account) {
    this.queue = queue;
    this.rows = new BatchAppender(schema.fields().stream().map(Field::type).toList(), account);
    this.maxBytes = Math.min(MAX_BYTES, account.ledger().limitBytes() / SHARE);
  }

  @Override
  public void write(Batch batch, Workers workers) {
    if (rows.rows() > 0 && rows.rows() + batch.rowCount() > MAX_ROWS) {
      flush();
    }
    rows.append(batch);
    if (!hasSent || rows.bytes() >= maxBytes || System.nanoTime() - sentNanos > LONG_NANOS) {
      flush();
    }
  }

  /** Sends what is here on. */
  void flush() {
    if (rows.rows() > 0) {
      queue.put(rows.build());
      hasSent = true;
      sentNanos = System.nanoTime();
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
