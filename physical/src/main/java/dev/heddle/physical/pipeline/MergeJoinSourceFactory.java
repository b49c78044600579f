package dev.heddle.physical.pipeline;

import dev.heddle.io.scan.Share;
import dev.heddle.physical.join.MergeJoin;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins two sorted scans: threads take the task's intervals of the keys in turn, and each of them
 * goes through both sides of an interval at once.
 */
final class MergeJoinSourceFactory implements SourceFactory {
  private final PhysicalPlan.MergeJoin node;
  private final Optional<Set<Integer>> read;
  private final Segment left;
  private final Segment right;
  private final PlanMetrics metrics;
  private final KeyIntervals intervals;

  /**
   * Makes a factory.
   *
   * @param read the output columns that somebody reads, if not all
   * @param left whose source is a scan, as the right one's
   * @param share what the task reads, unless scans are to be read by each
   */
  MergeJoinSourceFactory(
      PhysicalPlan.MergeJoin node,
      Optional<Set<Integer>> read,
      Segment left,
      Segment right,
      Share share,
      PlanMetrics metrics) {
    this.node = node;
    this.read = read;
    this.left = left;
    this.right = right;
    this.metrics = metrics;
    this.intervals = new KeyIntervals(node.bounds(), left, share, metrics);
  }

  @Override
  public Source open(TaskContext context) {
    return new MergeSource(context);
  }

  @Override
  public int maxThreads() {
    return Math.max(1, intervals.count());
  }

  @Override
  public void close() {
    List<AutoCloseable> factories = new ArrayList<>();
    for (Segment side : List.of(left, right)) {
      factories.add(side.source());
      side.steps().forEach(step -> factories.add(step.factory()));
    }
    Closeables.all(factories);
  }

  private final class MergeSource implements Source {
    private final TaskContext context;
    private final IntervalReader leftRows;
    private final IntervalReader rightRows;
    private final MergeJoin join;
    private int interval = KeyIntervals.NONE;

    MergeSource(TaskContext context) {
      this.context = context;
      this.leftRows = new IntervalReader(left, node, metrics, context);
      try {
        this.rightRows = new IntervalReader(right, node, metrics, context);
      } catch (Throwable e) {
        leftRows.close();
        throw e;
      }
      OperatorMetrics own = metrics.of(node);
      this.join = new MergeJoin(node, read, own, context);
    }

    @Override
    public boolean advance(BatchSink output) {
      if (interval == KeyIntervals.NONE) {
        int taken = intervals.take();
        if (taken == KeyIntervals.NONE) {
          leftRows.report();
          rightRows.report();
          return false;
        }
        interval = taken;
        leftRows.begin(() -> intervals.bind(left, node.leftOrder().getFirst(), taken));
        rightRows.begin(() -> intervals.bind(right, node.rightOrder().getFirst(), taken));
      }
      context.checkCancelled();
      if (!join.window(leftRows, rightRows, output)) {
        leftRows.end();
        rightRows.end();
        interval = KeyIntervals.NONE;
      }
      return true;
    }

    @Override
    public long position() {
      return Math.max(0, interval);
    }

    @Override
    public void close() {
      Closeables.all(leftRows, rightRows);
    }
  }
}
