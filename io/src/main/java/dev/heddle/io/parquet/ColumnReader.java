package dev.heddle.io.parquet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.RangedInput;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a column chunk, front to back, into columns.
 *
 * <p>Text from dictionary pages comes as codes into the chunk's dictionary, which all columns of
 * the chunk share. Kept for one chunk after the other. Used by one thread; what it has returned
 * belongs to the caller and outlives it.
 */
final class ColumnReader implements AutoCloseable {
  private final MemoryAccount account;
  private final PageReader pages;
  private final ViewData data = new ViewData();

  private String file = "";
  private ParquetColumn column;
  private ChunkInfo chunk;
  private Layout layout = Layout.BIT;
  private int rowGroup;
  private long rowsLeft;
  private int pageRowsLeft;
  private long rowsToSkip;

  // the column under construction
  private @Nullable Buffer validity;
  private @Nullable Buffer values;
  private @Nullable Buffer codes;
  private int dictionaryBase;

  ColumnReader(MemoryAccount account, Decompressor decompressor, LongAdder bytesRead) {
    this.account = account;
    this.pages = new PageReader(account, decompressor, bytesRead);
  }

  /** Turns to a chunk; the input stays the caller's. */
  void start(
      RangedInput input,
      String newFile,
      ParquetColumn newColumn,
      ChunkInfo newChunk,
      int newRowGroup,
      long rows) {
    Decompressor.check(newChunk.codec(), newFile, newColumn.name());
    chunk = newChunk;
    file = newFile;
    column = newColumn;
    layout = Layout.of(newColumn.type());
    rowGroup = newRowGroup;
    rowsLeft = rows;
    pageRowsLeft = 0;
    rowsToSkip = 0;
    pages.start(input, newColumn, newChunk);
  }

  /**
   * Goes to a row of the chunk just turned to; its pages must be listed.
   *
   * @param toRow the row after the last that will be read
   */
  void seek(long fromRow, long toRow) {
    try {
      long pageRow = pages.seek(chunk, fromRow, toRow);
      rowsLeft -= pageRow;
      rowsToSkip = fromRow - pageRow;
    } catch (CorruptDataException e) {
      throw corrupt(e);
    }
  }

  /** Leaves rows out; whole pages among them are never decompressed. */
  void skip(long rows) {
    rowsToSkip += rows;
  }

  /**
   * Returns the next rows.
   *
   * @param wantsCodes whether values of any layout may come as codes; text always may
   */
  Column read(int rows, boolean wantsCodes) {
    try {
      carryOutSkip();
      return build(rows, wantsCodes || layout == Layout.VIEW);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    } finally {
      abandon();
    }
  }

