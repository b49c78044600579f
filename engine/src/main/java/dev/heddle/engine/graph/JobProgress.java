package dev.heddle.engine.graph;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How far a job is, as its runner states it while it runs, for those who watch. Thread-safe. */
public final class JobProgress {
  private volatile List<StageProgress> stages = List.of();
  private volatile RunningTasks running = RunningTasks.NONE;
  private volatile Supplier<List<NodeStatus>> counts = List::of;
  private volatile Runnable request = () -> {};
  private volatile @Nullable Consumer<JobEvent> watcher;
  private volatile List<PhysicalPlan> profiled = List.of();
  private volatile Supplier<CpuProfile> elsewhere = () -> CpuProfile.NONE;
  private volatile @Nullable QueryRef query;

  /**
   * States how far each stage is, in order; nothing of a job that is over, which changes nothing.
   */
  public void state(List<StageProgress> now) {
    if (!now.isEmpty()) {
      stages = List.copyOf(now);
    }
  }

  /** Returns how far each stage was when it was last stated; nothing before. */
  public List<StageProgress> stages() {
    return stages;
  }

  /** What tasks elsewhere had done that ran at a moment, and what others had that were over. */
  private record RunningTasks(List<StageSample> samples, List<NodeStatus> over) {
    static final RunningTasks NONE = new RunningTasks(List.of(), List.of());
  }

  /** Sets what returns what each node has done in tasks that are over. */
  public void countBy(Supplier<List<NodeStatus>> newCounts) {
    counts = newCounts;
  }

  /**
   * States what tasks elsewhere that run now have done so far. What those did that are over has
   * been added up before.
   */
  public void sample(List<StageSample> now) {
    running = now.isEmpty() ? RunningTasks.NONE : new RunningTasks(List.copyOf(now), counts.get());
  }

  /** Returns what tasks elsewhere had done that ran when this was last stated. */
  public List<StageSample> running() {
    return running.samples;
  }

  /**
   * Returns what each node has done, in the order of their numbers.
   *
   * @param over the same of tasks that are over, by now: it counts where it is more, since tasks
   *     may be among them that ran when that was last stated
   * @param numbers of a stage's nodes, in the order of a walk from its root
   */
  public List<NodeStatus> status(List<NodeStatus> over, IntFunction<List<Integer>> numbers) {
    RunningTasks known = running;
    if (known.over.size() != over.size()) {
      return over;
    }
    List<NodeStatus> all = new ArrayList<>(known.over);
    for (StageSample sample : known.samples) {
      List<Integer> walk = numbers.apply(sample.stage());
      for (int i = 0; i < Math.min(walk.size(), sample.nodes().size()); i++) {
        NodeSample node = sample.nodes().get(i);
        NodeStatus sum = all.get(walk.get(i));
        all.set(
            walk.get(i),
            new NodeStatus(
                sum.node(),
                sum.rows() + node.rows(),
                sum.busyNanos() + node.nanos(),
                Math.max(sum.stateBytes(), node.stateBytes()),
                sum.spilledBytes() + node.spilledBytes()));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      all.set(i, more(all.get(i), over.get(i)));
    }
    return all;
  }

  private static NodeStatus more(NodeStatus one, NodeStatus other) {
    return new NodeStatus(
        one.node(),
        Math.max(one.rows(), other.rows()),
        Math.max(one.busyNanos(), other.busyNanos()),
        Math.max(one.stateBytes(), other.stateBytes()),
        Math.max(one.spilledBytes(), other.spilledBytes()));
  }

  /** Sets what asks those who run the job, if they are elsewhere, to state how far it is. */
  public void askBy(Runnable newRequest) {
    request = newRequest;
  }

  /** Sets who is told what happens in the job. */
  public void watchBy(Consumer<JobEvent> newWatcher) {
    watcher = newWatcher;
  }

  /** Sets the query that the job belongs to. */
  public void belongTo(QueryRef newQuery) {
    query = newQuery;
  }

  /** Returns the query that the job belongs to, if it has a number. */
  public Optional<QueryRef> query() {
    return Optional.ofNullable(query);
  }

  /** Returns whether somebody is told what happens in the job. */
  public boolean isWatched() {
    return watcher != null;
  }

  /**
   * Lets the job's threads be sampled in other processes too.
   *
   * @param nodes those of the query, in the order of their numbers
   */
  public void profile(List<PhysicalPlan> nodes) {
    profiled = List.copyOf(nodes);
  }

  /** Returns the nodes of the query in the order of their numbers; none if it is not profiled. */
  public List<PhysicalPlan> profiled() {
    return profiled;
  }

  /** Sets what waits for the samples of other processes; it is asked once, after the job. */
  public void profileBy(Supplier<CpuProfile> newElsewhere) {
    elsewhere = newElsewhere;
  }

  /** Waits for what was sampled in other processes, and returns it. */
  public CpuProfile profileElsewhere() {
    return elsewhere.get();
  }

  /** Something has happened in the job. */
  public void happened(JobEvent event) {
    Consumer<JobEvent> told = watcher;
    if (told != null) {
      told.accept(event);
    }
  }

  /**
   * A step is over now.
   *
   * @param begunNanos when it began, by {@link System#nanoTime}
   * @param bytes what it made or moved
   */
  public void ended(QueryStep step, long begunNanos, long bytes) {
    if (isWatched()) {
      happened(JobEvent.StepEnded.now(step, begunNanos, bytes));
    }
  }

  /** Asks for a newer statement, which comes a moment later. */
  public void ask() {
    request.run();
  }
}
