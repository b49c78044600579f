package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Texts in other forms: initials, sounds, accents, masks, numbers. Stateless. */
public final class TextForms {
  private static final String SOUNDS = "01230120022455012623010202"; // of the letters from A
  private static final int SOUND_LENGTH = 4;
  private static final int MAX_DIGITS = 400;
  private static final Set<String> NO_FINITE =
      Set.of("NaN", "Infinity", "-Infinity", "inf", "-inf");

  private TextForms() {}

  /**
   * Returns a text in a form of Unicode.
   *
   * @throws dev.heddle.frame.error.HeddleException if there is no form of the name
   */
  public static String normalized(String text, String form) {
    return switch (form.toUpperCase(Locale.ROOT)) {
      case "NFC" -> Normalizer.normalize(text, Normalizer.Form.NFC);
      case "NFD" -> Normalizer.normalize(text, Normalizer.Form.NFD);
      case "NFKC" -> Normalizer.normalize(text, Normalizer.Form.NFKC);
      case "NFKD" -> Normalizer.normalize(text, Normalizer.Form.NFKD);
      default ->
          throw Failures.argument(
              "Cannot normalize to \"" + form + "\": it is NFC, NFD, NFKC or NFKD");
    };
  }

  /** Returns a text whose words, between blanks, begin in upper case and go on in lower case. */
  public static String initials(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean isFirst = true;
    for (int i = 0; i < text.length(); ) {
      int code = text.codePointAt(i);
      out.appendCodePoint(isFirst ? Character.toTitleCase(code) : Character.toLowerCase(code));
      isFirst = Character.isWhitespace(code);
      i += Character.charCount(code);
    }
    return out.toString();
  }

  /**
   * Returns what precedes the n-th occurrence of a part, or, of a negative number, what follows the
   * n-th one from the end; the text if there are fewer.
   */
  public static String untilPart(String text, String part, long count) {
    if (count == 0 || part.isEmpty()) {
      return "";
    }
    if (count > 0) {
      int at = -part.length();
      for (long i = 0; i < count; i++) {
        at = text.indexOf(part, at + part.length());
        if (at < 0) {
          return text;
        }
      }
      return text.substring(0, at);
    }
    int at = text.length();
    for (long i = count; i < 0; i++) {
      at = at == 0 ? -1 : text.lastIndexOf(part, at - 1);
      if (at < 0) {
        return text;
      }
    }
    return text.substring(at + part.length());
  }

  /** Returns a letter and three digits of how a text sounds; a text of no letter as it is. */
  public static String soundex(String text) {
    if (text.isEmpty() || !isLetter(Character.toUpperCase(text.charAt(0)))) {
      return text;
    }
    StringBuilder code = new StringBuilder();
    char last = '0';
    for (int i = 0; i < text.length() && code.length() < SOUND_LENGTH; i++) {
      char letter = Character.toUpperCase(text.charAt(i));
      if (!isLetter(letter)) {
        last = '0';
        continue;
      }
      char sound = SOUNDS.charAt(letter - 'A');
      if (i == 0) {
        code.append(letter);
      } else if (sound != '0' && sound != last) {
        code.append(sound);
      }
      last = letter == 'H' || letter == 'W' ? last : sound;
    }
    return code.append("0".repeat(SOUND_LENGTH - code.length())).toString();
  }

  private static boolean isLetter(char letter) {
    return letter >= 'A' && letter <= 'Z';
  }

  /** Returns a text without the marks on its letters. */
  public static String withoutAccents(String text) {
    String apart = Normalizer.normalize(text, Normalizer.Form.NFD);
    StringBuilder out = new StringBuilder(apart.length());
    apart
        .codePoints()
        .filter(code -> Character.getType(code) != Character.NON_SPACING_MARK)
        .forEach(out::appendCodePoint);
    return Normalizer.normalize(out, Normalizer.Form.NFC);
  }

  /** Returns a text in Unicode's composed form. */
  public static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /**
   * Returns a text with its characters replaced.
   *
   * @param row the text, and what its upper-case letters, lower-case letters, digits and others
   *     become: null for as they are; X, x and n if not stated, and others as they are
   */
  public static @Nullable String masked(@Nullable Object[] row) {
    if (row[0] == null) {
      return null;
    }
    String upper = row.length > 1 ? (String) row[1] : "X";
    String lower = row.length > 2 ? (String) row[2] : "x";
    String digit = row.length > 3 ? (String) row[3] : "n";
    String other = row.length > 4 ? (String) row[4] : null;
    StringBuilder out = new StringBuilder();
    ((String) row[0])
        .codePoints()
        .forEach(
            code -> {
              String by =
                  Character.isUpperCase(code)
                      ? upper
                      : Character.isLowerCase(code)
                          ? lower
                          : Character.isDigit(code) ? digit : other;
              if (by == null) {
                out.appendCodePoint(code);
              } else {
                out.append(by);
              }
            });
    return out.toString();
  }

  /**
   * Returns a number with commas between thousands, rounded half to the even neighbour.
   *
   * @param format how many digits to keep behind the point, or a pattern of Java's {@link
   *     DecimalFormat}; a negative number gives null
   */
  public static @Nullable String number(String number, Object format) {
    BigDecimal value;
    try {
      value = new BigDecimal(number.strip());
    } catch (NumberFormatException e) {
      if (NO_FINITE.contains(number)) {
        return number;
      }
      throw Failures.argument("Cannot format \"" + Failures.shorten(number) + "\" as a number");
    }
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.US);
    DecimalFormat writer;
    if (format instanceof Long digits) {
      if (digits < 0) {
        return null;
      }
      writer = new DecimalFormat("#,##0", symbols);
      int kept = (int) Math.min(digits, MAX_DIGITS);
      writer.setMinimumFractionDigits(kept);
      writer.setMaximumFractionDigits(kept);
    } else {
      try {
        writer = new DecimalFormat((String) format, symbols);
      } catch (IllegalArgumentException e) {
        throw Failures.argument(
            "Cannot format a number by \"" + Failures.shorten((String) format) + "\"");
      }
    }
    writer.setRoundingMode(RoundingMode.HALF_EVEN);
    return writer.format(value);
  }
}
