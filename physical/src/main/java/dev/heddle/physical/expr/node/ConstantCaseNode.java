package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.SelectionVectors;
import dev.heddle.physical.kernel.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@code CASE} whose results are constants: notes the number of each row's branch, as a code into
 * the constants. Texts stay codes.
 *
 * <p>A condition that cannot fail is evaluated for all rows while most have no branch yet, which
 * costs less than to gather its columns for the rest.
 */
public final class ConstantCaseNode extends Node {
  private static final int MAX_BRANCHES = 1 << 10;
  private static final int NULL_ENTRY = -1;

  private final Node[] conditions;
  private final Node[] values; // by branch, what is left over last
  private final MemoryAccount account;
  private final int[] entries; // of the constants, by branch
  private boolean hasNulls;
  private @Nullable Column constants; // without the null ones

  private ConstantCaseNode(
      List<Node> conditions, List<Node> values, DataType type, MemoryAccount account) {
    super(type);
    this.conditions = conditions.toArray(Node[]::new);
    this.values = values.toArray(Node[]::new);
    this.account = account;
    this.entries = new int[this.values.length];
  }

  /**
   * Makes it, or a {@link CaseNode} where results are not constants.
   *
   * @param values one more than there are conditions
   */
  public static Node of(
      List<Node> conditions, List<Node> values, DataType type, MemoryAccount account) {
    boolean isConstant = values.stream().allMatch(v -> v.isConstant() && !v.canFail());
    boolean isWide =
        switch (Layout.of(type)) {
          case INT32, INT64, INT128, FLOAT32, FLOAT64, VIEW -> true;
          case BIT, INT8, INT16, INTERVAL, LIST, STRUCT -> false;
        };
    return isConstant && isWide && conditions.size() <= MAX_BRANCHES
        ? new ConstantCaseNode(conditions, values, type, account)
        : new CaseNode(conditions, values.subList(0, conditions.size()), values.getLast(), type);
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column found = codes(rows);
    if (Layout.of(type).isText()) {
      return found;
    }
    try {
      return Gather.decode(found, rows.account());
    } finally {
      found.release();
    }
  }

  private Column codes(EvaluatedRows rows) {
    int count = rows.count();
    Column dictionary = constants();
    Buffer codes = rows.account().allocate(4L * Math.max(1, count));
    Buffer open = null; // a bit for each row without a branch
    Buffer valid = null;
    try {
      open = rows.account().allocate(Bits.bytesFor(count));
      setBits(open.address(), count);
      if (hasNulls) {
        valid = rows.account().allocate(Bits.bytesFor(count));
        Validity.fill(valid.address(), count);
      }
      Marks marks = new Marks(count, codes.address(), open.address(), valid);
      int branch = 0;
      while (branch < conditions.length
          && 2 * marks.left >= count
          && !conditions[branch].canFail()) {
        take(rows, branch++, marks);
      }
      if (branch < conditions.length && marks.left > 0) {
        takeFromRest(rows, branch, marks);
      }
      marks.takeRest(entries[conditions.length]);
      open.release();
      return Column.codes(count, codes, valid, dictionary.retain());
    } catch (Throwable e) {
      codes.release();
      if (open != null) {
        open.release();
      }
      if (valid != null) {
        valid.release();
      }
      throw e;
    }
  }

  /** Sets one bit for each row, and clears those behind the last. */
  private static void setBits(long bits, int rows) {
    Validity.fill(bits, rows);
    if ((rows & 63) != 0) {
      Memory.putLong(bits + (rows >>> 6 << 3), (1L << rows) - 1);
    }
  }

  /** Looks for rows of a branch among all. */
  private void take(EvaluatedRows rows, int branch, Marks marks) {
    Column truth = conditions[branch].plain(rows);
    try {
      marks.take(truth.values(), truth.validity(), entries[branch]);
    } finally {
      truth.release();
    }
  }

  /** Looks for rows of this branch and those after it among the rows that have none. */
  private void takeFromRest(EvaluatedRows rows, int first, Marks marks) {
    Buffer scratch = rows.account().allocate(2 * 4L * marks.left);
    try {
      long rest = scratch.address();
      long within = rest + 4L * marks.left;
      for (int branch = first; branch < conditions.length && marks.left > 0; branch++) {
        int count = marks.left;
        SelectionVectors.whereSet(marks.open, 0, rows.count(), rest);
        try (EvaluatedRows some = rows.select(rest, count)) {
          Column truth = conditions[branch].plain(some);
          int hits;
          try {
            hits =
                SelectionVectors.whereBothSet(truth.values(), truth.validity(), 0, count, within);
          } finally {
            truth.release();
          }
          marks.take(rest, within, hits, entries[branch]);
        }
      }
    } finally {
      scratch.release();
    }
  }

  /** Returns the constants that are not null, which this keeps. */
  private Column constants() {
    if (constants == null) {
      try (ColumnAppender appender = new ColumnAppender(type, account);
          EvaluatedRows single = EvaluatedRows.single(account)) {
        for (int i = 0; i < values.length; i++) {
          Column value = values[i].operand(single);
          try {
            boolean isNull = value.isNull(0);
            entries[i] = isNull ? NULL_ENTRY : appender.rows();
            hasNulls |= isNull;
            if (!isNull) {
              appender.append(value, 0L, 1);
            }
          } finally {
            value.release();
          }
        }
        constants = appender.build();
      }
    }
    return constants;
  }

  @Override
  public boolean canFail() {
    for (Node condition : conditions) {
      if (condition.canFail()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    for (Node condition : conditions) {
      condition.close();
    }
    for (Node value : values) {
      value.close();
    }
    if (constants != null) {
      constants.release();
      constants = null;
    }
  }

  /** The branches of some rows. */
  private static final class Marks {
    private final int rows;
    private final long codes;
    private final long open;
    private final long valid; // 0 if no constant is null
    private int left; // rows without a branch

    Marks(int rows, long codes, long open, @Nullable Buffer valid) {
      this.rows = rows;
      this.codes = codes;
      this.open = open;
      this.valid = valid == null ? 0 : valid.address();
      this.left = rows;
    }

    /** Gives a branch the open rows whose bits are set in both bitmaps; either may be 0. */
    void take(long first, long second, int entry) {
      for (int base = 0; base < rows; base += 64) {
        long at = base >>> 3;
        long taken = Memory.getLong(open + at);
        taken &= first == 0 ? -1L : Memory.getLong(first + at);
        taken &= second == 0 ? -1L : Memory.getLong(second + at);
        if (taken != 0) {
          takeWord(base, taken, entry);
        }
      }
    }

    private void takeWord(int base, long taken, int entry) {
      long at = base >>> 3;
      Memory.putLong(open + at, Memory.getLong(open + at) & ~taken);
      left -= Long.bitCount(taken);
      if (entry == NULL_ENTRY) {
        Memory.putLong(valid + at, Memory.getLong(valid + at) & ~taken);
      }
      int code = Math.max(0, entry);
      for (long word = taken; word != 0; word &= word - 1) {
        Memory.putInt(codes + 4L * (base + Long.numberOfTrailingZeros(word)), code);
      }
    }

    /** Gives a branch some of the rows at positions. */
    void take(long positions, long within, int count, int entry) {
      for (int i = 0; i < count; i++) {
        int row = Memory.getInt(positions + 4L * Memory.getInt(within + 4L * i));
        takeWord(row & -64, 1L << row, entry);
      }
    }

    /** Gives the rows that are left a constant. */
    void takeRest(int entry) {
      take(0, 0, entry);
    }
  }
}
