package dev.heddle.io.json;

import java.io.Serial;

/** Text that breaks the layout of its file, or an object that is none that can be a row. */
final class BrokenJsonException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final boolean isLayout;

  private BrokenJsonException(String message, boolean isLayout) {
    super(message);
    this.isLayout = isLayout;
  }

  /** Returns the error of a value that ends, or starts, where the layout has no value. */
  static BrokenJsonException ofLayout(String message) {
    return new BrokenJsonException(message, true);
  }

  /** Returns the error of a value that is no row. */
  static BrokenJsonException ofValue(String message) {
    return new BrokenJsonException(message, false);
  }

  /** Returns whether another layout may read the text. */
  boolean isLayout() {
    return isLayout;
  }
}
