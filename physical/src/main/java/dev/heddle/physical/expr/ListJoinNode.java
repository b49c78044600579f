package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.ListRows;
import dev.heddle.physical.kernel.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts of lists as one, with a separator between them; nulls are left out. */
final class ListJoinNode extends ListNode {
  ListJoinNode(List<Node> arguments) {
    super(DataType.STRING, arguments);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, Rows rows, @Nullable Buffer validity) {
    Column texts = Gather.decode(lists.elements(), rows.account());
    try (ViewWriter writer = new ViewWriter(DataType.STRING, rows.count(), rows.account())) {
      for (int row = 0; row < rows.count(); row++) {
        if (lists.isPresent(row)) {
          long separator = operands[1].values() + step(operands, 1) * row;
          write(lists, texts, row, separator, operands[1].dataAddresses(), writer);
        }
      }
      return writer.build(validity);
    } finally {
      texts.release();
    }
  }

  private static void write(
      ListRows lists, Column texts, int row, long separator, long[] data, ViewWriter writer) {
    int start = lists.start(row);
    int end = start + lists.length(row);
    int width = Views.length(separator);
    long total = 0;
    for (int i = start; i < end; i++) {
      total += texts.isNull(i) ? 0 : width + Views.length(texts.values() + 16L * i);
    }
    long to = writer.reserve(total);
    long at = to;
    boolean isFirst = true;
    for (int i = start; i < end; i++) {
      if (!texts.isNull(i)) {
        if (!isFirst) {
          Memory.copy(Views.address(separator, data), at, width);
          at += width;
        }
        long view = texts.values() + 16L * i;
        Memory.copy(Views.address(view, texts.dataAddresses()), at, Views.length(view));
        at += Views.length(view);
        isFirst = false;
      }
    }
    writer.set(row, (int) (at - to));
  }
}
