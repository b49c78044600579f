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
import dev.heddle.io.scan.ConjunctState;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a column chunk, front to back, into columns.
 *
 * <p>Text from dictionary pages comes as codes into the chunk's dictionary, which all columns of
 * the chunk share. Kept for one chunk after the other. Used by one thread; what it has returned
 * belongs to the caller and outlives it.
 */
final class ColumnReader implements ChunkReader {
  private static final int MOST_TESTED_BITS = 30;

  private final MemoryAccount account;
  private final PageReader pages;
  private final ViewData data = new ViewData();
  private final CodeTest test = new CodeTest();
  private final HybridDecoder here = new HybridDecoder();

  private String file = "";
  private ParquetColumn column;
  private Layout layout = Layout.BIT;
  private int rowGroup;
  private long groupRows; // of the row group
  private long next; // the row that is to be read next
  private long at; // the row at which the decoders of the page at hand are
  private long pageEnd; // the row after the last one of the page at hand

  // the column under construction
  private @Nullable Buffer validity;
  private @Nullable Buffer values;
  private @Nullable Buffer codes;

  ColumnReader(MemoryAccount account, Decompressor decompressor) {
    this.account = account;
    this.pages = new PageReader(account, decompressor);
  }

  @Override
  public void start(
      PartReads reads,
      String newFile,
      ParquetColumn newColumn,
      ChunkInfo chunk,
      int newRowGroup,
      long newRows) {
    Decompressor.check(chunk.codec(), newFile, newColumn.name());
    file = newFile;
    column = newColumn;
    layout = Layout.of(newColumn.type());
    rowGroup = newRowGroup;
    groupRows = newRows;
    next = 0;
    at = 0;
    pageEnd = 0;
    pages.start(reads, newColumn, chunk);
  }

  @Override
  public void skip(long skipped) {
    next += skipped;
  }

  @Override
  public void announce(int wanted) {
    PageList list = pages.pages();
    if (list != null) {
      pages.announce(list.pageOf(next), list.pageOf(next + wanted - 1) + 1);
    }
  }

