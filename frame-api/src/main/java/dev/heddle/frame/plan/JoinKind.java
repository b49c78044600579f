package dev.heddle.frame.plan;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Which rows of both sides a join gives. */
public enum JoinKind {
  /** Pairs that match. */
  INNER,
  /** Pairs that match, and left rows without a match beside nulls. */
  LEFT,
  /** Pairs that match, and right rows without a match beside nulls. */
  RIGHT,
  /** Pairs that match, and the rows of both sides without a match beside nulls. */
  FULL,
  /** All pairs. */
  CROSS,
  /** Left rows that have a match, once; only left columns. */
  SEMI,
  /** Left rows that have no match; only left columns. */
  ANTI;

  /** Returns whether the result has the right side's columns. */
  public boolean keepsRightColumns() {
    return this != SEMI && this != ANTI;
  }

  /**
   * Returns the columns of a join, nullable where it adds nulls.
   *
   * @param left columns of the left side
   * @param pairs the left columns and then the right ones, under the names that the result has
   */
  public Schema outputSchema(Schema left, Schema pairs) {
    if (!keepsRightColumns()) {
      return left;
    }
    boolean leftMayLack = this == RIGHT || this == FULL;
    boolean rightMayLack = this == LEFT || this == FULL;
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Field field = pairs.field(i);
      boolean mayLack = i < left.size() ? leftMayLack : rightMayLack;
      fields.add(new Field(field.name(), field.type(), field.nullable() || mayLack));
    }
    return new Schema(fields);
  }
}
