package dev.heddle.shuffle.client;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.BundleId;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;

/** Reads little outputs that have come with the winners, and proves each map's rows. */
final class InlineExchangeReader implements ExchangeReader {
  private final WinnerTable winners;
  private final List<InlineOutput> outputs; // by map
  private final int endMap;
  private final MemoryAccount account;
  private final IpcBlockReader blocks;
  private final ObjLongConsumer<ShuffleAddress> read;
  private int map;
  private int at; // in the map's bytes
  private int sequence; // expected next
  private PartitionTotals totals = PartitionTotals.NONE;

  private InlineExchangeReader(
      WinnerTable winners,
      List<InlineOutput> outputs,
      ExchangeShape shape,
      ExchangePart part,
      MemoryAccount account,
      ObjLongConsumer<ShuffleAddress> read) {
    this.winners = winners;
    this.outputs = outputs;
    this.map = part.firstMap();
    this.endMap = part.endMap();
    this.account = account;
    this.read = read;
    this.blocks = new IpcBlockReader(shape.types(), part.columns(), account);
  }

  /**
   * Opens a reader, if the outputs are the winners' and all columns are wanted, without which there
   * is no proof of the rows.
   *
   * @param outputs by map, or none
   * @param read takes the bytes of each block, and the server from which they have come
   */
  static Optional<ExchangeReader> open(
      WinnerTable winners,
      List<InlineOutput> outputs,
      ExchangeShape shape,
      ExchangePart part,
      MemoryAccount account,
      ObjLongConsumer<ShuffleAddress> read) {
    if (outputs.size() != winners.maps().size() || !part.hasAllColumns(shape)) {
      return Optional.empty();
    }
    for (int map = part.firstMap(); map < part.endMap(); map++) {
      if (!outputs.get(map).attempt().equals(attempt(winners, map))) {
        return Optional.empty();
      }
    }
    return Optional.of(new InlineExchangeReader(winners, outputs, shape, part, account, read));
  }

  private static MapAttempt attempt(WinnerTable winners, int map) {
    return new MapAttempt(winners.exchange(), map, winners.maps().get(map).attempt());
  }

  @Override
  public Optional<Batch> next() {
    while (map < endMap) {
      Batch batch = blocks.next();
      if (batch != null) {
        return Optional.of(counted(batch));
      }
      if (at < outputs.get(map).blocks().length) {
        openBlock(outputs.get(map).blocks());
      } else {
        endMap();
      }
    }
    return Optional.empty();
  }

  private Batch counted(Batch batch) {
    try {
      totals = totals.plus(RowLedger.totals(batch, account));
      return batch;
    } catch (Throwable e) {
      batch.close();
      throw e;
    }
  }

  private void openBlock(byte[] bytes) {
    int left = bytes.length - at;
    Buffer block = account.allocate(left);
    try {
      long address = block.address();
      Memory.copyFromArray(bytes, at, address, left);
      long length = left < BlockFormat.HEADER_BYTES ? left : BlockFormat.bytes(address);
      String defect = length > left ? "it is not whole" : BlockFormat.defect(address, length);
      if (defect != null) {
        throw lost("a block is broken: " + defect);
      }
      BundleId bundle = new BundleId(attempt(winners, map), winners.epoch());
      if (!BlockFormat.isOf(address, bundle)
          || BlockFormat.partition(address) != 0
          || BlockFormat.sequence(address) != sequence) {
        throw lost("a block came that is not the next one");
      }
      blocks.open(
          BlockFormat.metadata(address), BlockFormat.body(address), BlockFormat.bodyBytes(address));
      at += (int) length;
      sequence++;
      read.accept(winners.servers().get(winners.maps().get(map).server()), length);
    } finally {
      block.release();
    }
  }

  /** Proves the rows of the map that is over, and goes on to the next one. */
  private void endMap() {
    if (RowLedger.digest(0, totals) != winners.maps().get(map).digest()) {
      throw lost("rows were lost, doubled or changed: they are " + totals);
    }
    map++;
    at = 0;
    sequence = 0;
    totals = PartitionTotals.NONE;
  }

  private FetchLostException lost(String why) {
    return new FetchLostException(
        winners.exchange(), List.of(map), why + " (of " + attempt(winners, map) + ")", null);
  }

  @Override
  public void close() {
    blocks.close();
  }
}
