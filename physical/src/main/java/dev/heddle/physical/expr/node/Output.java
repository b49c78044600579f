package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.SingleValues;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of a fixed-width column that a kernel is about to write. Closing frees what has not
 * been built into a column.
 */
final class Output implements AutoCloseable {
  private final DataType type;
  private final int rows;
  private final MemoryAccount account;
  private final Buffer values;
  private @Nullable Buffer validity;
  private boolean built;

  Output(DataType type, EvaluatedRows rows) {
    this.type = type;
    this.rows = rows.count();
    this.account = rows.account();
    this.values = account.allocate(Layout.of(type).bytesFor(this.rows));
  }

  /** Returns where the values go. */
  long values() {
    return values.address();
  }

  /** Allocates the result's own validity bits, of unknown content, and returns where they go. */
  long validity() {
    if (validity == null) {
      validity = account.allocate(Bits.bytesFor(rows));
    }
    return validity.address();
  }

  /** Returns the column with this output's own validity, or without nulls if it has none. */
  Column build() {
    built = true;
    return Column.fixed(type, rows, values, validity);
  }

  /** Returns the column with a validity that is retained. */
  Column build(@Nullable Buffer borrowed) {
    built = true;
    return Column.fixed(type, rows, values, borrowed == null ? null : borrowed.retain());
  }

  /** Returns a column of views into another column's data, with a validity that is retained. */
  Column buildViews(Column source, @Nullable Buffer borrowed) {
    built = true;
    Buffer kept = borrowed == null ? null : borrowed.retain();
    return SingleValues.withData(type, rows, values, kept, source);
  }

  /** Returns a column of views into another column's data, with its own validity. */
  Column buildViews(Column source) {
    built = true;
    return SingleValues.withData(type, rows, values, validity, source);
  }

  /** Returns the column with its own validity, taken away where no bit is clear. */
  Column buildTrimmed() {
    if (validity != null && Bits.count(validity.address(), rows) == rows) {
      validity.release();
      validity = null;
    }
    return build();
  }

  /** Copies a validity, or sets all bits, into the own validity. */
  long copyValidity(@Nullable Buffer source) {
    long target = validity();
    if (source == null) {
      Memory.fill(target, Bits.bytesFor(rows), (byte) -1);
    } else {
      Memory.copy(source.address(), target, Bits.bytesFor(rows));
    }
    return target;
  }

  @Override
  public void close() {
    if (!built) {
      built = true;
      values.release();
      if (validity != null) {
        validity.release();
      }
    }
  }
}
