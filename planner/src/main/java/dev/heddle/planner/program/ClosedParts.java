package dev.heddle.planner.program;

import dev.heddle.planner.translate.DeepShuttle;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;

/**
 * Decorrelates the parts of a plan and of its subqueries that hold correlations of their own and
 * read no row from outside, each as a plan by itself. One thread's.
 */
final class ClosedParts extends DeepShuttle {
  private final RelNode whole;
  private final UnaryOperator<RelNode> decorrelate;

  ClosedParts(RelNode whole, UnaryOperator<RelNode> decorrelate) {
    this.whole = whole;
    this.decorrelate = decorrelate;
  }

  /** Returns the plan with those parts flat; the plan itself if it has none. */
  RelNode apply() {
    return whole.accept(this);
  }

  @Override
  protected RelNode rewritten(RelNode node) {
    boolean isPart =
        node != whole && !Decorrelation.isFlat(node) && NestedCorrelations.read(node).isEmpty();
    return isPart ? decorrelate.apply(node) : super.rewritten(node);
  }
}
