package dev.heddle.physical.pipeline;

import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.TableScan;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.join.MergeJoin;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

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
  private final int end; // of the task's intervals
  private final AtomicInteger next;
  private final int count;

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
    boolean isWhole = left.sourceNode() instanceof PhysicalPlan.Scan scan && scan.isWhole();
    Share own = isWhole ? Share.WHOLE : share;
    int from = (int) own.from(node.intervals());
    this.end = (int) own.to(node.intervals());
    this.count = end - from;
    this.next = new AtomicInteger(from);
  }

  @Override
  public Source open(TaskContext context) {
    return new MergeSource(context);
  }

  @Override
  public int maxThreads() {
    return Math.max(1, count);
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

  private TableScan bind(PhysicalPlan.Scan scan, List<SortOrder> order, Segment side, int number) {
    if (node.intervals() == 1) {
      return metrics.bind(scan, Share.WHOLE);
    }
    int column = order.getFirst().column();
    for (int i = side.steps().size() - 1; i >= 0; i--) {
      column = below(side.steps().get(i).node(), column);
    }
    return metrics.bind(
        scan, number, node.interval(scan, scan.request().outputs().get(column), number));
  }

  private static int below(PhysicalPlan step, int column) {
    return step instanceof PhysicalPlan.Project project
            && project.expressions().get(column) instanceof PhysicalExpr.ColumnRef ref
        ? ref.index()
        : column;
  }

  private final class MergeSource implements Source {
    private final TaskContext context;
    private final MergeSide leftRows;
    private final MergeSide rightRows;
    private final MergeJoin join;
    private int interval = -1;

    MergeSource(TaskContext context) {
      this.context = context;
      this.leftRows = new MergeSide(left, node, metrics, context);
      try {
        this.rightRows = new MergeSide(right, node, metrics, context);
      } catch (Throwable e) {
        leftRows.close();
        throw e;
      }
      OperatorMetrics own = metrics.of(node);
      this.join = new MergeJoin(node, read, own, context);
    }

    @Override
    public boolean advance(BatchSink output) {
      if (interval < 0) {
        int taken = next.getAndIncrement();
        if (taken >= end) {
          leftRows.report();
          rightRows.report();
          return false;
        }
        interval = taken;
        leftRows.begin(() -> bind(leftRows.scan(), node.leftOrder(), left, taken));
        rightRows.begin(() -> bind(rightRows.scan(), node.rightOrder(), right, taken));
      }
      context.checkCancelled();
      if (!join.window(leftRows, rightRows, output)) {
        leftRows.end();
        rightRows.end();
        interval = -1;
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
