package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.ScratchBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up a key that comes as codes: each entry of a dictionary once, when a row first has it.
 * Used by one thread.
 */
final class DictionaryHeads implements AutoCloseable {
  private static final int UNKNOWN = -2;
  private static final int[] FIRST = {0};

  private final JoinTable table;
  private final MemoryAccount account;
  private final ScratchBuffer asked; // codes of entries to look up, then their build rows
  private final ScratchBuffer headsByCode;
  private @Nullable Column dictionary; // of the batch before

  DictionaryHeads(JoinTable table, MemoryAccount account) {
    this.table = table;
    this.account = account;
    this.asked = new ScratchBuffer(account);
    this.headsByCode = new ScratchBuffer(account);
  }

  /** Writes for each row that counts the first build row with its key, or -1. */
  void lookUp(Batch batch, Column column, JoinScratch scratch, long heads) {
    use(column.dictionary());
    int rows = batch.rowCount();
    long codes = column.values();
    long selection = batch.selection();
    asked.reserve(8L * rows);
    long known = headsByCode.address();
    int news = 0;
    for (int i = 0; i < rows; i++) {
      int code =
          Memory.getInt(codes + 4L * (selection == 0 ? i : Memory.getInt(selection + 4L * i)));
      if (Memory.getInt(known + 4L * code) == UNKNOWN) {
        Memory.putInt(known + 4L * code, JoinTable.NONE);
        Memory.putInt(asked.address() + 4L * news++, code);
      }
    }
    if (news > 0) {
      lookUpEntries(column.dictionary(), news, scratch);
    }
    for (int i = 0; i < rows; i++) {
      int code =
          Memory.getInt(codes + 4L * (selection == 0 ? i : Memory.getInt(selection + 4L * i)));
      Memory.putInt(heads + 4L * i, Memory.getInt(known + 4L * code));
    }
  }

  private void use(Column next) {
    if (next == dictionary) {
      return;
    }
    forget();
    int entries = Math.max(1, next.rows()); // rows that are null have code 0
    headsByCode.reserve(4L * entries);
    for (int i = 0; i < entries; i++) {
      Memory.putInt(headsByCode.address() + 4L * i, next.rows() == 0 ? JoinTable.NONE : UNKNOWN);
    }
    dictionary = next.retain();
  }

  private void lookUpEntries(Column entries, int count, JoinScratch scratch) {
    long codes = asked.address();
    long found = codes + 4L * count;
    Column chosen = Gather.rows(entries, codes, count, account);
    try (Batch batch = Batch.of(account, count, chosen)) {
      table.lookUp(batch, FIRST, scratch, found);
    }
    for (int i = 0; i < count; i++) {
      long at = headsByCode.address() + 4L * Memory.getInt(codes + 4L * i);
      Memory.putInt(at, Memory.getInt(found + 4L * i));
    }
  }

  private void forget() {
    Column old = dictionary;
    dictionary = null;
    if (old != null) {
      old.release();
    }
  }

  @Override
  public void close() {
    forget();
    asked.close();
    headsByCode.close();
  }
}
