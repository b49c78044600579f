package dev.heddle.physical.expr.node;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * The rows that expressions are evaluated for, seen as dense columns.
 *
 * <p>Columns are gathered and decoded when they are first asked for, and cached until the rows are
 * closed, as are the values of common sub-expressions. EvaluatedRows can be a part of other rows (a
 * branch of a {@code CASE}); what the other rows have computed already is gathered then, not
 * computed again. Columns may be longer than {@link #count}. Used by one thread.
 */
public final class EvaluatedRows implements AutoCloseable {
  /** Where root rows find their columns; lent. */
  public interface Source {
    public Column column(int index);
  }

  private final @Nullable Source source;
  private final @Nullable EvaluatedRows parent;
  private final long positions;
  private final int count;
  private final MemoryAccount account;
  private @Nullable Column[] gathered = {};
  private @Nullable Column[] plain = {};
  private @Nullable Column[] shared = {};
  private @Nullable Column[] parameters = {};

  private EvaluatedRows(
      @Nullable Source source,
      @Nullable EvaluatedRows parent,
      long positions,
      int count,
      MemoryAccount account) {
    this.source = source;
    this.parent = parent;
    this.positions = positions;
    this.count = count;
    this.account = account;
  }

  /** Returns the rows of a batch, which is lent. */
  public static EvaluatedRows of(Batch batch, MemoryAccount account) {
    return new EvaluatedRows(batch::column, null, 0, batch.rowCount(), account);
  }

  /** Returns the first rows of columns, which are lent. */
  public static EvaluatedRows of(Source source, int count, MemoryAccount account) {
    return new EvaluatedRows(source, null, 0, count, account);
  }

  /** Returns one row without columns. */
  public static EvaluatedRows single(MemoryAccount account) {
    return new EvaluatedRows(
        index -> {
          throw new IllegalStateException("A constant reads column " + index);
        },
        null,
        0,
        1,
        account);
  }

  /**
   * Returns some of these rows, each maybe more than once. The positions are lent until the result
   * is closed.
   */
  public EvaluatedRows select(long newPositions, int newCount) {
    return new EvaluatedRows(null, this, newPositions, newCount, account);
  }

  /** Gives a parameter of an expression over a list's elements its values; lent. */
  void bind(int slot, Column values) {
    parameters = room(parameters, slot);
    parameters[slot] = values.retain();
  }

  /** Returns the values of a parameter; lent until these rows are closed. */
  Column parameter(int slot) {
    parameters = room(parameters, slot);
    Column known = parameters[slot];
    if (known == null) {
      if (parent == null) {
        throw new IllegalStateException("No call around binds parameter " + slot);
      }
      known = Gather.rows(parent.parameter(slot), positions, count, account);
      parameters[slot] = known;
    }
    return known;
  }

  public int count() {
    return count;
  }

  MemoryAccount account() {
    return account;
  }

  /** Returns a column, maybe a dictionary; lent until these rows are closed. */
  public Column column(int index) {
    if (source != null) {
      return source.column(index);
    }
    gathered = room(gathered, index);
    Column known = gathered[index];
    if (known == null) {
      known = Gather.rows(parent.column(index), positions, count, account);
      gathered[index] = known;
    }
    return known;
  }

  /** Returns a column without dictionary; lent until these rows are closed. */
  public Column plainColumn(int index) {
    Column column = column(index);
    if (!column.isDictionary()) {
      return column;
    }
    plain = room(plain, index);
    Column known = plain[index];
    if (known == null) {
      known = Gather.decode(column, account);
      plain[index] = known;
    }
    return known;
  }

  /** Returns a common sub-expression's value if it has been computed; lent. */
  @Nullable Column shared(int slot) {
    if (slot < shared.length && shared[slot] != null) {
      return shared[slot];
    }
    Column outer = parent == null ? null : parent.shared(slot);
    if (outer == null) {
      return null;
    }
    Column mine = Gather.rows(outer, positions, count, account);
    keepShared(slot, mine);
    return mine;
  }

  /** Takes over the value of a common sub-expression. */
  void keepShared(int slot, Column value) {
    shared = room(shared, slot);
    shared[slot] = value;
  }

  private static @Nullable Column[] room(@Nullable Column[] columns, int index) {
    if (index < columns.length) {
      return columns;
    }
    @Nullable Column[] larger = new Column[Math.max(index + 1, columns.length * 2)];
    System.arraycopy(columns, 0, larger, 0, columns.length);
    return larger;
  }

  @Override
  public void close() {
    Column.releaseAll(gathered);
    Column.releaseAll(plain);
    Column.releaseAll(shared);
    Column.releaseAll(parameters);
    parameters = new Column[0];
    gathered = new Column[0];
    plain = new Column[0];
    shared = new Column[0];
  }
}
