package dev.heddle.spark.runner;

import dev.heddle.engine.worker.HostedOutcome;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.spark.bridge.SourceBatches;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.FetchFailedException;
import org.jspecify.annotations.Nullable;
import scala.Product2;
import scala.Tuple2;

/**
 * A task in an executor: Heddle's threads put blocks in, Spark's thread takes them out and writes
 * them. Thread-safe.
 */
final class TaskSide implements ShuffleSide {
  private static final int MAX_BLOCKS = 4;
  private static final long CHECK_MILLIS = 100;

  /** What Spark's thread takes. */
  sealed interface Item {}

  /** A block, or a trailer. */
  record Record(Product2<Integer, byte[]> block) implements Item {}

  /** The attempt has ended. */
  record End(HostedOutcome outcome) implements Item {}

  private final TaskContext context;
  private final Map<ExchangeId, Input> inputs;
  private final Map<Long, SourceBatches> sources;
  private final BlockingQueue<Item> items = new ArrayBlockingQueue<>(MAX_BLOCKS);
  private volatile boolean isDropped;
  private volatile @Nullable FetchFailedException lost;

  TaskSide(TaskContext context, Map<ExchangeId, Input> inputs, Map<Long, SourceBatches> sources) {
    this.context = context;
    this.inputs = Map.copyOf(inputs);
    this.sources = Map.copyOf(sources);
  }

  @Override
  public TaskContext begin() {
    return context;
  }

  @Override
  public void end(TaskContext begun) {} // Spark ends it with the task

  @Override
  public Input input(ExchangeId exchange) {
    Input input = inputs.get(exchange);
    if (input == null) {
      throw new IllegalStateException("The task does not read " + exchange);
    }
    return input;
  }

  /** Returns the exchange that another job has left and the task reads. */
  ExchangeId kept(long job) {
    for (ExchangeId exchange : inputs.keySet()) {
      if (exchange.job() == job) {
        return exchange;
      }
    }
    throw new IllegalStateException("The task does not read what job " + job + " has left");
  }

  @Override
  public void put(int partition, byte[] block) {
    add(new Record(new Tuple2<>(partition, block)));
  }

  /** Returns rows that Spark makes, by their number; null if that is none of theirs. */
  @Nullable SourceBatches source(long number) {
    return sources.get(number);
  }

  /** The attempt has ended; nothing comes after it. */
  void end(HostedOutcome outcome) {
    try {
      add(new End(outcome));
    } catch (HeddleException e) {
      // Nobody is there who wants to know.
    }
  }

  private void add(Item item) {
    try {
      while (!items.offer(item, CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (isDropped) {
          throw cancelled(null);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    }
  }

  private static HeddleException cancelled(@Nullable Throwable cause) {
    return new HeddleException(ErrorCode.CANCELLED, "Spark has ended the task", cause);
  }

  /** Waits for what comes next. */
  Item take() throws InterruptedException {
    return items.take();
  }

  /** Nobody takes anything any more. */
  void drop() {
    isDropped = true;
  }

  @Override
  public boolean recover(ExchangeId exchange, FetchFailedException failure) {
    lost = failure;
    return false;
  }

  /** Returns the failure by which Spark learns what has to be made again, if there was one. */
  @Nullable FetchFailedException lost() {
    return lost;
  }
}
