package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.list.ListOrders;
import dev.heddle.physical.kernel.list.ListRows;
import dev.heddle.physical.kernel.list.MapKeys;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A map of a list of keys and a list of values. */
public final class MapOfNode extends ListNode {
  private final ZoneId zone;

  public MapOfNode(List<Node> arguments, DataType type, ZoneId zone) {
    super(type, arguments);
    this.zone = zone;
  }

  @Override
  Column compute(ListRows keys, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    ListRows values = new ListRows(operands[1], isRepeated(1), address(validity), rows.count());
    for (int row = 0; row < rows.count(); row++) {
      check(keys, values, row);
    }
    Column keyLists =
        reordered(keys, operands[0].type(), keys.elements(), rows, validity, ListOrders::keep);
    try {
      Column valueLists =
          reordered(values, operands[1].type(), values.elements(), rows, null, ListOrders::keep);
      try {
        DataType entry = ((DataType.MapOf) type).entry();
        Column entries =
            Column.structs(
                entry,
                keyLists.child(0).rows(),
                null,
                keyLists.child(0).retain(),
                valueLists.child(0).retain());
        return Column.lists(
            type,
            rows.count(),
            keyLists.valuesBuffer().retain(),
            validity == null ? null : validity.retain(),
            entries);
      } finally {
        valueLists.release();
      }
    } finally {
      keyLists.release();
    }
  }

  private void check(ListRows keys, ListRows values, int row) {
    int length = keys.length(row);
    if (values.length(row) != length) {
      throw Failures.argument(
          "Cannot make a map of "
              + length
              + " keys and "
              + values.length(row)
              + " values; give one value for each key");
    }
    String fault = MapKeys.fault(keys.elements(), keys.start(row), length, zone);
    if (fault != null) {
      throw Failures.argument("Cannot make a map with " + fault);
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
