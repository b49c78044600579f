package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.list.ListRows;
import org.jspecify.annotations.Nullable;

/** Lists of what an expression gives for each element. */
public final class ListTransformNode extends LambdaNode {
  public ListTransformNode(Node list, int binding, Node body, DataType type) {
    super(list, binding, body, type);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer ranges = rows.account().allocate(8L * count);
    try {
      Column results = results(lists, rows, ranges.address());
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, count, ranges.retain(), kept, results);
    } finally {
      ranges.release();
    }
  }

  private Column results(ListRows lists, EvaluatedRows rows, long ranges) {
    int total = 0;
    for (int row = 0; row < rows.count(); row++) {
      Memory.putInt(ranges + 8L * row, total);
      Memory.putInt(ranges + 8L * row + 4, lists.length(row));
      total = Math.addExact(total, lists.length(row));
    }
    int end = end(lists, 0);
    if (end == rows.count() && total > 0) {
      return part(lists, rows, 0, end);
    }
    try (ColumnAppender results =
        new ColumnAppender(((DataType.ListOf) type).element(), rows.account())) {
      for (int from = 0; total > 0 && from < rows.count(); from = end) {
        end = end(lists, from);
        Column part = part(lists, rows, from, end);
        try {
          results.appendRange(part, 0, total(lists, from, end));
        } finally {
          part.release();
        }
      }
      return results.build();
    }
  }

  private Column part(ListRows lists, EvaluatedRows rows, int from, int to) {
    try (ElementBatch elements = elements(lists, rows, from, to)) {
      Column values = elements.values(lists.elements());
      try {
        return elements.evaluate(values, values);
      } finally {
        values.release();
      }
    }
  }
}
