package dev.heddle.planner.cost;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMdPredicates;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * Conditions that hold for all rows, as Calcite infers them but for joins, of which {@link
 * JoinPredicates} knows, and intersections: what holds for an input holds for their rows. Calcite
 * would also ask which of it follows from the rest, and to find out compiles and runs the
 * conditions, which takes long, knows other arithmetic than ours and fails for subqueries.
 */
public final class KnownPredicates extends RelMdPredicates
    implements BuiltInMetadata.Predicates.Handler {
  private static final int MAX_UNION_INPUTS = 16;

  static final RelMetadataProvider SOURCE =
      ReflectiveRelMetadataProvider.reflectiveSource(
          new KnownPredicates(), BuiltInMetadata.Predicates.Handler.class);

  /** Calcite takes it that no condition compares with a null any more. */
  @Override
  public RelOptPredicateList getPredicates(Filter rel, RelMetadataQuery query) {
    return comparesWithNull(rel.getCondition())
        ? query.getPulledUpPredicates(rel.getInput())
        : super.getPredicates(rel, query);
  }

  @Override
  public RelOptPredicateList getPredicates(Join rel, RelMetadataQuery query) {
    return JoinPredicates.of(
        rel,
        query.getPulledUpPredicates(rel.getLeft()),
        query.getPulledUpPredicates(rel.getRight()));
  }

  /** What holds for one of many inputs holds for few rows. */
  @Override
  public RelOptPredicateList getPredicates(Union rel, RelMetadataQuery query) {
    return rel.getInputs().size() > MAX_UNION_INPUTS
        ? RelOptPredicateList.EMPTY
        : super.getPredicates(rel, query);
  }

  private static boolean comparesWithNull(RexNode condition) {
    return RelOptUtil.conjunctions(condition).stream()
        .anyMatch(
            conjunct ->
                conjunct instanceof RexCall call
                    && call.getOperands().stream().anyMatch(RexLiteral::isNullLiteral));
  }

  @Override
  public RelOptPredicateList getPredicates(Intersect rel, RelMetadataQuery query) {
    Set<RexNode> known = new LinkedHashSet<>();
    for (RelNode input : rel.getInputs()) {
      known.addAll(query.getPulledUpPredicates(input).pulledUpPredicates);
    }
    return RelOptPredicateList.of(rel.getCluster().getRexBuilder(), known);
  }
}
