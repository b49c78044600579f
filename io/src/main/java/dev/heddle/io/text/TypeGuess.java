package dev.heddle.io.text;

import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.schema.DataType;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a column can be; each text that is looked at rules some types out.
 *
 * <p>In order of preference: booleans, integers of 64 and of 128 bits, doubles, dates, times of
 * day, timestamps without and with zone, text. Dates and timestamps depend on the order of their
 * parts. Numbers with a plus, and integers with zeros in front, are text, as numbers of telephones
 * and codes are that need them. Used by one thread.
 */
public final class TypeGuess {
  private final ValueParser numbers = new ValueParser(DataType.INT64, ZoneOffset.UTC);
  private final Times[] times = new Times[DateOrder.values().length];
  private boolean isSeen;
  private boolean mayBeBoolean = true;
  private boolean mayBeInteger = true;
  private boolean mayBeWide = true;
  private boolean mayBeDouble = true;
  private boolean mayBeClock = true;

  /** Makes a guess that has seen nothing. */
  public TypeGuess() {
    for (DateOrder order : DateOrder.values()) {
      times[order.ordinal()] = new Times(order);
    }
  }

  private TypeGuess(TypeGuess other) {
    this.isSeen = other.isSeen;
    this.mayBeBoolean = other.mayBeBoolean;
    this.mayBeInteger = other.mayBeInteger;
    this.mayBeWide = other.mayBeWide;
    this.mayBeDouble = other.mayBeDouble;
    this.mayBeClock = other.mayBeClock;
    for (int i = 0; i < times.length; i++) {
      times[i] = new Times(other.times[i]);
    }
  }

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
    boolean isCode = isCode(buffer, from, size);
    mayBeBoolean &= mayBeBoolean && ValueParser.isBoolean(buffer, from, size);
    mayBeInteger &= mayBeInteger && !isCode && numbers.isInteger(buffer, from, size);
    mayBeWide &= mayBeWide && !isCode && isWide(buffer, from, size);
    mayBeDouble &= mayBeDouble && !isCode && !Floats.isNone(Floats.parse(buffer, from, size));
    mayBeClock &= mayBeClock && times[0].text.time(buffer, from, size);
    for (Times each : times) {
      each.add(buffer, from, size);
    }
  }

  /** Looks at all that another guess has looked at. */
  public void add(TypeGuess other) {
    isSeen |= other.isSeen;
    mayBeBoolean &= other.mayBeBoolean;
    mayBeInteger &= other.mayBeInteger;
    mayBeWide &= other.mayBeWide;
    mayBeDouble &= other.mayBeDouble;
    mayBeClock &= other.mayBeClock;
    for (int i = 0; i < times.length; i++) {
      times[i].add(other.times[i]);
    }
  }

  /** Returns whether a text would change the type that was guessed. */
  public boolean wouldChangeBy(String text, DateOrder order) {
    TypeGuess other = new TypeGuess(this);
    other.add(text.toCharArray(), 0, text.length());
    return !other.type(order).equals(type(order));
  }

  private void ruleOut() {
    mayBeBoolean = false;
    mayBeInteger = false;
    mayBeWide = false;
    mayBeDouble = false;
    mayBeClock = false;
    for (Times each : times) {
      each.ruleOut();
    }
  }

  /** Returns whether a number has a plus, or an integer zeros in front, which it would lose. */
  private static boolean isCode(char[] buffer, int from, int length) {
    if (buffer[from] == '+') {
      return true;
    }
    int first = buffer[from] == '-' ? from + 1 : from;
    int end = from + length;
    if (end - first < 2 || buffer[first] != '0') {
      return false;
    }
    while (first < end && buffer[first] >= '0' && buffer[first] <= '9') {
      first++;
    }
    return first == end;
  }

  private static boolean isWide(char[] buffer, int from, int length) {
    int first = buffer[from] == '-' || buffer[from] == '+' ? from + 1 : from;
    int digits = from + length - first;
    for (int i = first; i < from + length; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return false;
      }
    }
    return digits > 0
        && (digits < DataType.Int128.MAX_DIGITS
            || (digits == DataType.Int128.MAX_DIGITS
                && DataType.INT128.holds(new BigInteger(new String(buffer, from, length)))));
  }

  /** Returns whether any text has been looked at. */
  public boolean isSeen() {
    return isSeen;
  }

  /** Returns the order of dates that the texts show: the one in which all of them are dates. */
  public @Nullable DateOrder order() {
    List<DateOrder> possible = new ArrayList<>();
    for (Times each : times) {
      if (isSeen && each.type() != null) {
        possible.add(each.order);
      }
    }
    return possible.size() == 1 ? possible.getFirst() : null;
  }

  /** Returns whether the texts are nothing but text, in whatever order dates are. */
  public boolean isText() {
    for (DateOrder order : DateOrder.values()) {
      if (!(type(order) instanceof DataType.Str)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the preferred type of those that are left, with the year in front of dates. */
  public DataType type() {
    return type(DateOrder.YEAR_FIRST);
  }

  /** Returns the preferred type of those that are left: text where nothing has been seen. */
  public DataType type(DateOrder order) {
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
      return DataType.INT128;
    }
    if (mayBeDouble) {
      return DataType.FLOAT64;
    }
    if (mayBeClock) {
      return DataType.TIME;
    }
    DataType time = times[order.ordinal()].type();
    return time == null ? DataType.STRING : time;
  }

  /** What texts can be if dates have an order. */
  private static final class Times {
    private final DateOrder order;
    private final TimeText text;
    private boolean mayBeDate = true;
    private boolean mayBeLocal = true;
    private boolean mayBePoint = true;

    Times(DateOrder order) {
      this.order = order;
      this.text = new TimeText(ZoneOffset.UTC, order);
    }

    Times(Times other) {
      this(other.order);
      this.mayBeDate = other.mayBeDate;
      this.mayBeLocal = other.mayBeLocal;
      this.mayBePoint = other.mayBePoint;
    }

    void add(char[] buffer, int from, int size) {
      mayBeDate &= mayBeDate && text.date(buffer, from, size);
      mayBeLocal &= mayBeLocal && text.timestamp(buffer, from, size, DataType.TIMESTAMP);
      mayBePoint &= mayBePoint && text.timestamp(buffer, from, size, DataType.TIMESTAMP_TZ);
    }

    void add(Times other) {
      mayBeDate &= other.mayBeDate;
      mayBeLocal &= other.mayBeLocal;
      mayBePoint &= other.mayBePoint;
    }

    void ruleOut() {
      mayBeDate = false;
      mayBeLocal = false;
      mayBePoint = false;
    }

    @Nullable DataType type() {
      if (mayBeDate) {
        return DataType.DATE;
      }
      if (mayBeLocal) {
        return DataType.TIMESTAMP;
      }
      return mayBePoint ? DataType.TIMESTAMP_TZ : null;
    }
  }
}
