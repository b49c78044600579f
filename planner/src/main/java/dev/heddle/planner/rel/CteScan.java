package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The rows of a definition, which are computed once for all that read them. A leaf: what goes over
 * a plan meets a definition once, whatever the number of its readers.
 */
public final class CteScan extends AbstractRelNode {
  private final CteDefinition definition;

  private CteScan(RelOptCluster cluster, RelTraitSet traits, CteDefinition definition) {
    super(cluster, traits);
    this.definition = definition;
  }

  /** Makes a reader of a definition. */
  public static CteScan create(CteDefinition definition) {
    RelOptCluster cluster = definition.plan().getCluster();
    return new CteScan(cluster, cluster.traitSetOf(Convention.NONE), definition);
  }

  /** Returns what it reads. */
  public CteDefinition definition() {
    return definition;
  }

  @Override
  protected RelDataType deriveRowType() {
    return definition.rowType();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("cte", definition.number());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }
}
