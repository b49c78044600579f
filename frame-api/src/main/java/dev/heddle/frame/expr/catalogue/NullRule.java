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

  /**
   * Returns whether the result may be null.
   *
   * @param nullable how many of the arguments may be null
   */
  public boolean isNullable(int nullable, int arguments) {
    return switch (this) {
      case STRICT, KLEENE -> nullable > 0;
      case STRICT_OR_NULL, NULLABLE -> true;
      case NEVER_NULL -> false;
      case NULL_IF_ALL_NULL -> nullable == arguments;
    };
  }
}
