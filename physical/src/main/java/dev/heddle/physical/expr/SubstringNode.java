package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.TextSlices;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Substrings by code points: views into the same data. */
final class SubstringNode extends StrictNode {
  SubstringNode(List<Node> arguments) {
    super(DataType.STRING, arguments);
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    Column text = operands[0];
    int count = rows.count();
    boolean limited = operands.length > 2;
    long lengths = limited ? operands[2].values() : 0;
    long lengthStep = limited ? step(operands, 2) : 0;
    try (Output output = new Output(DataType.STRING, rows)) {
      boolean negative =
          TextSlices.substring(
              text.values(),
              step(operands, 0),
              text.dataAddresses(),
              operands[1].values(),
              step(operands, 1),
              lengths,
              lengthStep,
              count,
              output.values());
      if (negative) {
        raise(lengths, lengthStep, validity, count);
      }
      return output.buildViews(text, validity);
    }
  }

  private static void raise(long lengths, long step, @Nullable Buffer validity, int rows) {
    for (int i = 0; i < rows; i++) {
      long length = Memory.getLong(lengths + step * i);
      if (length < 0 && (validity == null || Bits.get(validity.address(), i))) {
        throw Failures.argument(
            "Cannot take a substring of length " + length + ": the length must not be negative");
      }
    }
  }

  @Override
  boolean canFail() {
    boolean safe = arguments.length < 3 || isNotNegative(arguments[2]);
    return super.canFail() || !safe;
  }

  private static boolean isNotNegative(Node length) {
    return length instanceof LiteralNode literal
        && literal.value.isPresent()
        && literal.value.get() instanceof ScanValue.Whole(BigInteger value)
        && value.signum() >= 0;
  }
}
