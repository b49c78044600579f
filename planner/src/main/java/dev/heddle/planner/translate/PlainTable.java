package dev.heddle.planner.translate;

import java.util.List;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelDistributions;
import org.apache.calcite.rel.RelReferentialConstraint;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** A table that promises Calcite nothing: no schema around it, no order, no keys. */
interface PlainTable extends RelOptTable {
  @Override
  default @Nullable RelOptSchema getRelOptSchema() {
    return null;
  }

  @Override
  default List<RelCollation> getCollationList() {
    return List.of();
  }

  @Override
  default RelDistribution getDistribution() {
    return RelDistributions.ANY;
  }

  @Override
  default boolean isKey(ImmutableBitSet columns) {
    return false;
  }

  @Override
  default List<ImmutableBitSet> getKeys() {
    return List.of();
  }

  @Override
  default List<RelReferentialConstraint> getReferentialConstraints() {
    return List.of();
  }

  @Override
  @SuppressWarnings("rawtypes") // as Calcite declares it
  default @Nullable Expression getExpression(Class type) {
    return null;
  }
}
