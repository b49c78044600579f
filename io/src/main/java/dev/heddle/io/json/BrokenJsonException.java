package dev.heddle.io.json;

import java.io.Serial;

/** Text that is no object of one line, or no array of objects. */
final class BrokenJsonException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  BrokenJsonException(String message) {
    super(message);
  }
}
