package dev.heddle.io.csv;

import java.util.List;

/** Recognises texts that mean null. */
final class NullTexts {
  private NullTexts() {}

  /** Returns whether some characters are one of the texts. */
  static boolean contain(List<String> texts, char[] buffer, int offset, int length) {
    for (int i = 0; i < texts.size(); i++) {
      if (isEqual(texts.get(i), buffer, offset, length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEqual(String text, char[] buffer, int offset, int length) {
    if (length != text.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[offset + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
