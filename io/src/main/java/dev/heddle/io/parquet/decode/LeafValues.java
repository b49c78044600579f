package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.footer.NestedNode;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of a leaf, one for each slot, in buffers that grow: how many elements the
 * lists of a batch have is known only when their levels have been read.
 *
 * <p>Text from dictionary pages stays codes as long as nothing else comes between. Used by one
 * thread.
 */
final class LeafValues extends LeafBuffers {
  private static final int FIRST_SLOTS = 1024;

  private NestedNode.Leaf leaf;
  private int usualSlots = FIRST_SLOTS; // of the batches before

  // the column under construction
  private int slots;
  private int room;
  private int validityRoom;

  LeafValues(MemoryAccount account) {
    super(account);
  }

  /** Turns to a leaf. */
  void start(NestedNode.Leaf newLeaf) {
    leaf = newLeaf;
    layout = Layout.of(newLeaf.type());
    usualSlots = FIRST_SLOTS;
  }

  /** Returns how many slots have been appended since the last column. */
  int slots() {
    return slots;
  }

  /**
   * Appends entries of the page at hand, which is loaded.
   *
   * @param definitions where their definition levels start
   * @param count how many of them are slots
   * @param present how many of these have a value
   */
  void append(PageReader pages, long definitions, int entries, int count, int present) {
    reserve(count);
    appendValidity(definitions, entries, count, present);
    boolean asCodes =
        layout.isText()
            && values == null
            && pages.isDictionaryPage()
            && pages.dictionary().rows() > 0;
    if (asCodes) {
      appendCodes(pages, count, present);
    } else {
      startValues(pages.dictionary());
      appendValues(pages, count, present);
    }
    slots += count;
  }

  private void reserve(int count) {
    int needed = slots + count;
    if (needed <= room) {
      return;
    }
    int newRoom = Math.max(Math.max(usualSlots, needed), (int) Math.min(1L << 30, room * 2L));
    if (codes != null) {
      codes = account.grow(codes, 4L * slots, 4L * newRoom);
    }
    if (values != null) {
      Buffer grown = account.grow(values, layout.bytesFor(slots), layout.bytesFor(newRoom));
      values = grown;
      if (layout == Layout.BIT) {
        clearFrom(grown, slots);
      }
    }
    room = newRoom;
  }

  /** Makes the bits of a bitmap zero from a position on. */
  private static void clearFrom(Buffer bitmap, int bit) {
    long at = bitmap.address() + (bit >>> 3);
    Memory.putByte(at, (byte) (Memory.getByte(at) & (1 << (bit & 7)) - 1));
    long end = bitmap.address() + bitmap.capacity() + Buffer.PADDING;
    Memory.fill(at + 1, end - at - 1, (byte) 0);
  }

  private void appendValidity(long definitions, int entries, int count, int present) {
    if (validity == null && present == count) {
      return;
    }
    if (validity == null) {
      validity = account.allocateZeroed(Bits.bytesFor(room));
      validityRoom = room;
      BitRuns.setRange(validity.address(), 0, slots);
    } else if (validityRoom < room) {
      validity = account.grow(validity, Bits.bytesFor(slots), Bits.bytesFor(room));
      validityRoom = room;
      clearFrom(validity, slots);
    }
    if (present == count) {
      BitRuns.setRange(validity.address(), slots, count);
    } else if (present > 0) {
      LevelMasks.appendBits(definitions, 0, entries, leaf, validity.address(), slots);
    }
  }

  private void appendCodes(PageReader pages, int count, int present) {
    if (codes == null) {
      codes = account.allocate(4L * room);
    }
    pages.readCodes(codes.address() + 4L * slots, present);
    if (present < count) {
      NullExpansion.ints(codes.address(), validity.address(), slots, count, present);
    }
  }

  /** Makes the buffer of values, moving to it what has been read as codes. */
  private void startValues(@Nullable Column dictionary) {
    if (values != null) {
      return;
    }
    long bytes = layout.bytesFor(room);
    values = layout == Layout.BIT ? account.allocateZeroed(bytes) : account.allocate(bytes);
    if (codes != null) {
      data.gather(dictionary, codes.address(), slots, values.address());
      if (validity != null) {
        ViewData.clearNulls(values.address(), validity.address(), slots);
      }
      codes.release();
      codes = null;
    }
  }

  private void appendValues(PageReader pages, int count, int present) {
    if (layout == Layout.BIT && present < count) {
      appendBits(pages, slots, count, present);
      return;
    }
    if (present > 0 && pages.isDictionaryPage()) {
      Buffer positions = account.allocate(4L * present);
      try {
        pages.readCodes(positions.address(), present);
        long target = values.address() + (long) layout.byteWidth() * slots;
        data.gather(pages.dictionary(), positions.address(), present, target);
      } finally {
        positions.release();
      }
    } else if (present > 0) {
      pages.values().read(values.address(), slots, present, data);
    }
    if (present < count) {
      NullExpansion.values(layout, values.address(), validity.address(), slots, count, present);
    }
  }

  /** Returns the slots appended, and starts anew. */
  Column build(@Nullable Column dictionary) {
    if (codes == null) {
      startValues(dictionary);
    }
    Column built = built(leaf.type(), slots, validity, dictionary);
    validity = null;
    usualSlots = Math.max(FIRST_SLOTS, slots + (slots >>> 4));
    abandon();
    return built;
  }

  @Override
  void abandon() {
    super.abandon();
    slots = 0;
    room = 0;
  }
}
