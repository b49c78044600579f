package dev.heddle.frame;

import java.io.Serial;

/**
 * A value that does not fit the requested class. The reader of rows catches it and reports where
 * the value is; it never reaches users.
 */
final class UnfitValueException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Makes one about a value and the class's usual name. */
  UnfitValueException(Object value, String wanted) {
    super(value + " is no " + wanted, null, false, false);
  }

  /** Makes one with its problem in words. */
  UnfitValueException(String problem) {
    super(problem, null, false, false);
  }
}
