package dev.heddle.shuffle.store;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionBatcher;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;

/**
 * Scatters rows into one compact batch after the other for each partition; spills partitions when
 * memory is short or the exchange has its share.
 */
final class MemoryExchangeWriter implements ExchangeWriter, ExchangeWriter.Lane {
  private static final int MEMORY_SHARE = 4; // what of the limit an exchange's rows may take
  private static final int OPEN_BYTES = 8 << 20; // of all partitions
  private static final int MIN_OPEN_BYTES = 32 << 10;
  private static final int MAX_OPEN_BYTES = 512 << 10;

  private final StoredExchange exchange;
  private final MapAttempt attempt;
  private final MemoryAccount account;
  private final Reservation reservation;
  private final ExchangeSpill spill;
  private final long maxBufferedBytes;
  private final int maxOpenBytes; // of a partition's rows that are no batch yet
  private final PartitionBatcher scatter;
  private final MapOutput output;
  private final long[] writtenBytes; // by partition
  private boolean finished;

  MemoryExchangeWriter(
      StoredExchange exchange, MapAttempt attempt, MemoryAccount account, ExchangeSpill spill) {
    this.exchange = exchange;
    this.attempt = attempt;
    this.account = account;
    this.spill = spill;
    this.reservation = account.reserve("exchange", 0);
    this.maxBufferedBytes = account.ledger().limitBytes() / MEMORY_SHARE;
    this.maxOpenBytes =
        Math.clamp(OPEN_BYTES / exchange.shape().partitions(), MIN_OPEN_BYTES, MAX_OPEN_BYTES);
    int partitions = exchange.shape().partitions();
    this.scatter =
        new PartitionBatcher(
            exchange.shape(),
            maxOpenBytes,
            Batch.MAX_ROWS,
            account,
            reservation.account(),
            this::put);
    this.output = new MapOutput(partitions);
    this.writtenBytes = new long[partitions];
  }

  @Override
  public Lane lane() {
    return this; // threads take turns
  }

  @Override
  public synchronized void write(Batch batch, long partitions) {
    checkOpen();
    scatter.write(batch, partitions);
  }

  @Override
  public synchronized void write(Batch batch, int partition) {
    checkOpen();
    scatter.write(batch, partition);
  }

  private void put(int partition, Batch batch, long bytes) {
    writtenBytes[partition] += bytes;
    PartitionTotals totals;
    try {
      totals = RowLedger.totals(batch, account);
    } catch (Throwable e) {
      batch.close();
      throw e;
    }
    long held = exchange.addHeld(output.add(partition, batch, bytes, totals));
    while (held > maxBufferedBytes || reservation.mustGiveBack()) {
      long moved = output.giveBack(spill, exchange.shape().types(), account, maxOpenBytes);
      if (moved == 0) {
        return;
      }
      held = exchange.addHeld(-moved);
    }
  }

  @Override
  public synchronized SealedMap commit() {
    checkOpen();
    scatter.flush();
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
    scatter.close();
    reservation.close();
  }

  @Override
  public synchronized void close() {
    if (!finished) {
      finish();
      output.close();
    }
  }
}
