package dev.heddle.io.parquet.footer;

/** A column has a type without a counterpart; the schema records the message. */
final class UnreadableTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableTypeException(String why) {
    super(why, null, false, false);
  }
}
