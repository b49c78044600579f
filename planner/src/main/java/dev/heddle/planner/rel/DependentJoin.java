package dev.heddle.planner.rel;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Left rows, each joined with the rows of a plan that is computed for it anew. The right plan reads
 * the left row by field accesses of a correlation variable.
 *
 * <p>What subqueries and lateral joins are translated to. Decorrelation leaves none.
 */
public final class DependentJoin extends BiRel {
  /** What becomes of a left row and the right rows that it matches. */
  public enum Kind {
    /** Each pair: left columns, then right ones. */
    INNER,
    /** Each pair, or the left row beside nulls. */
    LEFT,
    /** The left row if there is a match. */
    SEMI,
    /** The left row if there is no match. */
    ANTI,
    /**
     * The left row with a boolean: true if the predicate is for some right row, else null if it is
     * null for some right row, else false.
     */
    MARK,
    /** As {@link #LEFT}, and a second match of a left row is an error. */
    SINGLE
  }

  private final Kind kind;
  private final CorrelationId variable;
  private final RexNode predicate;

  private DependentJoin(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode left,
      RelNode right,
      Kind kind,
      CorrelationId id,
      RexNode predicate) {
    super(cluster, traits, left, right);
    this.kind = kind;
    this.variable = id;
    this.predicate = predicate;
  }

  /**
   * Makes a node.
   *
   * @param id variable by which the right plan reads the left row
   * @param predicate over left's columns, then right's: which right rows match
   */
  public static DependentJoin create(
      RelNode left, RelNode right, Kind kind, CorrelationId id, RexNode predicate) {
    RelOptCluster cluster = left.getCluster();
    return new DependentJoin(
        cluster, cluster.traitSetOf(Convention.NONE), left, right, kind, id, predicate);
  }

  /** Returns what becomes of the rows. */
  public Kind kind() {
    return kind;
  }

  /** Returns the variable by which the right plan reads the left row. */
  public CorrelationId id() {
    return variable;
  }

  /** Returns which right rows match, over left's columns, then right's. */
  public RexNode predicate() {
    return predicate;
  }

  @Override
  public Set<CorrelationId> getVariablesSet() {
    return Set.of(variable);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new DependentJoin(
        getCluster(), traits, inputs.get(0), inputs.get(1), kind, variable, predicate);
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    RexNode changed = shuttle.apply(predicate);
    return changed.equals(predicate) ? this : create(left, right, kind, variable, changed);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    RelDataTypeFactory.Builder builder = types.builder().addAll(left.getRowType().getFieldList());
    switch (kind) {
      case INNER -> builder.addAll(right.getRowType().getFieldList());
      case LEFT, SINGLE -> {
        for (RelDataTypeField field : right.getRowType().getFieldList()) {
          builder.add(field.getName(), types.createTypeWithNullability(field.getType(), true));
        }
      }
      case MARK ->
          builder.add(
              "$mark",
              types.createTypeWithNullability(
                  types.createSqlType(SqlTypeName.BOOLEAN), predicate.getType().isNullable()));
      case SEMI, ANTI -> {}
    }
    return builder.uniquify().build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("kind", kind)
        .item("id", variable)
        .item("predicate", predicate);
  }
}
