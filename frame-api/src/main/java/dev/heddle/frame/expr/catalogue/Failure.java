package dev.heddle.frame.expr.catalogue;

/**
 * Whether a call can raise an error for single values, so that no rule may evaluate it for rows it
 * is guarded from.
 */
public enum Failure {
  /** Never. */
  NEVER,
  /** Unless it gives a floating-point number: exact results overflow. */
  UNLESS_FLOAT,
  /** For some values. */
  SOMETIMES
}
