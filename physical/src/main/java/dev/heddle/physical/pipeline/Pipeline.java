package dev.heddle.physical.pipeline;

import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.Optional;

/**
 * A source, the steps that its batches go through, and the sink at the end: a part of a plan that
 * runs without waiting for all of its input. The factories hold nothing before they are opened.
 *
 * @param source makes the start
 * @param sourceNode the plan node that the source belongs to
 * @param steps what happens to each batch, in order
 * @param sink makes the end
 * @param sinkNode the plan node that the sink belongs to; none for the sink of the result
 * @param states the nodes whose states are filled, looked up or handed on here
 * @param isSequential whether one thread must do it all, because a step depends on the order of
 *     rows over all batches
 */
public record Pipeline(
    SourceFactory source,
    PhysicalPlan sourceNode,
    List<Step> steps,
    SinkFactory sink,
    Optional<PhysicalPlan> sinkNode,
    List<PhysicalPlan> states,
    boolean isSequential) {
  /** Copies the lists. */
  public Pipeline {
    steps = List.copyOf(steps);
    states = List.copyOf(states);
  }

  /** Returns whether this pipeline makes the result; its sink then belongs to the caller. */
  public boolean isResult() {
    return sinkNode.isEmpty();
  }

  /**
   * One step in the middle.
   *
   * @param factory makes the operators
   * @param node the plan node that they belong to
   */
  public record Step(OperatorFactory factory, PhysicalPlan node) {}
}
