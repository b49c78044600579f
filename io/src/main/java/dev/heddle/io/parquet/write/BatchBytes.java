package dev.heddle.io.parquet.write;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;

/** Estimates how many bytes rows have. */
final class BatchBytes {
  private BatchBytes() {}

  /** Returns about how many bytes the rows of a batch have. */
  static long of(Batch batch) {
    long bytes = 0;
    for (int i = 0; i < batch.columnCount(); i++) {
      bytes += of(batch.column(i), batch.rowCount());
    }
    return bytes;
  }

  private static long of(Column column, int rows) {
    if (column.isDictionary()) {
      return 4L * rows;
    }
    Layout layout = column.layout();
    long bytes = layout.bytesFor(rows);
    return switch (layout) {
      case VIEW -> bytes + longTexts(column, rows);
      case LIST -> bytes + elements(column, rows);
      case STRUCT -> {
        for (int i = 0; i < column.childCount(); i++) {
          bytes += of(column.child(i), rows);
        }
        yield bytes;
      }
      default -> bytes;
    };
  }

  private static long longTexts(Column column, int rows) {
    long bytes = 0;
    for (int row = 0; column.dataBuffers().length > 0 && row < rows; row++) {
      int length = StringViews.length(column.values() + 16L * row);
      bytes += length > StringViews.MAX_INLINE ? length : 0;
    }
    return bytes;
  }

  /** Lists may use few of the elements, or the same ones. */
  private static long elements(Column lists, int rows) {
    Column elements = lists.child(0);
    if (elements.rows() == 0) {
      return 0;
    }
    long used = 0;
    for (int row = 0; row < rows; row++) {
      used += lists.isNull(row) ? 0 : lists.listLength(row);
    }
    return (long) ((double) of(elements, elements.rows()) * used / elements.rows());
  }
}
