package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.list.ListRows;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts of lists as one, with a separator between them; nulls are left out, and a list of
 * nothing else gives null.
 */
public final class ListJoinNode extends ListNode {
  public ListJoinNode(List<Node> arguments) {
    super(DataType.STRING, arguments);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column texts = Gather.decode(lists.elements(), rows.account());
    try {
      Buffer withTexts = withTexts(lists, texts, rows);
      try (ViewWriter writer = new ViewWriter(DataType.STRING, rows.count(), rows.account())) {
        for (int row = 0; row < rows.count(); row++) {
          if (lists.isPresent(row)) {
            long separator = operands[1].values() + step(operands, 1) * row;
            write(lists, texts, row, separator, operands[1].dataAddresses(), writer);
          }
        }
        return build(writer, Validity.both(validity, withTexts, rows.count(), rows.account()));
      } finally {
        if (withTexts != null) {
          withTexts.release();
        }
      }
    } finally {
      texts.release();
    }
  }

  private static Column build(ViewWriter writer, @Nullable Buffer validity) {
    try {
      return writer.build(validity);
    } finally {
      if (validity != null) {
        validity.release();
      }
    }
  }

  /** Returns which lists do not consist of nulls, or null if none does. */
  private static @Nullable Buffer withTexts(ListRows lists, Column texts, EvaluatedRows rows) {
    Buffer result = null;
    for (int row = 0; row < rows.count(); row++) {
      if (lists.isPresent(row) && isAllNull(lists, texts, row)) {
        if (result == null) {
          result = rows.account().allocate(Bits.bytesFor(rows.count()));
          Validity.fill(result.address(), rows.count());
        }
        Bits.clear(result.address(), row);
      }
    }
    return result;
  }

  private static boolean isAllNull(ListRows lists, Column texts, int row) {
    int start = lists.start(row);
    int end = start + lists.length(row);
    for (int i = start; i < end; i++) {
      if (!texts.isNull(i)) {
        return false;
      }
    }
    return end > start;
  }

  private static void write(
      ListRows lists, Column texts, int row, long separator, long[] data, ViewWriter writer) {
    int start = lists.start(row);
    int end = start + lists.length(row);
    int width = StringViews.length(separator);
    long total = 0;
    for (int i = start; i < end; i++) {
      total += texts.isNull(i) ? 0 : width + StringViews.length(texts.values() + 16L * i);
    }
    long to = writer.reserve(total);
    long at = to;
    boolean isFirst = true;
    for (int i = start; i < end; i++) {
      if (!texts.isNull(i)) {
        if (!isFirst) {
          Memory.copy(StringViews.address(separator, data), at, width);
          at += width;
        }
        long view = texts.values() + 16L * i;
        Memory.copy(StringViews.address(view, texts.dataAddresses()), at, StringViews.length(view));
        at += StringViews.length(view);
        isFirst = false;
      }
    }
    writer.set(row, (int) (at - to));
  }
}
