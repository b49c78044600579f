package dev.heddle.planner.explain;

import dev.heddle.physical.plan.SubPlanRows;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.rel.CteDefinition;
import dev.heddle.planner.rel.CteScan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** A logical plan as text: one node a line, inputs indented. Stateless. */
public final class RelText {
  private RelText() {}

  /** Returns the plan, then the definitions that it reads. */
  public static String of(RelNode rel) {
    return of(rel, null);
  }

  /** Returns the plan with the expected rows of each node, then the definitions that it reads. */
  public static String of(RelNode rel, @Nullable Estimator estimator) {
    StringBuilder text = new StringBuilder();
    Set<CteDefinition> found = new LinkedHashSet<>();
    append(rel, 0, estimator, found, text);
    Deque<CteDefinition> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      CteDefinition definition = open.pop();
      text.append("cte ").append(definition.number()).append(":\n");
      Set<CteDefinition> inner = new LinkedHashSet<>();
      append(definition.plan(), 1, estimator, inner, text);
      inner.stream().filter(found::add).forEach(open::add);
    }
    return text.toString();
  }

  private static void append(
      RelNode rel,
      int depth,
      @Nullable Estimator estimator,
      Set<CteDefinition> definitions,
      StringBuilder text) {
    if (rel instanceof CteScan scan) {
      definitions.add(scan.definition());
    }
    String type = rel.getRelTypeName();
    text.repeat("  ", depth).append(type.startsWith("Logical") ? type.substring(7) : type);
    Items items = new Items();
    rel.explain(items);
    List<String> shown = new ArrayList<>();
    for (Pair<String, @Nullable Object> item : items.values) {
      if (!(item.right instanceof RelNode) && item.right != null) {
        shown.add(item.left + "=" + item.right);
      }
    }
    if (!shown.isEmpty()) {
      text.append(' ').append(String.join(" ", shown).replace('\n', ' '));
    }
    if (estimator != null) {
      text.append("  ").append(rows(estimator.of(rel)));
    }
    text.append('\n');
    for (RelNode input : rel.getInputs()) {
      append(input, depth + 1, estimator, definitions, text);
    }
  }

  private static String rows(RelEstimate estimate) {
    SubPlanRows origin = estimate.origin();
    return origin.isObserved()
        ? String.format(
            Locale.ROOT, "(~%.0f rows, observed %.0f)", origin.expected(), origin.observed())
        : String.format(Locale.ROOT, "(~%.0f rows)", estimate.rows());
  }

  /** Collects the items of one node. */
  private static final class Items implements RelWriter {
    private final List<Pair<String, @Nullable Object>> values = new ArrayList<>();

    @Override
    public void explain(RelNode rel, List<Pair<String, @Nullable Object>> given) {
      values.addAll(given);
    }

    @Override
    public SqlExplainLevel getDetailLevel() {
      return SqlExplainLevel.EXPPLAN_ATTRIBUTES;
    }

    @Override
    public RelWriter item(String term, @Nullable Object value) {
      values.add(Pair.of(term, value));
      return this;
    }

    @Override
    public RelWriter done(RelNode node) {
      return this;
    }
  }
}
