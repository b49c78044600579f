package dev.heddle.planner.decorrelate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Puts other expressions in the place of columns and of fields of outer rows. */
final class Rebinding extends RexShuttle {
  private final IntFunction<RexNode> columns;
  private final Function<RexFieldAccess, RexNode> fields;

  /** Makes a rebinding of columns; the fields of outer rows stay. */
  static Rebinding ofColumns(IntFunction<RexNode> columns) {
    return new Rebinding(columns, access -> access);
  }

  /**
   * Makes a rebinding.
   *
   * @param columns what the columns become
   * @param fields what the fields of outer rows become
   */
  Rebinding(IntFunction<RexNode> columns, Function<RexFieldAccess, RexNode> fields) {
    this.columns = columns;
    this.fields = fields;
  }

  @Override
  public RexNode visitInputRef(RexInputRef reference) {
    return columns.apply(reference.getIndex());
  }

  @Override
  public RexNode visitFieldAccess(RexFieldAccess access) {
    return Correlations.access(access) == null ? access : fields.apply(access);
  }

  List<RexNode> all(List<RexNode> expressions) {
    List<RexNode> rebound = new ArrayList<>(expressions.size());
    for (RexNode expression : expressions) {
      rebound.add(expression.accept(this));
    }
    return rebound;
  }
}
