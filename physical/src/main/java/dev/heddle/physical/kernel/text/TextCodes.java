package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32;

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

  /** Returns the CRC-32 of the bytes of a text or binary. */
  public static long checksum(Object value) {
    CRC32 checksum = new CRC32();
    checksum.update(
        value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value);
    return checksum.getValue();
  }

  /** Returns a text in a character set; characters that it does not have are errors. */
  public static byte[] encoded(String text, String charset) {
    try {
      ByteBuffer bytes = charset(charset).newEncoder().encode(CharBuffer.wrap(text));
      byte[] result = new byte[bytes.remaining()];
      bytes.get(result);
      return result;
    } catch (CharacterCodingException e) {
      throw Failures.argument(
          "Cannot write \"" + Failures.shorten(text) + "\" in the character set " + charset);
    }
  }

  /** Returns the text that bytes are in a character set. */
  public static String decoded(byte[] bytes, String charset) {
    switch (charset.toLowerCase(Locale.ROOT)) {
      case "ignore" -> {
        return decodedLeniently(bytes, CodingErrorAction.IGNORE);
      }
      case "replace" -> {
        return decodedLeniently(bytes, CodingErrorAction.REPLACE);
      }
      default -> {
        // The name of a character set.
      }
    }
    String name = charset.equalsIgnoreCase("strict") ? "UTF-8" : charset;
    try {
      return charset(name).newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Failures.argument(
          "Cannot read \"" + Failures.shorten(hex(bytes)) + "\", as hexadecimal, as " + charset);
    }
  }

  /** Returns an integer in binary digits, or eight of each byte of a text or binary. */
  public static String bits(Object value) {
    if (value instanceof Long number) {
      return Long.toBinaryString(number);
    }
    byte[] bytes =
        value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    StringBuilder bits = new StringBuilder();
    for (byte each : bytes) {
      bits.append(Integer.toBinaryString((each & 0xff) | 0x100), 1, 9);
    }
    return bits.toString();
  }

  private static String decodedLeniently(byte[] bytes, CodingErrorAction action) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(action)
          .onUnmappableCharacter(action)
          .replaceWith("?")
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalStateException(e); // neither action reports
    }
  }

  private static Charset charset(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "UTF-8", "UTF8" -> StandardCharsets.UTF_8;
      case "US-ASCII", "ASCII" -> StandardCharsets.US_ASCII;
      case "ISO-8859-1", "LATIN1" -> StandardCharsets.ISO_8859_1;
      case "UTF-16" -> StandardCharsets.UTF_16;
      case "UTF-16BE" -> StandardCharsets.UTF_16BE;
      case "UTF-16LE" -> StandardCharsets.UTF_16LE;
      case "UTF-32" -> StandardCharsets.UTF_32;
      default ->
          throw Failures.argument(
              "Cannot use the character set \""
                  + Failures.shorten(name)
                  + "\"; there are UTF-8, US-ASCII, ISO-8859-1, UTF-16, UTF-16BE, UTF-16LE and"
                  + " UTF-32");
    };
  }

  /** Returns the bytes whose bits a text writes, the first ones filled with zeros. */
  public static byte[] bytesOfBits(String text) {
    byte[] bytes = new byte[(text.length() + 7) / 8];
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(text.length() - 1 - i);
      if (digit != '0' && digit != '1') {
        throw Failures.argument("Cannot read \"" + Failures.shorten(text) + "\" as digits 0 and 1");
      }
      bytes[bytes.length - 1 - i / 8] |= (byte) ((digit - '0') << (i % 8));
    }
    return bytes;
  }
}
