package dev.heddle.io.parquet;

/**
 * Bytes that break the format's rules, found where the place in the file is not known; whoever
 * knows it turns this into an error that names it.
 */
final class CorruptDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CorruptDataException(String what) {
    super(what);
  }
}
