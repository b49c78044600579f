package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopState;
import dev.heddle.physical.row.StateArray;

/** A sum for each group. Used by one thread. */
public abstract class Sums implements AutoCloseable {
  /** Pays for the sums and for columns of them. */
  final MemoryAccount account;

  /** The sums by group. */
  final StateArray sums;

  private final LoopState loopState;

  /**
   * Makes sums of no groups.
   *
   * @param bytes what the sum of a group takes
   * @param loopState what generated code does with each value
   */
  Sums(MemoryAccount account, int bytes, LoopState loopState) {
    this.account = account;
    this.sums = new StateArray(account, bytes, 0);
    this.loopState = loopState;
  }

  /** Makes the sums of values of a type: exact for integers and decimals. */
  public static Sums of(DataType argument, MemoryAccount account) {
    Layout layout = Layout.of(argument);
    boolean isNarrow = layout.isInteger() && layout != Layout.INT64;
    return isNarrow ? new LongSums(account) : wide(argument, account);
  }

  /** As {@link #of}, for sums of any number of other sums. */
  public static Sums wide(DataType argument, MemoryAccount account) {
    return argument.isFloat() ? new DoubleSums(account) : new WideSums(account, argument);
  }

  void grow(int groupCount) {
    sums.grow(groupCount);
  }

  /** Returns what generated code does with each value. */
  LoopState loopState() {
    return loopState;
  }

  /** Returns where the sums start, by group; valid until the next {@link #grow}. */
  long address() {
    return sums.address();
  }

  /** Adds the values of rows that are not null: of an argument, or sums of the same kind. */
  abstract void add(long groups, Column values, int rows);

  /** Adds rows that all belong to the first group, as {@link #add} does. */
  void addToFirst(long zeros, Column values, int rows) {
    add(zeros, values, rows);
  }

  /**
   * Adds the values of some rows, of which none is null, to the first group, if there is a short
   * way to.
   *
   * @return whether it has been done; if not, nothing has
   */
  boolean pickToFirst(Column values, long positions, int rows) {
    return false;
  }

  /** Adds the sums of groups of another thread's sums of the same kind. */
  abstract void absorb(Sums other, long theirs, long ours, int count);

  /**
   * Returns the sums as a column.
   *
   * @param presence which groups have a sum
   * @throws dev.heddle.frame.error.HeddleException with code {@code NUMERIC_OVERFLOW} if a sum does
   *     not fit the type
   */
  abstract Column column(DataType type, long groups, int count, Presence presence);

  /** Returns a group's sum, unscaled if the argument is a decimal. */
  abstract double doubleOf(int group);

  long bytes() {
    return sums.bytes();
  }

  @Override
  public void close() {
    sums.close();
  }
}
