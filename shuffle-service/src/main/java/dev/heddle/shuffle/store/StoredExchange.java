package dev.heddle.shuffle.store;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One exchange of a {@link MemoryExchangeBackend}: the output of each map's winner. Thread-safe.
 */
final class StoredExchange {
  private final ExchangeId id;
  private final ExchangeShape shape;
  private final @Nullable MapOutput[] winners;
  private final AtomicLong heldBytes = new AtomicLong();
  private int committed;
  private boolean released;

  StoredExchange(ExchangeId id, ExchangeShape shape) {
    this.id = id;
    this.shape = shape;
    this.winners = new MapOutput[shape.maps()];
  }

  ExchangeShape shape() {
    return shape;
  }

  /** Takes over an output if it is its map's first; otherwise it stays the caller's. */
  synchronized boolean commit(int map, MapOutput output) {
    checkNotReleased();
    if (winners[map] != null) {
      return false;
    }
    winners[map] = output;
    committed++;
    return true;
  }

  synchronized List<PartitionTotals> totals() {
    checkSealed();
    List<PartitionTotals> totals = new ArrayList<>();
    List<MapOutput> all = outputs(0, winners.length);
    for (int partition = 0; partition < shape.partitions(); partition++) {
      totals.add(totals(all, partition));
    }
    return totals;
  }

  private static PartitionTotals totals(List<MapOutput> maps, ExchangePart part) {
    PartitionTotals sum = PartitionTotals.NONE;
    for (int partition = part.firstPartition(); partition < part.endPartition(); partition++) {
      sum = sum.plus(totals(maps, partition));
    }
    return sum;
  }

  private static PartitionTotals totals(List<MapOutput> maps, int partition) {
    PartitionTotals sum = PartitionTotals.NONE;
    for (MapOutput map : maps) {
      sum = sum.plus(map.totals(partition));
    }
    return sum;
  }

  private List<MapOutput> outputs(int firstMap, int endMap) {
    List<MapOutput> maps = new ArrayList<>();
    for (int map = firstMap; map < endMap; map++) {
      MapOutput winner = winners[map];
      if (winner != null) {
        maps.add(winner);
      }
    }
    return maps;
  }

  synchronized ExchangeReader openReader(ExchangePart part, MemoryAccount account) {
    checkSealed();
    part.check(id, shape);
    List<MapOutput> maps = outputs(part.firstMap(), part.endMap());
    return new MemoryExchangeReader(
        part.place() + " of " + id,
        part,
        maps,
        part.hasAllColumns(shape) ? Optional.empty() : Optional.of(part.columns()),
        totals(maps, part),
        account);
  }

  /** Counts bytes of rows in memory; returns how many there are. */
  long addHeld(long bytes) {
    return heldBytes.addAndGet(bytes);
  }

  private void checkSealed() {
    checkNotReleased();
    if (committed < shape.maps()) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Cannot read " + id + ": " + committed + " of " + shape.maps() + " maps have committed");
    }
  }

  private void checkNotReleased() {
    if (released) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot use " + id + ": it has been released");
    }
  }

  synchronized void release() {
    released = true;
    for (MapOutput winner : winners) {
      if (winner != null) {
        winner.close();
      }
    }
  }
}
