package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.number.DecimalArithmetic;
import dev.heddle.physical.kernel.number.FloatArithmetic;
import dev.heddle.physical.kernel.number.HugeArithmetic;
import dev.heddle.physical.kernel.number.IntegerArithmetic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arithmetic on two numbers of the same kind: integers, floating-point numbers or decimals. */
public final class ArithmeticNode extends StrictNode {
  private final IntegerArithmetic.Operation operation;
  private final @Nullable DecimalArithmetic decimals;

  public ArithmeticNode(
      IntegerArithmetic.Operation operation, Node left, Node right, DataType type) {
    super(type, List.of(left, right));
    this.operation = operation;
    this.decimals =
        type instanceof DataType.Decimal result
            ? new DecimalArithmetic(
                operation, (DataType.Decimal) left.type, (DataType.Decimal) right.type, result)
            : null;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    long a = operands[0].values();
    long b = operands[1].values();
    long aStep = step(operands, 0);
    long bStep = step(operands, 1);
    int count = rows.count();
    long valid = address(validity);
    Layout layout = Layout.of(type);
    try (Output output = new Output(type, rows)) {
      long to = output.values();
      if (decimals != null) {
        if (decimals.compute(a, aStep, b, bStep, to, count)) {
          decimals.raise(a, aStep, b, bStep, valid, count);
        }
      } else if (type.isFloat()) {
        FloatArithmetic.compute(operation, layout, a, aStep, b, bStep, to, count);
      } else if (layout == Layout.INT128) {
        if (HugeArithmetic.compute(operation, a, aStep, b, bStep, to, count)) {
          HugeArithmetic.raise(operation, a, aStep, b, bStep, valid, count);
        }
      } else if (IntegerArithmetic.compute(operation, layout, a, aStep, b, bStep, to, count)) {
        IntegerArithmetic.raise(operation, type, a, aStep, b, bStep, valid, count);
      }
      return output.build(validity);
    }
  }

  @Override
  public boolean canFail() {
    if (super.canFail()) {
      return true;
    }
    return decimals == null ? !type.isFloat() : decimals.canFail();
  }
}
