package dev.heddle.io.parquet.footer;

import dev.heddle.io.memory.Memory;
import java.nio.charset.StandardCharsets;

/** The text of a UUID, which files store as 16 bytes: hexadecimal digits in small letters. */
public final class UuidText {
  public static final int STORED_BYTES = 16;
  public static final int TEXT_BYTES = 36;

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private UuidText() {}

  /** Returns the text of a UUID's bytes. */
  static byte[] of(byte[] stored) {
    byte[] text = new byte[TEXT_BYTES];
    for (int i = 0, at = 0; i < STORED_BYTES; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        text[at++] = '-';
      }
      text[at++] = DIGITS[stored[i] >>> 4 & 15];
      text[at++] = DIGITS[stored[i] & 15];
    }
    return text;
  }

  /** Writes the text of the UUID at an address to another one. */
  public static void write(long stored, long text) {
    long to = text;
    for (int i = 0; i < STORED_BYTES; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        Memory.putByte(to++, (byte) '-');
      }
      int value = Memory.getByte(stored + i);
      Memory.putByte(to++, DIGITS[value >>> 4 & 15]);
      Memory.putByte(to++, DIGITS[value & 15]);
    }
  }
}