  @Override
  public Column read(int wanted, boolean wantsCodes) {
    try {
      return build(wanted, wantsCodes || layout == Layout.VIEW);
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

  /** Makes the next row the one at which the decoders are. */
  private void advance() {
    while (next >= pageEnd) {
      nextPage();
    }
    if (next > at) {
      load();
      int skipped = (int) (next - at);
      int present = pages.hasNulls() ? pages.skipLevels(skipped) : skipped;
      if (present > 0 && pages.isDictionaryPage()) {
        pages.codes().skip(present);
      } else if (present > 0) {
        pages.values().skip(present);
      }
      at = next;
    }
  }

  private void nextPage() {
    PageList list = pages.pages();
    int pageRows;
    if (list == null || next >= groupRows) {
      at = pageEnd;
      pageRows = pages.nextPage();
    } else {
      int page = list.pageOf(next);
      at = list.firstRow(page);
      pageRows = pages.openPage(page);
      long listed = list.firstRow(page + 1) - at;
      if (pageRows != listed) {
        throw new CorruptDataException(
            "a page has " + pageRows + " rows where its list says " + listed);
      }
    }
    if (pageRows > groupRows - at) {
      throw new CorruptDataException(
          "a page has " + pageRows + " rows where " + (groupRows - at) + " are left");
    }
    pageEnd = at + pageRows;
  }

  private void load() {
    if (!pages.isLoaded()) {
      pages.load();
    }
  }

  private Column build(int rows, boolean mayBeCodes) {
    int filled = 0;
    int nulls = 0;
    while (filled < rows) {
      advance();
      load();
      int n = (int) Math.min(rows - filled, pageEnd - at);
      int present = readValidity(rows, filled, n);
      nulls += n - present;
      append(rows, filled, n, present, mayBeCodes, Picks.ALL);
      filled += n;
      at += n;
      next = at;
    }
    return finish(rows, nulls);
  }

  private void append(int rows, int filled, int n, int present, boolean mayBeCodes, Picks picks) {
    boolean asCodes =
        mayBeCodes && values == null && pages.isDictionaryPage() && pages.dictionary().rows() > 0;
    if (asCodes) {
      appendCodes(rows, filled, n, present, picks);
    } else {
      startValues(rows, filled);
      appendValues(filled, n, present, picks);
    }
  }

  @Override
  public Column pick(int rows, long positions, int count, boolean wantsCodes) {
    boolean mayBeCodes = wantsCodes || layout == Layout.VIEW;
    try {
      if (layout == Layout.BIT) {
        Column all = build(rows, mayBeCodes);
        try {
          return Gather.rows(all, positions, count, account);
        } finally {
          all.release();
        }
      }
      return buildPicked(rows, positions, count, mayBeCodes);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    } finally {
      abandon();
    }
  }

  private Column buildPicked(int rows, long positions, int count, boolean mayBeCodes) {
    long first = next;
    int filled = 0;
    int nulls = 0;
    while (filled < count) {
      long wanted = first + Memory.getInt(positions + 4L * filled);
      if (filled > 0 || wanted >= pageEnd) {
        next = wanted; // pages before that need not be loaded
      }
      advance();
      load();
      // the positions that are in this page, from the row at hand on
      int base = (int) (at - first);
      int n = countBelow(positions, filled, count, pageEnd - first);
      int span = Memory.getInt(positions + 4L * (filled + n - 1)) + 1 - base;
      int present = n;
      long from = positions + 4L * filled;
      if (n == span) {
        present = readValidity(count, filled, n);
        append(count, filled, n, present, mayBeCodes, Picks.ALL);
      } else if (base == 0 && !pages.hasNulls()) {
        readValidity(count, filled, n);
        append(count, filled, n, n, mayBeCodes, new Picks(from, span));
      } else {
        present = appendMoved(count, filled, n, span, base, from, mayBeCodes);
      }
      nulls += n - present;
      filled += n;
      at += span;
      next = at;
    }
    next = first + rows;
    return finish(count, nulls);
  }

  @Override
  public int narrow(int rows, long positions, int count, ConjunctState conjunct, long output) {
    long first = next;
    int done = 0;
    int kept = 0;
    while (done < count) {
      long target = output + 4L * kept;
      int base;
      int n;
      int found;
      try {
        long wanted = positions == 0 ? next : first + Memory.getInt(positions + 4L * done);
        if (done > 0 || wanted >= pageEnd) {
          next = wanted; // pages before that need not be loaded
        }
        advance();
        load();
        base = (int) (at - first);
        n =
            positions == 0
                ? (int) Math.min(count - done, pageEnd - at)
                : countBelow(positions, done, count, pageEnd - first);
        found = narrowByCodes(positions, base, done, n, conjunct, target);
      } catch (CorruptDataException e) {
        throw corrupt(e);
      }
      if (found < 0) {
        found = narrowByValues(positions, base, done, n, conjunct, target);
      }
      kept += found;
      done += n;
    }
    next = first + rows;
    return kept;
  }

  @Override
  public int mask(int rows, ConjunctState conjunct, long bitmap) {
    return testAhead(rows, 0, rows, conjunct, bitmap);
  }

  @Override
  public int peek(int rows, long positions, int count, ConjunctState conjunct, long output) {
    return testAhead(rows, positions, count, conjunct, output);
  }

  /** Masks a bitmap, if there are no positions, or tests rows at positions, and steps back. */
  private int testAhead(int rows, long positions, int count, ConjunctState conjunct, long output) {
    long first = next;
    try {
      advance();
      load();
      if (first + rows > pageEnd || !mayTest(conjunct)) {
        return -1;
      }
      HybridDecoder packed = pages.codes();
      here.goTo(packed);
      int found =
          positions == 0
              ? packed.mask(rows, test, output)
              : testPicked(positions, 0, 0, count, output);
      packed.goTo(here);
      at = first;
      return checked(found);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    }
  }

  @Override
  public int rowsAtHand() {
    return (int) Math.max(0, pageEnd - next);
  }

  /** Makes ready to test the codes of the page at hand; returns whether that goes. */
  private boolean mayTest(ConjunctState conjunct) {
    if (pages.hasNulls() || !pages.isDictionaryPage() || pages.dictionary().rows() == 0) {
      return false;
    }
    byte[] outcomes = conjunct.outcomes(pages.dictionary());
    int width = pages.codes().bitWidth();
    if (width > MOST_TESTED_BITS || 1 << width > outcomes.length) {
      return false;
    }
    test.turnTo(outcomes, width);
    return true;
  }

  private int checked(int found) {
    if (found < 0) {
      throw pages.codeBeyond();
    }
    return found;
  }

  /** Narrows rows of the page at hand; returns -1, without a step, if that does not go by codes. */
  private int narrowByCodes(
      long positions, int base, int done, int n, ConjunctState conjunct, long target) {
    if (!mayTest(conjunct)) {
      return -1;
    }
    int found =
        positions == 0 ? test(n, done, target) : testPicked(positions, base, done, n, target);
    next = at;
    return checked(found);
  }

  private int test(int n, int done, long target) {
    Buffer bitmap = account.allocate(Masks.bytesFor(n));
    try {
      Masks.fill(bitmap.address(), n);
      int found = pages.codes().mask(n, test, bitmap.address());
      Masks.positions(bitmap.address(), n, done, target);
      at += n;
      return found;
    } finally {
      bitmap.release();
    }
  }

  private int testPicked(long positions, int base, int done, int n, long target) {
    long from = positions + 4L * done;
    int span = Memory.getInt(from + 4L * (n - 1)) + 1 - base;
    at += span;
    return pages.codes().testPicked(from, base, n, span, test, done, target);
  }

  /** Narrows rows of the page at hand. */
  private int narrowByValues(
      long positions, int base, int done, int n, ConjunctState conjunct, long target) {
    Buffer moved = account.allocate(4L * n);
    try {
      Column column;
      if (positions == 0) {
        column = read(n, true);
      } else {
        for (int i = 0; i < n; i++) {
          int position = Memory.getInt(positions + 4L * (done + i)) - base;
          Memory.putInt(moved.address() + 4L * i, position);
        }
        int span = Memory.getInt(moved.address() + 4L * (n - 1)) + 1;
        column = pick(span, moved.address(), n, true);
      }
      try {
        int found = conjunct.narrow(new Column[] {column}, n, 0, n, target);
        for (int i = 0; i < found; i++) {
          Memory.putInt(target + 4L * i, Memory.getInt(target + 4L * i) + done);
        }
        return found;
      } finally {
        column.release();
      }
    } finally {
      moved.release();
    }
  }

  /** Returns how many ascending positions, from one on, are below a limit; that one is. */
  private static int countBelow(long positions, int from, int count, long limit) {
    int low = from + 1;
    int high = count;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Memory.getInt(positions + 4L * (middle - 1)) < limit) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low - from;
  }

  /** Appends picked rows whose positions are not those of their values in the page. */
  private int appendMoved(
      int rows, int filled, int n, int span, int base, long positions, boolean mayBeCodes) {
    Buffer scratch = account.allocate(4L * n);
    try {
      for (int i = 0; i < n; i++) {
        Memory.putInt(scratch.address() + 4L * i, Memory.getInt(positions + 4L * i) - base);
      }
      int present = n;
      int values = span;
      if (pages.hasNulls()) {
        int before = validity == null ? filled : Bits.count(validity.address(), filled);
        values = pickValidity(rows, filled, n, span, scratch.address());
        present = Bits.count(validity.address(), filled + n) - before;
      } else {
        readValidity(rows, filled, n);
      }
      append(rows, filled, n, present, mayBeCodes, new Picks(scratch.address(), values));
      return present;
    } finally {
      scratch.release();
    }
  }

  /**
   * Notes which of the picked rows have a value, and replaces their positions by those of their
   * values.
   *
   * @return how many values lie in the rows gone over
   */
  private int pickValidity(int rows, int filled, int n, int span, long positions) {
    if (validity == null) {
      validity = account.allocateZeroed(Bits.bytesFor(rows));
      BitRuns.setRange(validity.address(), 0, filled);
    }
    Buffer bits = account.allocateZeroed(Bits.bytesFor(span));
    try {
      int present = pages.readLevels(bits.address(), 0, span);
      int before = 0; // values before the row looked at
      int row = 0;
      int kept = 0;
      for (int i = 0; i < n; i++) {
        int wanted = Memory.getInt(positions + 4L * i);
        before += BitRuns.count(bits.address(), row, wanted - row);
        row = wanted;
        if (Bits.get(bits.address(), wanted)) {
          Memory.putInt(positions + 4L * kept++, before);
          Bits.set(validity.address(), filled + i);
        }
      }
      return present;
    } finally {
      bits.release();
    }
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

  private void appendCodes(int rows, int filled, int n, int present, Picks picks) {
    if (codes == null) {
      codes = account.allocate(4L * rows);
    }
    readCodes(codes.address() + 4L * filled, present, picks);
    if (present < n) {
      Spread.ints(codes.address(), validity.address(), filled, n, present);
    }
  }

  private void readCodes(long target, int count, Picks picks) {
    if (!picks.isAll()) {
      pages.codes().pick(picks.positions(), count, picks.values(), target);
    } else if (count > 0) {
      pages.codes().read(target, count);
    }
    pages.checkCodes(target, count);
  }

  /** Makes the buffer of values, moving to it what has been read as codes. */
  private void startValues(int rows, int filled) {
    if (values != null) {
      return;
    }
    long bytes = layout.bytesFor(rows);
    values = layout == Layout.BIT ? account.allocateZeroed(bytes) : account.allocate(bytes);
    if (codes != null) {
      data.gather(pages.dictionary(), codes.address(), filled, values.address());
      if (layout == Layout.VIEW && validity != null) {
        ViewData.clearNulls(values.address(), validity.address(), filled);
      }
      codes.release();
      codes = null;
    }
  }

  private void appendValues(int filled, int n, int present, Picks picks) {
    if (layout == Layout.BIT && present < n) {
      appendBits(filled, n, present);
      return;
    }
    if (pages.isDictionaryPage()) {
      Buffer scratch = account.allocate(4L * present);
      try {
        readCodes(scratch.address(), present, picks);
        long target = values.address() + (long) layout.byteWidth() * filled;
        data.gather(pages.dictionary(), scratch.address(), present, target);
      } finally {
        scratch.release();
      }
    } else if (!picks.isAll()) {
      pickValues(filled, present, picks);
    } else if (present > 0) {
      pages.values().read(values.address(), filled, present, data);
    }
    if (present < n) {
      Spread.values(layout, values.address(), validity.address(), filled, n, present);
    }
  }

  private void pickValues(int filled, int present, Picks picks) {
    if (picks.values() == 0) {
      return;
    }
    ValueDecoder decoder = pages.values();
    long target = values.address() + (long) layout.byteWidth() * filled;
    if (decoder.pick(picks.positions(), present, picks.values(), target, data)) {
      return;
    }
    Buffer all = account.allocate(layout.bytesFor(picks.values()));
    try {
      decoder.read(all.address(), 0, picks.values(), data);
      Gather.values(layout, all.address(), picks.positions(), present, target);
    } finally {
      all.release();
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
