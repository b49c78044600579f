package dev.heddle.engine.graph;

import dev.heddle.io.scan.Share;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PartByPart;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The stages of a job, producers before consumers; the last one makes the result.
 *
 * @param stages at least one; a stage's number is its position, and that of the exchange it writes
 */
public record StageGraph(List<StageTemplate> stages) {
  /** What is little to take in, in bytes. */
  private static final double SMALL_BYTES = 4 << 20;

  /** Copies the list and checks its order. */
  public StageGraph {
    stages = List.copyOf(stages);
    for (int i = 0; i < stages.size(); i++) {
      boolean last = i == stages.size() - 1;
      if (stages.get(i).stage() != i
          || stages.get(i).output() instanceof StageOutput.Result != last
          || (stages.get(i).output() instanceof StageOutput.ToExchange to && to.exchange() != i)) {
        throw new IllegalArgumentException("Stage " + i + " is out of place");
      }
    }
  }

  /** Returns the stage that makes the result. */
  public StageTemplate resultStage() {
    return stages.getLast();
  }

  /** Returns the template of a stage. */
  public StageTemplate stage(int number) {
    return stages.get(number);
  }

  /**
   * Returns whether the caller may as well run the result's stage, so that no task of its own has
   * to: it reads nothing but one exchange that is all in one place, which is little by the
   * planner's estimate or passes through row by row.
   */
  public boolean endsWithReader() {
    StageTemplate last = resultStage();
    return stages.size() > 1
        && last.tasks() == 1
        && last.inputs().equals(List.of(last.stage() - 1))
        && stages.get(last.stage() - 1).output() instanceof StageOutput.ToExchange to
        && to.shape().partitions() == 1
        && readsOnlyExchanges(last.fragment())
        && (passesRows(last.fragment()) || readsLittle(last.fragment()));
  }

  /**
   * Returns whether the result is a sequence of parts that can be read while later ones are made.
   */
  public boolean isStreamed() {
    return endsWithReader()
        && passesRows(resultStage().fragment())
        && stages.get(stages.size() - 2).output() instanceof StageOutput.ToExchange to
        && to.distribution() instanceof Distribution.Sequence
        && stages.get(stages.size() - 2).tasks() > 1;
  }

