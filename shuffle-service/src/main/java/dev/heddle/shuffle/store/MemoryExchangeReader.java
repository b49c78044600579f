package dev.heddle.shuffle.store;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.List;
import java.util.Optional;

/** Hands out the batches of a partition and proves their totals at the end. */
final class MemoryExchangeReader implements ExchangeReader {
  private final String place;
  private final List<Batch> batches;
  private final PartitionTotals committed;
  private final MemoryAccount account;
  private PartitionTotals read = PartitionTotals.NONE;
  private int next;

  /** Takes over the batches. */
  MemoryExchangeReader(
      String place, List<Batch> batches, PartitionTotals committed, MemoryAccount account) {
    this.place = place;
    this.batches = batches;
    this.committed = committed;
    this.account = account;
  }

  @Override
  public Optional<Batch> next() {
    if (next == batches.size()) {
      RowLedger.check(committed, read, place);
      return Optional.empty();
    }
    Batch batch = batches.get(next);
    read = read.plus(RowLedger.totals(batch, account));
    next++;
    return Optional.of(batch);
  }

  @Override
  public void close() {
    while (next < batches.size()) {
      batches.get(next++).close();
    }
  }
}
