package dev.heddle.physical.sort;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.SortOrdinals;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The values of an order's first key that can still be among the first rows: those whose score is
 * at most a bound that falls while a top-N runs. Thread-safe.
 *
 * @param type the key's type
 * @param bound in terms of {@link TopNScores}; {@link Long#MAX_VALUE} if there is none yet
 */
record TopNBound(SortOrder key, DataType type, AtomicLong bound) implements RuntimeFilter.Keys {
  @Override
  public PruningPredicate pruning(int column) {
    PruningPredicate isNull = new PruningPredicate.IsNull(column);
    long score = bound.get();
    if (score == Long.MAX_VALUE) {
      return new PruningPredicate.AnyOf(List.of(isNull, new PruningPredicate.IsNotNull(column)));
    }
    PruningPredicate values = values(column, score);
    return key.nulls() == NullPlacement.FIRST
        ? new PruningPredicate.AnyOf(List.of(isNull, values))
        : values;
  }

  @Override
  public long version() {
    return bound.get();
  }

  private PruningPredicate values(int column, long score) {
    boolean isAscending = key.direction() == SortDirection.ASCENDING;
    long ordinal = isAscending ? score : ~score;
    Operator operator = isAscending ? Operator.LESS_OR_EQUAL : Operator.GREATER_OR_EQUAL;
    if (type.isFloat()) {
      double value = Double.longBitsToDouble(SortOrdinals.ordered(ordinal));
      return new PruningPredicate.Compare(column, operator, new ScanValue.Floating(value));
    }
    if (!Layout.of(type).isText()) {
      return new PruningPredicate.Compare(column, operator, ScanValue.Whole.of(ordinal));
    }
    long start = ordinal ^ Long.MIN_VALUE; // the first bytes of a text, as an unsigned number
    if (!isAscending) {
      return new PruningPredicate.Compare(column, operator, bytes(start));
    }
    return start == -1
        ? new PruningPredicate.IsNotNull(column)
        : new PruningPredicate.Compare(column, Operator.LESS, bytes(start + 1));
  }

  /** Returns the bytes of a number up to the last that is not zero. */
  private static ScanValue.Bytes bytes(long start) {
    int zeros = Long.numberOfTrailingZeros(start) / 8;
    byte[] bytes = new byte[Math.max(0, 8 - zeros)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (start >>> (56 - 8 * i));
    }
    return new ScanValue.Bytes(bytes);
  }

  @Override
  public int narrow(Column column, long selection, int count, long output, MemoryAccount account) {
    Buffer scores = account.allocate(8L * Math.max(1, count));
    try {
      TopNScores.read(column, key, selection, count, scores.address());
      return TopNSink.within(scores.address(), count, bound.get(), selection, output);
    } finally {
      scores.release();
    }
  }
}
