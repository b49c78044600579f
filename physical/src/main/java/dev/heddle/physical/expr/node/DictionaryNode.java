package dev.heddle.physical.expr.node;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * A function of one column that cannot fail: where the column is a dictionary it is computed once
 * for each entry, once no fewer rows have come by than the dictionary has entries.
 */
public final class DictionaryNode extends Node {
  private final Node inner;
  private final int index;
  private final boolean nullForNull;
  private final MemoryAccount account;
  private @Nullable Column dictionary;
  private @Nullable Column result;
  private long rowsSeen;

  private DictionaryNode(Node inner, int index, boolean nullForNull, MemoryAccount account) {
    super(inner.type);
    this.inner = inner;
    this.index = index;
    this.nullForNull = nullForNull;
    this.account = account;
  }

  /** Makes a node of an expression over a column. */
  public static DictionaryNode of(Node inner, int index, MemoryAccount account) {
    return new DictionaryNode(inner, index, false, account);
  }

  /** Makes a node of an expression over a column that is null where the column is. */
  public static DictionaryNode nullForNull(Node inner, int index, MemoryAccount account) {
    return new DictionaryNode(inner, index, true, account);
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column column = rows.column(index);
    if (!column.isDictionary() || (column.mayHaveNulls() && !nullForNull)) {
      return inner.evaluate(rows);
    }
    Column computed = forDictionary(column.dictionary(), rows.count());
    if (computed == null) {
      return inner.evaluate(rows);
    }
    if (computed.layout().isText() && !computed.mayHaveNulls()) {
      return Column.codes(
          column.rows(),
          column.valuesBuffer().retain(),
          column.validityBuffer() == null ? null : column.validityBuffer().retain(),
          computed.retain());
    }
    return gather(column, computed, rows);
  }

  private @Nullable Column forDictionary(Column entries, int rows) {
    if (dictionary != entries) {
      forget();
      dictionary = entries.retain();
    }
    if (result == null) {
      rowsSeen += rows;
      if (rowsSeen < entries.rows()) {
        return null;
      }
      try (EvaluatedRows all = EvaluatedRows.of(ignored -> entries, entries.rows(), account)) {
        result = inner.plain(all);
      }
    }
    return result;
  }

  private static Column gather(Column codes, Column computed, EvaluatedRows rows) {
    if (computed.layout().isText()) {
      Column plain = Gather.rows(computed, codes.values(), rows.count(), rows.account());
      if (!codes.mayHaveNulls()) {
        return plain;
      }
      // Entries can be null here: NULLIF or CASE gave them.
      long validity = plain.validity();
      for (long i = 0; i < Bits.bytesFor(rows.count()); i += 8) {
        Memory.putLong(
            validity + i, Memory.getLong(validity + i) & Memory.getLong(codes.validity() + i));
      }
      return plain;
    }
    try (Output output = new Output(computed.type(), rows)) {
      Gather.values(
          computed.layout(), computed.values(), codes.values(), rows.count(), output.values());
      if (!computed.mayHaveNulls()) {
        return output.build(codes.validityBuffer());
      }
      long validity = output.validity();
      Gather.values(Layout.BIT, computed.validity(), codes.values(), rows.count(), validity);
      if (codes.mayHaveNulls()) {
        for (long i = 0; i < Bits.bytesFor(rows.count()); i += 8) {
          Memory.putLong(
              validity + i, Memory.getLong(validity + i) & Memory.getLong(codes.validity() + i));
        }
      }
      return output.build();
    }
  }

  private void forget() {
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
    if (result != null) {
      result.release();
      result = null;
    }
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
  }
}
