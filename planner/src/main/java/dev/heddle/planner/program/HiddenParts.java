package dev.heddle.planner.program;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexInputRef;

/**
 * Hides from the classic decorrelator what it draws wrong conclusions from, where that reads no row
 * of an outer query.
 *
 * <ul>
 *   <li>Aggregates whose keys are all constant: the decorrelator leaves constant keys out. Without
 *       the columns of an outer row no key is left then, and one row comes of no rows: an {@code
 *       EXISTS} of nothing would hold.
 *   <li>Joins that keep rows without a match, and correlations that become such joins: it takes
 *       columns that their conditions compare for not null, and gives rows where they are null the
 *       subquery's result of no rows.
 *   <li>Limits: it makes windows of them, whose numbers are a column more, which nodes of our own
 *       do not know of, and which cost more than the first rows alone.
 * </ul>
 */
final class HiddenParts {
  private HiddenParts() {}

  /**
   * Returns a plan with a leaf for each such part.
   *
   * @param decorrelate gives a plan without correlations for one that may hold such parts
   * @param step does so for one whose parts are hidden
   */
  static RelNode hide(
      RelNode rel, UnaryOperator<RelNode> decorrelate, UnaryOperator<RelNode> step) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            if (other instanceof Aggregate aggregate && isConstant(aggregate)) {
              RelNode input = aggregate.getInput();
              RelNode flat = Decorrelation.isFlat(input) ? input : decorrelate.apply(input);
              return new Hidden(aggregate.copy(aggregate.getTraitSet(), List.of(flat)));
            }
            RelNode node = super.visit(other);
            boolean isHidden = keepsUnmatched(node) || isLimit(node);
            if (!isHidden || !NestedCorrelations.read(node).isEmpty()) {
              return node;
            }
            return new Hidden(show(Decorrelation.isFlat(node) ? node : step.apply(node)));
          }
        });
  }

  private static boolean isLimit(RelNode rel) {
    return rel instanceof Sort sort && (sort.fetch != null || sort.offset != null);
  }

  private static boolean keepsUnmatched(RelNode rel) {
    return switch (rel) {
      case Join join -> keepsUnmatched(join.getJoinType());
      case Correlate correlate -> keepsUnmatched(correlate.getJoinType());
      default -> false;
    };
  }

  private static boolean keepsUnmatched(JoinRelType type) {
    return type.isOuterJoin() || type == JoinRelType.ANTI;
  }

  /** Returns a plan with the parts in place of their leaves. */
  static RelNode show(RelNode rel) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return other instanceof Hidden hidden ? hidden.part : super.visit(other);
          }
        });
  }

  private static boolean isConstant(Aggregate aggregate) {
    if (aggregate.getGroupSet().isEmpty() || !NestedCorrelations.read(aggregate).isEmpty()) {
      return false;
    }
    RelNode input = aggregate.getInput();
    RelOptPredicateList known = input.getCluster().getMetadataQuery().getPulledUpPredicates(input);
    return aggregate.getGroupSet().asList().stream()
        .allMatch(key -> known.constantMap.containsKey(RexInputRef.of(key, input.getRowType())));
  }

  /** A part of a plan, without hidden parts of its own, as a leaf. */
  private static final class Hidden extends AbstractRelNode {
    private final RelNode part;

    Hidden(RelNode part) {
      super(part.getCluster(), part.getTraitSet());
      this.part = part;
      this.rowType = part.getRowType();
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
      return super.explainTerms(writer).item("part", part.getId());
    }
  }
}
