package dev.heddle.planner.rel;

import dev.heddle.frame.plan.AsOfDirection;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.ImmutableIntList;

/**
 * Each left row once, beside the right row that is next to it in an order among those with equal
 * keys, or beside nulls: the left columns, then the right ones.
 *
 * <p>The right side has no null in its keys and its place. It is a node of its own since Calcite's
 * rules take an as-of join for a join that matches all pairs of a condition.
 */
public final class LogicalAsOf extends BiRel implements KeepsLeftRows {
  private final AsOfSearch search;

  /**
   * What is looked for.
   *
   * @param leftKeys columns of the left side
   * @param rightKeys columns of the right side that must equal them, of the same types
   * @param leftOn column of the left side with a row's place
   * @param rightOn column of the right side with a row's place, of the same type
   * @param direction where a left row looks
   * @param allowsEqual whether a right row at the same place is found
   */
  public record AsOfSearch(
      ImmutableIntList leftKeys,
      ImmutableIntList rightKeys,
      int leftOn,
      int rightOn,
      AsOfDirection direction,
      boolean allowsEqual) {}

  private LogicalAsOf(
      RelOptCluster cluster, RelTraitSet traits, RelNode left, RelNode right, AsOfSearch search) {
    super(cluster, traits, left, right);
    this.search = search;
  }

  /** Makes a node over two inputs. */
  public static LogicalAsOf create(RelNode left, RelNode right, AsOfSearch search) {
    return new LogicalAsOf(left.getCluster(), left.getTraitSet(), left, right, search);
  }

  /** Returns what is looked for. */
  public AsOfSearch search() {
    return search;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LogicalAsOf(getCluster(), traits, inputs.get(0), inputs.get(1), search);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    RelDataTypeFactory.Builder builder =
        types.builder().addAll(getLeft().getRowType().getFieldList());
    for (RelDataTypeField field : getRight().getRowType().getFieldList()) {
      builder.add(field.getName(), types.createTypeWithNullability(field.getType(), true));
    }
    return builder.uniquify().build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("search", search.direction())
        .item("allowsEqual", search.allowsEqual())
        .item("on", List.of(search.leftOn(), search.rightOn()))
        .item("leftKeys", search.leftKeys())
        .item("rightKeys", search.rightKeys());
  }
}
