package dev.heddle.engine.graph;

import dev.heddle.frame.schema.Field;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Cuts a physical plan at its exchanges.
 *
 * <p>A stage has one task a partition if it reads its share of a table or of a partitioned
 * exchange, else one.
 */
public final class StageCutter {
  private final int partitions;
  private final List<StageTemplate> stages = new ArrayList<>();
  private final Map<Integer, PhysicalPlan.Exchange> shares = new HashMap<>();
  private final Map<Integer, Integer> writtenShares = new HashMap<>(); // stage by number
  private final Map<PhysicalPlan.Exchange, Integer> gathered = new LinkedHashMap<>(); // stage

  private final BiConsumer<PhysicalPlan, PhysicalPlan> replaced;

  private StageCutter(int partitions, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    this.partitions = partitions;
    this.replaced = replaced;
  }

  /** Returns the stages of a plan whose exchanges have this number of partitions. */
  public static StageGraph cut(PhysicalPlan plan, int partitions) {
    return cut(plan, partitions, (_, _) -> {});
  }

  /**
   * Returns the stages of a plan whose exchanges have this number of partitions.
   *
   * @param replaced receives each node of the plan that another one replaces in a stage
   */
  public static StageGraph cut(
      PhysicalPlan plan, int partitions, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    StageCutter cutter = new StageCutter(partitions, replaced);
    cutter.findShares(plan);
    Fragment fragment = new Fragment();
    PhysicalPlan root = cutter.rewrite(plan, fragment, true);
    cutter.add(root, 1, fragment.inputs, new StageOutput.Result());
    return new StageGraph(cutter.stages);
  }

  /**
   * Returns the stages of a plan whose rows stay where they are made: they are not brought together
   * at the end, so the last stage may have several tasks.
   *
   * @param replaced receives each node of the plan that another one replaces in a stage
   */
  public static StageGraph cutApart(
      PhysicalPlan plan, int partitions, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    if (!(plan instanceof PhysicalPlan.Exchange(PhysicalPlan input, Distribution to, Estimate _))
        || !(to instanceof Distribution.Single || to instanceof Distribution.Sequence)) {
      return cut(plan, partitions, replaced);
    }
    StageCutter cutter = new StageCutter(partitions, replaced);
    cutter.findShares(input);
    Fragment fragment = new Fragment();
    PhysicalPlan root = cutter.rewrite(input, fragment, true);
    cutter.add(root, fragment.tasks, fragment.inputs, new StageOutput.Result());
    return new StageGraph(cutter.stages);
  }

