package dev.heddle.engine.findings;

import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rows of partitions that were found skewed while the query ran, and were divided among tasks by
 * ranges: that spares waiting for one task, at the price of dividing and putting together.
 */
final class DividedRows {
  private DividedRows() {}

  static void find(Found found) {
    for (Evidence.Node node : found.evidence().nodes()) {
      if (node.plan() instanceof PhysicalPlan.UnionAll) {
        divided(found, node);
      }
    }
  }

  /**
   * Returns the nodes that do nothing but divide such rows, or work on what was divided, or would
   * if there were any.
   */
  static Set<Integer> nodes(Evidence evidence) {
    Set<Integer> all = new TreeSet<>();
    for (Evidence.Node node : evidence.nodes()) {
      if (isUnion(evidence, node)) {
        addBelow(evidence, evidence.nodes().get(node.inputs().getLast()), all);
      }
    }
    return all;
  }

  /** Whether a node puts a window together with what is divided of its rows, if any are. */
  static boolean isUnion(Evidence evidence, Evidence.Node node) {
    return node.plan() instanceof PhysicalPlan.UnionAll
        && node.inputs().size() == 2
        && evidence.nodes().get(node.inputs().getFirst()).plan() instanceof PhysicalPlan.Window
        && reads(evidence, evidence.nodes().get(node.inputs().getLast()));
  }

  /** Returns the input of a union that reads the skewed partitions of what another one reads. */
  private static Optional<Evidence.Node> branch(Evidence evidence, Evidence.Node union) {
    return Optional.of(union)
        .filter(node -> isUnion(evidence, node))
        .map(node -> evidence.nodes().get(node.inputs().getLast()))
        .filter(branch -> branch.rows() > 0);
  }

  private static boolean reads(Evidence evidence, Evidence.Node branch) {
    Set<Integer> below = new TreeSet<>();
    addBelow(evidence, branch, below);
    return below.stream().anyMatch(number -> isSkewed(evidence.nodes().get(number)));
  }

  /** Whether a node reads skewed partitions alone, before which all is as it would be without. */
  private static boolean isSkewed(Evidence.Node node) {
    return node.plan() instanceof PhysicalPlan.ExchangeRead read
        && read.group() == PartitionGroup.SKEWED;
  }

  private static void addBelow(Evidence evidence, Evidence.Node node, Set<Integer> below) {
    below.add(node.number());
    if (!isSkewed(node)) {
      node.inputs().forEach(input -> addBelow(evidence, evidence.nodes().get(input), below));
    }
  }

  private static void divided(Found found, Evidence.Node union) {
    Evidence evidence = found.evidence();
    Optional<Evidence.Node> divided = branch(evidence, union);
    if (divided.isEmpty()) {
      return;
    }
    Evidence.Node plain = evidence.nodes().get(union.inputs().getFirst());
    List<String> keys = KeyNames.of(evidence, plain);
    Set<Integer> below = new TreeSet<>();
    addBelow(evidence, divided.get(), below);
    List<Evidence.Node> nodes = below.stream().map(evidence.nodes()::get).toList();
    long nanos =
        nodes.stream()
            .filter(node -> !(node.plan() instanceof PhysicalPlan.Window)) // needed in any case
            .mapToLong(Evidence.Node::nanos)
            .sum();
    String values = String.join(", ", keys);
    String why =
        nodes.stream()
            .filter(node -> node.plan() instanceof PhysicalPlan.Window)
            .map(node -> ofKeys(node, keys.size()))
            .max(Comparator.comparing(FrequentKeys::rows)) // others see borders of ranges only
            .flatMap(FrequentKeys::most)
            .map(
                most ->
                    KeyNames.frequent(keys, most)
                        + " in about "
                        + Found.percent(
                            Math.min(1, most.share()) * divided.get().rows() / union.rows())
                        + " of the rows")
            .orElse("few values of " + values + " have most of the rows");
    found.add(
        FindingKind.SKEW,
        "Of "
            + Found.count(union.rows())
            + " rows that window functions partition by "
            + values
            + ", "
            + Found.count(divided.get().rows())
            + " were of skewed partitions and had to be divided by ranges, which took "
            + Found.seconds(nanos)
            + " of tasks beside the functions: "
            + why,
        "treat the frequent value apart, or add a column to PARTITION BY",
        evidence.cost(nanos),
        List.of(union.number()));
  }

  /** Returns the frequent values of a window's last keys, before which is the range's number. */
  private static FrequentKeys ofKeys(Evidence.Node window, int count) {
    if (!(window.plan() instanceof PhysicalPlan.Window plan)
        || plan.partitionKeys().size() != count + 1) {
      return FrequentKeys.NONE;
    }
    Map<String, Long> sums = new HashMap<>();
    window
        .keys()
        .byValue()
        .forEach(
            (value, rows) ->
                sums.merge(
                    FrequentKeys.literals(value).stream().skip(1).collect(Collectors.joining(", ")),
                    rows,
                    Long::sum));
    return new FrequentKeys(window.keys().rows(), sums);
  }
}
