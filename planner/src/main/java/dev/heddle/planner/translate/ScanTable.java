package dev.heddle.planner.translate;

import dev.heddle.io.catalog.Table;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.ColumnStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The table of a scan in a plan; {@code unwrap(io.catalog.Table.class)} gives what is read. Equal
 * if the tables are.
 *
 * @param label unique among the different tables of a query, for digests and explain
 */
record ScanTable(Table table, String label, RelDataType rowType) implements PlainTable {
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
  public RelNode toRel(ToRelContext context) {
    return LogicalTableScan.create(context.getCluster(), this, context.getTableHints());
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
