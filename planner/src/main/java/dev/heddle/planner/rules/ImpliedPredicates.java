package dev.heddle.planner.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * What a disjunction over several relations implies for each of them alone.
 *
 * <p>From {@code (a.x = 1 and b.y = 2) or (a.x = 3 and b.y = 4)} follow {@code a.x = 1 or a.x = 3}
 * and {@code b.y = 2 or b.y = 4}, which filter before the join. Stateless.
 */
final class ImpliedPredicates {
  private ImpliedPredicates() {}

  /**
   * Returns the implied predicates, each over one relation.
   *
   * @param units returns which relations an expression reads, as bits
   */
  static List<RexNode> of(RexNode predicate, ToLongFunction<RexNode> units, RexBuilder rex) {
    long all = units.applyAsLong(predicate);
    if (!predicate.isA(SqlKind.OR) || Long.bitCount(all) < 2) {
      return List.of();
    }
    List<RexNode> implied = new ArrayList<>();
    for (long rest = all; rest != 0; rest &= rest - 1) {
      long unit = Long.lowestOneBit(rest);
      List<RexNode> branches = new ArrayList<>();
      for (RexNode branch : RelOptUtil.disjunctions(predicate)) {
        List<RexNode> own = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(branch)) {
          if (units.applyAsLong(conjunct) == unit && RexUtil.isDeterministic(conjunct)) {
            own.add(conjunct);
          }
        }
        if (own.isEmpty()) {
          branches.clear();
          break;
        }
        branches.add(RexUtil.composeConjunction(rex, own));
      }
      if (!branches.isEmpty()) {
        implied.add(RexUtil.composeDisjunction(rex, branches));
      }
    }
    return implied;
  }
}
