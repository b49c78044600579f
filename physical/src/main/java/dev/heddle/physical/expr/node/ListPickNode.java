package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.ListPicks;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One element of a list, or one value of a map; null where there is none. */
public final class ListPickNode extends ListNode {
  private final ScalarFunction function;
  private final boolean isMap;

  public ListPickNode(ScalarFunction function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
    this.isMap = arguments.getFirst().type instanceof DataType.MapOf;
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column elements = isMap ? lists.elements().child(1) : lists.elements();
    Buffer positions = rows.account().allocate(4L * rows.count());
    try {
      long output = positions.address();
      switch (function) {
        case LIST_MIN -> ListPicks.smallest(lists, output);
        case LIST_MAX -> ListPicks.largest(lists, output);
        default -> {
          if (isMap) {
            ListPicks.of(lists, lists.elements().child(0), operands[1], output);
          } else {
            ListPicks.at(lists, operands[1].values(), step(operands, 1), output);
          }
        }
      }
      return Gather.rowsOrNull(elements, output, rows.count(), rows.account());
    } finally {
      positions.release();
    }
  }
}
