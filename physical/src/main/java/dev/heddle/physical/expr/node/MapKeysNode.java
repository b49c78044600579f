package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.list.ListRows;
import dev.heddle.physical.kernel.list.MapKeys;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps whose keys were converted to another type, in which two of them may be equal, or none: an
 * error, or null if the conversion is one that tries.
 */
public final class MapKeysNode extends ListNode {
  private final CastMode mode;
  private final ZoneId zone;

  public MapKeysNode(Node maps, CastMode mode, ZoneId zone) {
    super(maps.type, List.of(maps));
    this.mode = mode;
    this.zone = zone;
  }

  @Override
  Column compute(ListRows maps, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Buffer valid = rows.account().allocate(Bits.bytesFor(rows.count()));
    try {
      Validity.fill(valid.address(), rows.count());
      for (int row = 0; row < rows.count(); row++) {
        if (!maps.isPresent(row) || !isMap(maps, row)) {
          Bits.clear(valid.address(), row);
        }
      }
      return operands[0].sharedWithValidity(valid.retain());
    } finally {
      valid.release();
    }
  }

  private boolean isMap(ListRows maps, int row) {
    Column keys = maps.elements().child(0);
    String fault = MapKeys.fault(keys, maps.start(row), maps.length(row), zone);
    if (fault != null && mode == CastMode.STRICT) {
      throw Failures.argument("Cannot cast to " + type.sqlName() + ": a map has " + fault);
    }
    return fault == null;
  }

  @Override
  public boolean canFail() {
    return super.canFail() || mode == CastMode.STRICT;
  }
}
