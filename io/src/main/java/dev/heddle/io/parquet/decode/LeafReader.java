package dev.heddle.io.parquet.decode;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.NestedNode;
import dev.heddle.io.parquet.footer.ParquetColumn;
import org.jspecify.annotations.Nullable;

/**
 * Reads one leaf of a nested column, front to back: its levels and its values.
 *
 * <p>A row has at least one entry (a pair of levels); it ends where the next one starts, which may
 * be in a later page unless pages are known to hold whole rows. Used by one thread.
 */
final class LeafReader implements AutoCloseable {
  // levels are unpacked in portions of this number of entries, which stay in the L1 cache
  private static final int WINDOW = 4096;
  private static final int WINDOW_BYTES = WINDOW + 64;
  // of one batch
  private static final int MAX_ENTRIES = 1 << 30;

  private final MemoryAccount account;
  private final PageReader pages;
  private final LeafValues values;

  private String file = "";
  private NestedNode.Leaf leaf;
  private ParquetColumn column;
  private ChunkInfo chunk;
  private int rowGroup;
  private boolean keepsLevels;
  private long entriesLeft; // of the pages behind the one at hand, if pages are not listed
  private long groupRows;
  private long next; // the row that is to be read next
  private long row; // how many rows have started before the first entry of the window

  // the page at hand
  private int pageNumber;
  private int pageEntries; // not yet in the window
  private boolean holdsWholeRows;
  private boolean startsRow; // its first entry, not yet unpacked, must start a row

  // unpacked levels of the page at hand: repetition, then definition
  private @Nullable Buffer window;
  private int from;
  private int to;

  // levels of the rows that were read last
  private @Nullable Buffer repetitions;
  private @Nullable Buffer definitions;
  private int entries;
  private int room;

  LeafReader(MemoryAccount account, Decompressor decompressor) {
    this.account = account;
    this.pages = new PageReader(account, decompressor);
    this.values = new LeafValues(account);
  }

  /** Turns to a chunk; what has been planned to be read stays the caller's. */
  void start(
      PartReads reads,
      String newFile,
      NestedNode.Leaf newLeaf,
      ChunkInfo newChunk,
      int newRowGroup,
      long rows) {
    Decompressor.check(newChunk.codec(), newFile, newLeaf.column().name());
    leaf = newLeaf;
    column = newLeaf.column();
    chunk = newChunk;
    file = newFile;
    rowGroup = newRowGroup;
    keepsLevels = false;
    entriesLeft = newChunk.entries();
    groupRows = rows;
    next = 0;
    row = 0;
    pageNumber = -1;
    pageEntries = 0;
    holdsWholeRows = false;
    startsRow = true;
    from = 0;
    to = 0;
    values.start(newLeaf);
    pages.start(reads, column, newChunk);
  }

  /** Lets {@link #repetitions} and {@link #definitions} be asked for. */
  void keepLevels() {
    keepsLevels = true;
  }

  /** Leaves rows out. */
  void skip(long rows) {
    next += rows;
  }

  /** As {@link ChunkReader#announce}. */
  void announce(int rows) {
    PageList list = pages.pages();
    if (list != null) {
      pages.announce(list.pageOf(next), list.pageOf(next + rows - 1) + 1);
    }
  }

  /** Forgets the levels of the rows that have been built. */
  void begin() {
    entries = 0;
  }

  /** Reads rows, and appends them to those read since the beginning. */
  void read(int rows) {
    try {
      jump();
      advance(next, false);
      next += rows;
      advance(next, true);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    }
  }

  /** Returns how many entries the rows read last have. */
  int entries() {
    return entries;
  }

  /** Returns the repetition level of the innermost list around the leaf. */
  int maxRepetition() {
    return column.maxRepetition();
  }

  /** Returns where their repetition levels start, as bytes; 0 if there are none. */
  long repetitions() {
    return column.maxRepetition() == 0 || repetitions == null ? 0 : repetitions.address();
  }

  /** Returns where their definition levels start, as bytes. */
  long definitions() {
    return definitions == null ? 0 : definitions.address();
  }

  /** Returns how many values, or nulls in place of one, the rows read last have. */
  int slots() {
    return values.slots();
  }

  /** Returns the values of the rows read last. */
  Column build() {
    return values.build(pages.dictionary());
  }

  /** Frees the values that have not been built. */
  void abandon() {
    values.abandon();
  }

  HeddleException corrupt(CorruptDataException e) {
    return e.in(file, column.name(), rowGroup, pages.pageStart());
  }

  /** Goes to the listed page that holds the next row, unless that is the page at hand. */
  private void jump() {
    PageList list = pages.pages();
    if (list == null || next == row || next >= groupRows) {
      return;
    }
    int page = list.pageOf(next);
    if (page != pageNumber) {
      from = 0;
      to = 0;
      openPage(list, page);
    }
  }

  /** Goes over all entries of the rows up to one. */
  private void advance(long toRow, boolean keep) {
    if (row == toRow && from < to) {
      return; // at the row's first entry
    }
    while (from < to || fill(toRow, keep)) {
      int count = entriesOf(toRow);
      consume(count, keep);
      from += count;
      if (from < to) {
        return; // the next row starts here
      }
    }
  }

