package dev.heddle.engine.worker;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.profile.Activity;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a task into an exchange; each of the task's threads has a lane of one writer,
 * which commits when all have finished.
 */
final class ExchangeSinkFactory implements SinkFactory {
  private static final long SPREAD = 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio

  private final ExchangeBackend exchanges;
  private final MapAttempt attempt;
  private final Distribution distribution;
  private final int tasks;
  private final int partitions;
  private @Nullable ExchangeWriter writer; // guarded by this
  private int nextPartition; // guarded by this
  private @Nullable SealedMap sealed; // once complete

  /** Makes one for a task of a stage that has this number of them. */
  ExchangeSinkFactory(
      ExchangeBackend exchanges,
      MapAttempt attempt,
      Distribution distribution,
      int tasks,
      int partitions) {
    this.tasks = tasks;
    this.exchanges = exchanges;
    this.attempt = attempt;
    this.distribution = distribution;
    this.partitions = partitions;
    this.nextPartition = attempt.map();
  }

  @Override
  public Sink open(TaskContext context) {
    return new ExchangeSink(context, writer(context).lane());
  }

  @Override
  public Activity activity() {
    return Activity.EXCHANGE;
  }

  /** Rows of an exchange without an order of its own are read as they were written. */
  @Override
  public boolean needsOrder() {
    return distribution instanceof Distribution.Sequence
        || distribution instanceof Distribution.Adjacent
        || (distribution instanceof Distribution.Single single && single.order().isEmpty());
  }

  private synchronized ExchangeWriter writer(TaskContext context) {
    if (writer == null) {
      writer =
          exchanges.openWriter(attempt, context.account(), new ExchangeSpillFiles(context.spill()));
    }
    return writer;
  }

  @Override
  public void complete(TaskContext context) {
    sealed = writer(context).commit(); // if another attempt was first, its equal output counts
  }

  /** Returns what has been committed. */
  SealedMap sealed() {
    return Objects.requireNonNull(sealed);
  }

  @Override
  public synchronized void close() {
    if (writer != null) {
      writer.close();
    }
  }

  private int takeTurn() {
    return takeTurns(1);
  }

  /** Returns the first of a number of turns that follow one another. */
  private synchronized int takeTurns(int count) {
    int first = Math.floorMod(nextPartition, partitions);
    nextPartition = Math.floorMod(first + count, partitions);
    return first;
  }

  private final class ExchangeSink implements Sink {
    private final TaskContext context;
    private final ExchangeWriter.Lane lane;

    ExchangeSink(TaskContext context, ExchangeWriter.Lane lane) {
      this.context = context;
      this.lane = lane;
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        switch (distribution) {
          case Distribution.Single _, Distribution.Sequence _, Distribution.Broadcast _ ->
              lane.write(input, 0);
          case Distribution.Range _ -> place(input);
          case Distribution.RoundRobin turns when turns.parts() > 0 -> deal(input);
          case Distribution.RoundRobin _ -> lane.write(input, takeTurn());
          case Distribution.Adjacent _ ->
              lane.write(input, (int) ((long) attempt.map() * partitions / tasks));
          case Distribution.Hash hash -> scatter(input, hash.keys());
        }
      }
      return Status.NEEDS_INPUT;
    }

    /** Sends each row to the partition that its last column names, without that column. */
    private void place(Batch input) {
      int last = input.columnCount() - 1;
      Column parts = input.column(last).retain();
      try (Batch sent = input.moveColumns(IntStream.range(0, last).toArray())) {
        lane.write(sent, parts.values());
      } finally {
        parts.release();
      }
    }

    /** Sends each row to the partition after that of the one before. */
    private void deal(Batch input) {
      int rows = input.rowCount();
      int turn = takeTurns(rows);
      Buffer scratch = context.account().allocate(4L * Math.max(1, rows));
      try {
        for (int row = 0; row < rows; row++) {
          Memory.putInt(scratch.address() + 4L * row, (turn + row) % partitions);
        }
        lane.write(input, scratch.address());
      } finally {
        scratch.release();
      }
    }

    private void scatter(Batch input, List<Integer> keys) {
      int rows = input.rowCount();
      Buffer scratch = context.account().allocate(12L * rows);
      long hashes = scratch.address();
      long targets = hashes + 8L * rows;
      try {
        RowHash.hashColumns(i -> input.column(keys.get(i)), keys.size(), rows, hashes);
        for (int row = 0; row < rows; row++) {
          long hash = Memory.getLong(hashes + 8L * row);
          // mixed again: tables in a partition choose slots by high and by low bits of the hash
          int target = (int) Math.unsignedMultiplyHigh(hash * SPREAD, partitions);
          Memory.putInt(targets + 4L * row, target);
        }
        lane.write(input, targets);
      } finally {
        scratch.release();
      }
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }
}
