package dev.heddle.frame.expr.catalogue;

/** When a function's result is null. */
public enum NullRule {
  /** Null exactly if some argument is null. */
  STRICT,
  /** Null if some argument is null, and sometimes otherwise. */
  STRICT_OR_NULL,
  /** Never null. */
  NEVER_NULL,
  /** Null exactly if every argument is null. */
  NULL_IF_ALL_NULL,
  /**
   * Three-valued logic: a null argument makes null only where the other does not decide the result.
   */
  KLEENE,
  /** Null sometimes, whatever the arguments are. */
  NULLABLE;

  /** Returns whether the result may be null, given which arguments may be. */
  public boolean isNullable(boolean anyNullable, boolean allNullable) {
    return switch (this) {
      case STRICT, KLEENE -> anyNullable;
      case STRICT_OR_NULL, NULLABLE -> true;
      case NEVER_NULL -> false;
      case NULL_IF_ALL_NULL -> allNullable;
    };
  }
}
