package dev.heddle.io.parquet.footer;

/**
 * A column has a type that we have none for; the message has the reason, which the schema records.
 */
final class UnreadableTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableTypeException(String why) {
    super(why, null, false, false);
  }
}
