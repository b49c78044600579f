package dev.heddle.io.parquet.decode;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of a leaf's column under construction: codes into the chunk's dictionary while all
 * pages have codes, else values.
 *
 * <p>Reused for one column after the other. Owns the buffers until they have become a column. Used
 * by one thread.
 */
abstract class LeafBuffers {
  final MemoryAccount account;
  final ViewData data = new ViewData();
  Layout layout = Layout.BIT;
  @Nullable Buffer validity;
  @Nullable Buffer values;
  @Nullable Buffer codes;

  LeafBuffers(MemoryAccount account) {
    this.account = account;
  }

  /** Appends booleans of the page at hand behind those before, with nulls between them. */
  final void appendBits(PageReader pages, int filled, int count, int present) {
    if (present == 0) {
      return;
    }
    Buffer packed = account.allocateZeroed(Bits.bytesFor(present));
    try {
      pages.values().read(packed.address(), 0, present, data);
      NullExpansion.bits(packed.address(), values.address(), validity.address(), filled, count);
    } finally {
      packed.release();
    }
  }

  /** Returns the column of the codes, which it owns from then on, or else of the values. */
  final Column built(DataType type, int rows, @Nullable Buffer bits, @Nullable Column dictionary) {
    Column built;
    if (codes != null) {
      built = Column.codes(rows, codes, bits, dictionary.retain());
      codes = null;
    } else {
      built =
          layout.isText()
              ? Column.views(type, rows, values, bits, data.move())
              : Column.fixed(type, rows, values, bits);
      values = null;
    }
    return built;
  }

  /** Frees what has not become a column. */
  void abandon() {
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
}
