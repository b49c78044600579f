package dev.heddle.engine.graph;

import dev.heddle.frame.schema.Field;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Cuts a physical plan at its exchanges.
 *
 * <p>A stage has as many tasks as there are partitions if it reads its share of a table or of a
 * partitioned exchange, else one.
 */
public final class StageCutter {
  private final int partitions;
  private final List<StageTemplate> stages = new ArrayList<>();

  private final BiConsumer<PhysicalPlan, PhysicalPlan> replaced;

  private StageCutter(int partitions, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    this.partitions = partitions;
    this.replaced = replaced;
  }

  /** Returns the stages of a plan whose exchanges have so many partitions. */
  public static StageGraph cut(PhysicalPlan plan, int partitions) {
    return cut(plan, partitions, (_, _) -> {});
  }

  /**
   * Returns the stages of a plan whose exchanges have so many partitions.
   *
   * @param replaced is told of each node of the plan that another one stands for in a stage
   */
  public static StageGraph cut(
      PhysicalPlan plan, int partitions, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    StageCutter cutter = new StageCutter(partitions, replaced);
    Fragment fragment = new Fragment();
    PhysicalPlan root = cutter.rewrite(plan, fragment);
    cutter.add(root, 1, fragment.inputs, new StageOutput.Result());
    return new StageGraph(cutter.stages);
  }

  private void add(PhysicalPlan plan, int tasks, List<Integer> inputs, StageOutput output) {
    stages.add(new StageTemplate(stages.size(), plan, tasks, inputs, output));
  }

  private PhysicalPlan rewrite(PhysicalPlan plan, Fragment fragment) {
    if (plan instanceof PhysicalPlan.Exchange exchange) {
      return cutAt(exchange, fragment);
    }
    if (plan instanceof PhysicalPlan.Scan scan && !scan.isWhole()) {
      fragment.isPartitioned = true;
    }
    List<PhysicalPlan> inputs = new ArrayList<>();
    boolean changed = false;
    for (PhysicalPlan input : plan.inputs()) {
      PhysicalPlan rewritten = rewrite(input, fragment);
      inputs.add(rewritten);
      changed |= rewritten != input;
    }
    if (!changed) {
      return plan; // metrics know nodes by identity
    }
    PhysicalPlan other = plan.withInputs(inputs);
    replaced.accept(plan, other);
    return other;
  }

  private PhysicalPlan cutAt(PhysicalPlan.Exchange exchange, Fragment reader) {
    Fragment writer = new Fragment();
    PhysicalPlan input = rewrite(exchange.input(), writer);
    int tasks = writer.isPartitioned ? partitions : 1;
    int number = stages.size();
    int written =
        switch (exchange.distribution()) {
          case Distribution.Single _, Distribution.Broadcast _ -> 1;
          case Distribution.Hash _, Distribution.RoundRobin _ -> partitions;
        };
    ExchangeShape shape =
        new ExchangeShape(
            input.output().fields().stream().map(Field::type).toList(), tasks, written);
    add(
        input,
        tasks,
        writer.inputs,
        new StageOutput.ToExchange(number, exchange.distribution(), shape));
    reader.inputs.add(number);
    if (written > 1) {
      reader.isPartitioned = true;
    }
    List<SortOrder> order =
        exchange.distribution() instanceof Distribution.Single single ? single.order() : List.of();
    PhysicalPlan read =
        new PhysicalPlan.ExchangeRead(number, exchange.output(), order, exchange.estimate());
    replaced.accept(exchange, read);
    return read;
  }

  /** What is known of the stage being put together. */
  private static final class Fragment {
    private final List<Integer> inputs = new ArrayList<>();
    private boolean isPartitioned;
  }
}
