package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.rel.LogicalRandomKey;
import dev.heddle.planner.rel.LogicalRepartition;
import dev.heddle.planner.rel.LogicalRowIndex;
import java.math.BigDecimal;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Knows of plans that they give one row for each outer row, whatever the tables hold. */
public final class RowCounts {
  private RowCounts() {}

  /** Returns whether there is exactly one row. */
  static boolean isOne(RelNode rel) {
    return switch (rel) {
      case Values values -> values.getTuples().size() == 1;
      case Aggregate aggregate ->
          aggregate.getGroupCount() == 0 && aggregate.getGroupSets().size() == 1;
      case Project project -> isOne(project.getInput());
      case LogicalRowIndex index -> isOne(index.getInput());
      case LogicalRandomKey key -> isOne(key.getInput());
      case LogicalRepartition rows -> isOne(rows.getInput());
      case DependentJoin join ->
          (join.kind() == DependentJoin.Kind.SINGLE || join.kind() == DependentJoin.Kind.MARK)
              && isOne(join.getLeft());
      case Sort sort -> keepsFirst(sort) && isOne(sort.getInput());
      default -> false;
    };
  }

  /** Returns whether there is one row at most. */
  static boolean isOneAtMost(RelNode rel) {
    return isOne(rel)
        || switch (rel) {
          case Values values -> values.getTuples().isEmpty();
          case Filter filter -> isOneAtMost(filter.getInput());
          case Project project -> isOneAtMost(project.getInput());
          case LogicalRowIndex index -> isOneAtMost(index.getInput());
          case LogicalRandomKey key -> isOneAtMost(key.getInput());
          case LogicalRepartition rows -> isOneAtMost(rows.getInput());
          case Sort sort -> {
            BigDecimal fetch = number(sort.fetch);
            yield (fetch != null && fetch.compareTo(BigDecimal.ONE) <= 0)
                || isOneAtMost(sort.getInput());
          }
          case DependentJoin join ->
              switch (join.kind()) {
                case SINGLE, MARK, SEMI, ANTI -> isOneAtMost(join.getLeft());
                case INNER, LEFT -> isOneAtMost(join.getLeft()) && isOneAtMost(join.getRight());
              };
          case Join join ->
              join.getJoinType() != JoinRelType.FULL
                  && isOneAtMost(join.getLeft())
                  && (!join.getJoinType().projectsRight() || isOneAtMost(join.getRight()));
          default -> false;
        };
  }

  /** Returns whether a sort's limit leaves the first row, if there is one. */
  static boolean keepsFirst(Sort sort) {
    BigDecimal fetch = number(sort.fetch);
    BigDecimal offset = number(sort.offset);
    return (sort.offset == null || (offset != null && offset.signum() == 0))
        && (sort.fetch == null || (fetch != null && fetch.signum() > 0));
  }

  private static @Nullable BigDecimal number(@Nullable RexNode node) {
    return node instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
  }
}
