package dev.heddle.planner.translate;

import dev.heddle.io.catalog.Table;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelDistributions;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelReferentialConstraint;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.ColumnStrategy;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The table of a scan in a plan; {@code unwrap(io.catalog.Table.class)} gives what is read. Equal
 * if the tables are.
 *
 * @param label unique among the different tables of a query, for digests and explain
 */
record ScanTable(Table table, String label, RelDataType rowType) implements RelOptTable {
  @Override
  public List<String> getQualifiedName() {
    return List.of(label);
  }

  @Override
  public double getRowCount() {
    return table.statistics().rowCount().orElse(1000);
  }

  @Override
  public RelDataType getRowType() {
    return rowType;
  }

  @Override
  public @Nullable RelOptSchema getRelOptSchema() {
    return null;
  }

  @Override
  public RelNode toRel(ToRelContext context) {
    return LogicalTableScan.create(context.getCluster(), this, context.getTableHints());
  }

  @Override
  public List<RelCollation> getCollationList() {
    return List.of();
  }

  @Override
  public RelDistribution getDistribution() {
    return RelDistributions.ANY;
  }

  @Override
  public boolean isKey(ImmutableBitSet columns) {
    return false;
  }

  @Override
  public List<ImmutableBitSet> getKeys() {
    return List.of();
  }

  @Override
  public List<RelReferentialConstraint> getReferentialConstraints() {
    return List.of();
  }

  @Override
  @SuppressWarnings("rawtypes") // as Calcite declares it
  public @Nullable Expression getExpression(Class type) {
    return null;
  }

  @Override
  public RelOptTable extend(List<RelDataTypeField> extendedFields) {
    throw new UnsupportedOperationException("columns cannot be added to " + label);
  }

  @Override
  public List<ColumnStrategy> getColumnStrategies() {
    return Collections.nCopies(rowType.getFieldCount(), ColumnStrategy.NULLABLE);
  }

  @Override
  public <C> @Nullable C unwrap(Class<C> form) {
    if (form.isInstance(table)) {
      return form.cast(table);
    }
    return form.isInstance(this) ? form.cast(this) : null;
  }
}
