package dev.heddle.physical.window;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a partition on the disk that count, numbered among themselves. */
final class WindowWideCounted implements AutoCloseable {
  private final WindowWideRows rows;
  private final @Nullable WindowLongs counted; // null if all rows count
  private final List<AutoCloseable> cursors = new ArrayList<>();

  /**
   * Finds the rows.
   *
   * @param column whose nulls may not count, or -1
   * @param filter boolean column that must be true for a row to count, or -1
   */
  WindowWideCounted(WindowWideRows rows, int column, NullTreatment nulls, int filter) {
    this.rows = rows;
    boolean skipsNulls = column >= 0 && nulls == NullTreatment.IGNORE;
    this.counted = skipsNulls || filter >= 0 ? find(column, nulls, filter) : null;
  }

  private WindowLongs find(int column, NullTreatment nulls, int filter) {
    try (WindowLongs.Writer numbers = WindowLongs.writer(rows.context())) {
      for (int block = 0; block < rows.blockCount(); block++) {
        try (WindowSegment segment = rows.read(block);
            CountedRows some =
                CountedRows.of(column < 0 ? filter : column, nulls, filter, segment)) {
          int count = some.before(segment.rows());
          for (int i = 0; i < count; i++) {
            numbers.add(rows.start(block) + some.row(i));
          }
        }
      }
      return numbers.finish();
    }
  }

  /** Returns how many rows count. */
  long count() {
    return counted == null ? rows.count() : counted.count();
  }

  private WindowLongs.@Nullable Cursor cursor() {
    if (counted == null) {
      return null;
    }
    WindowLongs.Cursor cursor = counted.open(rows.context());
    cursors.add(cursor);
    return cursor;
  }

  /** Opens a cursor of how many rows that count precede a row; closed with this. */
  Before before() {
    return new Before(cursor());
  }

  /** Opens a cursor of which row has a number; closed with this. */
  Numbered numbered() {
    return new Numbered(cursor());
  }

  /** How many of the rows that count precede one row after the other. */
  static final class Before {
    private final WindowLongs.@Nullable Cursor cursor;
    private boolean hasNext;
    private long count;

    private Before(WindowLongs.@Nullable Cursor cursor) {
      this.cursor = cursor;
      this.hasNext = cursor != null && cursor.advance();
    }

    /** Returns it for a row that precedes none that was asked for. */
    long at(long row) {
      if (cursor == null) {
        return row;
      }
      while (hasNext && cursor.number() < row) {
        count++;
        hasNext = cursor.advance();
      }
      return count;
    }

    /** Returns whether the row last asked for counts itself. */
    boolean isCounted(long row) {
      return cursor == null || (hasNext && cursor.number() == row);
    }
  }

  /** Which row has a number, found fastest for one number after the other. */
  static final class Numbered {
    private final WindowLongs.@Nullable Cursor cursor;

    private Numbered(WindowLongs.@Nullable Cursor cursor) {
      this.cursor = cursor;
    }

    long row(long number) {
      return cursor == null ? number : cursor.at(number);
    }
  }

  @Override
  public void close() {
    Closeables.all(cursors);
    Closeables.all(counted);
  }
}
