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
    ElementBatches batches = new ElementBatches(lists, rows);
    if (batches.hasNext() && batches.isLast()) {
      try (ElementBatch elements = batches.next()) {
        return part(lists, elements);
      }
    }
    try (ColumnAppender results =
        new ColumnAppender(((DataType.ListOf) type).element(), rows.account())) {
      while (batches.hasNext()) {
        try (ElementBatch elements = batches.next()) {
          Column part = part(lists, elements);
          try {
            results.appendRange(part, 0, elements.count());
          } finally {
            part.release();
          }
        }
      }
      return results.build();
    }
  }

  private static Column part(ListRows lists, ElementBatch elements) {
    Column values = elements.values(lists.elements());
    try {
      return elements.evaluate(values, values);
    } finally {
      values.release();
    }
  }
}
