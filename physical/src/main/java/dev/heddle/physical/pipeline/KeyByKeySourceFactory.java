package dev.heddle.physical.pipeline;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.scan.Share;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Does the work of a breaker over sorted rows for some neighbouring keys after the others: threads
 * take the task's intervals of the keys in turn, and go through them some thousand rows at a time.
 */
final class KeyByKeySourceFactory implements SourceFactory {
  /** After this number of rows a breaker ends with the last key that is complete. */
  private static final long ROWS_AT_A_TIME = 1 << 16;

  private final PhysicalPlan.KeyByKey node;
  private final List<SortOrder> order;
  private final Segment rows;
  private final Supplier<Breaker> breakers;
  private final PlanMetrics metrics;
  private final KeyIntervals intervals;

  /**
   * Makes a factory.
   *
   * @param order the keys in the columns of the rows
   * @param rows what the breaker takes in; its source is a scan
   * @param breakers makes a breaker, which is used by one thread
   */
  KeyByKeySourceFactory(
      PhysicalPlan.KeyByKey node,
      List<SortOrder> order,
      Segment rows,
      Supplier<Breaker> breakers,
      Share share,
      PlanMetrics metrics) {
    this.node = node;
    this.order = order;
    this.rows = rows;
    this.breakers = breakers;
    this.metrics = metrics;
    this.intervals = new KeyIntervals(node.bounds(), rows, share, metrics);
  }

  @Override
  public Source open(TaskContext context) {
    return new KeyByKeySource(context);
  }

  @Override
  public int maxThreads() {
    return Math.max(1, intervals.count());
  }

  @Override
  public void close() {
    List<AutoCloseable> factories = new ArrayList<>(List.of(rows.source()));
    rows.steps().forEach(step -> factories.add(step.factory()));
    Closeables.all(factories);
  }

  private final class KeyByKeySource implements Source {
    private final TaskContext context;
    private final IntervalReader input;
    private final RowOrder keys = RowOrder.of(order);
    private final OperatorMetrics done = metrics.of(node.input());
    private int interval = KeyIntervals.NONE;

    KeyByKeySource(TaskContext task) {
      this.context = new InlineContext(task);
      this.input = new IntervalReader(rows, node, metrics, task);
    }

    @Override
    public boolean advance(BatchSink output) {
      if (interval == KeyIntervals.NONE) {
        int taken = intervals.take();
        if (taken == KeyIntervals.NONE) {
          input.report();
          return false;
        }
        interval = taken;
        input.begin(() -> intervals.bind(rows, order.getFirst(), taken));
      }
      if (input.peek() == null) {
        input.end();
        interval = KeyIntervals.NONE;
        return true;
      }
      Breaker breaker = breakers.get();
      try (SinkFactory end = breaker.sink()) {
        try (Sink sink = end.open(context)) {
          input.drainKeys(sink, keys, ROWS_AT_A_TIME, context);
          sink.finish();
        }
        end.complete(context);
        deliver(breaker, output);
      }
      return true;
    }

    private void deliver(Breaker breaker, BatchSink output) {
      try (SourceFactory factory = breaker.source();
          Source source = factory.open(context)) {
        BatchSink counted = batch -> count(batch, output);
        boolean more = true;
        while (more && !output.isDone()) {
          context.checkCancelled();
          more = source.advance(counted);
        }
      }
    }

    private void count(Batch batch, BatchSink output) {
      done.addOutput(batch.rowCount(), 1);
      output.emit(batch);
    }

    @Override
    public long position() {
      return Math.max(0, interval);
    }

    @Override
    public void close() {
      input.close();
    }
  }
}
