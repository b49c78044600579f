package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.NestedBytes;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nested values as bytes that are equal where they are, or back. */
public final class NestedBytesNode extends StrictNode {
  private final NestedBytes bytes = new NestedBytes();

  public NestedBytesNode(Node input, DataType type) {
    super(type, List.of(input));
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    return type.isNested() ? read(operands[0], rows, validity) : write(operands[0], rows, validity);
  }

  private int row(int row) {
    return isRepeated(0) ? 0 : row;
  }

  private static boolean isPresent(@Nullable Buffer validity, int row) {
    return validity == null || Bits.get(validity.address(), row);
  }

  private Column write(Column source, EvaluatedRows rows, @Nullable Buffer validity) {
    try (ViewWriter writer = new ViewWriter(type, rows.count(), rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (!isPresent(validity, i)) {
          continue;
        }
        if (i > 0 && isPresent(validity, i - 1) && isSamePlace(source, row(i - 1), row(i))) {
          writer.repeat(i - 1, i);
        } else {
          long to = writer.reserve(NestedBytes.size(source, row(i)));
          writer.set(i, (int) (NestedBytes.write(source, row(i), to) - to));
        }
      }
      return writer.build(validity);
    }
  }

  /**
   * Returns whether two rows are the same list in memory, such as a list beside each of its own
   * elements: written once a row, these would take the square of its length.
   */
  private static boolean isSamePlace(Column source, int row, int other) {
    if (row == other) {
      return true;
    }
    if (source.isDictionary()) {
      return source.code(row) == source.code(other);
    }
    return source.layout() == Layout.LIST
        && source.listStart(row) == source.listStart(other)
        && source.listLength(row) == source.listLength(other);
  }

  private Column read(Column source, EvaluatedRows rows, @Nullable Buffer validity) {
    try (ColumnBuilder builder = new ColumnBuilder(type, rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (isPresent(validity, i)) {
          long view = source.values() + 16L * row(i);
          bytes.read(type, StringViews.address(view, source.dataAddresses()), builder);
        } else {
          builder.appendNull();
        }
      }
      return builder.build();
    }
  }
}
