package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.compare.Compare;
import dev.heddle.physical.kernel.number.NumericRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A comparison: each is equality or "less", of the sides as they are or swapped, maybe negated. */
public final class CompareNode extends StrictNode {
  private final NumericRange.Operator operator;

  public CompareNode(NumericRange.Operator operator, Node left, Node right) {
    super(DataType.BOOL, List.of(left, right));
    this.operator = operator;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column left = operands[0];
    Column right = operands[1];
    int count = rows.count();
    try (Output output = new Output(DataType.BOOL, rows)) {
      long bits = output.values();
      switch (operator) {
        case EQUAL, NOT_EQUAL -> Compare.equal(left, right, count, bits);
        case LESS, GREATER_OR_EQUAL -> Compare.less(left, right, count, bits);
        case GREATER, LESS_OR_EQUAL -> Compare.less(right, left, count, bits);
      }
      switch (operator) {
        case NOT_EQUAL, GREATER_OR_EQUAL, LESS_OR_EQUAL -> Validity.not(bits, count, bits);
        case EQUAL, LESS, GREATER -> {}
      }
      return output.build(validity);
    }
  }
}
