package dev.heddle.physical.pipeline;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.Activity;
import dev.heddle.physical.profile.PlaceRing;
import dev.heddle.physical.row.Closeables;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One thread's operators between a source and an end, in a row. Passes batches on, stops those
 * behind a step that is done, and measures each step.
 *
 * <p>Used by one thread. Measuring costs one clock reading each time a batch enters or leaves a
 * step.
 */
final class OperatorChain implements BatchSink, AutoCloseable {
  /** What the shared number is as long as every step wants more. */
  static final int NONE_DONE = -1;

  private static final long REPORT_NANOS = 200_000_000;

  private final Operator[] operators;
  private final BatchSink[] outputs; // of each operator
  private final BatchSink end;
  private final AtomicInteger doneStep; // the last step that is done; of all threads
  private final PlanMetrics metrics;
  private final @Nullable PhysicalPlan[] nodes;
  private final @Nullable KeySampler[] samplers; // by place
  private final long[] rowsIn; // by place: 0 the source, then the operators, then the end
  private final long[] batchesIn;
  private final long[] nanos;
  private final @Nullable PlaceRing ring; // where the thread is seen to be; null if nobody looks
  private final int[] seen; // by place
  private int place; // where time is spent now
  private long lastNanos = System.nanoTime();
  private long reportedNanos = lastNanos;

  /**
   * Takes over the operators.
   *
   * @param end takes what the last operator emits, and reports through {@link #reportDone} when it
   *     is done
   * @param doneStep the last step that wants nothing more, shared by the threads of the pipeline;
   *     starts at {@link #NONE_DONE}
   * @param metrics takes what is measured
   * @param nodes of the source, the operators and the end; null where nothing is recorded
   * @param samplers of the source, the operators and the end; null for those without keys
   * @param ending what the end does, where it is no node
   */
  OperatorChain(
      Operator[] operators,
      BatchSink end,
      AtomicInteger doneStep,
      PlanMetrics metrics,
      @Nullable PhysicalPlan[] nodes,
      @Nullable KeySampler[] samplers,
      Activity ending) {
    this.metrics = metrics;
    this.nodes = nodes;
    this.samplers = Arrays.copyOf(samplers, operators.length + 2);
    this.operators = operators;
    this.end = end;
    this.doneStep = doneStep;
    int places = operators.length + 2;
    this.rowsIn = new long[places];
    this.batchesIn = new long[places];
    this.nanos = new long[places];
    this.ring = metrics.ring();
    this.seen = ring == null ? new int[0] : places(metrics, nodes, places, ending);
    if (ring != null) {
      ring.enter(seen[0], lastNanos);
    }
    this.outputs = new BatchSink[operators.length];
    for (int i = 0; i < operators.length; i++) {
      outputs[i] = new Output(i + 1);
    }
  }

  /** Where an operator sends its batches. */
  private final class Output implements BatchSink {
    private final int next;

    Output(int next) {
      this.next = next;
    }

    @Override
    public void emit(Batch batch) {
      pass(batch, next);
    }

    @Override
    public boolean isDone() {
      return next <= doneStep.get();
    }
  }

  private static int[] places(
      PlanMetrics metrics, @Nullable PhysicalPlan[] nodes, int count, Activity ending) {
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      places[i] = metrics.place(i < nodes.length ? nodes[i] : null, ending);
    }
    return places;
  }

  /** Takes a batch of the source. */
  @Override
  public void emit(Batch batch) {
    pass(batch, 0);
  }

  private void pass(Batch batch, int next) {
    int rows = batch.rowCount();
    if (rows == 0 || next <= doneStep.get()) { // steps behind one that is done still work
      batch.close();
      return;
    }
    int before = enter(next + 1);
    rowsIn[next + 1] += rows;
    batchesIn[next + 1]++;
    KeySampler sampler = samplers[next + 1];
    if (sampler != null) {
      sampler.see(batch);
    }
    if (next == operators.length) {
      end.emit(batch);
    } else if (operators[next].process(batch, outputs[next]) == Status.DONE) {
      reportDone(next);
    }
    enter(before);
    if (lastNanos - reportedNanos > REPORT_NANOS) {
      report();
    }
  }

  private int enter(int newPlace) {
    long now = System.nanoTime();
    int before = place;
    nanos[before] += now - lastNanos;
    lastNanos = now;
    place = newPlace;
    if (ring != null) {
      ring.enter(seen[newPlace], now);
    }
    return before;
  }

  /** Goes on after a time that the chain's owner has spent elsewhere. */
  void resume() {
    lastNanos = System.nanoTime();
  }

  /** Counts the time until now; what follows until {@link #resume} is not the chain's. */
  void pause() {
    enter(place);
  }

  /** Returns whether the source may stop. */
  @Override
  public boolean isDone() {
    return doneStep.get() != NONE_DONE;
  }

  /** Notes that the end wants nothing more. */
  void reportDone() {
    reportDone(operators.length);
  }

  private void reportDone(int step) {
    doneStep.accumulateAndGet(step, Math::max);
  }

  /** Ends each operator in order. */
  void finish() {
    for (int i = 0; i < operators.length; i++) {
      int before = enter(i + 1);
      operators[i].finish(outputs[i]);
      enter(before);
    }
  }

  /** Runs the end's own last work under the end's clock. */
  void finishEnd(Runnable work) {
    int before = enter(operators.length + 1);
    work.run();
    enter(before);
  }

  /**
   * Adds what has been measured since the last time to the plan's metrics; also done now and then
   * while batches pass, for those who watch.
   */
  void report() {
    enter(place);
    reportedNanos = lastNanos;
    for (int i = 0; i < nodes.length; i++) {
      PhysicalPlan node = nodes[i];
      if (node != null) {
        OperatorMetrics sum = metrics.of(node);
        if (!(node instanceof PhysicalPlan.UnionAll)) { // its branches count their time themselves
          sum.addNanos(nanos[i]);
        }
        sum.addInput(rowsIn[i]);
        if (i + 1 < rowsIn.length) {
          sum.addOutput(rowsIn[i + 1], batchesIn[i + 1]);
        }
      }
    }
    Arrays.fill(nanos, 0);
    Arrays.fill(rowsIn, 0);
    Arrays.fill(batchesIn, 0);
  }

  /** Reports what is left when all batches have passed. */
  void reportEnd() {
    report();
    for (int i = 0; i < nodes.length; i++) {
      PhysicalPlan node = nodes[i];
      KeySampler sampler = samplers[i];
      if (node != null && sampler != null) {
        metrics.of(node).addKeys(sampler.take());
      }
    }
  }

  @Override
  public void close() {
    Closeables.all(operators);
  }
}
