package dev.heddle.shuffle.store;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out the batches of some partitions and proves their totals at the end. */
final class MemoryExchangeReader implements ExchangeReader {
  private final String place;
  private final ExchangePart part;
  private final Deque<MapOutput> maps;
  private final Deque<Batch> batches = new ArrayDeque<>(); // of the current partition
  private final Optional<List<Integer>> columns; // if not all
  private final PartitionTotals committed;
  private final MemoryAccount account;
  private PartitionTotals read = PartitionTotals.NONE;
  private ExchangeSpill.@Nullable Reader file; // of the current partition
  private @Nullable MapOutput map; // the current one
  private int partition; // the next one of the map

  /** Makes a reader of partitions of some outputs, which stay their exchange's. */
  MemoryExchangeReader(
      String place,
      ExchangePart part,
      List<MapOutput> maps,
      Optional<List<Integer>> columns,
      PartitionTotals committed,
      MemoryAccount account) {
    this.place = place;
    this.part = part;
    this.partition = part.endPartition();
    this.maps = new ArrayDeque<>(maps);
    this.columns = columns;
    this.committed = committed;
    this.account = account;
  }

  @Override
  public Optional<Batch> next() {
    Batch batch = nextBatch();
    if (batch == null) {
      RowLedger.check(committed, read, place);
      return Optional.empty();
    }
    try {
      read = read.plus(RowLedger.totals(batch, account));
    } catch (Throwable e) {
      batch.close();
      throw e;
    }
    return Optional.of(columns.isEmpty() ? batch : some(batch, columns.get()));
  }

  /** Returns some columns of a batch, which is given up. */
  private Batch some(Batch batch, List<Integer> wanted) {
    try (batch) {
      Column[] kept = new Column[wanted.size()];
      for (int i = 0; i < kept.length; i++) {
        kept[i] = batch.column(wanted.get(i)).retain();
      }
      return Batch.of(account, batch.rowCount(), kept);
    }
  }

  private @Nullable Batch nextBatch() {
    while (true) {
      if (!batches.isEmpty()) {
        return batches.removeFirst();
      }
      if (file != null) {
        Batch batch = file.next();
        if (batch != null) {
          return batch;
        }
        file.close();
        file = null;
      }
      if (partition == part.endPartition()) {
        map = maps.poll();
        partition = part.firstPartition();
      }
      if (map == null) {
        partition = part.endPartition();
        return null;
      }
      List<Batch> shared = new ArrayList<>();
      map.shareBatches(partition, account, shared);
      batches.addAll(shared);
      ExchangeSpill.File spill = map.file(partition);
      file = spill == null ? null : spill.open(account);
      partition++;
    }
  }

  @Override
  public void close() {
    batches.forEach(Batch::close);
    batches.clear();
    maps.clear();
    map = null;
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
