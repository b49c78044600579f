package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.expr.node.Scratch;
import dev.heddle.physical.kernel.SelectionVectors;
import org.jspecify.annotations.Nullable;

/**
 * A predicate on one column that cannot fail and is not true for null: where the column is a
 * dictionary it is decided once for each entry, once no fewer rows have come by than the dictionary
 * has entries.
 */
final class DictionaryPredicate implements Predicate {
  private final Predicate inner;
  private final int index;
  private final MemoryAccount account;
  private final Scratch table;
  private @Nullable Column dictionary;
  private boolean decided;
  private long rowsSeen;

  DictionaryPredicate(Predicate inner, int index, MemoryAccount account) {
    this.inner = inner;
    this.index = index;
    this.account = account;
    this.table = new Scratch(account);
  }

  @Override
  public int narrow(EvaluatedRows rows, long selection, int count, long output) {
    Column column = rows.column(index);
    if (!column.isDictionary() || !decide(column.dictionary(), count)) {
      return inner.narrow(rows, selection, count, output);
    }
    long from = selection;
    int left = count;
    if (column.mayHaveNulls()) {
      left = SelectionVectors.whereSet(column.validity(), selection, count, output);
      from = output;
    }
    return SelectionVectors.whereCode(column.values(), table.bytes(0), from, left, output);
  }

  private boolean decide(Column entries, int rows) {
    if (dictionary != entries) {
      forget();
      dictionary = entries.retain();
    }
    if (!decided) {
      rowsSeen += rows;
      if (rowsSeen < entries.rows()) {
        return false;
      }
      int size = entries.rows();
      long bytes = table.bytes(Math.max(1, size));
      Memory.fill(bytes, size, (byte) 0);
      try (EvaluatedRows all = EvaluatedRows.of(ignored -> entries, size, account);
          Scratch positions = new Scratch(account)) {
        long hits = positions.positions(size);
        int found = inner.narrow(all, 0, size, hits);
        for (int i = 0; i < found; i++) {
          Memory.putByte(bytes + Memory.getInt(hits + 4L * i), (byte) 1);
        }
      }
      decided = true;
    }
    return true;
  }

  private void forget() {
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
    decided = false;
    rowsSeen = 0;
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public void close() {
    forget();
    inner.close();
    table.close();
  }
}
