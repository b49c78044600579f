package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.list.ListPicks;
import dev.heddle.physical.kernel.list.ListRows;
import dev.heddle.physical.kernel.list.ListSums;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lengths, counts, sums and averages of lists, and whether they contain a value. */
public final class ListNumberNode extends ListNode {
  private final ScalarFunction function;

  public ListNumberNode(ScalarFunction function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(type, rows)) {
      switch (function) {
        case LENGTH -> {
          for (int row = 0; row < rows.count(); row++) {
            Memory.putLong(output.values() + 8L * row, lists.length(row));
          }
        }
        case LIST_COUNT -> count(lists, rows, output.values());
        case CONTAINS -> contains(lists, operands, rows, output.values());
        case LIST_SUM -> {
          ListSums.sums(lists, type, output.values(), output.copyValidity(validity));
          return output.buildTrimmed();
        }
        case LIST_AVG -> {
          DataType element = lists.elements().type();
          ListSums.averages(lists, element, output.values(), output.copyValidity(validity));
          return output.buildTrimmed();
        }
        default -> throw new IllegalStateException("No number of a list: " + function);
      }
      return output.build(validity);
    }
  }

  private static void count(ListRows lists, EvaluatedRows rows, long output) {
    Column elements = lists.elements();
    for (int row = 0; row < rows.count(); row++) {
      int start = lists.start(row);
      long count = 0;
      for (int i = 0; i < lists.length(row); i++) {
        count += elements.isNull(start + i) ? 0 : 1;
      }
      Memory.putLong(output + 8L * row, count);
    }
  }

  private void contains(ListRows lists, Column[] operands, EvaluatedRows rows, long output) {
    Column elements = lists.elements();
    boolean isMap = lists.lists().type() instanceof DataType.MapOf;
    Buffer positions = rows.account().allocate(4L * rows.count());
    try {
      long found = positions.address();
      ListPicks.of(lists, isMap ? elements.child(0) : elements, operands[1], found);
      for (int row = 0; row < rows.count(); row++) {
        if (Memory.getInt(found + 4L * row) >= 0) {
          Bits.set(output, row);
        } else {
          Bits.clear(output, row);
        }
      }
    } finally {
      positions.release();
    }
  }

  @Override
  public boolean canFail() {
    return super.canFail() || (function == ScalarFunction.LIST_SUM && !type.isFloat());
  }
}
