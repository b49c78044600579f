package dev.heddle.frame.expr;

import dev.heddle.frame.expr.catalogue.WindowFunction;

/**
 * Windows, the bounds of their frames, and window functions; part of {@link Functions}, as {@link
 * AggregateCalls}.
 */
public abstract sealed class WindowCalls extends SeriesCalls permits AggregateCalls {
  WindowCalls() {}

  /** Returns a window partitioned by columns, without order. */
  public static WindowSpec partitionBy(String... columns) {
    return WindowSpec.whole().partitionBy(columns);
  }

  /** Returns a window partitioned by expressions, without order. */
  public static WindowSpec partitionBy(Expr... keys) {
    return WindowSpec.whole().partitionBy(keys);
  }

  /** Returns a window partitioned by keys, each by its name or as an expression. */
  @SafeVarargs
  public static WindowSpec partitionBy(Comparable<String>... keys) {
    return WindowSpec.whole().partitionBy(keys);
  }

  /**
   * Returns a window over all rows ordered by columns, by name, as an expression or as a sort key.
   */
  @SafeVarargs
  public static WindowSpec orderBy(Comparable<String>... columns) {
    return WindowSpec.whole().orderBy(columns);
  }

  /** Returns a window over all rows in an order. */
  public static WindowSpec orderBy(SortKey... keys) {
    return WindowSpec.whole().orderBy(keys);
  }

  /** Returns a window over all rows ordered by columns. */
  public static WindowSpec orderBy(String... columns) {
    return WindowSpec.whole().orderBy(columns);
  }

  /** Returns the bound before all rows. */
  public static FrameBound unboundedPreceding() {
    return new FrameBound.UnboundedPreceding();
  }

  /** Returns the bound this number of rows, groups or steps before the current row. */
  public static FrameBound preceding(long offset) {
    return new FrameBound.Preceding(Functions.lit(offset));
  }

  /**
   * Returns the bound a distance before the current row's order key, or a number of rows, which may
   * be an expression, before the row.
   */
  public static FrameBound preceding(Expr offset) {
    return new FrameBound.Preceding(offset);
  }

  /** Returns the bound at the current row. */
  public static FrameBound currentRow() {
    return new FrameBound.CurrentRow();
  }

  /** Returns the bound this number of rows, groups or steps behind the current row. */
  public static FrameBound following(long offset) {
    return new FrameBound.Following(Functions.lit(offset));
  }

  /**
   * Returns the bound a distance behind the current row's order key, or a number of rows, which may
   * be an expression, behind the row.
   */
  public static FrameBound following(Expr offset) {
    return new FrameBound.Following(offset);
  }

  /** Returns the bound behind all rows. */
  public static FrameBound unboundedFollowing() {
    return new FrameBound.UnboundedFollowing();
  }

  /** Returns the position in the partition, from 1. */
  public static Expr.WindowCall rowNumber() {
    return Expr.WindowCall.of(WindowFunction.ROW_NUMBER);
  }

  /** Returns the rank with gaps. */
  public static Expr.WindowCall rank() {
    return Expr.WindowCall.of(WindowFunction.RANK);
  }

  /** Returns the rank without gaps. */
  public static Expr.WindowCall denseRank() {
    return Expr.WindowCall.of(WindowFunction.DENSE_RANK);
  }

  /** Returns the rank as a share from 0 to 1. */
  public static Expr.WindowCall percentRank() {
    return Expr.WindowCall.of(WindowFunction.PERCENT_RANK);
  }

  /** Returns the share of rows up to this one. */
  public static Expr.WindowCall cumeDist() {
    return Expr.WindowCall.of(WindowFunction.CUME_DIST);
  }

  /** Returns the number of the bucket, from 1, among {@code buckets} of nearly equal size. */
  public static Expr.WindowCall ntile(int buckets) {
    return Expr.WindowCall.of(WindowFunction.NTILE, Functions.lit(buckets));
  }

  /** Returns the value of the previous row. */
  public static Expr.WindowCall lag(Expr value) {
    return Expr.WindowCall.of(WindowFunction.LAG, value);
  }

  /** Returns the value of the row n before, null before the first. */
  public static Expr.WindowCall lag(Expr value, int offset) {
    return Expr.WindowCall.of(WindowFunction.LAG, value, Functions.lit(offset));
  }

  /** Returns the value of the row n before, a default before the first. */
  public static Expr.WindowCall lag(Expr value, int offset, Expr defaultValue) {
    return Expr.WindowCall.of(WindowFunction.LAG, value, Functions.lit(offset), defaultValue);
  }

  /** Returns the value of the next row. */
  public static Expr.WindowCall lead(Expr value) {
    return Expr.WindowCall.of(WindowFunction.LEAD, value);
  }

  /** Returns the value of the row n behind, null behind the last. */
  public static Expr.WindowCall lead(Expr value, int offset) {
    return Expr.WindowCall.of(WindowFunction.LEAD, value, Functions.lit(offset));
  }

  /** Returns the value of the row n behind, a default behind the last. */
  public static Expr.WindowCall lead(Expr value, int offset, Expr defaultValue) {
    return Expr.WindowCall.of(WindowFunction.LEAD, value, Functions.lit(offset), defaultValue);
  }

  /** Returns the value of the frame's first row. */
  public static Expr.WindowCall firstValue(Expr value) {
    return Expr.WindowCall.of(WindowFunction.FIRST_VALUE, value);
  }

  /** Returns the value of the frame's last row. */
  public static Expr.WindowCall lastValue(Expr value) {
    return Expr.WindowCall.of(WindowFunction.LAST_VALUE, value);
  }

  /** Returns the value of the frame's n-th row, from 1. */
  public static Expr.WindowCall nthValue(Expr value, int n) {
    return Expr.WindowCall.of(WindowFunction.NTH_VALUE, value, Functions.lit(n));
  }
}
