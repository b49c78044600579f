package dev.heddle.planner.program;

import dev.heddle.planner.rel.CteDefinition;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.RelNumbers;
import dev.heddle.planner.rel.SharedRows;
import dev.heddle.planner.rel.Volatility;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.rel.RelNode;

/**
 * Takes parts that are used more than once out of a plan, as definitions that {@link CteScan}s
 * read.
 *
 * <p>A common table, a view or a frame that is named twice is one node up to here, and the plan a
 * graph. Rules see trees, and a filter above one of several uses can move into that use only. So
 * parts stay in the tree, to be rewritten with each of their uses, as long as the tree is small: if
 * they end alike, lowering computes them once. Taken out are those that must be, as they might have
 * other rows when they are computed again, and, where the tree has many more nodes than the graph,
 * all that are not small themselves.
 *
 * <p>For plans without correlations. One object serves one plan. Not thread-safe.
 */
public final class CteExtraction {
  /** Nodes up to which a plan stays a tree. */
  private static final int MAX_TREE_NODES = 1_000;

  /** A part of fewer nodes is not worth a definition. */
  private static final int MIN_PART_NODES = 8;

  private final RelNumbers numbers = new RelNumbers();
  private final Volatility volatility = new Volatility();
  private final IdentityHashMap<RelNode, Part> parts = new IdentityHashMap<>();
  private final IdentityHashMap<RelNode, RelNode> merged = new IdentityHashMap<>();
  private final List<CteDefinition> definitions = new ArrayList<>();

  /** What is known of a node of the graph. */
  private static final class Part {
    private int uses;
    private double treeNodes = 1;
    private boolean isVolatile;
    private RelNode result;

    Part(RelNode result) {
      this.result = result;
    }
  }

  private CteExtraction() {}

  /**
   * A plan in parts.
   *
   * @param root the rest of the plan
   * @param definitions what it reads, those that others read before these
   */
  public record Result(RelNode root, List<CteDefinition> definitions) {
    /** Copies the list. */
    public Result {
      definitions = List.copyOf(definitions);
    }
  }

  /** Takes a plan apart. */
  public static Result apply(RelNode rel) {
    return new CteExtraction().run(rel);
  }

  private Result run(RelNode rel) {
    RelNode root = merge(rel);
    List<RelNode> inputsFirst = new ArrayList<>();
    visit(root, inputsFirst);
    IdentityHashMap<RelNode, Double> sizes = new IdentityHashMap<>();
    for (RelNode node : inputsFirst) {
      double size = 1;
      for (RelNode input : node.getInputs()) {
        size += sizes.get(input);
      }
      sizes.put(node, size);
    }
    double tree = sizes.get(root);
    boolean isLarge = tree > MAX_TREE_NODES && tree > 2.0 * inputsFirst.size();
    for (RelNode node : inputsFirst) {
      place(node, isLarge);
    }
    return new Result(part(root).result, definitions);
  }

  /** Makes equal parts the same node, except those that may have other rows each time. */
  private RelNode merge(RelNode rel) {
    RelNode known = merged.get(rel);
    if (known == null) {
      List<RelNode> inputs = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        inputs.add(merge(input));
      }
      RelNode copy = withInputs(rel, inputs);
      known = volatility.in(copy) ? copy : numbers.firstLike(copy);
      merged.put(rel, known);
    }
    return known;
  }

  private static RelNode withInputs(RelNode rel, List<RelNode> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) != rel.getInputs().get(i)) {
        return rel.copy(rel.getTraitSet(), inputs);
      }
    }
    return rel;
  }

  private Part part(RelNode rel) {
    return parts.computeIfAbsent(rel, Part::new);
  }

  private void visit(RelNode rel, List<RelNode> inputsFirst) {
    if (part(rel).uses++ == 0) {
      rel.getInputs().forEach(input -> visit(input, inputsFirst));
      inputsFirst.add(rel);
    }
  }

  /** Decides on a node whose inputs have been decided on. */
  private void place(RelNode rel, boolean isLarge) {
    Part part = part(rel);
    List<RelNode> inputs = new ArrayList<>();
    boolean isVolatile = Volatility.of(rel);
    for (RelNode input : rel.getInputs()) {
      Part below = part(input);
      inputs.add(below.result);
      part.treeNodes += below.treeNodes;
      isVolatile |= below.isVolatile;
    }
    part.isVolatile = isVolatile;
    part.result = rel instanceof SharedRows ? inputs.getFirst() : withInputs(rel, inputs);
    boolean isWorthwhile =
        rel instanceof SharedRows || isVolatile || (isLarge && part.treeNodes >= MIN_PART_NODES);
    boolean hasScan = part.result instanceof CteScan;
    if (part.uses > 1 && isWorthwhile && !hasScan && !rel.getRowType().getFieldList().isEmpty()) {
      CteDefinition definition = new CteDefinition(definitions.size() + 1, part.result);
      definitions.add(definition);
      part.result = CteScan.create(definition);
      part.treeNodes = 1;
      part.isVolatile = false;
    }
  }
}
