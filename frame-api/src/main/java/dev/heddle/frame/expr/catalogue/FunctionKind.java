package dev.heddle.frame.expr.catalogue;

/** Over what a function computes. */
public enum FunctionKind {
  /** Over the values of one row. */
  SCALAR,
  /** Over the rows of a group, or of a window. */
  AGGREGATE,
  /** Over the rows of a window only. */
  WINDOW
}
