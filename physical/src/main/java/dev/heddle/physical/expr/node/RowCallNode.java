package dev.heddle.physical.expr.node;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.io.values.ValueAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that is computed row by row from Java values: for functions that are seldom called for
 * many rows, or whose own work is large beside that of the values.
 */
public final class RowCallNode extends StrictNode {
  /** Computes a value, or null, from arguments of which the strict ones are not null. */
  interface Function {
    @Nullable Object apply(@Nullable Object[] arguments);
  }

  private final Function function;
  private final int strict;

  public RowCallNode(Function function, List<Node> arguments, DataType type) {
    this(function, arguments, arguments.size(), type);
  }

  /**
   * Makes a call of whose arguments only the first ones, which are strict, make the result null.
   */
  public RowCallNode(Function function, List<Node> arguments, int strict, DataType type) {
    super(type, arguments);
    this.function = function;
    this.strict = strict;
  }

  @Override
  boolean isStrict(int argument) {
    return argument < strict;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    CheckedColumn[] columns = new CheckedColumn[operands.length];
    @Nullable Object[] row = new Object[operands.length];
    for (int j = 0; j < operands.length; j++) {
      int count = isRepeated(j) ? 1 : rows.count();
      columns[j] = new CheckedColumn(new OffHeapValues(operands[j]), count, () -> false);
      if (isRepeated(j)) {
        row[j] = columns[j].value(0);
      }
    }
    try (ColumnBuilder results = new ColumnBuilder(type, rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        CancelPoint.check();
        if (validity != null && !Bits.get(validity.address(), i)) {
          results.appendNull();
          continue;
        }
        for (int j = 0; j < columns.length; j++) {
          if (!isRepeated(j)) {
            row[j] = columns[j].value(i);
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
  public boolean canFail() {
    return true;
  }
}
