package dev.heddle.io.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The text of a JSON value as the parser knows it, character for character. By itself it takes one
 * spelling of {@code NaN} and {@code Infinity}, which stand here for the words of the same length,
 * and any half of a character. Used by one thread.
 */
final class JsonSpelling {
  private static final int ESCAPE_LENGTH = 6;
  private static final String INFINITY = "Infinity";
  private static final String NAN = "NaN";

  private final String text;
  private char @Nullable [] characters;

  JsonSpelling(String text) {
    this.text = text;
    boolean isQuoted = false;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == '"') {
        isQuoted = !isQuoted;
      } else if (isQuoted) {
        if (c == '\\') {
          i = behindEscape(i) - 1;
        }
      } else if (c == 'n' || c == 'N' || c == 'i' || c == 'I') {
        i += word(i);
      }
    }
  }

  /** Returns whether the parser knows the text as it is. */
  boolean isPlain() {
    return characters == null;
  }

  /** Returns the characters that the parser knows. */
  char[] characters() {
    return writable();
  }

  private char[] writable() {
    char[] all = characters;
    if (all == null) {
      all = text.toCharArray();
      characters = all;
    }
    return all;
  }

  /** Returns where what follows an escape begins. */
  private int behindEscape(int at) {
    int first = half(at);
    if (first < 0 || !Character.isSurrogate((char) first)) {
      return at + 2;
    }
    int second = half(at + ESCAPE_LENGTH);
    if (second >= 0 && Character.isSurrogatePair((char) first, (char) second)) {
      return at + 2 * ESCAPE_LENGTH;
    }
    writable()[at + 1] = 'x'; // which is no escape
    return at + ESCAPE_LENGTH;
  }

  /** Returns the code of an escape of four digits at a place; below 0 if there is none. */
  private int half(int at) {
    if (at + ESCAPE_LENGTH > text.length() || !text.startsWith("\\u", at)) {
      return -1;
    }
    int code = 0;
    for (int i = at + 2; i < at + ESCAPE_LENGTH; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      code = code * 16 + digit;
    }
    return code;
  }

  /** Spells a word as the parser knows it; returns how many characters to pass over. */
  private int word(int at) {
    boolean isLong = text.regionMatches(true, at, INFINITY, 0, INFINITY.length());
    if (!isLong
        && !text.regionMatches(true, at, "inf", 0, NAN.length())
        && !text.regionMatches(true, at, NAN, 0, NAN.length())) {
      return 0;
    }
    String known = isLong ? INFINITY : NAN;
    known.getChars(0, known.length(), writable(), at);
    if (!isLong && at > 0 && text.charAt(at - 1) == '-') {
      writable()[at - 1] = ' ';
    }
    return known.length() - 1;
  }

  /** Returns a parser that gives numbers of words as they were written. */
  JsonParser restored(JsonParser parser) {
    return new JsonParserDelegate(parser) {
      @Override
      public String getText() throws IOException {
        String known = super.getText();
        if (currentToken() != JsonToken.VALUE_NUMBER_FLOAT || !isNaN()) {
          return known;
        }
        int start = (int) currentTokenLocation().getCharOffset();
        boolean isNegative = known.equals(NAN) && start > 0 && text.charAt(start - 1) == '-';
        return text.substring(isNegative ? start - 1 : start, start + known.length());
      }
    };
  }
}
