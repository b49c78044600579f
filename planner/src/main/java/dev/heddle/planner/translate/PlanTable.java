package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.Wrapper;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlAccessType;
import org.apache.calcite.sql.validate.SqlModality;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.jspecify.annotations.Nullable;

/**
 * A name in SQL text as Calcite's validator and converter see it: columns, and a plan that is put
 * in its place.
 */
final class PlanTable extends AbstractTable implements Wrapper {
  private final String name;
  private final LogicalPlan plan;
  private final RelDataType rowType;
  private final Function<LogicalPlan, RelNode> rows;

  PlanTable(
      String name, LogicalPlan plan, RelDataType rowType, Function<LogicalPlan, RelNode> rows) {
    this.name = name;
    this.plan = plan;
    this.rowType = rowType;
    this.rows = rows;
  }

  String name() {
    return name;
  }

  LogicalPlan plan() {
    return plan;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return rowType;
  }

  @Override
  public <C> @Nullable C unwrap(Class<C> form) {
    return form == Prepare.PreparingTable.class ? form.cast(new Reference()) : super.unwrap(form);
  }

  /** The table as the validator's namespace holds it. */
  private final class Reference extends Prepare.AbstractPreparingTable implements PlainTable {
    @Override
    public List<String> getQualifiedName() {
      return List.of(name);
    }

    @Override
    public RelDataType getRowType() {
      return rowType;
    }

    @Override
    public RelNode toRel(ToRelContext context) {
      return rows.apply(plan);
    }

    @Override
    public double getRowCount() {
      return 1;
    }

    @Override
    protected RelOptTable extend(Table extended) {
      throw new UnsupportedOperationException("columns cannot be added to " + name);
    }

    @Override
    public SqlMonotonicity getMonotonicity(String column) {
      return SqlMonotonicity.NOT_MONOTONIC;
    }

    @Override
    public SqlAccessType getAllowedAccess() {
      return SqlAccessType.READ_ONLY;
    }

    @Override
    public boolean supportsModality(SqlModality modality) {
      return modality == SqlModality.RELATION;
    }

    @Override
    public boolean isTemporal() {
      return false;
    }

    @Override
    public <C> @Nullable C unwrap(Class<C> form) {
      if (form.isInstance(PlanTable.this)) {
        return form.cast(PlanTable.this);
      }
      return form.isInstance(this) ? form.cast(this) : null;
    }
  }
}
