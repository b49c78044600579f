package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.text.TextSlices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that give a part of a text: views into the same data. They cannot fail. */
public final class TextSliceNode extends StrictNode {
  private final ScalarFunction function;

  public TextSliceNode(ScalarFunction function, List<Node> arguments) {
    super(DataType.STRING, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column text = operands[0];
    Column last = operands[operands.length - 1];
    long step = step(operands, 0);
    long lastStep = step(operands, operands.length - 1);
    try (Output output = new Output(DataType.STRING, rows)) {
      for (int i = 0; i < rows.count(); i++) {
        long view = text.values() + step * i;
        long other = last.values() + lastStep * i;
        long to = output.values() + 16L * i;
        switch (function) {
          case TRIM -> trim(TextSlices.Side.BOTH, view, text, other, last, to);
          case LTRIM -> trim(TextSlices.Side.START, view, text, other, last, to);
          case RTRIM -> trim(TextSlices.Side.END, view, text, other, last, to);
          case LEFT -> TextSlices.left(view, text.dataAddresses(), Memory.getLong(other), to);
          case RIGHT -> TextSlices.right(view, text.dataAddresses(), Memory.getLong(other), to);
          case SPLIT_PART -> {
            long separator = operands[1].values() + step(operands, 1) * i;
            TextSlices.part(
                view,
                text.dataAddresses(),
                StringViews.address(separator, operands[1].dataAddresses()),
                StringViews.length(separator),
                Memory.getLong(other),
                to);
          }
          default -> throw new IllegalStateException("No part of a text: " + function);
        }
      }
      return output.buildViews(text, validity);
    }
  }

  private static void trim(
      TextSlices.Side side, long view, Column text, long characters, Column last, long to) {
    TextSlices.trim(
        side,
        view,
        text.dataAddresses(),
        StringViews.address(characters, last.dataAddresses()),
        StringViews.length(characters),
        to);
  }
}
