package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.io.values.ValueAppender;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function that is computed row by row from Java values: for functions that are seldom called for
 * many rows, or whose own work is large beside that of the values.
 */
final class RowCallNode extends StrictNode {
  /** Computes a value, or null, from arguments that are not null. */
  interface Function {
    @Nullable Object apply(Object[] arguments);
  }

  private final Function function;

  RowCallNode(Function function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    CheckedColumn[] columns = new CheckedColumn[operands.length];
    Object[] row = new Object[operands.length];
    for (int j = 0; j < operands.length; j++) {
      int count = isRepeated(j) ? 1 : rows.count();
      columns[j] = new CheckedColumn(new OffHeapValues(operands[j]), count, () -> false);
      if (isRepeated(j)) {
        row[j] = Objects.requireNonNull(columns[j].value(0), "constant is null");
      }
    }
    try (ColumnBuilder results = new ColumnBuilder(type, rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity != null && !Bits.get(validity.address(), i)) {
          results.appendNull();
          continue;
        }
        for (int j = 0; j < columns.length; j++) {
          if (!isRepeated(j)) {
            row[j] = Objects.requireNonNull(columns[j].value(i), "argument is null");
          }
        }
        Object value = function.apply(row);
        if (value == null) {
          results.appendNull();
        } else {
          ValueAppender.append(results, type, value);
        }
      }
      return results.build();
    }
  }

  @Override
  boolean canFail() {
    return true;
  }
}
