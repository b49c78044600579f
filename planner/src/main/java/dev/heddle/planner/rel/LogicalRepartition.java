package dev.heddle.planner.rel;

import dev.heddle.frame.plan.PartitionKind;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;

/** Puts the same rows into other parts; see {@link PartitionKind}. */
public final class LogicalRepartition extends SingleRel {
  private final PartitionKind kind;
  private final int parts;
  private final RelCollation keys;

  private LogicalRepartition(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      PartitionKind kind,
      int parts,
      RelCollation keys) {
    super(cluster, traits, input);
    this.kind = kind;
    this.parts = parts;
    this.keys = keys;
  }

  /** Makes a node. */
  public static LogicalRepartition create(
      RelNode input, PartitionKind kind, int parts, RelCollation keys) {
    RelOptCluster cluster = input.getCluster();
    return new LogicalRepartition(
        cluster, cluster.traitSetOf(Convention.NONE), input, kind, parts, keys);
  }

  /** Returns what decides which part a row is in. */
  public PartitionKind kind() {
    return kind;
  }

  /** Returns how many parts there are; 0 if it stays the same. */
  public int parts() {
    return parts;
  }

  /** Returns the columns that decide, the most significant first. */
  public RelCollation keys() {
    return keys;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LogicalRepartition(getCluster(), traits, sole(inputs), kind, parts, keys);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("kind", kind).item("parts", parts).item("keys", keys);
  }
}
