package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first rows of an order without sorting all: each thread keeps its best rows and drops
 * those that cannot be among the first, by a bound that all threads share.
 */
public final class TopNBreaker implements Breaker {
  private static final long MAX_ROWS = 1 << 16;

  private final PhysicalPlan.TopN plan;
  private final long wanted; // offset and limit together
  private final List<DataType> types;
  private final AtomicLong bound = new AtomicLong(Long.MAX_VALUE);
  private final ExternalSort external;
  private final SortedOutput output = new SortedOutput();
  private final @Nullable RuntimeFilter filter; // receives the bound

  public TopNBreaker(PhysicalPlan.TopN plan, PlanMetrics metrics) {
    this.plan = plan;
    filter = plan.runtime().isPresent() ? metrics.filter(plan.runtime().getAsInt()) : null;
    wanted = plan.offset() + plan.limit();
    types = plan.output().fields().stream().map(Field::type).toList();
    external =
        new ExternalSort(
            task -> task.reservation(plan),
            types,
            plan.order(),
            plan.order().size(),
            metrics.of(plan));
  }

  /** Returns whether so few rows are wanted that it pays to drop the others at once. */
  public static boolean isWorthIt(PhysicalPlan.TopN plan) {
    long wanted = plan.offset() + plan.limit();
    return wanted >= 0 && wanted <= MAX_ROWS;
  }

  @Override
  public SinkFactory sink() {
    return new SinkFactory() {
      @Override
      public Sink open(TaskContext context) {
        return new TopNSink(TopNBreaker.this, context);
      }

      @Override
      public void complete(TaskContext context) {
        TopNBreaker.this.complete(context);
      }

      @Override
      public void close() {
        free();
      }
    };
  }

  @Override
  public SourceFactory source() {
    return new SortedSourceFactory(output);
  }

  List<SortOrder> order() {
    return plan.order();
  }

  List<DataType> types() {
    return types;
  }

  /** Returns what takes the rows that do not fit into memory. */
  ExternalSort external() {
    return external;
  }

  /** Returns how many of the best rows are needed. */
  long wanted() {
    return wanted;
  }

  /** Returns the score that a row must not be above; scores are {@link TopNScores}. */
  long bound() {
    return bound.get();
  }

  /** Notes that there are enough rows of at most this score. */
  void offerBound(long score) {
    boolean isFirst = bound.getAndAccumulate(score, Math::min) == Long.MAX_VALUE;
    if (isFirst && filter != null) {
      SortOrder key = plan.order().getFirst();
      filter.fill(new TopNBound(key, types.get(key.column()), bound));
    }
  }

  private void complete(TaskContext context) {
    if (external.endsSpilled(context)) {
      output.setMerged(external, plan.offset(), plan.limit());
      return;
    }
    try {
      sort(external.reserved(context));
    } finally {
      external.letGo();
    }
  }

  private void sort(TaskContext context) {
    RowStore store = external.moveToStore(types, context);
    output.setStore(store);
    long first = Math.min(plan.offset(), store.rows());
    long end = Math.min(wanted, store.rows());
    output.setOrder(SortedRows.order(store, plan.order(), context), first, end - first);
  }

  private void free() {
    external.close();
    output.close();
  }
}
