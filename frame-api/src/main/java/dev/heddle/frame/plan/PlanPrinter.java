package dev.heddle.frame.plan;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes logical plans as indented text, one node a line, inputs below. */
public final class PlanPrinter {
  private PlanPrinter() {}

  /**
   * Returns the plan as text that ends with a line end. Of a part that has inputs and is printed
   * above already there is one line only.
   */
  public static String print(LogicalPlan plan) {
    StringBuilder text = new StringBuilder();
    append(plan, 0, Collections.newSetFromMap(new IdentityHashMap<>()), text);
    return text.toString();
  }

  private static void append(
      LogicalPlan plan, int depth, Set<LogicalPlan> seen, StringBuilder text) {
    text.repeat(' ', 2 * depth).append(line(plan));
    boolean isKnown = !seen.add(plan) && !plan.inputs().isEmpty();
    text.append(isKnown ? ", as above\n" : "\n");
    if (!isKnown) {
      for (LogicalPlan input : plan.inputs()) {
        append(input, depth + 1, seen, text);
      }
    }
  }

  /** Returns the node without its inputs. */
  static String line(LogicalPlan plan) {
    return switch (plan) {
      case LogicalPlan.Scan p -> "Scan " + p.source() + " [" + names(p) + "]";
      case LogicalPlan.Values p -> "Values " + p.rows().size() + " rows [" + names(p) + "]";
      case LogicalPlan.Project p -> "Project " + list(p.columns());
      case LogicalPlan.Filter p -> "Filter " + p.predicate();
      case LogicalPlan.Aggregate p -> aggregate(p);
      case LogicalPlan.Join p -> join(p);
      case LogicalPlan.AsOfJoin p -> asOfJoin(p);
      case LogicalPlan.Sort p -> "Sort " + list(p.keys());
      case LogicalPlan.Limit p -> limit(p);
      case LogicalPlan.ComputedLimit p ->
          "limit "
              + (p.count() == null ? "all" : p.count())
              + switch (p.kind()) {
                case ROWS -> "";
                case WITH_TIES -> " with ties";
                case PERCENT -> " percent";
              }
              + (p.offset() == null ? "" : " offset " + p.offset());
      case LogicalPlan.Repartition p -> repartition(p);
      case LogicalPlan.Sample p -> "Sample " + p.size() + " seed " + p.seed();
      case LogicalPlan.Union p -> "Union";
      case LogicalPlan.Intersect p -> p.all() ? "Intersect all" : "Intersect";
      case LogicalPlan.Except p -> p.all() ? "Except all" : "Except";
      case LogicalPlan.RecursiveUnion p ->
          "RecursiveUnion " + p.name() + (p.all() ? " all" : "") + " [" + names(p) + "]";
      case LogicalPlan.WorkingTable p -> "WorkingTable " + p.name() + " [" + names(p) + "]";
      case LogicalPlan.Distinct p -> "Distinct";
      case LogicalPlan.Window p -> "Window " + list(p.columns());
      case LogicalPlan.RowIndex p -> "RowIndex " + p.name() + " from " + p.start();
      case LogicalPlan.Explode p ->
          "Explode "
              + p.column()
              + (p.keepsEmpty() ? " keeping empty" : "")
              + (p.position() == null ? "" : " with position " + p.position());
      case LogicalPlan.Unnest p ->
          "Unnest "
              + p.list()
              + (p.keepsEmpty() ? " keeping empty" : "")
              + (p.withPosition() ? " with position" : "");
      case LogicalPlan.LateralJoin p ->
          "LateralJoin "
              + (p.keepsLeft() ? "LEFT" : "INNER")
              + " of "
              + list(p.arguments())
              + (p.condition() == null ? "" : " where " + p.condition());
    };
  }

  private static String names(LogicalPlan plan) {
    return String.join(", ", plan.schema().names());
  }

  private static String list(List<?> parts) {
    return parts.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static String aggregate(LogicalPlan.Aggregate plan) {
    StringBuilder text = new StringBuilder("Aggregate");
    if (!plan.keys().isEmpty()) {
      text.append(" by ").append(list(plan.keys()));
    }
    if (plan.groupingSets().size() > 1) {
      text.append(" in sets ").append(plan.groupingSets());
    }
    if (!plan.aggregates().isEmpty()) {
      text.append(": ").append(list(plan.aggregates()));
    }
    return text.toString();
  }

  private static String join(LogicalPlan.Join plan) {
    StringBuilder text = new StringBuilder("Join ").append(plan.kind());
    if (!plan.keys().isEmpty()) {
      text.append(" on ");
      text.append(plan.keys().stream().map(JoinKey::toString).collect(Collectors.joining(" AND ")));
    }
    if (plan.condition() != null) {
      text.append(" where ").append(plan.condition());
    }
    return text.toString();
  }

  private static String asOfJoin(LogicalPlan.AsOfJoin plan) {
    String sign =
        switch (plan.direction()) {
          case BACKWARD -> plan.allowsEqual() ? " >= " : " > ";
          case FORWARD -> plan.allowsEqual() ? " <= " : " < ";
        };
    StringBuilder text = new StringBuilder("AsOfJoin on ");
    text.append(plan.leftOn()).append(sign).append(plan.rightOn());
    for (JoinKey key : plan.keys()) {
      text.append(" AND ").append(key);
    }
    return text.toString();
  }

  private static String repartition(LogicalPlan.Repartition plan) {
    String keys = plan.keys().isEmpty() ? "" : " " + list(plan.keys());
    return switch (plan.kind()) {
      case EVENLY -> "Repartition " + plan.parts();
      case BY_HASH -> "Repartition " + plan.parts() + " by hash of" + keys;
      case BY_RANGE -> "Repartition " + plan.parts() + " by ranges of" + keys;
      case FEWER -> "Coalesce " + plan.parts();
      case SORTED -> "SortWithinPartitions" + keys;
      case EVERYWHERE -> "Broadcast";
    };
  }

  private static String limit(LogicalPlan.Limit plan) {
    String count = plan.count() == LogicalPlan.Limit.ALL ? "all" : "" + plan.count();
    return "Limit " + count + (plan.offset() == 0 ? "" : " offset " + plan.offset());
  }
}
