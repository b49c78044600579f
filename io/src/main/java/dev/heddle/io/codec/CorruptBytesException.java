package dev.heddle.io.codec;

import java.io.Serial;

/** Bytes that break the rules of the format; turned into the typed error by the codec. */
final class CorruptBytesException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  CorruptBytesException(String message) {
    super(message);
  }
}