  private static boolean passesRows(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.ExchangeRead read) {
      return read.mergeOrder().isEmpty();
    }
    boolean isStep =
        plan instanceof PhysicalPlan.Project
            || plan instanceof PhysicalPlan.Filter
            || plan instanceof PhysicalPlan.Limit
            || plan instanceof PhysicalPlan.Write;
    return isStep && passesRows(plan.inputs().getFirst());
  }

  private static boolean readsLittle(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.ExchangeRead read) {
      return read.estimate().bytes() >= 0 && read.estimate().bytes() <= SMALL_BYTES;
    }
    return plan.inputs().stream().allMatch(StageGraph::readsLittle);
  }

  /** Returns what a scheduler has to know of a job whose result goes to the caller's sink. */
  public JobShape shape(ToLongFunction<StageTemplate> floorBytes) {
    return shape(stages, floorBytes);
  }

  /**
   * Returns what a scheduler has to know.
   *
   * @param stages of a job, producers before consumers; the last one makes its result, into an
   *     exchange or the caller's sink
   * @param floorBytes gives the memory that a task of a stage needs in any case
   */
  public static JobShape shape(
      List<StageTemplate> stages, ToLongFunction<StageTemplate> floorBytes) {
    List<StageShape> shapes = new ArrayList<>();
    for (StageTemplate stage : stages) {
      List<StageInput> inputs = new ArrayList<>();
      boolean isPartitioned = false;
      boolean readsNoShare = readsNoShare(stage.fragment());
      Set<Integer> divisible =
          readsNoShare ? SplittableInputs.of(stage.fragment()) : Set.<Integer>of();
      Set<Integer> required = MandatoryInputs.of(stage.fragment());
      Map<Integer, PhysicalPlan.ExchangeRead> reads = reads(stage);
      boolean isApart = reads.values().stream().anyMatch(read -> read.firstTask() > 0);
      long partitioned =
          stage.inputs().stream().filter(input -> shapes.get(input).partitions() > 1).count();
      for (int input : stage.inputs()) {
        boolean isWhole = shapes.get(input).partitions() == 1;
        PhysicalPlan.ExchangeRead read = reads.get(input);
        PartitionGroup group = read == null ? PartitionGroup.ALL : read.group();
        isPartitioned |= !isWhole;
        boolean mayDivide =
            group == PartitionGroup.SKEWED
                ? readsNoShare && partitioned == 1 // its rows may be in any task
                : divisible.contains(input);
        inputs.add(
            new StageInput(
                input,
                isWhole,
                !isWhole && !isApart && mayDivide && isDivisible(stages.get(input)),
                required.contains(input),
                isWhole ? PartitionGroup.ALL : group,
                isWhole || read == null ? 0 : read.firstTask()));
      }
      int partitions =
          switch (stage.output()) {
            case StageOutput.Result _ -> 0;
            case StageOutput.ToExchange to -> to.shape().partitions();
          };
      List<PinnedScan> pinned = PinnedScan.of(stage);
      shapes.add(
          new StageShape(
              stage.tasks(),
              inputs,
              partitions,
              floorBytes.applyAsLong(stage),
              (long) stage.fragment().estimate().bytes(),
              isPartitioned
                  && readsNoShare
                  && stage.inputs().stream().map(stages::get).noneMatch(StageGraph::isFixed),
              hosts(stage, pinned),
              pinned.stream().map(each -> new JobId(each.table().job())).distinct().toList(),
              PartByPart.fileBytes(stage.fragment()).orElse(0)));
    }
    return new JobShape(shapes);
  }

  /** Returns a reading end of each input. */
  private static Map<Integer, PhysicalPlan.ExchangeRead> reads(StageTemplate stage) {
    Map<Integer, PhysicalPlan.ExchangeRead> reads = new HashMap<>();
    for (PhysicalPlan node : stage.nodes()) {
      if (node instanceof PhysicalPlan.ExchangeRead read) {
        reads.put(read.exchange(), read);
      }
    }
    return reads;
  }

  /** Whether a partition may be read in parts: not what is between two keys, or one of a number. */
  private static boolean isDivisible(StageTemplate writer) {
    return !isFixed(writer)
        && !(writer.output() instanceof StageOutput.ToExchange to
            && to.distribution() instanceof Distribution.Range);
  }

  private static boolean isFixed(StageTemplate writer) {
    return writer.output() instanceof StageOutput.ToExchange to && to.distribution().isFixed();
  }

  /** Returns the hosts of the rows that tasks read their shares of. */
  private static List<HostRange> hosts(StageTemplate stage, List<PinnedScan> pinned) {
    List<HostRange> ranges = new ArrayList<>();
    for (PinnedScan scan : pinned) {
      if (scan.isWhole() || scan.table().parts().size() < stage.tasks()) {
        continue;
      }
      for (int task = 0; task < stage.tasks(); task++) {
        String host = scan.table().parts(new Share(task, stage.tasks())).getFirst().host();
        if (!ranges.isEmpty() && ranges.getLast().host().equals(host)) {
          ranges.removeLast();
        }
        ranges.add(new HostRange(host, task + 1));
      }
      return ranges;
    }
    return ranges;
  }

  private static boolean readsOnlyExchanges(PhysicalPlan plan) {
    if (plan.inputs().isEmpty()) {
      return plan instanceof PhysicalPlan.ExchangeRead;
    }
    return plan.inputs().stream().allMatch(StageGraph::readsOnlyExchanges);
  }

  /** Whether no task reads a share of a table. */
  private static boolean readsNoShare(PhysicalPlan plan) {
    return (!(plan instanceof PhysicalPlan.Scan scan) || scan.isWhole())
        && plan.inputs().stream().allMatch(StageGraph::readsNoShare);
  }

  /** Returns one line a stage, for {@code explain}. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (StageTemplate stage : stages) {
      text.append("stage ").append(stage.stage()).append(": ").append(stage.tasks());
      text.append(stage.tasks() == 1 ? " task" : " tasks");
      if (!stage.inputs().isEmpty()) {
        text.append(", reads exchange ").append(join(stage.inputs()));
      }
      switch (stage.output()) {
        case StageOutput.Result _ -> text.append(", makes the result");
        case StageOutput.ToExchange to ->
            text.append(", writes exchange ")
                .append(to.exchange())
                .append(" (")
                .append(to.distribution())
                .append(", ")
                .append(to.shape().partitions())
                .append(to.shape().partitions() == 1 ? " partition)" : " partitions)");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String join(List<Integer> numbers) {
    return String.join(", ", numbers.stream().map(String::valueOf).toList());
  }
}