  private HeddleException corrupt(CorruptDataException e) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE,
        "Cannot read "
            + file
            + ": column "
            + column.name()
            + ", row group "
            + rowGroup
            + ", page at byte "
            + pages.pageStart()
            + ": "
            + e.getMessage(),
        e);
  }

  private void carryOutSkip() {
    while (rowsToSkip > 0) {
      nextPageIfNeeded();
      int rows = (int) Math.min(rowsToSkip, pageRowsLeft);
      if (rows < pageRowsLeft) {
        load();
        int present = pages.hasNulls() ? pages.skipLevels(rows) : rows;
        if (present > 0 && pages.isDictionaryPage()) {
          pages.codes().skip(present);
        } else if (present > 0) {
          pages.values().skip(present);
        }
      }
      pageRowsLeft -= rows;
      rowsToSkip -= rows;
    }
  }

  private void nextPageIfNeeded() {
    while (pageRowsLeft == 0) {
      int rows = pages.nextPage();
      if (rows > rowsLeft) {
        throw new CorruptDataException(
            "a page has " + rows + " rows where " + rowsLeft + " are left");
      }
      pageRowsLeft = rows;
      rowsLeft -= rows;
    }
  }

  private void load() {
    if (!pages.isLoaded()) {
      pages.load();
    }
  }

  private Column build(int rows, boolean mayBeCodes) {
    int filled = 0;
    int nulls = 0;
    dictionaryBase = -1;
    while (filled < rows) {
      nextPageIfNeeded();
      load();
      int n = Math.min(rows - filled, pageRowsLeft);
      int present = readValidity(rows, filled, n);
      nulls += n - present;
      boolean asCodes =
          mayBeCodes && values == null && pages.isDictionaryPage() && pages.dictionary().rows() > 0;
      if (asCodes) {
        appendCodes(rows, filled, n, present);
      } else {
        startValues(rows, filled);
        appendValues(filled, n, present);
      }
      filled += n;
      pageRowsLeft -= n;
    }
    return finish(rows, nulls);
  }

  private Column finish(int rows, int nulls) {
    Buffer bits = null;
    if (nulls > 0) {
      bits = validity;
      validity = null;
    }
    if (codes != null) {
      Column built = Column.codes(rows, codes, bits, pages.dictionary().retain());
      codes = null;
      return built;
    }
    startValues(rows, 0);
    Column built =
        layout == Layout.VIEW
            ? Column.views(column.type(), rows, values, bits, data.move())
            : Column.fixed(column.type(), rows, values, bits);
    values = null;
    return built;
  }

  private int readValidity(int rows, int filled, int n) {
    if (pages.hasNulls()) {
      if (validity == null) {
        validity = account.allocateZeroed(Bits.bytesFor(rows));
        BitRuns.setRange(validity.address(), 0, filled);
      }
      return pages.readLevels(validity.address(), filled, n);
    }
    if (validity != null) {
      BitRuns.setRange(validity.address(), filled, n);
    }
    return n;
  }

  private void appendCodes(int rows, int filled, int n, int present) {
    if (codes == null) {
      codes = account.allocate(4L * rows);
    }
    long target = codes.address() + 4L * filled;
    readCodes(target, present);
    if (present < n) {
      Spread.ints(codes.address(), validity.address(), filled, n, present);
    }
  }

  private void readCodes(long target, int count) {
    if (count == 0) {
      return;
    }
    pages.codes().read(target, count);
    int last = pages.dictionary().rows() - 1;
    int wrong = 0;
    for (int i = 0; i < count; i++) {
      int code = Memory.getInt(target + 4L * i);
      wrong |= code | last - code;
    }
    if (wrong < 0) {
      throw new CorruptDataException(
          "a code is beyond its dictionary of " + (last + 1) + " entries");
    }
  }

  /** Makes the buffer of values, moving to it what has been read as codes. */
  private void startValues(int rows, int filled) {
    if (values != null) {
      return;
    }
    long bytes = layout.bytesFor(rows);
    values = layout == Layout.BIT ? account.allocateZeroed(bytes) : account.allocate(bytes);
    if (codes != null) {
      gather(codes.address(), 0, filled);
      if (layout == Layout.VIEW && validity != null) {
        clearNulls(filled);
      }
      codes.release();
      codes = null;
    }
  }

  /** Makes the views of nulls empty: code 0 has given them a value. */
  private void clearNulls(int filled) {
    for (int row = 0; row < filled; row++) {
      if (!Bits.get(validity.address(), row)) {
        Memory.putLong(values.address() + 16L * row, 0);
        Memory.putLong(values.address() + 16L * row + 8, 0);
      }
    }
  }

  private void gather(long positions, int at, int count) {
    Column dictionary = pages.dictionary();
    long target = values.address() + (long) layout.byteWidth() * at;
    Gather.values(layout, dictionary.values(), positions, count, target);
    if (layout != Layout.VIEW) {
      return;
    }
    if (dictionaryBase < 0) {
      dictionaryBase = data.addAll(dictionary.dataBuffers());
    }
    if (dictionaryBase > 0) {
      for (long view = target; view < target + 16L * count; view += 16) {
        if (Memory.getInt(view) > 12) {
          Memory.putInt(view + 8, Memory.getInt(view + 8) + dictionaryBase);
        }
      }
    }
  }

  private void appendValues(int filled, int n, int present) {
    if (layout == Layout.BIT && present < n) {
      appendBits(filled, n, present);
      return;
    }
    if (present > 0 && pages.isDictionaryPage()) {
      Buffer scratch = account.allocate(4L * present);
      try {
        readCodes(scratch.address(), present);
        gather(scratch.address(), filled, present);
      } finally {
        scratch.release();
      }
    } else if (present > 0) {
      pages.values().read(values.address(), filled, present, data);
    }
    if (present < n) {
      Spread.values(layout, values.address(), validity.address(), filled, n, present);
    }
  }

  private void appendBits(int filled, int n, int present) {
    if (present == 0) {
      return;
    }
    Buffer packed = account.allocateZeroed(Bits.bytesFor(present));
    try {
      pages.values().read(packed.address(), 0, present, data);
      Spread.bits(packed.address(), values.address(), validity.address(), filled, n);
    } finally {
      packed.release();
    }
  }

  /** Frees what has not become a column. */
  private void abandon() {
    if (validity != null) {
      validity.release();
      validity = null;
    }
    if (values != null) {
      values.release();
      values = null;
    }
    if (codes != null) {
      codes.release();
      codes = null;
    }
    data.clear();
  }

  @Override
  public void close() {
    pages.close();
  }
}
