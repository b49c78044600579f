package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SortedInput;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.RowOrder;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins sorted rows, window by window: all right rows of some neighbouring keys are built into a
 * table, the left rows of these keys probe it, and it is freed. So every kind of join, residual and
 * null is treated as a {@link HashJoin} treats it, which also spills a window whose right rows have
 * one key only and are too many; other windows end after {@link #WINDOW_ROWS} rows, and their table
 * stays in the cache. Used by one thread.
 */
public final class MergeJoin {
  /** After this number of right rows a window ends with the last key that is complete. */
  static final int WINDOW_ROWS = 1 << 15;

  private final PhysicalPlan.MergeJoin plan;
  private final PhysicalPlan.HashJoin hashed;
  private final Optional<Set<Integer>> read;
  private final OperatorMetrics metrics;
  private final TaskContext context;
  private final RowOrder rightOrder;
  private final RowOrder sides; // a left row and a right row

  /**
   * Makes a join.
   *
   * @param read the output columns that somebody reads, if not all
   * @param metrics where it notes what it spills
   */
  public MergeJoin(
      PhysicalPlan.MergeJoin plan,
      Optional<Set<Integer>> read,
      OperatorMetrics metrics,
      TaskContext context) {
    this.plan = plan;
    this.hashed = plan.hashed();
    this.read = read;
    this.metrics = metrics;
    this.context = new InlineContext(context);
    this.rightOrder = RowOrder.of(plan.rightOrder());
    this.sides = RowOrder.between(plan.leftOrder(), plan.rightOrder());
  }

  /** Joins the rows of the next window; returns whether there may be more. */
  public boolean window(SortedInput left, SortedInput right, BatchSink output) {
    Batch first = left.peek();
    boolean wantsRight = HashJoin.emitsUnmatchedRight(plan.kind());
    if (output.isDone() || (first == null && !wantsRight)) {
      return false;
    }
    if (first != null && !wantsRight) {
      skip(right, first);
    }
    if (right.peek() == null && (first == null || !HashJoin.keepsLeft(plan.kind()))) {
      return false;
    }
    HashJoin join = HashJoin.window(plan, hashed, read, metrics);
    try (SinkFactory build = join.build()) { // frees the rows too
      build(build, right);
      probe(join.probe(), left, right.peek(), output);
    }
    return true;
  }

  /** Passes over right rows that precede all left rows. */
  private void skip(SortedInput right, Batch first) {
    int row = SortedInput.position(first, 0);
    Batch batch = right.peek();
    while (batch != null) {
      context.checkCancelled();
      int last = batch.rowCount() - 1;
      if (sides.compare(first, row, batch, SortedInput.position(batch, last)) <= 0) {
        return;
      }
      right.take().close();
      batch = right.peek();
    }
  }

  /** Builds the right rows of the window, up to those that the side has next. */
  private void build(SinkFactory build, SortedInput right) {
    try (Sink sink = build.open(context)) {
      right.drainKeys(sink, rightOrder, WINDOW_ROWS, context);
      sink.finish();
    }
    build.complete(context);
  }

  /** Lets the left rows of the window probe: all that precede the first right row behind it. */
  private void probe(
      OperatorFactory probe, SortedInput left, @Nullable Batch behind, BatchSink output) {
    try (Operator operator = probe.open(context)) {
      Batch batch = left.peek();
      while (batch != null && !output.isDone()) {
        int count = behind == null ? batch.rowCount() : preceding(batch, behind);
        if (count < batch.rowCount()) {
          if (count > 0) {
            operator.process(left.take(count), output);
          }
          break;
        }
        operator.process(left.take(), output);
        batch = left.peek();
      }
      operator.finish(output);
    }
  }

  /** Returns how many left rows precede the first row of a right batch. */
  private int preceding(Batch batch, Batch behind) {
    int bound = SortedInput.position(behind, 0);
    int low = 0;
    int high = batch.rowCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sides.compare(batch, SortedInput.position(batch, middle), behind, bound) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
