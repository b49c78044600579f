package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/**
 * The input's rows, which are computed once for all that read them in a plan: computed again they
 * might be others. Nothing is moved through it.
 */
public final class SharedRows extends SingleRel {
  private SharedRows(RelOptCluster cluster, RelTraitSet traits, RelNode input) {
    super(cluster, traits, input);
  }

  /** Makes a node. */
  public static SharedRows create(RelNode input) {
    RelOptCluster cluster = input.getCluster();
    return new SharedRows(cluster, cluster.traitSetOf(Convention.NONE), input);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new SharedRows(getCluster(), traits, sole(inputs));
  }
}
