package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** Characters by their codes, digests, and hexadecimal text. Stateless. */
public final class TextCodes {
  private static final HexFormat UPPER = HexFormat.of().withUpperCase();

  private TextCodes() {}

  /** Returns the character of a code point. */
  public static String character(long code) {
    if (code < 0 || code > Character.MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) {
      throw Failures.argument("Cannot use " + code + " in chr: it is no code point");
    }
    return Character.toString((int) code);
  }

  /** Returns the code point of the first character, 0 of an empty text. */
  public static long firstCode(String text) {
    return text.isEmpty() ? 0 : text.codePointAt(0);
  }

  /** Replaces each character by the one at its place, or removes it where there is none. */
  public static String translate(String text, String from, String to) {
    int[] known = from.codePoints().toArray();
    int[] other = to.codePoints().toArray();
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int at = 0;
              while (at < known.length && known[at] != c) {
                at++;
              }
              if (at == known.length) {
                result.appendCodePoint(c);
              } else if (at < other.length) {
                result.appendCodePoint(other[at]);
              }
            });
    return result.toString();
  }

  /** Returns the digest of the bytes of a text or binary, as lower-case hexadecimal text. */
  public static String digest(String algorithm, Object value) {
    byte[] bytes =
        value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has " + algorithm, e);
    }
  }

  /** Returns an integer, or the bytes of a text or binary, in hexadecimal. */
  public static String hex(Object value) {
    return switch (value) {
      case String text -> UPPER.formatHex(text.getBytes(StandardCharsets.UTF_8));
      case byte[] bytes -> UPPER.formatHex(bytes);
      default -> Long.toHexString(((Number) value).longValue()).toUpperCase(Locale.ROOT);
    };
  }

  /** Returns the bytes that text of 64 characters is of. */
  public static byte[] fromBase64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw Failures.argument("Cannot read \"" + Failures.shorten(text) + "\" as base64 text");
    }
  }

  /** Returns the bytes that hexadecimal text is of; an odd first digit is a byte alone. */
  public static byte[] unhex(String text) {
    try {
      return UPPER.parseHex(text.length() % 2 == 0 ? text : "0" + text);
    } catch (IllegalArgumentException e) {
      throw Failures.argument("Cannot read \"" + Failures.shorten(text) + "\" as hexadecimal text");
    }
  }

  /** Returns the text that bytes are in UTF-8. */
  public static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Failures.argument(
          "Cannot read \"" + Failures.shorten(hex(bytes)) + "\", as hexadecimal, as UTF-8");
    }
  }
}
