package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Appends a BIGINT column that counts the rows in the input's order.
 *
 * <p>A node of its own, since a window function does not specify the order that rows come in.
 * Nothing may be moved through it that changes rows or their order.
 */
public final class LogicalRowIndex extends SingleRel implements PlaceDependent {
  private final long start;

  private LogicalRowIndex(RelOptCluster cluster, RelTraitSet traits, RelNode input, long start) {
    super(cluster, traits, input);
    this.start = start;
  }

  /** Makes a node; the first row gets {@code start}. */
  public static LogicalRowIndex create(RelNode input, long start) {
    RelOptCluster cluster = input.getCluster();
    return new LogicalRowIndex(cluster, cluster.traitSetOf(Convention.NONE), input, start);
  }

  /** Returns the number of the first row. */
  public long start() {
    return start;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LogicalRowIndex(getCluster(), traits, sole(inputs), start);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    return types
        .builder()
        .addAll(getInput().getRowType().getFieldList())
        .add("$index", types.createSqlType(SqlTypeName.BIGINT))
        .build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("start", start);
  }
}
