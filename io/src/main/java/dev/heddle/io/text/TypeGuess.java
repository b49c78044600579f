package dev.heddle.io.text;

import dev.heddle.frame.schema.DataType;
import java.time.ZoneOffset;

/**
 * What the values of a column can be; each text that is looked at rules some types out.
 *
 * <p>In order of preference: truth values, 64-bit integers, integers of up to 38 digits, doubles,
 * dates, times of day, timestamps without and with zone, text. Used by one thread.
 */
public final class TypeGuess {
  private static final int MOST_DIGITS = DataType.Decimal.MAX_PRECISION;
  private static final DataType WIDE = new DataType.Decimal(MOST_DIGITS, 0);

  private final ValueParser numbers = new ValueParser(DataType.INT64, ZoneOffset.UTC);
  private final TimeText times = new TimeText(ZoneOffset.UTC);
  private boolean isSeen;
  private boolean mayBeBoolean = true;
  private boolean mayBeInteger = true;
  private boolean mayBeWide = true;
  private boolean mayBeDouble = true;
  private boolean mayBeDate = true;
  private boolean mayBeClock = true;
  private boolean mayBeLocal = true;
  private boolean mayBePoint = true;

  /** Looks at a text that is not null. */
  public void add(char[] buffer, int offset, int length) {
    isSeen = true;
    int from = offset;
    int to = offset + length;
    while (from < to && buffer[from] == ' ') {
      from++;
    }
    while (to > from && buffer[to - 1] == ' ') {
      to--;
    }
    if (from == to) {
      ruleOut();
      return;
    }
    int size = to - from;
    mayBeBoolean &= mayBeBoolean && ValueParser.isBoolean(buffer, from, size);
    mayBeInteger &= mayBeInteger && numbers.isInteger(buffer, from, size);
    mayBeWide &= mayBeWide && isWide(buffer, from, size);
    mayBeDouble &= mayBeDouble && !Floats.isNone(Floats.parse(buffer, from, size));
    mayBeDate &= mayBeDate && times.date(buffer, from, size);
    mayBeClock &= mayBeClock && times.time(buffer, from, size);
    mayBeLocal &= mayBeLocal && times.timestamp(buffer, from, size, DataType.TIMESTAMP);
    mayBePoint &= mayBePoint && times.timestamp(buffer, from, size, DataType.TIMESTAMP_TZ);
  }

  /** Returns whether the text of a value is one of the type that was guessed. */
  public boolean wouldChangeBy(String text) {
    TypeGuess other = new TypeGuess();
    other.isSeen = isSeen;
    other.mayBeBoolean = mayBeBoolean;
    other.mayBeInteger = mayBeInteger;
    other.mayBeWide = mayBeWide;
    other.mayBeDouble = mayBeDouble;
    other.mayBeDate = mayBeDate;
    other.mayBeClock = mayBeClock;
    other.mayBeLocal = mayBeLocal;
    other.mayBePoint = mayBePoint;
    other.add(text.toCharArray(), 0, text.length());
    return !other.type().equals(type());
  }

  private void ruleOut() {
    mayBeBoolean = false;
    mayBeInteger = false;
    mayBeWide = false;
    mayBeDouble = false;
    mayBeDate = false;
    mayBeClock = false;
    mayBeLocal = false;
    mayBePoint = false;
  }

  private static boolean isWide(char[] buffer, int from, int length) {
    int first = buffer[from] == '-' || buffer[from] == '+' ? from + 1 : from;
    int digits = from + length - first;
    for (int i = first; i < from + length; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return false;
      }
    }
    return digits > 0 && digits <= MOST_DIGITS;
  }

  /** Returns whether any text has been looked at. */
  public boolean isSeen() {
    return isSeen;
  }

  /** Returns the preferred type of those that are left: text where nothing has been seen. */
  public DataType type() {
    if (!isSeen) {
      return DataType.STRING;
    }
    if (mayBeBoolean) {
      return DataType.BOOL;
    }
    if (mayBeInteger) {
      return DataType.INT64;
    }
    if (mayBeWide) {
      return WIDE;
    }
    if (mayBeDouble) {
      return DataType.FLOAT64;
    }
    if (mayBeDate) {
      return DataType.DATE;
    }
    if (mayBeClock) {
      return DataType.TIME;
    }
    if (mayBeLocal) {
      return DataType.TIMESTAMP;
    }
    return mayBePoint ? DataType.TIMESTAMP_TZ : DataType.STRING;
  }
}
