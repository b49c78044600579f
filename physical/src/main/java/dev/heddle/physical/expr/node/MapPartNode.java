package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys, values or entries of maps as lists; all is shared. */
public final class MapPartNode extends ListNode {
  private final int field;

  /** Takes the field of the entries that is wanted, -1 for all of them. */
  public MapPartNode(Node map, int field, DataType type) {
    super(type, List.of(map));
    this.field = field;
  }

  @Override
  Column compute(ListRows maps, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column entries = maps.elements();
    return Column.lists(
        type,
        rows.count(),
        maps.lists().valuesBuffer().retain(),
        validity == null ? null : validity.retain(),
        (field < 0 ? entries : entries.child(field)).retain());
  }
}
