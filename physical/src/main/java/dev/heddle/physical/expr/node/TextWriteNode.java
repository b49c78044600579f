package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.text.TextWrites;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that make new text; null rows are left out. */
public final class TextWriteNode extends StrictNode {
  private final ScalarFunction function;

  public TextWriteNode(ScalarFunction function, List<Node> arguments) {
    super(DataType.STRING, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (ViewWriter writer = new ViewWriter(DataType.STRING, rows.count(), rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity == null || Bits.get(validity.address(), i)) {
          write(operands, writer, i);
        }
      }
      return writer.build(validity);
    }
  }

  private void write(Column[] operands, ViewWriter writer, int row) {
    long view = view(operands, 0, row);
    long text = StringViews.address(view, operands[0].dataAddresses());
    int length = StringViews.length(view);
    switch (function) {
      case UPPER -> TextWrites.upper(text, length, writer, row);
      case LOWER -> TextWrites.lower(text, length, writer, row);
      case REVERSE -> TextWrites.reverse(text, length, writer, row);
      case REPEAT -> TextWrites.repeat(text, length, number(operands, row), writer, row);
      case REPLACE -> {
        long part = view(operands, 1, row);
        long other = view(operands, 2, row);
        TextWrites.replace(
            text,
            length,
            StringViews.address(part, operands[1].dataAddresses()),
            StringViews.length(part),
            StringViews.address(other, operands[2].dataAddresses()),
            StringViews.length(other),
            writer,
            row);
      }
      case LPAD, RPAD -> {
        long wanted = number(operands, row);
        long fill = StringViews.address(view(operands, 2, row), operands[2].dataAddresses());
        int fillLength = StringViews.length(view(operands, 2, row));
        if (function == ScalarFunction.LPAD) {
          TextWrites.padStart(text, length, wanted, fill, fillLength, writer, row);
        } else {
          TextWrites.padEnd(text, length, wanted, fill, fillLength, writer, row);
        }
      }
      default -> throw new IllegalStateException("Writes no text: " + function);
    }
  }

  private long view(Column[] operands, int argument, int row) {
    return operands[argument].values() + step(operands, argument) * row;
  }

  private long number(Column[] operands, int row) {
    return Memory.getLong(operands[1].values() + step(operands, 1) * row);
  }

  @Override
  public boolean canFail() {
    boolean safe =
        switch (function) {
          case UPPER, LOWER, REVERSE, REPLACE -> true;
          default -> false;
        };
    return super.canFail() || !safe;
  }
}