  /** In a plan without exchanges, parts are shared within the one task. */
  private void findShares(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Share share
        && share.input() instanceof PhysicalPlan.Exchange exchange) {
      shares.put(share.number(), exchange);
    }
    plan.inputs().forEach(this::findShares);
  }

  private void add(PhysicalPlan plan, int tasks, List<Integer> inputs, StageOutput output) {
    stages.add(new StageTemplate(stages.size(), plan, tasks, inputs, output));
  }

  /**
   * Returns what a stage runs of a plan.
   *
   * @param isFree whether the rows may be in any task; see {@link SplittableInputs}
   */
  private PhysicalPlan rewrite(PhysicalPlan plan, Fragment fragment, boolean isFree) {
    switch (plan) {
      case PhysicalPlan.HashJoin join when !isFree && isUnlessLarge(join) -> {
        return rewriteInPlace(join, fragment);
      }
      case PhysicalPlan.Exchange exchange -> {
        return read(plan, exchange, PartitionGroup.ALL, write(exchange), fragment);
      }
      case PhysicalPlan.Share share when shares.containsKey(share.number()) -> {
        return readShared(plan, share.number(), share.group(), fragment);
      }
      case PhysicalPlan.SharedRead shared when shares.containsKey(shared.number()) -> {
        return readShared(plan, shared.number(), shared.group(), fragment);
      }
      case PhysicalPlan.UnionAll union when union.isApart() -> {
        return rewriteApart(union, fragment);
      }
      default -> {}
    }
    if (plan instanceof PhysicalPlan.Scan scan && !scan.isWhole()) {
      fragment.divide(partitions);
    }
    List<PhysicalPlan> inputs = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < plan.inputs().size(); i++) {
      PhysicalPlan input = plan.inputs().get(i);
      PhysicalPlan rewritten =
          rewrite(input, fragment, isFree && NodeTraits.of(plan).isSplittable(i));
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

  /** Lets each input be read by tasks of its own: first those of the first one, then the others. */
  private PhysicalPlan rewriteApart(PhysicalPlan.UnionAll union, Fragment fragment) {
    List<PhysicalPlan> inputs = new ArrayList<>();
    int tasks = 0;
    for (PhysicalPlan input : union.inputs()) {
      Fragment part = new Fragment(fragment, tasks);
      inputs.add(rewrite(input, part, false));
      if (part.tasks == 1) {
        throw new IllegalStateException("Each task would read all of " + input);
      }
      tasks += part.tasks;
    }
    fragment.divide(tasks);
    PhysicalPlan other = union.withInputs(inputs);
    replaced.accept(union, other);
    return other;
  }

  private static boolean isUnlessLarge(PhysicalPlan.HashJoin join) {
    return join.left() instanceof PhysicalPlan.Exchange exchange
        && exchange.distribution() instanceof Distribution.Hash hash
        && hash.isSpare();
  }

  /** Joins where the left rows are, however many the right ones are: tasks cannot do both. */
  private PhysicalPlan rewriteInPlace(PhysicalPlan.HashJoin join, Fragment fragment) {
    PhysicalPlan.Exchange right = (PhysicalPlan.Exchange) join.right();
    PhysicalPlan broadcast =
        new PhysicalPlan.Exchange(right.input(), new Distribution.Broadcast(), right.estimate());
    PhysicalPlan left = join.left().inputs().getFirst();
    PhysicalPlan here = join.withInputs(List.of(left, broadcast));
    PhysicalPlan rewritten = rewrite(here, fragment, false);
    replaced.accept(right, broadcast);
    replaced.accept(join.left(), left);
    replaced.accept(join, here);
    return rewritten;
  }

  /** Reads the exchange of a shared part, which is written by one stage for all its readers. */
  private PhysicalPlan readShared(
      PhysicalPlan node, int number, PartitionGroup group, Fragment reader) {
    PhysicalPlan.Exchange exchange = Objects.requireNonNull(shares.get(number));
    Integer written = writtenShares.get(number);
    if (written == null) {
      written = write(exchange);
      writtenShares.put(number, written);
    }
    return read(node, exchange, group, written, reader);
  }

  /** Returns the number of the stage that writes an exchange, which is added if there is none. */
  private int write(PhysicalPlan.Exchange exchange) {
    if (!isGathered(exchange)) {
      return add(exchange);
    }
    for (Map.Entry<PhysicalPlan.Exchange, Integer> each : gathered.entrySet()) {
      if (each.getKey().input().equals(exchange.input())) {
        standFor(exchange.input(), each.getKey().input());
        return each.getValue();
      }
    }
    int number = add(exchange);
    gathered.put(exchange, number);
    return number;
  }

  /** Whether rows go to one place, in any order: where equal rows do too, they are made once. */
  private static boolean isGathered(PhysicalPlan.Exchange exchange) {
    return switch (exchange.distribution()) {
      case Distribution.Broadcast _ -> true;
      case Distribution.Single single -> single.order().isEmpty();
      case Distribution.Sequence _,
          Distribution.Hash _,
          Distribution.RoundRobin _,
          Distribution.Adjacent _,
          Distribution.Range _ ->
          false;
    };
  }

  /** Records for each node of a plan that the one of an equal plan does its work. */
  private void standFor(PhysicalPlan plan, PhysicalPlan equal) {
    replaced.accept(plan, equal);
    for (int i = 0; i < plan.inputs().size(); i++) {
      standFor(plan.inputs().get(i), equal.inputs().get(i));
    }
  }

  private int add(PhysicalPlan.Exchange exchange) {
    Fragment writer = new Fragment();
    PhysicalPlan input = rewrite(exchange.input(), writer, true);
    int number = stages.size();
    ExchangeShape shape =
        new ExchangeShape(
            exchange.output().fields().stream().map(Field::type).toList(),
            writer.tasks,
            partitions(exchange));
    add(
        input,
        writer.tasks,
        writer.inputs,
        new StageOutput.ToExchange(number, exchange.distribution(), shape));
    return number;
  }

  private int partitions(PhysicalPlan.Exchange exchange) {
    int own = exchange.distribution().ownParts();
    return own > 0 ? own : partitions;
  }

  private PhysicalPlan read(
      PhysicalPlan node,
      PhysicalPlan.Exchange exchange,
      PartitionGroup group,
      int number,
      Fragment reader) {
    int firstTask = partitions(exchange) == 1 ? 0 : reader.firstTask;
    reader.read(number, group, firstTask);
    reader.divide(partitions(exchange));
    boolean isSequence =
        exchange.distribution() instanceof Distribution.Sequence
            || exchange.distribution() instanceof Distribution.Adjacent;
    PhysicalPlan read =
        new PhysicalPlan.ExchangeRead(
            number,
            exchange.output(),
            order(exchange.distribution()),
            isSequence,
            group,
            firstTask,
            node.estimate());
    replaced.accept(node, read);
    return read;
  }

  private static List<SortOrder> order(Distribution distribution) {
    return switch (distribution) {
      case Distribution.Single single -> single.order();
      case Distribution.Sequence sequence -> sequence.order();
      case Distribution.Broadcast _,
          Distribution.Hash _,
          Distribution.RoundRobin _,
          Distribution.Adjacent _,
          Distribution.Range _ ->
          List.of();
    };
  }

  /** What is known of the stage being put together. */
  private static final class Fragment {
    private final List<Integer> inputs;
    private final Map<Integer, Reading> readings;
    private final int firstTask;
    private int tasks = 1;

    Fragment() {
      inputs = new ArrayList<>();
      readings = new HashMap<>();
      firstTask = 0;
    }

    /** Makes a part of another one, which tasks from a number on run. */
    Fragment(Fragment whole, int firstTask) {
      inputs = whole.inputs;
      readings = whole.readings;
      this.firstTask = firstTask;
    }

    /** Which partitions are read by which tasks. */
    private record Reading(PartitionGroup group, int firstTask) {}

    /** It reads what a stage writes. */
    void read(int stage, PartitionGroup group, int first) {
      Reading reading = new Reading(group, first);
      Reading known = readings.putIfAbsent(stage, reading);
      if (known == null) {
        inputs.add(stage);
      } else if (!known.equals(reading)) {
        throw new IllegalStateException(
            "One stage reads what stage " + stage + " writes as " + known + " and " + reading);
      }
    }

    /** It reads something of which each of its tasks has a part. */
    void divide(int parts) {
      if (parts > 1 && tasks > 1 && parts != tasks) {
        throw new IllegalStateException("One stage reads " + tasks + " parts and " + parts);
      }
      tasks = Math.max(tasks, parts);
    }
  }
}
