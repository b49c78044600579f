package dev.heddle.io.text;

/**
 * Binary values as text of ASCII, as casts write and read them: printable characters as they are,
 * other bytes, quotes and the backslash as {@code \xNN}. Stateless.
 */
public final class BinaryText {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private BinaryText() {}

  /** Returns the text of a value. */
  public static String of(byte[] value) {
    StringBuilder text = new StringBuilder(value.length);
    for (byte b : value) {
      if (b >= ' ' && b < 127 && b != '\\' && b != '\'' && b != '"') {
        text.append((char) b);
      } else {
        text.append("\\x").append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
      }
    }
    return text.toString();
  }

  /** Replaces escapes in place; returns the new length, or -1 if the text is none of a binary. */
  public static int unescape(byte[] text, int length) {
    int written = 0;
    for (int i = 0; i < length; i++) {
      if (text[i] < 0) {
        return -1;
      }
      if (text[i] != '\\') {
        text[written++] = text[i];
        continue;
      }
      if (i + 3 >= length || text[i + 1] != 'x') {
        return -1;
      }
      int high = Character.digit(text[i + 2], 16);
      int low = Character.digit(text[i + 3], 16);
      if (high < 0 || low < 0) {
        return -1;
      }
      text[written++] = (byte) (high << 4 | low);
      i += 3;
    }
    return written;
  }
}
