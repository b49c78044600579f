package dev.heddle.physical.pipeline;

import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.Activity;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers all rows of several segments: each thread works through them in turn, so that a thread
 * that finds no work in one goes on with the next.
 */
final class UnionSourceFactory implements SourceFactory {
  private static final int BRANCH_SHIFT = 48; // of a position; the bits below are the branch's own

  private final List<Branch> branches = new ArrayList<>();
  private final PlanMetrics metrics;

  UnionSourceFactory(List<Segment> segments, PlanMetrics metrics) {
    this.metrics = metrics;
    segments.forEach(segment -> branches.add(new Branch(segment)));
  }

  @Override
  public Source open(TaskContext context) {
    return new UnionSource(context);
  }

  /** Rows that are written out stay in their order: one thread takes them. */
  @Override
  public int maxThreads() {
    if (branches.stream().allMatch(Branch::isConstant)) {
      return 1;
    }
    return Math.max(1, branches.stream().mapToInt(Branch::maxThreads).sum());
  }

  @Override
  public void close() {
    Closeables.all(branches);
  }

  /** What the threads share of one segment. */
  private final class Branch implements AutoCloseable {
    private final Segment segment;
    private final @Nullable PhysicalPlan[] nodes;
    private final AtomicInteger doneStep = new AtomicInteger(OperatorChain.NONE_DONE);
    private int opened; // guarded by this
    private boolean ending; // guarded by this

    Branch(Segment segment) {
      this.segment = segment;
      this.nodes = new PhysicalPlan[segment.steps().size() + 1];
      nodes[0] = segment.sourceNode();
      for (int i = 1; i < nodes.length; i++) {
        nodes[i] = segment.steps().get(i - 1).node();
      }
    }

    boolean isConstant() {
      return segment.sourceNode() instanceof PhysicalPlan.Values;
    }

    int maxThreads() {
      return segment.isSequential() ? 1 : segment.source().maxThreads();
    }

    /** Returns one thread's part, or null if the branch needs no further thread. */
    synchronized @Nullable Part open(TaskContext context, BatchSink output) {
      if (ending || opened == maxThreads()) {
        return null;
      }
      opened++;
      Operator[] operators = new Operator[nodes.length - 1];
      try {
        for (int i = operators.length - 1; i >= 0; i--) {
          operators[i] = segment.steps().get(i).factory().open(context);
        }
        Source source = segment.source().open(context);
        return new Part(
            this,
            source,
            new OperatorChain(
                operators,
                output,
                doneStep,
                metrics,
                nodes,
                KeySampler.of(nodes, segment.steps(), metrics),
                Activity.TASK));
      } catch (Throwable e) {
        Closeables.all(operators);
        throw e;
      }
    }

    synchronized void end() {
      ending = true;
    }

    @Override
    public void close() {
      List<AutoCloseable> factories = new ArrayList<>();
      factories.add(segment.source());
      segment.steps().forEach(step -> factories.add(step.factory()));
      Closeables.all(factories);
    }
  }

  /** One thread's source and operators in one branch. */
  private record Part(Branch branch, Source source, OperatorChain chain) implements AutoCloseable {
    @Override
    public void close() {
      Closeables.all(source, chain);
    }
  }

  private final class UnionSource implements Source {
    private final TaskContext context;
    private int next; // branch to open
    private @Nullable Part part;

    UnionSource(TaskContext context) {
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      Part current = part;
      if (current == null) {
        if (next == branches.size()) {
          return false;
        }
        part = branches.get(next++).open(context, output);
        return true;
      }
      if (!current.chain().isDone() && current.source().advance(current.chain())) {
        return true;
      }
      current.branch().end();
      current.chain().finish();
      current.chain().reportEnd();
      part = null;
      current.close();
      return true;
    }

    @Override
    public long position() {
      return part == null ? 0 : ((long) next << BRANCH_SHIFT) + part.source().position();
    }

    @Override
    public void close() {
      Part current = part;
      part = null;
      Closeables.all(current);
    }
  }
}
