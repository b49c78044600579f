package dev.heddle.io.text;

/**
 * Reads floating-point numbers: decimal digits with point and exponent, {@code nan}, {@code inf}
 * and {@code infinity}. Short ones without making an object.
 */
final class Floats {
  private static final long NONE_BITS = 0x7ff8_dead_dead_deadL;
  private static final double NONE = Double.longBitsToDouble(NONE_BITS);
  private static final long MAX_EXACT = 1L << 53;
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private Floats() {}

  /** Returns whether {@link #parse} found no number. */
  static boolean isNone(double value) {
    return Double.doubleToRawLongBits(value) == NONE_BITS;
  }

  /** Returns the number, or one for which {@link #isNone} is true. */
  static double parse(char[] buffer, int from, int length) {
    int at = from;
    int end = from + length;
    boolean negative = buffer[at] == '-';
    if (negative || buffer[at] == '+') {
      at++;
    }
    int begin = at;
    long digits = 0;
    int behind = 0;
    int seen = 0;
    boolean point = false;
    boolean exact = true;
    for (; at < end; at++) {
      char c = buffer[at];
      if (c >= '0' && c <= '9') {
        seen++;
        behind += point ? 1 : 0;
        if (digits > (MAX_EXACT - 9) / 10) {
          exact = false;
        } else {
          digits = digits * 10 + (c - '0');
        }
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (seen == 0) {
      return at == begin ? word(buffer, begin, end - begin, negative) : NONE;
    }
    if (at == end) {
      if (exact && behind < POWERS.length) {
        double value = digits / POWERS[behind];
        return negative ? -value : value;
      }
    } else if (!isExponent(buffer, at, end)) {
      return NONE;
    }
    return Double.parseDouble(new String(buffer, from, length));
  }

  private static boolean isExponent(char[] buffer, int from, int end) {
    int at = from;
    if (buffer[at] != 'e' && buffer[at] != 'E') {
      return false;
    }
    at++;
    if (at < end && (buffer[at] == '-' || buffer[at] == '+')) {
      at++;
    }
    int first = at;
    while (at < end && buffer[at] >= '0' && buffer[at] <= '9') {
      at++;
    }
    return at == end && at > first;
  }

  private static double word(char[] buffer, int from, int length, boolean negative) {
    if (ValueParser.isWord(buffer, from, length, "nan")) {
      return Double.NaN;
    }
    if (ValueParser.isWord(buffer, from, length, "inf")
        || ValueParser.isWord(buffer, from, length, "infinity")) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return NONE;
  }
}
