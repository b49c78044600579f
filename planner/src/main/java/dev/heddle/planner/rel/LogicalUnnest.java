package dev.heddle.planner.rel;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Gives a row for each element of a column of lists, or for each entry of one of maps: the input's
 * columns, then the element (an entry is a struct of a key and a value), and, if wanted, a BIGINT
 * with its position from 1.
 */
public final class LogicalUnnest extends SingleRel {
  private final int list;
  private final boolean keepsEmpty;
  private final boolean withPosition;

  private LogicalUnnest(
      RelTraitSet traits, RelNode input, int list, boolean keepsEmpty, boolean withPosition) {
    super(input.getCluster(), traits, input);
    this.list = list;
    this.keepsEmpty = keepsEmpty;
    this.withPosition = withPosition;
  }

  /** Makes the node of a plan over a column of the input. */
  public static LogicalUnnest of(LogicalPlan.Unnest plan, RelNode input, int list) {
    return of(input, list, plan.keepsEmpty(), plan.withPosition());
  }

  /** Makes the node of a plan over a column of the input. */
  public static LogicalUnnest of(LogicalPlan.Explode plan, RelNode input, int list) {
    return of(input, list, plan.keepsEmpty(), plan.position() != null);
  }

  private static LogicalUnnest of(
      RelNode input, int list, boolean keepsEmpty, boolean withPosition) {
    RelTraitSet traits = input.getCluster().traitSetOf(Convention.NONE);
    return new LogicalUnnest(traits, input, list, keepsEmpty, withPosition);
  }

  /** Returns the same over a column of another input. */
  public LogicalUnnest over(RelNode other, int column) {
    return of(other, column, keepsEmpty, withPosition);
  }

  /** Returns the position of the column of lists. */
  public int list() {
    return list;
  }

  /** Returns whether a row whose list is null or empty stays, with nulls. */
  public boolean keepsEmpty() {
    return keepsEmpty;
  }

  /** Returns whether the positions of the elements are given. */
  public boolean withPosition() {
    return withPosition;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LogicalUnnest(traits, sole(inputs), list, keepsEmpty, withPosition);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    RelDataType given = getInput().getRowType().getFieldList().get(list).getType();
    RelDataTypeFactory.Builder builder =
        types
            .builder()
            .addAll(getInput().getRowType().getFieldList())
            .add("$element", element(types, given));
    if (withPosition) {
      RelDataType position = types.createSqlType(SqlTypeName.BIGINT);
      builder.add("$position", types.createTypeWithNullability(position, keepsEmpty));
    }
    return builder.build();
  }

  private static RelDataType element(RelDataTypeFactory types, RelDataType given) {
    DataType element =
        switch (TypeMapping.dataType(given)) {
          case DataType.ListOf lists -> lists.element();
          case DataType.MapOf map -> map.entry();
          case DataType other -> throw new IllegalStateException("No list: " + other.sqlName());
        };
    return TypeMapping.nullableType(types, element);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("list", list)
        .item("keepsEmpty", keepsEmpty)
        .item("withPosition", withPosition);
  }
}
