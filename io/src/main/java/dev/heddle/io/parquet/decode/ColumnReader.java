package dev.heddle.io.parquet.decode;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.scan.ConjunctGroup;
import dev.heddle.io.scan.ConjunctState;

/**
 * Reads the rows of a column chunk, front to back, into columns.
 *
 * <p>Text from dictionary pages comes as codes into the chunk's dictionary, which all columns of
 * the chunk share. Reused for one chunk after the other. Used by one thread; what it has returned
 * belongs to the caller and outlives it.
 */
public final class ColumnReader implements ChunkReader {
  private static final int MAX_TESTED_BITS = 30;

  private final MemoryAccount account;
  private final PageReader pages;
  private final PageAppender appender;
  private final CodePredicate test = new CodePredicate();
  private final CodeFilter filter = new CodeFilter();
  private final HybridDecoder here = new HybridDecoder();

  private String file = "";
  private ParquetColumn column;
  private Layout layout = Layout.BIT;
  private boolean isAllCodes; // of the chunk's rows each has a code of its dictionary
  private int rowGroup;
  private long groupRows; // of the row group
  private long next; // the row that is to be read next
  private long at; // the row at which the decoders of the page at hand are
  private long pageEnd; // the row after the last one of the page at hand

  public ColumnReader(MemoryAccount account, Decompressor decompressor) {
    this.account = account;
    this.pages = new PageReader(account, decompressor);
    this.appender = new PageAppender(account, pages);
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
    isAllCodes =
        chunk.indexes().allCodes()
            && (newColumn.maxDefinition() == 0 || chunk.statistics().nullCount() == 0);
    rowGroup = newRowGroup;
    groupRows = newRows;
    next = 0;
    at = 0;
    pageEnd = 0;
    pages.start(reads, newColumn, chunk);
    appender.start(newColumn);
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
  public Column read(int wanted, ValueForm form) {
    try {
      return build(wanted, form);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    } finally {
      appender.abandon();
    }
  }

  private HeddleException corrupt(CorruptDataException e) {
    return e.in(file, column.name(), rowGroup, pages.pageStart());
  }

  /** Makes the next row the one at which the decoders are. */
  private void advance() {
    while (next >= pageEnd) {
      nextPage();
    }
    if (next > at) {
      load();
      int skipped = (int) (next - at);
      int present = pages.levels().hasNulls() ? pages.levels().skip(skipped) : skipped;
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
            "a page has " + pageRows + " rows where its list states " + listed);
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

  private Column build(int rows, ValueForm form) {
    int filled = 0;
    int nulls = 0;
    while (filled < rows) {
      advance();
      load();
      int n = (int) Math.min(rows - filled, pageEnd - at);
      int present = appender.readValidity(rows, filled, n);
      nulls += n - present;
      appender.append(rows, filled, n, present, form, ValueSelection.ALL);
      filled += n;
      at += n;
      next = at;
    }
    return appender.finish(rows, nulls);
  }

  @Override
  public Column pick(int rows, long positions, int count, ValueForm form) {
    try {
      if (layout == Layout.BIT) {
        Column all = build(rows, form);
        try {
          return Gather.rows(all, positions, count, account);
        } finally {
          all.release();
        }
      }
      return buildPicked(rows, positions, count, form);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    } finally {
      appender.abandon();
    }
  }

  private Column buildPicked(int rows, long positions, int count, ValueForm form) {
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
        present = appender.readValidity(count, filled, n);
        appender.append(count, filled, n, present, form, ValueSelection.ALL);
      } else if (base == 0 && !pages.levels().hasNulls()) {
        appender.readValidity(count, filled, n);
        appender.append(count, filled, n, n, form, new ValueSelection(from, span));
      } else {
        present = appender.appendMoved(count, filled, n, span, base, from, form);
      }
      nulls += n - present;
      filled += n;
      at += span;
      next = at;
    }
    next = first + rows;
    return appender.finish(count, nulls);
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
              ? filter.mask(packed, rows, test, output)
              : testPicked(positions, 0, 0, count, output);
      packed.goTo(here);
      at = first;
      return checked(found);
    } catch (CorruptDataException e) {
      throw corrupt(e);
    }
  }

  @Override
  public boolean failsAll(ConjunctGroup conjuncts) {
    Column dictionary = isAllCodes ? pages.dictionary() : null;
    return dictionary != null && dictionary.rows() > 0 && conjuncts.failsAll(dictionary);
  }

  @Override
  public int rowsAtHand() {
    return (int) Math.max(0, pageEnd - next);
  }

  /** Makes ready to test the codes of the page at hand; returns whether that goes. */
  private boolean mayTest(ConjunctState conjunct) {
    if (pages.levels().hasNulls() || !pages.isDictionaryPage() || pages.dictionary().rows() == 0) {
      return false;
    }
    byte[] outcomes = conjunct.outcomes(pages.dictionary());
    int width = pages.codes().bitWidth();
    if (width > MAX_TESTED_BITS || 1 << width > outcomes.length) {
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
    Buffer bitmap = account.allocate(RowBitmaps.bytesFor(n));
    try {
      RowBitmaps.fill(bitmap.address(), n);
      int found = filter.mask(pages.codes(), n, test, bitmap.address());
      RowBitmaps.positions(bitmap.address(), n, done, target);
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
    return CodeFilter.pick(pages.codes(), from, base, n, span, test, done, target);
  }

  /** Narrows rows of the page at hand. */
  private int narrowByValues(
      long positions, int base, int done, int n, ConjunctState conjunct, long target) {
    Buffer moved = account.allocate(4L * n);
    try {
      Column column;
      if (positions == 0) {
        column = read(n, ValueForm.CODES);
      } else {
        for (int i = 0; i < n; i++) {
          int position = Memory.getInt(positions + 4L * (done + i)) - base;
          Memory.putInt(moved.address() + 4L * i, position);
        }
        int span = Memory.getInt(moved.address() + 4L * (n - 1)) + 1;
        column = pick(span, moved.address(), n, ValueForm.CODES);
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

  @Override
  public void close() {
    pages.close();
  }
}
