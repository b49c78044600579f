package dev.heddle.engine.graph;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names bytes by what they are: the first 16 bytes of their SHA-256.
 *
 * @param high the first 8 bytes
 * @param low the next 8 bytes
 */
public record ContentHash(long high, long low) {
  /** Returns the hash of bytes. */
  public static ContentHash of(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return new ContentHash(number(digest, 0), number(digest, Long.BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long number(byte[] digest, int from) {
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      number = number << 8 | (digest[from + i] & 0xFF);
    }
    return number;
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
