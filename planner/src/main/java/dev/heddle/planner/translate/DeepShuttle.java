package dev.heddle.planner.translate;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Rewrites a plan together with the plans of the subqueries in its expressions. One thread's. */
public abstract class DeepShuttle extends RelHomogeneousShuttle {
  private final RexShuttle subqueries =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
          RelNode inner = subQuery.rel.accept(DeepShuttle.this);
          RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
          return inner == subQuery.rel ? visited : visited.clone(inner);
        }
      };

  @Override
  public final RelNode visit(RelNode other) {
    return rewritten(other).accept(subqueries);
  }

  /** Rewrites a node and what is below; as it is, only the latter. Subqueries come after it. */
  protected RelNode rewritten(RelNode node) {
    return super.visit(node);
  }
}
