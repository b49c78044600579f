package dev.heddle.frame.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.frame.schema.Uuids;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks early whether a text literal can be read as a value of the type beside it. */
public final class LiteralReader {
  /** A date as casts read it: other separators, short parts, before Christ. */
  private static final Pattern DATE =
      Pattern.compile("(-?)(\\d{1,7})([-/ ])(\\d{1,2})\\3(\\d{1,2})( \\((?:BC|bc)\\))?");

  /** What may follow a date, which a cast reads: a time, and a zone. */
  private static final Pattern TIME_BEHIND = Pattern.compile("(?:[Tt]| +)\\d{1,2}:.*");

  /** Integers in hexadecimal or binary digits, which a cast reads. */
  private static final Pattern OF_RADIX =
      Pattern.compile("0[xX]\\p{XDigit}+(?:_\\p{XDigit}+)*|0[bB][01]+(?:_[01]+)*");

  private static final Pattern SEPARATOR = Pattern.compile("(?<=\\d)_(?=\\d)");

  private LiteralReader() {}

  /**
   * Returns whether the text is a value of the type; of types that text literals are not read as,
   * always.
   */
  public static boolean isReadable(@Nullable Object text, DataType type) {
    if (text == null) {
      return true;
    }
    String trimmed = text.toString().strip();
    try {
      return switch (type) {
        case DataType.Bool t -> isTruth(trimmed);
        case DataType.Date t -> DateText.infinitySign(trimmed) != 0 || isDate(trimmed);
        case DataType.Time t -> isTime(trimmed);
        case DataType.Unsigned t -> t.holds(new BigDecimal(trimmed).toBigIntegerExact());
        case DataType.Interval t -> IntervalText.parse(trimmed) != null;
        case DataType.Enumeration t -> t.labels().contains(text.toString());
        case DataType.Uuid t -> Uuids.parse(trimmed) != null;
        case DataType.Timestamp t ->
            DateText.infinitySign(trimmed) != 0 || isTimestamp(trimmed, t.withZone());
        default -> !type.isNumeric() || isNumber(trimmed, type);
      };
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      return false;
    }
  }

  private static boolean isTruth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t", "1", "yes", "y", "on", "false", "f", "0", "no", "n", "off" -> true;
      default -> false;
    };
  }

  private static boolean isNumber(String written, DataType type) {
    boolean isExact = type.isInteger() || type instanceof DataType.Int128;
    if (isExact && OF_RADIX.matcher(written).matches()) {
      return true;
    }
    String text = SEPARATOR.matcher(written).replaceAll("");
    if (type.isFloat()) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "nan", "infinity", "-infinity", "inf", "-inf" -> true;
        default -> !Double.isNaN(Double.parseDouble(text));
      };
    }
    BigDecimal number = new BigDecimal(text);
    if (type instanceof DataType.Int128 t) {
      return t.holds(number.toBigIntegerExact());
    }
    return !type.isInteger() || number.stripTrailingZeros().scale() <= 0;
  }

  private static boolean isDate(String text) {
    return dateLength(text) == text.length();
  }

  /** Returns how many characters a date at the start of a text takes. */
  private static int dateLength(String text) {
    if (text.equalsIgnoreCase("epoch")) {
      return text.length();
    }
    Matcher date = DATE.matcher(text);
    if (!date.lookingAt()) {
      throw new DateTimeException("no date");
    }
    int written = Integer.parseInt(date.group(1) + date.group(2));
    int year = date.group(6) == null ? written : 1 - written;
    LocalDate unused =
        LocalDate.of(year, Integer.parseInt(date.group(4)), Integer.parseInt(date.group(5)));
    return date.end();
  }

  private static boolean isTime(String text) {
    return DateText.parseClock(text) != null;
  }

  private static boolean isTimestamp(String text, boolean withZone) {
    int date = dateLength(text);
    if (date == text.length()) {
      return true;
    }
    String iso = text.replace(' ', 'T');
    boolean isIso = date == 10 && iso.charAt(4) == '-' && iso.charAt(10) == 'T';
    if (!isIso || hasRareTime(text)) {
      return TIME_BEHIND.matcher(text.substring(date)).matches();
    }
    boolean hasOffset = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
    return (withZone && hasOffset)
        ? OffsetDateTime.parse(DateText.signed(iso)) != null
        : DateText.parseTime(iso) != null;
  }

  /** Whether the time behind a date has a zone's name, or is the end of the day. */
  private static boolean hasRareTime(String text) {
    String time = text.substring(11).strip();
    boolean hasName = time.chars().anyMatch(Character::isLetter) && !time.endsWith("Z");
    return hasName || time.startsWith("24:");
  }
}
