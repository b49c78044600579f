package dev.heddle.io.codec;

/** Writes and reads the values of one type. Immutable once made; thread-safe. */
interface Coder {
  /** Writes a value of the type. */
  void write(Encoder out, Object value);

  /**
   * Reads a value of the type.
   *
   * @throws CorruptBytesException if the bytes are no such value
   */
  Object read(Decoder in);
}