  /** Unpacks the next levels; returns false if no more belong to the rows. */
  private boolean fill(long toRow, boolean keep) {
    if (row == toRow && (column.maxRepetition() == 0 || row == 0)) {
      return false;
    }
    while (pageEntries == 0) {
      if (row == toRow && (holdsWholeRows || (entriesLeft == 0 && pages.pages() == null))) {
        return false;
      }
      nextPage();
      int rowsInPage = pages.rowsInPage();
      if (!keep && holdsWholeRows && rowsInPage >= 0 && rowsInPage <= toRow - row) {
        row += rowsInPage;
        pageEntries = 0;
      }
    }
    if (!pages.isLoaded()) {
      pages.load();
    }
    int count = Math.min(WINDOW, pageEntries);
    if (window == null) {
      window = account.allocate(2L * WINDOW_BYTES);
    }
    from = 0;
    to = 0;
    pages.levels().readNested(window.address(), window.address() + WINDOW_BYTES, count);
    to = count;
    pageEntries -= count;
    if (startsRow && column.maxRepetition() > 0 && Memory.getByte(window.address()) != 0) {
      throw new CorruptDataException("a page starts in the middle of a row");
    }
    startsRow = false;
    return true;
  }

  private void nextPage() {
    PageList list = pages.pages();
    if (list != null) {
      if (pageNumber >= 0 && row != list.firstRow(pageNumber + 1)) {
        throw new CorruptDataException("a page has other rows than its list states");
      }
      if (pageNumber + 1 == list.count()) {
        throw new CorruptDataException("the column chunk ends before its last row");
      }
      openPage(list, pageNumber + 1);
      return;
    }
    boolean isFirst = entriesLeft == chunk.entries();
    if (entriesLeft == 0) {
      throw new CorruptDataException("the column chunk ends before its last row");
    }
    int count = pages.nextPage();
    if (count > entriesLeft) {
      throw new CorruptDataException(
          "a page has " + count + " values where " + entriesLeft + " are left");
    }
    entriesLeft -= count;
    pageEntries = count;
    holdsWholeRows = column.maxRepetition() == 0 || pages.isSecondVersion();
    startsRow = isFirst || holdsWholeRows;
  }

  private void openPage(PageList list, int page) {
    pageNumber = page;
    row = list.firstRow(page);
    pageEntries = pages.openPage(page);
    holdsWholeRows = true;
    startsRow = true;
  }

  /** Returns how many entries of the window belong to the rows. */
  private int entriesOf(long toRow) {
    int limit = to - from;
    long wanted = toRow - row;
    if (column.maxRepetition() == 0) {
      int count = (int) Math.min(limit, wanted);
      row += count;
      return count;
    }
    int zeros = (int) Math.min(wanted, limit);
    int end = LevelMasks.positionOfZero(window.address() + from, limit, zeros);
    if (end >= 0) {
      row += zeros;
      return end;
    }
    row += -1 - end;
    return limit;
  }

  private void consume(int count, boolean keep) {
    long levels = window.address() + WINDOW_BYTES + from;
    boolean hasNulls = pages.levels().hasNulls();
    int slots = hasNulls ? LevelMasks.count(levels, count, leaf.slotDefinition()) : count;
    int present = hasNulls ? LevelMasks.count(levels, count, column.maxDefinition()) : count;
    if (!keep) {
      if (present > 0 && pages.isDictionaryPage()) {
        pages.codes().skip(present);
      } else if (present > 0) {
        pages.values().skip(present);
      }
      return;
    }
    if (count > MAX_ENTRIES - entries) {
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "Cannot read "
              + file
              + ": lists of column "
              + column.name()
              + " that are read together have over "
              + MAX_ENTRIES
              + " elements; write shorter lists");
    }
    if (keepsLevels) {
      keepLevels(count);
    }
    entries += count;
    values.append(pages, levels, count, slots, present);
  }

  private void keepLevels(int count) {
    int needed = entries + count;
    if (needed > room) {
      int newRoom = Math.max(2 * WINDOW, (int) Math.min(1L << 30, needed * 2L));
      if (repetitions != null) {
        repetitions = account.grow(repetitions, entries, newRoom);
      } else if (column.maxRepetition() > 0) {
        repetitions = account.allocate(newRoom);
      }
      definitions =
          definitions == null
              ? account.allocate(newRoom)
              : account.grow(definitions, entries, newRoom);
      room = newRoom;
    }
    if (column.maxRepetition() > 0) {
      Memory.copy(window.address() + from, repetitions.address() + entries, count);
    }
    Memory.copy(window.address() + WINDOW_BYTES + from, definitions.address() + entries, count);
  }

  @Override
  public void close() {
    values.abandon();
    pages.close();
    if (window != null) {
      window.release();
      window = null;
    }
    if (repetitions != null) {
      repetitions.release();
      repetitions = null;
    }
    if (definitions != null) {
      definitions.release();
      definitions = null;
    }
    room = 0;
  }
}
