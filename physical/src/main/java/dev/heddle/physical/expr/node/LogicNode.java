package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.BooleanLogic;
import dev.heddle.physical.kernel.Scatter;
import dev.heddle.physical.kernel.SelectionVectors;
import java.util.List;

/**
 * Three-valued AND and OR of two or more arguments.
 *
 * <p>An argument that can fail is evaluated only for the rows that the ones before it have not
 * decided.
 */
public final class LogicNode extends ArgumentsNode {
  private final boolean conjunction;

  public LogicNode(ScalarFunction function, List<Node> arguments) {
    super(DataType.BOOL, arguments);
    this.conjunction = function == ScalarFunction.AND;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column result = arguments[0].plain(rows);
    for (int i = 1; i < arguments.length; i++) {
      Column left = result;
      try {
        Column right =
            arguments[i].canFail() ? undecided(left, arguments[i], rows) : arguments[i].plain(rows);
        try {
          result = combine(left, right, rows);
        } finally {
          right.release();
        }
      } finally {
        left.release();
      }
    }
    return result;
  }

  private Column combine(Column left, Column right, EvaluatedRows rows) {
    try (Output output = new Output(DataType.BOOL, rows)) {
      long values = output.values();
      long validity = output.validity();
      int count = rows.count();
      if (conjunction) {
        BooleanLogic.and(
            left.values(),
            left.validity(),
            right.values(),
            right.validity(),
            count,
            values,
            validity);
      } else {
        BooleanLogic.or(
            left.values(),
            left.validity(),
            right.values(),
            right.validity(),
            count,
            values,
            validity);
      }
      return output.buildTrimmed();
    }
  }

  /** Evaluates for the rows where the left side does not decide; elsewhere the result is null. */
  private Column undecided(Column left, Node argument, EvaluatedRows rows) {
    int count = rows.count();
    Buffer decided = rows.account().allocate(Bits.bytesFor(count));
    Buffer positions = null;
    try {
      for (long i = 0; i < Bits.bytesFor(count); i += 8) {
        long valid = left.validity() == 0 ? -1L : Memory.getLong(left.validity() + i);
        long value = Memory.getLong(left.values() + i);
        Memory.putLong(decided.address() + i, valid & (conjunction ? ~value : value));
      }
      positions = rows.account().allocate(4L * count);
      int open = SelectionVectors.whereClear(decided.address(), 0, count, positions.address());
      if (open == 0) {
        return ConstantColumns.nulls(DataType.BOOL, count, rows.account());
      }
      if (open == count) {
        return argument.plain(rows);
      }
      try (EvaluatedRows some = rows.select(positions.address(), open);
          Scatter scatter = Scatter.startingNull(DataType.BOOL, count, rows.account())) {
        Column part = argument.plain(some);
        try {
          scatter.put(part, positions.address(), open);
        } finally {
          part.release();
        }
        return scatter.build();
      }
    } finally {
      decided.release();
      if (positions != null) {
        positions.release();
      }
    }
  }
}
