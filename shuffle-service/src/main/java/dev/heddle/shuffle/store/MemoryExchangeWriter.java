package dev.heddle.shuffle.store;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.Overflow;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;

/**
 * Scatters rows into one compact batch after the other for each partition; moves partitions to
 * overflow when memory is short or the exchange has its share.
 */
final class MemoryExchangeWriter implements ExchangeWriter {
  private static final int MEMORY_SHARE = 4; // what of the limit an exchange's rows may take
  private static final int OPEN_BYTES = 8 << 20; // of all partitions
  private static final int LEAST_OPEN_BYTES = 32 << 10;
  private static final int MOST_OPEN_BYTES = 512 << 10;

  private final StoredExchange exchange;
  private final MapAttempt attempt;
  private final MemoryAccount account;
  private final Reservation reservation;
  private final Overflow overflow;
  private final long mostHeldBytes;
  private final int mostOpenBytes; // of a partition's rows that are no batch yet
  private final BatchAppender[] open;
  private final MapOutput output;
  private final long[] writtenBytes; // by partition
  private boolean finished;

  MemoryExchangeWriter(
      StoredExchange exchange, MapAttempt attempt, MemoryAccount account, Overflow overflow) {
    this.exchange = exchange;
    this.attempt = attempt;
    this.account = account;
    this.overflow = overflow;
    this.reservation = account.reserve("exchange", 0);
    this.mostHeldBytes = account.ledger().limitBytes() / MEMORY_SHARE;
    this.mostOpenBytes =
        Math.clamp(OPEN_BYTES / exchange.shape().partitions(), LEAST_OPEN_BYTES, MOST_OPEN_BYTES);
    this.open = new BatchAppender[exchange.shape().partitions()];
    for (int i = 0; i < open.length; i++) {
      open[i] = new BatchAppender(exchange.shape().types(), reservation.account());
    }
    this.output = new MapOutput(open.length);
    this.writtenBytes = new long[open.length];
  }

  @Override
  public void write(Batch batch, long partitions) {
    checkOpen();
    int rows = batch.rowCount();
    Buffer grouped = account.allocate(4L * rows);
    try {
      int[] starts = new int[open.length + 1];
      for (int i = 0; i < rows; i++) {
        starts[Memory.getInt(partitions + 4L * i) + 1]++;
      }
      for (int p = 0; p < open.length; p++) {
        starts[p + 1] += starts[p];
      }
      int[] next = starts.clone();
      long selection = batch.selection();
      for (int i = 0; i < rows; i++) {
        int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        int at = next[Memory.getInt(partitions + 4L * i)]++;
        Memory.putInt(grouped.address() + 4L * at, row);
      }
      for (int p = 0; p < open.length; p++) {
        append(p, batch, grouped.address() + 4L * starts[p], starts[p + 1] - starts[p]);
      }
    } finally {
      grouped.release();
    }
  }

  @Override
  public void write(Batch batch, int partition) {
    checkOpen();
    append(partition, batch, batch.selection(), batch.rowCount());
  }

  private void append(int partition, Batch batch, long positions, int count) {
    BatchAppender appender = open[partition];
    if (appender.rows() > 0 && appender.rows() + count > Batch.MAX_ROWS) {
      flush(partition);
    }
    appender.append(batch, positions, count);
    if (appender.bytes() >= mostOpenBytes) {
      flush(partition);
    }
  }

  private void flush(int partition) {
    if (open[partition].rows() == 0) {
      return;
    }
    long bytes = open[partition].bytes();
    writtenBytes[partition] += bytes;
    Batch batch = open[partition].build();
    PartitionTotals totals;
    try {
      totals = RowLedger.totals(batch, account);
    } catch (Throwable e) {
      batch.close();
      throw e;
    }
    long held = exchange.addHeld(output.add(partition, batch, bytes, totals));
    while (held > mostHeldBytes || reservation.mustGiveBack()) {
      long moved = output.giveBack(overflow, exchange.shape().types(), account, mostOpenBytes);
      if (moved == 0) {
        return;
      }
      held = exchange.addHeld(-moved);
    }
  }

  @Override
  public SealedMap commit() {
    checkOpen();
    for (int p = 0; p < open.length; p++) {
      flush(p);
    }
    output.finish();
    SealedMap sealed = RowLedger.seal(attempt, ShuffleAddress.HERE, output::totals, writtenBytes);
    boolean won = exchange.commit(attempt.map(), output);
    finish();
    if (!won) {
      output.close();
    }
    return sealed;
  }

  private void checkOpen() {
    if (finished) {
      throw new IllegalStateException("Cannot write after the end of " + attempt);
    }
  }

  private void finish() {
    finished = true;
    for (BatchAppender appender : open) {
      appender.close();
    }
    reservation.close();
  }

  @Override
  public void close() {
    if (!finished) {
      finish();
      output.close();
    }
  }
}
