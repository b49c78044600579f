package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ReadTotals;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.spark.bridge.Shuffles;
import dev.heddle.spark.bridge.Trailer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.FetchFailedException;
import org.jspecify.annotations.Nullable;
import scala.Product2;

/**
 * Reads partitions map by map, and proves what each map has written of each by its trailer. Spark
 * delivers the blocks of several maps in any order, so that each map is asked for by itself; while
 * blocks are small, some maps are asked for ahead.
 */
final class ShuffleReader implements ExchangeReader {
  private final ExchangeId exchange;
  private final ExchangePart part;
  private final ShuffleSide side;
  private final ShuffleSide.Input input;
  private final MemoryAccount account;
  private final IpcBlockReader blocks;
  private final ReadTotals found; // of the map and the partition at hand
  private int map; // at hand
  private int partition; // at hand
  private int sequence; // of the block that comes next
  private boolean hasGiven; // rows of the map at hand
  private final Deque<Asked> asked =
      new ArrayDeque<>(); // the map at hand, and those that follow and have been asked for

  /** What a map has written, on its way. */
  private record Asked(TaskContext context, Iterator<Product2<Integer, byte[]>> records) {}

  ShuffleReader(
      ExchangeId exchange,
      ExchangeShape shape,
      ExchangePart part,
      ShuffleSide side,
      MemoryAccount account) {
    this.exchange = exchange;
    this.part = part;
    this.side = side;
    this.input = side.input(exchange);
    this.account = account;
    this.blocks = new IpcBlockReader(shape.types(), part.columns(), account);
    this.found = new ReadTotals(part, shape, account);
    this.map = part.firstMap();
    this.partition = part.firstPartition();
  }

  @Override
  public Optional<Batch> next() {
    while (true) {
      Batch batch = blocks.next();
      if (batch != null) {
        hasGiven = true;
        return Optional.of(found.add(batch));
      }
      if (map == part.endMap()) {
        return Optional.empty();
      }
      byte[] record = record();
      if (record == null) {
        endMap();
      } else if (Trailer.isTrailer(record)) {
        endPartition(record);
      } else {
        open(record);
      }
    }
  }

  /** Returns the next record of the map, or null at its end; asks for it and those behind it. */
  private byte @Nullable [] record() {
    while (true) {
      try {
        while (asked.size() < input.ahead() && map + asked.size() < part.endMap()) {
          ask(map + asked.size());
        }
        Iterator<Product2<Integer, byte[]>> open = asked.getFirst().records();
        return open.hasNext() ? checked(open.next()) : null;
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) { // Scala's methods do not declare what they throw
        recover(e);
      }
    }
  }

  private void ask(int of) {
    TaskContext context = side.begin();
    try {
      asked.add(
          new Asked(
              context,
              Shuffles.read(
                  input.handle(),
                  of,
                  of + 1,
                  part.firstPartition(),
                  part.endPartition(),
                  context)));
    } catch (Throwable e) {
      side.end(context);
      throw e;
    }
  }

  private void dropAsked() {
    while (!asked.isEmpty()) {
      side.end(asked.removeFirst().context());
    }
  }

  private byte[] checked(Product2<Integer, byte[]> record) {
    if (record._1() != partition) {
      throw broken("a block of partition " + record._1() + " came instead of " + partition);
    }
    return record._2();
  }

  private void recover(Throwable failure) {
    if (!(failure instanceof FetchFailedException lost)) {
      throw new HeddleException(
          ErrorCode.IO, "Cannot read " + exchange + ": " + failure.getMessage(), failure);
    }
    boolean isAgain = side.recover(exchange, lost);
    if (!isAgain || hasGiven) {
      String why =
          isAgain
              ? "a part of the result was lost while it was being read; run the query again"
              : String.valueOf(lost.getMessage());
      throw new FetchLostException(exchange, List.of(map), why, lost);
    }
    dropAsked();
    begin();
  }

  private void begin() {
    partition = part.firstPartition();
    sequence = 0;
    hasGiven = false;
    found.clear();
  }

  private void open(byte[] record) {
    Buffer block = account.allocate(record.length);
    try {
      Memory.copyFromArray(record, 0, block.address(), record.length);
      String defect = BlockFormat.defect(block.address(), record.length);
      if (defect != null) {
        throw broken("a block is broken: " + defect);
      }
      if (BlockFormat.map(block.address()) != map
          || BlockFormat.partition(block.address()) != partition
          || BlockFormat.sequence(block.address()) != sequence++) {
        throw broken("a block came that is not the next one");
      }
      blocks.open(
          BlockFormat.metadata(block.address()),
          BlockFormat.body(block.address()),
          BlockFormat.bodyBytes(block.address()));
    } finally {
      block.release();
    }
  }

  private void endPartition(byte[] trailer) {
    PartitionTotals committed =
        new PartitionTotals(Trailer.rows(trailer), Trailer.checksum(trailer));
    if (Trailer.map(trailer) != map || !found.areProved(committed)) {
      throw broken("rows were lost, doubled or changed: " + found.difference(committed));
    }
    found.clear();
    partition++;
    sequence = 0;
  }

  private void endMap() {
    if (partition != part.endPartition()) {
      throw broken("nothing states what map " + map + " has written of partition " + partition);
    }
    map++;
    side.end(asked.removeFirst().context());
    begin();
  }

  private HeddleException broken(String why) {
    return new HeddleException(
        ErrorCode.INTERNAL,
        "What map " + map + " has written of " + part.place() + " of " + exchange + ": " + why);
  }

  @Override
  public void close() {
    dropAsked();
    blocks.close();
  }
}
