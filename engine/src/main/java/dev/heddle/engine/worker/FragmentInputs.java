package dev.heddle.engine.worker;

import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.pipeline.TaskInputs;
import dev.heddle.physical.plan.ApartInputs;
import dev.heddle.physical.plan.PartByPart;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** What a task reads of what its stage's fragment reads. Used by one thread. */
final class FragmentInputs implements TaskInputs {
  private final TaskStart start;
  private final ExchangeBackend exchanges;
  private final PlanMetrics metrics;
  private final IdentityHashMap<PhysicalPlan, TaskRange> parts = new IdentityHashMap<>();

  FragmentInputs(TaskStart start, ExchangeBackend exchanges, PlanMetrics metrics) {
    this.start = start;
    this.exchanges = exchanges;
    this.metrics = metrics;
  }

  @Override
  public SourceFactory exchange(PhysicalPlan.ExchangeRead read) {
    return new ExchangeSourceFactory(
        exchanges, start.input(read.exchange()), parts.getOrDefault(read, start.range()));
  }

  @Override
  public List<PhysicalPlan> union(PhysicalPlan.UnionAll union) {
    return ApartInputs.of(union, start.range().firstPartition(), start.range().endPartition());
  }

  @Override
  public List<PhysicalPlan> parts(PhysicalPlan.Write write) {
    TaskRange range = start.range();
    int count = range.endPartition() - range.firstPartition();
    if (count < 2 || range.part().isPresent() || PartByPart.exchange(write).isEmpty()) {
      return List.of(write.input());
    }
    List<PhysicalPlan> all = new ArrayList<>();
    for (int i = range.firstPartition(); i < range.endPartition(); i++) {
      PhysicalPlan copy = PartByPart.copy(write.input());
      note(write.input(), copy, new TaskRange(i, i + 1, Optional.empty()));
      all.add(copy);
    }
    return all;
  }

  private void note(PhysicalPlan node, PhysicalPlan copy, TaskRange range) {
    metrics.share(node, copy);
    if (copy instanceof PhysicalPlan.ExchangeRead) {
      parts.put(copy, range);
    }
    for (int i = 0; i < node.inputs().size(); i++) {
      note(node.inputs().get(i), copy.inputs().get(i), range);
    }
  }
}
