package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts or binaries one behind the other. Nulls are left out, or, in the strict form, make the
 * result null.
 */
public final class ConcatNode extends ArgumentsNode {
  /** How nulls and separators are treated. */
  public enum Mode {
    /** A null makes null. */
    STRICT,
    /** Nulls are left out. */
    SKIPPING,
    /** The first argument separates the others; only its null makes null. */
    SEPARATED
  }

  private final Mode mode;

  public ConcatNode(Mode mode, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.mode = mode;
  }

  /** Returns whether any null argument makes null. */
  public boolean isStrict() {
    return mode == Mode.STRICT;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    int count = rows.count();
    Column[] operands = new Column[arguments.length];
    Buffer validity = null;
    try (ViewWriter writer = new ViewWriter(type, count, rows.account())) {
      for (int i = 0; i < arguments.length; i++) {
        operands[i] = arguments[i].operand(rows);
      }
      for (int row = 0; row < count; row++) {
        if (!write(operands, writer, row)) {
          if (validity == null) {
            validity = rows.account().allocate(Bits.bytesFor(count));
            Memory.fill(validity.address(), Bits.bytesFor(count), (byte) -1);
          }
          Bits.clear(validity.address(), row);
        }
      }
      return writer.build(validity);
    } finally {
      if (validity != null) {
        validity.release();
      }
      Column.releaseAll(operands);
    }
  }

  private boolean isNull(@Nullable Column[] operands, int argument, int row) {
    return operands[argument].isNull(arguments[argument].isConstant() ? 0 : row);
  }

  private long view(Column[] operands, int argument, int row) {
    return operands[argument].values() + (arguments[argument].isConstant() ? 0 : 16L * row);
  }

  private boolean write(Column[] operands, ViewWriter writer, int row) {
    boolean separated = mode == Mode.SEPARATED;
    if (separated && isNull(operands, 0, row)) {
      return false;
    }
    long total = 0;
    int parts = 0;
    for (int i = separated ? 1 : 0; i < operands.length; i++) {
      if (!isNull(operands, i, row)) {
        total += StringViews.length(view(operands, i, row));
        parts++;
      } else if (mode == Mode.STRICT) {
        return false;
      }
    }
    if (separated) {
      total += (long) Math.max(0, parts - 1) * StringViews.length(view(operands, 0, row));
    }
    long to = writer.reserve(total);
    long at = to;
    boolean first = true;
    for (int i = separated ? 1 : 0; i < operands.length; i++) {
      if (!isNull(operands, i, row)) {
        if (separated && !first) {
          at = append(operands, 0, row, at);
        }
        at = append(operands, i, row, at);
        first = false;
      }
    }
    writer.set(row, (int) (at - to));
    return true;
  }

  private long append(Column[] operands, int argument, int row, long at) {
    long view = view(operands, argument, row);
    int length = StringViews.length(view);
    Memory.copy(StringViews.address(view, operands[argument].dataAddresses()), at, length);
    return at + length;
  }
}
