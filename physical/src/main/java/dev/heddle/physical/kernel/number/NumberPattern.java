package dev.heddle.physical.kernel.number;

import dev.heddle.physical.kernel.Failures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of numbers: {@code 0} and {@code 9} for digits, {@code .} or {@code D} for the point,
 * {@code ,} or {@code G} between groups, {@code $}, {@code S} or {@code MI} for the sign at either
 * end, and {@code PR} at the end for angles around negative numbers. Immutable.
 */
public final class NumberPattern {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(S|MI)?(\\$)?([09][09,G]*)?(?:([.D])([09]*))?(S|MI|PR)?", Pattern.CASE_INSENSITIVE);

  private final String text;
  private final String front;
  private final String back;
  private final boolean hasDollar;
  private final String digits;
  private final String fraction;
  private final boolean hasPoint;

  private NumberPattern(String text, Matcher parts) {
    this.text = text;
    this.front = upper(parts.group(1));
    this.hasDollar = parts.group(2) != null;
    this.digits = upper(parts.group(3)).replace('G', ',');
    this.hasPoint = parts.group(4) != null;
    this.fraction = upper(parts.group(5));
    this.back = upper(parts.group(6));
  }

  private static String upper(@Nullable String part) {
    return part == null ? "" : part.toUpperCase(Locale.ROOT);
  }

  /**
   * Reads a pattern.
   *
   * @throws dev.heddle.frame.error.HeddleException of code INVALID_ARGUMENT if it is none
   */
  public static NumberPattern of(String text) {
    Matcher parts = SYNTAX.matcher(text);
    NumberPattern pattern = parts.matches() ? new NumberPattern(text, parts) : null;
    if (pattern == null
        || (pattern.digits.isEmpty() && pattern.fraction.isEmpty())
        || (!pattern.front.isEmpty() && !pattern.back.isEmpty())) {
      throw Failures.argument(
          "Cannot use the pattern \""
              + Failures.shorten(text)
              + "\" of numbers: write 0 or 9 for digits, . or D, commas or G, $ in front, and S or"
              + " MI at an end or PR behind, as in 'S$99,999.00'");
    }
    return pattern;
  }

  /** Writes a number; signs # for each of the pattern where it has more digits than those. */
  public String write(BigDecimal number) {
    BigDecimal size = number.abs();
    BigDecimal kept = size.setScale(fraction.length(), RoundingMode.HALF_UP);
    String plain = kept.toPlainString();
    int point = plain.indexOf('.');
    String whole = point < 0 ? plain : plain.substring(0, point);
    whole = whole.equals("0") ? "" : whole;
    int places = digits.length() - (int) digits.chars().filter(c -> c == ',').count();
    if (whole.length() > places) {
      return text.toUpperCase(Locale.ROOT)
          .replaceAll("S|MI|PR", "")
          .replaceAll("[09]", "#")
          .replace('G', ',')
          .replace('D', '.');
    }
    StringBuilder body = new StringBuilder();
    int at = whole.length() - places; // of the next digit, below 0 in front of the number
    boolean hasStarted = false;
    for (char place : digits.toCharArray()) {
      if (place == ',') {
        body.append(hasStarted ? ',' : ' ');
        continue;
      }
      hasStarted |= at >= 0 || place == '0';
      body.append(at >= 0 ? whole.charAt(at) : hasStarted ? '0' : ' ');
      at++;
    }
    if (hasDollar) {
      int first = 0;
      while (first < body.length() && body.charAt(first) == ' ') {
        first++;
      }
      body.insert(first, '$');
    }
    if (hasPoint) {
      body.append('.').append(point < 0 ? "" : plain.substring(point + 1));
    }
    return signed(body.toString(), number.signum() < 0);
  }

  private String signed(String body, boolean isNegative) {
    return switch (front + back) {
      case "S" -> front.isEmpty() ? body + (isNegative ? "-" : "+") : placed(body, isNegative, "+");
      case "MI" ->
          front.isEmpty() ? body + (isNegative ? "-" : " ") : placed(body, isNegative, " ");
      case "PR" -> isNegative ? "<" + body.strip() + ">" : " " + body + " ";
      default -> isNegative ? placed(body, true, "") : body;
    };
  }

  /** Puts a sign right in front of the number. */
  private static String placed(String body, boolean isNegative, String positive) {
    String number = body.stripLeading();
    return " ".repeat(body.length() - number.length()) + (isNegative ? "-" : positive) + number;
  }

  /** Returns the number that a text is by the pattern; null if it is none. */
  public @Nullable BigDecimal read(String given) {
    String rest = given.strip();
    boolean isNegative = false;
    if (back.equals("PR") && rest.startsWith("<") && rest.endsWith(">") && rest.length() > 2) {
      isNegative = true;
      rest = rest.substring(1, rest.length() - 1);
    } else if (!front.isEmpty() && (rest.startsWith("-") || rest.startsWith("+"))) {
      isNegative = rest.startsWith("-");
      rest = rest.substring(1);
    } else if (!back.isEmpty() && (rest.endsWith("-") || rest.endsWith("+"))) {
      isNegative = rest.endsWith("-");
      rest = rest.substring(0, rest.length() - 1);
    }
    if (hasDollar) {
      if (!rest.startsWith("$")) {
        return null;
      }
      rest = rest.substring(1);
    }
    int point = rest.indexOf('.');
    String whole = point < 0 ? rest : rest.substring(0, point);
    String behind = point < 0 ? "" : rest.substring(point + 1);
    boolean fits =
        isOf(whole)
            && behind.length() <= fraction.length()
            && (point < 0 || hasPoint)
            && behind.chars().allMatch(Character::isDigit)
            && !(whole.isEmpty() && behind.isEmpty());
    if (!fits) {
      return null;
    }
    BigDecimal number =
        new BigDecimal("0" + whole.replace(",", "") + (behind.isEmpty() ? "" : "." + behind));
    BigDecimal scaled = number.setScale(fraction.length(), RoundingMode.UNNECESSARY);
    return isNegative ? scaled.negate() : scaled;
  }

  /** Whether digits and commas are those of the pattern, of which the first 9s may be missing. */
  private boolean isOf(String whole) {
    int at = digits.length();
    for (int i = whole.length() - 1; i >= 0; i--) {
      at--;
      if (at < 0
          || (digits.charAt(at) == ',') != (whole.charAt(i) == ',')
          || (whole.charAt(i) != ',' && !Character.isDigit(whole.charAt(i)))) {
        return false;
      }
    }
    return digits.substring(0, at).indexOf('0') < 0;
  }
}
