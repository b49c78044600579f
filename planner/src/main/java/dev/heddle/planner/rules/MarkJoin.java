package dev.heddle.planner.rules;

import dev.heddle.planner.rel.KeepsLeftRows;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Keeps each left row and appends a boolean: the condition's disjunction over all right rows, in
 * three-valued logic. True if it is true for some row, else unknown if it is unknown for some row,
 * else false.
 *
 * <p>That is SQL's {@code IN}; an {@code EXISTS} wraps its condition in {@code IS TRUE}. It is a
 * node of its own, since Calcite's rules take a join condition that is unknown for one that is
 * false.
 */
public final class MarkJoin extends BiRel implements KeepsLeftRows {
  private final RexNode condition;

  private MarkJoin(
      RelOptCluster cluster, RelTraitSet traits, RelNode left, RelNode right, RexNode condition) {
    super(cluster, traits, left, right);
    this.condition = condition;
  }

  /** Makes a mark join; the condition reads left's columns, then right's. */
  public static MarkJoin create(RelNode left, RelNode right, RexNode condition) {
    return new MarkJoin(left.getCluster(), left.getTraitSet(), left, right, condition);
  }

  /** Returns the condition over left's columns, then right's. */
  public RexNode condition() {
    return condition;
  }

  /** Returns the position of the mark among the output's columns. */
  public int markColumn() {
    return getLeft().getRowType().getFieldCount();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new MarkJoin(getCluster(), traits, inputs.get(0), inputs.get(1), condition);
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    RexNode changed = shuttle.apply(condition);
    return changed.equals(condition) ? this : create(getLeft(), getRight(), changed);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    RelDataType mark =
        types.createTypeWithNullability(types.createSqlType(SqlTypeName.BOOLEAN), true);
    return types.builder().addAll(getLeft().getRowType().getFieldList()).add("$mark", mark).build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("condition", condition);
  }
}
