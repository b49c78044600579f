package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function that is null where a {@linkplain #isStrict strict} argument is null. */
public abstract class StrictNode extends ArgumentsNode {
  StrictNode(DataType type, List<Node> arguments) {
    super(type, arguments);
  }

  /**
   * Computes from plain operands.
   *
   * @param operands one column for each argument, of one row if {@link #isRepeated}; lent
   * @param validity where all strict operands have values, or null if everywhere; lent
   */
  abstract Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity);

  /** Returns whether a null of an argument makes the result null; else computing looks for it. */
  boolean isStrict(int argument) {
    return true;
  }

  /** Returns whether an operand has one row for all. */
  final boolean isRepeated(int argument) {
    return arguments[argument].isConstant();
  }

  /** Returns the step in bytes from one value of an operand to the next: 0 if it is repeated. */
  final long step(Column[] operands, int argument) {
    return isRepeated(argument) ? 0 : operands[argument].layout().byteWidth();
  }

  @Override
  public final Column evaluate(EvaluatedRows rows) {
    Column[] operands = new Column[arguments.length];
    Buffer validity = null;
    try {
      for (int i = 0; i < arguments.length; i++) {
        operands[i] = arguments[i].operand(rows);
        if (isStrict(i) && isRepeated(i) && operands[i].isNull(0)) {
          return ConstantColumns.nulls(type, rows.count(), rows.account());
        }
      }
      MemoryAccount account = rows.account();
      for (int i = 0; i < arguments.length; i++) {
        if (isStrict(i) && !isRepeated(i)) {
          Buffer both =
              Validity.both(validity, operands[i].validityBuffer(), rows.count(), account);
          if (validity != null) {
            validity.release();
          }
          validity = both;
        }
      }
      return compute(operands, rows, validity);
    } finally {
      if (validity != null) {
        validity.release();
      }
      Column.releaseAll(operands);
    }
  }

  static long address(@Nullable Buffer validity) {
    return validity == null ? 0 : validity.address();
  }
}
