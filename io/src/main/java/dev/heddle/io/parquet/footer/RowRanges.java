package dev.heddle.io.parquet.footer;

import java.util.Arrays;

/**
 * Some rows of a row group, as ranges {@code [from, to)} that are sorted, not empty and do not
 * touch. Immutable.
 */
public final class RowRanges {
  /** No rows. */
  public static final RowRanges NONE = new RowRanges(new long[0], 0);

  private static final int FIRST_CAPACITY = 8;

  // from and to of each range in turn
  private final long[] bounds;
  private final int count;
  private final long rows;

  private RowRanges(long[] bounds, int count) {
    this.bounds = bounds;
    this.count = count;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += bounds[2 * i + 1] - bounds[2 * i];
    }
    this.rows = sum;
  }

  /** Returns the rows of one range. */
  public static RowRanges of(long from, long to) {
    return from < to ? new RowRanges(new long[] {from, to}, 1) : NONE;
  }

  /** Returns how many ranges there are. */
  public int count() {
    return count;
  }

  /** Returns the first row of a range. */
  public long from(int range) {
    return bounds[2 * range];
  }

  /** Returns the row after the last of a range. */
  public long to(int range) {
    return bounds[2 * range + 1];
  }

  /** Returns how many rows there are. */
  public long rows() {
    return rows;
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns whether one of the rows is in {@code [from, to)}. */
  public boolean overlaps(long from, long to) {
    int at = firstEndingAfter(from);
    return at < count && from < to && from(at) < to;
  }

  /** Returns whether all rows of {@code [from, to)} are among these. */
  public boolean covers(long from, long to) {
    int at = firstEndingAfter(from);
    return from >= to || (at < count && from(at) <= from && to(at) >= to);
  }

  /** Returns whether all of these rows are among others. */
  public boolean isIn(RowRanges others) {
    for (int i = 0; i < count; i++) {
      if (!others.covers(from(i), to(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns these rows and those of the gaps between them that have fewer rows than stated. */
  public RowRanges bridged(long gapRows) {
    Builder bridged = new Builder();
    for (int i = 0; i < count; i++) {
      boolean joins = i + 1 < count && from(i + 1) - to(i) < gapRows;
      bridged.add(from(i), joins ? from(i + 1) : to(i));
    }
    return bridged.build();
  }

  /** Returns the first range that has a row at or after this one, or {@link #count}. */
  int firstEndingAfter(long row) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (to(middle) > row) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns the rows that are here and there. */
  public RowRanges and(RowRanges other) {
    Builder both = new Builder();
    int i = 0;
    int j = 0;
    while (i < count && j < other.count) {
      both.add(Math.max(from(i), other.from(j)), Math.min(to(i), other.to(j)));
      if (to(i) < other.to(j)) {
        i++;
      } else {
        j++;
      }
    }
    return both.build();
  }

  /** Returns the rows that are here or there. */
  public RowRanges or(RowRanges other) {
    Builder either = new Builder();
    int i = 0;
    int j = 0;
    while (i < count || j < other.count) {
      if (j == other.count || (i < count && from(i) <= other.from(j))) {
        either.add(from(i), to(i));
        i++;
      } else {
        either.add(other.from(j), other.to(j));
        j++;
      }
    }
    return either.build();
  }

  /** Collects ranges that come in the order of their first rows; joins what touches. */
  public static final class Builder {
    private long[] bounds = new long[2 * FIRST_CAPACITY];
    private int count;

    /** Adds a range, which may be empty, or overlap the last one. */
    public void add(long from, long to) {
      if (from >= to) {
        return;
      }
      if (count > 0 && from <= bounds[2 * count - 1]) {
        bounds[2 * count - 1] = Math.max(bounds[2 * count - 1], to);
        return;
      }
      if (2 * count == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * bounds.length);
      }
      bounds[2 * count] = from;
      bounds[2 * count + 1] = to;
      count++;
    }

    /** Returns the rows added so far. */
    public RowRanges build() {
      return count == 0 ? NONE : new RowRanges(Arrays.copyOf(bounds, 2 * count), count);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowRanges that
        && count == that.count
        && Arrays.equals(bounds, 0, 2 * count, that.bounds, 0, 2 * count);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(Arrays.copyOf(bounds, 2 * count));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append(from(i)).append("..").append(to(i));
    }
    return text.append(']').toString();
  }
}
