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
 * Appends a DOUBLE column with a number from 0 up to but not 1 for each row: independent and
 * uniform, made from the seed and the place of the row.
 *
 * <p>Nothing may be moved through it that changes rows or their order.
 */
public final class LogicalRandomKey extends SingleRel implements AppendsShare, PlaceDependent {
  private final long seed;
  private final boolean isOfQuery;

  private LogicalRandomKey(
      RelOptCluster cluster, RelTraitSet traits, RelNode input, long seed, boolean isOfQuery) {
    super(cluster, traits, input);
    this.seed = seed;
    this.isOfQuery = isOfQuery;
  }

  /** Makes a node by a seed that the query states. */
  public static LogicalRandomKey create(RelNode input, long seed) {
    RelOptCluster cluster = input.getCluster();
    return new LogicalRandomKey(cluster, cluster.traitSetOf(Convention.NONE), input, seed, false);
  }

  /** Makes a node by a seed of this run of the query, whose plan is then of no use for another. */
  public static LogicalRandomKey ofQuery(RelNode input, long seed) {
    RelOptCluster cluster = input.getCluster();
    return new LogicalRandomKey(cluster, cluster.traitSetOf(Convention.NONE), input, seed, true);
  }

  /** Returns this node over other rows. */
  public LogicalRandomKey over(RelNode input) {
    return copy(getTraitSet(), List.of(input));
  }

  /** Returns whether the seed is of this run of the query. */
  public boolean isOfQuery() {
    return isOfQuery;
  }

  /** Returns what the numbers follow from. */
  public long seed() {
    return seed;
  }

  @Override
  public LogicalRandomKey copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LogicalRandomKey(getCluster(), traits, sole(inputs), seed, isOfQuery);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    return types
        .builder()
        .addAll(getInput().getRowType().getFieldList())
        .add("$random", types.createSqlType(SqlTypeName.DOUBLE))
        .build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("seed", seed);
  }
}
