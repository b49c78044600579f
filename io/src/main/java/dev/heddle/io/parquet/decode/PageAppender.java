package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.footer.ParquetColumn;

/** Puts a flat column together from the rows of pages, whose number is known. */
final class PageAppender extends LeafBuffers {
  private final PageReader pages;
  private ParquetColumn column;

  /** Makes one for the pages of a reader, which stays the caller's. */
  PageAppender(MemoryAccount account, PageReader pages) {
    super(account);
    this.pages = pages;
  }

  /** Turns to another chunk. */
  void start(ParquetColumn newColumn) {
    column = newColumn;
    layout = Layout.of(newColumn.type());
  }

  /**
   * Appends rows of the page at hand, whose validity has been read.
   *
   * @param rows how many the column will have
   * @param filled how many it has
   * @param n how many to append
   * @param present how many of these have a value
   */
  void append(int rows, int filled, int n, int present, ValueForm form, ValueSelection picks) {
    boolean asCodes =
        (form == ValueForm.CODES || layout.isText())
            && values == null
            && pages.isDictionaryPage()
            && pages.dictionary().rows() > 0;
    if (asCodes) {
      appendCodes(rows, filled, n, present, picks);
    } else {
      startValues(rows, filled);
      appendValues(filled, n, present, picks);
    }
  }

  /** Appends picked rows whose positions are not those of their values in the page. */
  int appendMoved(int rows, int filled, int n, int span, int base, long positions, ValueForm form) {
    Buffer scratch = account.allocate(4L * n);
    try {
      for (int i = 0; i < n; i++) {
        Memory.putInt(scratch.address() + 4L * i, Memory.getInt(positions + 4L * i) - base);
      }
      int present = n;
      int values = span;
      if (pages.levels().hasNulls()) {
        int before = validity == null ? filled : Bits.count(validity.address(), filled);
        values = pickValidity(rows, filled, n, span, scratch.address());
        present = Bits.count(validity.address(), filled + n) - before;
      } else {
        readValidity(rows, filled, n);
      }
      append(rows, filled, n, present, form, new ValueSelection(scratch.address(), values));
      return present;
    } finally {
      scratch.release();
    }
  }

  /**
   * Notes which of the picked rows have a value, and replaces their positions by those of their
   * values.
   *
   * @return how many of the rows passed have a value
   */
  private int pickValidity(int rows, int filled, int n, int span, long positions) {
    if (validity == null) {
      validity = account.allocateZeroed(Bits.bytesFor(rows));
      BitRuns.setRange(validity.address(), 0, filled);
    }
    Buffer bits = account.allocateZeroed(Bits.bytesFor(span));
    try {
      int present = pages.levels().read(bits.address(), 0, span);
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

  /** Returns the column; the validity is left out if there are no nulls. */
  Column finish(int rows, int nulls) {
    Buffer bits = null;
    if (nulls > 0) {
      bits = validity;
      validity = null;
    }
    if (codes == null) {
      startValues(rows, 0);
    }
    return built(column.type(), rows, bits, pages.dictionary());
  }

  /** Reads which of the next rows of the page at hand have a value, and returns how many do. */
  int readValidity(int rows, int filled, int n) {
    if (pages.levels().hasNulls()) {
      if (validity == null) {
        validity = account.allocateZeroed(Bits.bytesFor(rows));
        BitRuns.setRange(validity.address(), 0, filled);
      }
      return pages.levels().read(validity.address(), filled, n);
    }
    if (validity != null) {
      BitRuns.setRange(validity.address(), filled, n);
    }
    return n;
  }

  private void appendCodes(int rows, int filled, int n, int present, ValueSelection picks) {
    if (codes == null) {
      codes = account.allocate(4L * rows);
    }
    readCodes(codes.address() + 4L * filled, present, picks);
    if (present < n) {
      NullExpansion.ints(codes.address(), validity.address(), filled, n, present);
    }
  }

  private void readCodes(long target, int count, ValueSelection picks) {
    if (picks.isAll()) {
      pages.readCodes(target, count);
    } else {
      pages.codes().pick(picks.positions(), count, picks.values(), target);
      pages.checkCodes(target, count);
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
      data.gather(pages.dictionary(), codes.address(), filled, values.address());
      if (layout.isText() && validity != null) {
        ViewData.clearNulls(values.address(), validity.address(), filled);
      }
      codes.release();
      codes = null;
    }
  }

  private void appendValues(int filled, int n, int present, ValueSelection picks) {
    if (layout == Layout.BIT && present < n) {
      appendBits(pages, filled, n, present);
      return;
    }
    if (pages.isDictionaryPage() && picks.isAll() && isWord(layout)) {
      if (present > 0) {
        pages.readEntries(layout, values.address() + (long) layout.byteWidth() * filled, present);
      }
    } else if (pages.isDictionaryPage()) {
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
      NullExpansion.values(layout, values.address(), validity.address(), filled, n, present);
    }
  }

  /** Returns whether values are of 4 or 8 bytes, which are written as their codes are read. */
  private static boolean isWord(Layout layout) {
    return switch (layout) {
      case INT32, FLOAT32, INT64, FLOAT64 -> true;
      default -> false;
    };
  }

  private void pickValues(int filled, int present, ValueSelection picks) {
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
}
