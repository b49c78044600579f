package dev.heddle.planner.explain;

import dev.heddle.planner.cost.Estimator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** A logical plan as text: one node a line, inputs indented. Stateless. */
public final class RelText {
  private RelText() {}

  /** Returns the plan. */
  public static String of(RelNode rel) {
    StringBuilder text = new StringBuilder();
    append(rel, 0, null, text);
    return text.toString();
  }

  /** Returns the plan with the expected rows of each node. */
  public static String of(RelNode rel, Estimator estimator) {
    StringBuilder text = new StringBuilder();
    append(rel, 0, estimator, text);
    return text.toString();
  }

  private static void append(
      RelNode rel, int depth, @Nullable Estimator estimator, StringBuilder text) {
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
      text.append(String.format(Locale.ROOT, "  (~%.0f rows)", estimator.of(rel).rows()));
    }
    text.append('\n');
    for (RelNode input : rel.getInputs()) {
      append(input, depth + 1, estimator, text);
    }
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
