package dev.heddle.frame;

import java.io.Serial;

/**
 * A value that does not fit the class that it is wanted as. What reads rows catches it and says
 * where the value stands; it never reaches users.
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
