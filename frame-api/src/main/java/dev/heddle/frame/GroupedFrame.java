package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.verb.Aggregations;
import java.util.List;

/** The rows of a frame in groups of equal keys; {@link #agg} makes one row of each. Immutable. */
public final class GroupedFrame {
  private final DataFrame frame;
  private final List<NamedExpr> keys;
  private final List<List<Integer>> groupingSets;

  GroupedFrame(DataFrame frame, List<NamedExpr> keys, List<List<Integer>> groupingSets) {
    this.frame = frame;
    this.keys = keys;
    this.groupingSets = groupingSets;
  }

  /**
   * Returns one row for each group: the keys, then these expressions. Null keys are equal and make
   * a group.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="group"}
   *
   * @param aggregates aggregates and computations on them and on the keys
   * @throws AnalysisException if a column outside of an aggregate is not a key, a name occurs
   *     twice, or a name or type is wrong
   */
  public DataFrame agg(Expr... aggregates) {
    return frame.derive(
        Aggregations.aggregate(
            frame.plan(), keys, groupingSets, frame.read(Arguments.all(aggregates, "aggregates"))));
  }

  /** Returns one row for each group: the keys, then the number of rows as column {@code count}. */
  public DataFrame count() {
    return agg(Functions.count().named("count"));
  }
}
