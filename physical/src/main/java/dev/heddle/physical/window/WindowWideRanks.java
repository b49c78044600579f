package dev.heddle.physical.window;

import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/** The ranks of rows among their peers, however many these are. Used by one thread. */
final class WindowWideRanks extends WindowWide {
  private final WindowFunction function;
  private final long rows;
  private final WindowWideFrames.Peers peers;

  WindowWideRanks(WindowFunction function, WindowWideRows rows) {
    this.function = function;
    this.rows = rows.count();
    this.peers = rows.frames().peers();
  }

  @Override
  Column compute(WindowSegment piece) {
    MemoryAccount account = piece.account();
    long firstRow = piece.rowsBefore() + piece.from();
    int count = piece.to() - piece.from();
    boolean isShare =
        function == WindowFunction.PERCENT_RANK || function == WindowFunction.CUME_DIST;
    Buffer values = account.allocate(8L * Math.max(1, count));
    try {
      for (int i = 0; i < count; i++) {
        peers.to(firstRow + i);
        long target = values.address() + 8L * i;
        switch (function) {
          case RANK -> Memory.putLong(target, peers.start() + 1);
          case DENSE_RANK -> Memory.putLong(target, peers.group() + 1);
          case PERCENT_RANK ->
              Memory.putDouble(target, rows == 1 ? 0 : (double) peers.start() / (rows - 1));
          case CUME_DIST -> Memory.putDouble(target, (double) peers.end() / rows);
          case ROW_NUMBER, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
              throw new IllegalStateException("Not a rank among peers: " + function);
        }
      }
    } catch (Throwable e) {
      values.release();
      throw e;
    }
    DataType type = isShare ? DataType.FLOAT64 : DataType.INT64;
    return spread(Column.fixed(type, count, values, null), piece);
  }

  @Override
  public void close() {
    peers.close();
  }
}
