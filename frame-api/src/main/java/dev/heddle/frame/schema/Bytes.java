package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable byte string that compares by content: the value of a binary literal. */
public final class Bytes {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies the array. */
  public static Bytes copyOf(byte[] bytes) {
    return new Bytes(requireNonNull(bytes, "bytes is null").clone());
  }

  /** Returns a copy of the content. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** Returns the number of bytes. */
  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the SQL spelling, such as {@code X'00FF'}. */
  @Override
  public String toString() {
    return "X'" + HexFormat.of().withUpperCase().formatHex(bytes) + "'";
  }
}
