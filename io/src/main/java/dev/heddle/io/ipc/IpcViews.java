package dev.heddle.io.ipc;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Makes columns of text and binary: views onto the bytes of a message, which stay where they are.
 */
final class IpcViews {

  private IpcViews() {}

  private static boolean isValid(@Nullable Buffer validity, int row) {
    return validity == null || Bits.get(validity.address(), row);
  }

  /**
   * Makes a column of values that follow each other.
   *
   * @param offsetBytes how wide offsets are
   */
  static Column offsets(
      IpcBody body,
      IpcNode node,
      DataType type,
      int from,
      int rows,
      int offsetBytes,
      @Nullable Buffer validity,
      MemoryAccount account) {
    if (rows == 0) {
      return Column.views(type, 0, account.allocate(0), validity);
    }
    IpcBody.Piece offsets =
        body.piece(node.firstBuffer() + 1, ((long) from + rows + 1) * offsetBytes);
    IpcBody.Piece data = body.piece(node.firstBuffer() + 2, 0);
    long dataBytes = data == null ? 0 : data.length();
    long first = offset(offsets, from, offsetBytes);
    if (first < 0 || first > dataBytes) {
      throw outside(node);
    }
    Buffer views = account.allocate(16L * rows);
    try {
      long start = first;
      for (int i = 0; i < rows; i++) {
        long end = offset(offsets, from + i + 1, offsetBytes);
        if (end < start || end > dataBytes || end - first > Integer.MAX_VALUE) {
          throw outside(node);
        }
        long view = views.address() + 16L * i;
        int length = isValid(validity, i) ? (int) (end - start) : 0;
        if (length == 0) {
          Memory.putLong(view, 0);
          Memory.putLong(view + 8, 0);
        } else {
          StringViews.put(view, data.address() + start, length, 0, (int) (start - first));
        }
        start = end;
      }
      if (data == null) {
        return Column.views(type, rows, views, validity);
      }
      return Column.views(type, rows, views, validity, data.slice(first, start - first));
    } catch (Throwable e) {
      views.release();
      throw e;
    }
  }

  private static long offset(IpcBody.Piece offsets, int index, int offsetBytes) {
    return offsetBytes == 4
        ? Memory.getInt(offsets.address() + 4L * index)
        : Memory.getLong(offsets.address() + 8L * index);
  }

  private static IpcCorruptException outside(IpcNode node) {
    return new IpcCorruptException(
        "a value of column " + node.field().getName() + " is outside of its bytes");
  }

  /** Makes a column of values of one length. */
  static Column fixed(
      IpcBody body,
      IpcNode node,
      DataType type,
      int from,
      int rows,
      int width,
      @Nullable Buffer validity,
      MemoryAccount account) {
    if (width < 0 || (long) rows * width > Integer.MAX_VALUE) {
      throw outside(node);
    }
    IpcBody.Piece data = body.piece(node.firstBuffer() + 1, ((long) from + rows) * width);
    Buffer views = account.allocateZeroed(16L * rows);
    try {
      if (data == null) {
        return Column.views(type, rows, views, validity);
      }
      long start = data.address() + (long) from * width;
      for (int i = 0; i < rows; i++) {
        if (isValid(validity, i)) {
          StringViews.put(views.address() + 16L * i, start + (long) i * width, width, 0, i * width);
        }
      }
      return Column.views(
          type, rows, views, validity, data.slice((long) from * width, (long) rows * width));
    } catch (Throwable e) {
      views.release();
      throw e;
    }
  }

  /** Makes a column of views as they are, or of repaired ones where those of null rows are not. */
  static Column views(
      IpcBody body,
      IpcNode node,
      DataType type,
      int from,
      int rows,
      @Nullable Buffer validity,
      MemoryAccount account) {
    if (rows == 0) {
      return Column.views(type, 0, account.allocate(0), validity);
    }
    IpcBody.Piece stored = body.piece(node.firstBuffer() + 1, 16L * ((long) from + rows));
    int count = node.buffers() - 2;
    IpcBody.@Nullable Piece[] data = new IpcBody.Piece[count];
    for (int i = 0; i < count; i++) {
      data[i] = body.piece(node.firstBuffer() + 2 + i, 0);
    }
    long start = stored.address() + 16L * from;
    boolean isClean = true;
    for (int i = 0; i < rows; i++) {
      long view = start + 16L * i;
      if (isValid(validity, i)) {
        check(view, data, node);
      } else {
        isClean &= Memory.getLong(view) == 0 && Memory.getLong(view + 8) == 0;
      }
    }
    Buffer views = isClean ? stored.slice(16L * from, 16L * rows) : account.allocate(16L * rows);
    if (!isClean) {
      Memory.copy(start, views.address(), 16L * rows);
      for (int i = 0; i < rows; i++) {
        if (!isValid(validity, i)) {
          Memory.putLong(views.address() + 16L * i, 0);
          Memory.putLong(views.address() + 16L * i + 8, 0);
        }
      }
    }
    Buffer[] shared = new Buffer[count];
    for (int i = 0; i < count; i++) {
      shared[i] = data[i] == null ? account.allocate(0) : data[i].slice(0, data[i].length());
    }
    return Column.views(type, rows, views, validity, shared);
  }

  private static void check(long view, IpcBody.@Nullable Piece[] data, IpcNode node) {
    int length = Memory.getInt(view);
    if (length < 0) {
      throw outside(node);
    }
    if (length <= StringViews.MAX_INLINE) {
      for (int i = length; i < StringViews.MAX_INLINE; i++) {
        if (Memory.getByte(view + 4 + i) != 0) {
          throw new IpcCorruptException(
              "a short value of column " + node.field().getName() + " is not padded by zeros");
        }
      }
      return;
    }
    int buffer = Memory.getInt(view + 8);
    long offset = Memory.getInt(view + 12);
    if (buffer < 0 || buffer >= data.length || offset < 0) {
      throw outside(node);
    }
    IpcBody.Piece piece = data[buffer];
    if (piece == null || offset > piece.length() - length) {
      throw outside(node);
    }
    if (Memory.getInt(view + 4) != Memory.getInt(piece.address() + offset)) {
      throw new IpcCorruptException(
          "a value of column " + node.field().getName() + " does not start like its view");
    }
  }
}
