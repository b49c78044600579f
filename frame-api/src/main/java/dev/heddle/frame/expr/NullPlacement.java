package dev.heddle.frame.expr;

/** Where nulls are in an order. The default is {@link #LAST}, ascending and descending. */
public enum NullPlacement {
  /** Before every value. */
  FIRST,
  /** After every value. */
  LAST
}
