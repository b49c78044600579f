package dev.heddle.io.ipc;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** Finds where rows have their values: in runs of equal rows, and in views of lists. */
final class IpcRuns {
  private IpcRuns() {}

  /** Returns the run of each row, as int32 positions among the values. */
  static Buffer positions(IpcBody body, IpcNode node, int from, int rows) {
    IpcNode ends = node.children().get(0);
    int runs = ends.rows();
    if (ends.mayHaveNulls() || runs > node.children().get(1).rows()) {
      throw broken(node.field());
    }
    int width = width(ends.field(), node.field());
    IpcBody.Piece piece = body.piece(ends.firstBuffer() + 1, (long) runs * width);
    Buffer positions = body.account().allocate(4L * rows);
    try {
      int run = rows == 0 ? 0 : firstBehind(piece, width, runs, from);
      long end = run < runs && rows > 0 ? end(piece, width, run) : 0;
      for (int i = 0; i < rows; i++) {
        while (run < runs && end <= (long) from + i) {
          long next = ++run < runs ? end(piece, width, run) : end;
          if (next < end) {
            throw broken(node.field());
          }
          end = next;
        }
        if (run >= runs) {
          throw broken(node.field());
        }
        Memory.putInt(positions.address() + 4L * i, run);
      }
      return positions;
    } catch (Throwable e) {
      positions.release();
      throw e;
    }
  }

  /** Returns the first run that ends behind a row, in sorted ends. */
  private static int firstBehind(IpcBody.Piece ends, int width, int runs, int row) {
    int low = 0;
    int high = runs;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (end(ends, width, middle) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int width(Field ends, Field field) {
    if (ends.getType() instanceof ArrowType.Int type
        && type.getIsSigned()
        && type.getBitWidth() > 8) {
      return type.getBitWidth() / 8;
    }
    throw broken(field);
  }

  private static long end(IpcBody.Piece ends, int width, int run) {
    return switch (width) {
      case 2 -> Memory.getShort(ends.address() + 2L * run);
      case 4 -> Memory.getInt(ends.address() + 4L * run);
      default -> Memory.getLong(ends.address() + 8L * run);
    };
  }

  private static IpcCorruptException broken(Field field) {
    return new IpcCorruptException(
        "the run ends of column " + field.getName() + " do not rise up to its rows");
  }

  /**
   * Returns first element and number of elements of each row of list views, empty for null rows.
   *
   * @param width bytes of an offset, and of a size
   */
  static Buffer views(
      IpcBody body,
      IpcNode node,
      int from,
      int rows,
      int width,
      int elements,
      @Nullable Buffer validity) {
    Buffer ranges = body.account().allocate(8L * rows);
    if (rows == 0) {
      return ranges;
    }
    try {
      long bytes = ((long) from + rows) * width;
      IpcBody.Piece offsets = body.piece(node.firstBuffer() + 1, bytes);
      IpcBody.Piece sizes = body.piece(node.firstBuffer() + 2, bytes);
      for (int i = 0; i < rows; i++) {
        boolean isValid = validity == null || Bits.get(validity.address(), i);
        long start = isValid ? word(offsets, from + i, width) : 0;
        long size = isValid ? word(sizes, from + i, width) : 0;
        if (start < 0 || size < 0 || size > elements || start > elements - size) {
          throw new IpcCorruptException(
              "a list of column " + node.field().getName() + " is outside of its elements");
        }
        Memory.putInt(ranges.address() + 8L * i, (int) start);
        Memory.putInt(ranges.address() + 8L * i + 4, (int) size);
      }
      return ranges;
    } catch (Throwable e) {
      ranges.release();
      throw e;
    }
  }

  private static long word(IpcBody.Piece piece, int index, int width) {
    return width == 4
        ? Memory.getInt(piece.address() + 4L * index)
        : Memory.getLong(piece.address() + 8L * index);
  }
}
