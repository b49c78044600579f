package dev.heddle.physical.pipeline;

import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pipeline that has no sink yet: what delivers the output of a plan node.
 *
 * @param source makes the start
 * @param sourceNode the node that the source belongs to
 * @param steps what happens to each batch so far
 * @param states the nodes whose states it works with
 * @param isSequential whether one thread must do it all
 * @param isOrdered whether the plan promises the order in which the rows come out; that order is
 *     the one of {@link TaskContext#position}
 */
record Segment(
    SourceFactory source,
    PhysicalPlan sourceNode,
    List<Pipeline.Step> steps,
    List<PhysicalPlan> states,
    boolean isSequential,
    boolean isOrdered) {
  /** Begins a segment whose rows come in no promised order. */
  static Segment of(PhysicalPlan node, SourceFactory source) {
    return new Segment(source, node, List.of(), List.of(node), false, false);
  }

  /** Begins a segment in no promised order that works with the states of other nodes. */
  static Segment over(PhysicalPlan node, List<PhysicalPlan> states, SourceFactory source) {
    return new Segment(source, node, List.of(), states, false, false);
  }

  /** Begins a segment whose rows come out in the order of the source's positions. */
  static Segment ordered(PhysicalPlan node, SourceFactory source) {
    return new Segment(source, node, List.of(), List.of(node), false, true);
  }

  /** Returns this segment with one more step, which keeps the order of its input. */
  Segment then(PhysicalPlan node, OperatorFactory factory) {
    List<Pipeline.Step> longer = new ArrayList<>(steps);
    longer.add(new Pipeline.Step(factory, node));
    return new Segment(
        source, sourceNode, List.copyOf(longer), with(states, node), isSequential, isOrdered);
  }

  /** Returns this segment for one thread only, so that rows pass one by one in order. */
  Segment sequential() {
    return new Segment(source, sourceNode, steps, states, true, isOrdered);
  }

  /** Returns this segment without the promise of an order. */
  Segment unordered() {
    return new Segment(source, sourceNode, steps, states, isSequential, false);
  }

  /** Returns the pipeline that ends in a node's sink. */
  Pipeline into(PhysicalPlan sinkNode, SinkFactory sink) {
    return new Pipeline(
        source,
        sourceNode,
        steps,
        sink,
        Optional.of(sinkNode),
        with(states, sinkNode),
        isSequential);
  }

  /** Returns the pipeline that makes the result. */
  Pipeline intoResult(SinkFactory sink) {
    return new Pipeline(source, sourceNode, steps, sink, Optional.empty(), states, isSequential);
  }

  private static List<PhysicalPlan> with(List<PhysicalPlan> nodes, PhysicalPlan last) {
    List<PhysicalPlan> longer = new ArrayList<>(nodes);
    longer.add(last);
    return List.copyOf(longer);
  }
}
