package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.scheduler.adaptive.JobView;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One job of a {@link Scheduler}: its stages and their order. What happens to it is in its parts:
 * {@link JobAttempts}, {@link JobLosses} and {@link JobLifecycle}.
 */
final class Job implements JobView {
  private final JobId id;
  private final JobShare share;
  private final List<Stage> stages;
  private final boolean isKept;
  private final boolean isStreamed;
  private final SchedulerContext context;

  /** Stages in the order in which their tasks start. */
  private final int[] order;

  private final int[] rankOf;

  /** Ranks of stages with a task that could start. */
  private final BitSet ready = new BitSet();

  private final JobInputs inputs;
  private final JobAttempts attempts;
  private final JobLosses losses;
  private final JobLifecycle lifecycle;
  private int held;
  private long stuckSinceMillis = -1;

  /** Makes a job none of whose tasks has started. */
  Job(JobId id, JobShape shape, SchedulerContext context) {
    this.id = id;
    this.share = shape.share();
    this.isKept = shape.isKept();
    this.isStreamed = shape.isStreamed();
    this.context = context;
    int count = shape.stages().size();
    List<Stage> all = new ArrayList<>();
    List<List<Integer>> consumers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      consumers.add(new ArrayList<>());
      for (StageInput input : shape.stages().get(i).inputs()) {
        consumers.get(input.stage()).add(i);
      }
    }
    for (int i = 0; i < count; i++) {
      int[] readers = consumers.get(i).stream().mapToInt(Integer::intValue).distinct().toArray();
      all.add(new Stage(i, shape.stages().get(i), readers));
    }
    if (isKept) {
      all.getLast().keep();
    }
    stages = List.copyOf(all);
    if (context.options().coalesceBytes() > 0 || context.options().stragglerMillis() > 0) {
      for (Stage stage : stages) {
        for (StageInput input : stage.shape().inputs()) {
          stages.get(input.stage()).countSizes(input);
        }
      }
    }
    order = StageOrder.of(stages);
    rankOf = new int[count];
    for (int rank = 0; rank < count; rank++) {
      rankOf[order[rank]] = rank;
    }
    inputs = new JobInputs(this, context);
    lifecycle = new JobLifecycle(this, context);
    losses = new JobLosses(this, context);
    attempts = new JobAttempts(this, context);
  }

  JobId id() {
    return id;
  }

  /** Returns what its stages read. */
  JobInputs inputs() {
    return inputs;
  }

  JobAttempts attempts() {
    return attempts;
  }

  JobLosses losses() {
    return losses;
  }

  JobLifecycle lifecycle() {
    return lifecycle;
  }

  /** Returns whether its tasks start before those of another job. */
  boolean comesBefore(Job other) {
    if (share.priority() != other.share.priority()) {
      return share.priority() > other.share.priority();
    }
    return (long) held * other.share.weight() < (long) other.held * share.weight();
  }

  /** Returns how many of its tasks are assigned to workers. */
  int held() {
    return held;
  }

  void addHeld(int delta) {
    held += delta;
  }

  /** Returns whether other jobs read the result. */
  boolean isKept() {
    return isKept;
  }

  /** Returns whether the client reads parts of the result while others are made. */
  boolean isStreamed() {
    return isStreamed;
  }

  boolean hasEnded() {
    return lifecycle.hasEnded();
  }

  /** Returns whether the client can read the result. */
  boolean isComplete() {
    return resultStage().isComplete();
  }

  /** Notes that nothing can run it; returns since when, from now on if that is new. */
  long markStuck(long nowMillis) {
    stuckSinceMillis = stuckSinceMillis < 0 ? nowMillis : stuckSinceMillis;
    return stuckSinceMillis;
  }

  void markUnstuck() {
    stuckSinceMillis = -1;
  }

  // --- stages ---------------------------------------------------------------------------------

  @Override
  public int stageCount() {
    return stages.size();
  }

  @Override
  public Stage stage(int number) {
    return stages.get(number);
  }

  @Override
  public boolean isResultExpected() {
    return isKept || resultStage().shape().partitions() == 0;
  }

  @Override
  public boolean fits(long floorBytes) {
    long largest = context.members().largestMemoryBytes();
    return largest == 0 || floorBytes <= largest;
  }

  /** Returns the stages by number. */
  List<Stage> stages() {
    return stages;
  }

  /** Returns whether the stage was left out that would write an exchange. */
  boolean isLeftOut(ExchangeId exchange) {
    return stages.stream()
        .anyMatch(stage -> stage.emptyInput() >= 0 && exchange(stage).equals(exchange));
  }

  Stage resultStage() {
    return stages.getLast();
  }

  ExchangeId exchange(Stage stage) {
    return new ExchangeId(id.number(), stage.number() + stage.epoch() * stages.size());
  }

  /** Returns the stage that writes an exchange, if the number is not out of date. */
  @Nullable Stage writer(int exchange) {
    if (exchange < 0) {
      return null;
    }
    Stage stage = stages.get(exchange % stages.size());
    return stage.epoch() == exchange / stages.size() && stage.isStored() ? stage : null;
  }

  /** Returns the stage of an attempt; null if the job is over or has no such task. */
  @Nullable Stage stage(TaskAttempt task) {
    if (hasEnded() || task.stage() < 0 || task.stage() >= stages.size()) {
      return null;
    }
    Stage stage = stages.get(task.stage());
    return stage.knows(task.partition()) ? stage : null;
  }

  /** Returns the winners of an exchange, if every map has one. */
  Optional<WinnerTable> winners(int exchange) {
    Stage stage = writer(exchange);
    if (stage == null || !stage.isComplete()) {
      return Optional.empty();
    }
    return Optional.of(stage.winnerTable(exchange(stage), context.members()));
  }

  /** Returns the winners of some parts of the result, all of which have one. */
  WinnerTable parts(int first, int end) {
    Stage result = resultStage();
    return result.winnerTable(exchange(result), first, end, context.members());
  }

  // --- what could start -----------------------------------------------------------------------

  /** Returns the first rank from one on whose stage has a task that could start, or -1. */
  int nextReady(int rank) {
    return ready.nextSetBit(rank);
  }

  Stage stageOfRank(int rank) {
    return stages.get(order[rank]);
  }

  /** Notes whether a stage has a task that could start. */
  void noteReady(Stage stage) {
    ready.set(rankOf[stage.number()], !hasEnded() && stage.isRunnable() && stage.pending() > 0);
  }

  /** Nothing could start any more. */
  void clearReady() {
    ready.clear();
  }
}
