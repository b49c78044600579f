package dev.heddle.io.catalog;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns columns of text with few different values into codes, with one dictionary for all batches
 * of a table: filters are then decided once an entry, groups are found by code, and rows take four
 * bytes instead of sixteen and more.
 */
final class TextDictionaries {
  /** More entries leave the first-level cache, and per-entry work no longer pays. */
  private static final int MAX_ENTRIES = 4096;

  /** A column must have about this number of rows for each entry. */
  private static final int ROWS_PER_ENTRY = 8;

  private static final int SLOTS = 2 * MAX_ENTRIES;

  private final List<Batch> batches;
  private final int column;
  private final MemoryAccount account;
  private final int[] slots = new int[SLOTS]; // entry + 1, or 0
  private final long[] entryHashes = new long[MAX_ENTRIES];
  private final Column[] entryColumns = new Column[MAX_ENTRIES];
  private final int[] entryRows = new int[MAX_ENTRIES];
  private int entries;

  private TextDictionaries(List<Batch> batches, int column, MemoryAccount account) {
    this.batches = batches;
    this.column = column;
    this.account = account;
  }

  /**
   * Returns batches with the same rows, which own what they share; the given ones are used up, also
   * if this fails.
   *
   * @param batches compact, without selections
   */
  static List<Batch> encode(List<Batch> batches, MemoryAccount account) {
    List<Batch> current = new ArrayList<>(batches);
    try {
      int columns = batches.isEmpty() ? 0 : batches.getFirst().columnCount();
      for (int c = 0; c < columns; c++) {
        Column first = batches.getFirst().column(c);
        if (first.layout().isText() && !first.isDictionary()) {
          new TextDictionaries(current, c, account).encode();
        }
      }
      return current;
    } catch (RuntimeException e) {
      current.forEach(Batch::close);
      throw e;
    }
  }

  private void encode() {
    List<Buffer> codes = new ArrayList<>();
    @Nullable Column dictionary = null;
    try {
      long rows = batches.stream().mapToLong(Batch::rowCount).sum();
      int most = (int) Math.min(MAX_ENTRIES, rows / ROWS_PER_ENTRY);
      Buffer hashes = account.allocate(8L * Batch.MAX_ROWS);
      try {
        for (Batch batch : batches) {
          Buffer found = account.allocate(4L * batch.rowCount());
          codes.add(found);
          if (!find(batch, hashes.address(), found.address(), most)) {
            return;
          }
        }
      } finally {
        hashes.release();
      }
      if (entries == 0) {
        return; // only nulls
      }
      dictionary = dictionary();
      for (int b = 0; b < batches.size(); b++) {
        batches.set(b, coded(batches.get(b), codes.set(b, null), dictionary));
      }
    } finally {
      codes.stream().filter(each -> each != null).forEach(Buffer::release);
      if (dictionary != null) {
        dictionary.release();
      }
    }
  }

  /** Writes the codes of a batch; returns false if there are too many entries. */
  private boolean find(Batch batch, long hashes, long codes, int most) {
    Column texts = batch.column(column);
    RowHash.hashColumn(texts, batch.rowCount(), hashes);
    long validity = texts.validity();
    long views = texts.values();
    long[] data = texts.dataAddresses();
    for (int row = 0; row < batch.rowCount(); row++) {
      int code = 0;
      if (validity == 0 || Bits.get(validity, row)) {
        long hash = Memory.getLong(hashes + 8L * row);
        int slot = (int) (hash >>> 32) & (SLOTS - 1);
        while (true) {
          int entry = slots[slot] - 1;
          if (entry < 0) {
            if (entries == most) {
              return false;
            }
            entry = entries++;
            slots[slot] = entry + 1;
            entryHashes[entry] = hash;
            entryColumns[entry] = texts;
            entryRows[entry] = row;
            code = entry;
            break;
          }
          if (entryHashes[entry] == hash
              && StringViews.isEqual(
                  views + 16L * row,
                  data,
                  entryColumns[entry].values() + 16L * entryRows[entry],
                  entryColumns[entry].dataAddresses())) {
            code = entry;
            break;
          }
          slot = (slot + 1) & (SLOTS - 1);
        }
      }
      Memory.putInt(codes + 4L * row, code);
    }
    return true;
  }

  private Column dictionary() {
    try (ColumnAppender appender =
        new ColumnAppender(batches.getFirst().column(column).type(), account)) {
      for (int entry = 0; entry < entries; entry++) {
        appender.appendRange(entryColumns[entry], entryRows[entry], 1);
      }
      Arrays.fill(entryColumns, null);
      Column built = appender.build();
      try {
        return built.sharedWithValidity(null); // where they come from may have nulls: they are none
      } finally {
        built.release();
      }
    }
  }

  /** Returns a batch with codes, which are taken over, in the column's place; uses up the batch. */
  private Batch coded(Batch batch, Buffer codes, Column dictionary) {
    Column[] columns = new Column[batch.columnCount()];
    for (int c = 0; c < columns.length; c++) {
      Column old = batch.column(c);
      if (c == column) {
        Buffer validity = old.validityBuffer();
        columns[c] =
            Column.codes(
                batch.rowCount(),
                codes,
                validity == null ? null : validity.retain(),
                dictionary.retain());
      } else {
        columns[c] = old.retain();
      }
    }
    Batch coded = Batch.of(account, batch.rowCount(), columns);
    batch.close();
    return coded;
  }
}
