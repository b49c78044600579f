package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Validity;
import org.jspecify.annotations.Nullable;

/** A field of a struct: its column, null where the struct is. */
public final class FieldNode extends Node {
  private final Node struct;
  private final int index;

  public FieldNode(Node struct, int index, DataType type) {
    super(type);
    this.struct = struct;
    this.index = index;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column structs = struct.plain(rows);
    try {
      return of(structs, index, rows);
    } finally {
      structs.release();
    }
  }

  /** Returns a field of plain structs with an ownership of its own. */
  static Column of(Column structs, int index, EvaluatedRows rows) {
    Column field = structs.child(index);
    @Nullable Buffer nulls = structs.validityBuffer();
    if (nulls == null) {
      return field.retain();
    }
    return field.sharedWithValidity(
        Validity.both(nulls, field.validityBuffer(), rows.count(), rows.account()));
  }

  @Override
  public boolean canFail() {
    return struct.canFail();
  }

  @Override
  public void close() {
    struct.close();
  }
}
