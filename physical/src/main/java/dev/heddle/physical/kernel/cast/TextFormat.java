package dev.heddle.physical.kernel.cast;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Column;
import dev.heddle.io.text.BinaryText;
import dev.heddle.io.text.TimeParse;
import dev.heddle.physical.kernel.Decimals;
import dev.heddle.physical.kernel.Int128;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.kernel.time.Infinity;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as text, the form that casts to text give, into an array that is used again.
 *
 * <ul>
 *   <li>booleans: {@code true}, {@code false};
 *   <li>decimals: all digits of the scale, {@code 0.50}, or {@code .50} if their type has no
 *       others;
 *   <li>floating-point numbers: the shortest digits that read back, {@code 1.0}, {@code 0.0001},
 *       from 1e16 and below 1e-4 as {@code 1.5e+16}; {@code nan}, {@code inf}, {@code -inf};
 *   <li>dates: {@code 1995-03-15}, years of at least four digits, those before 1 as {@code
 *       0044-03-15 (BC)};
 *   <li>times: {@code 07:05:00}, a fraction without closing zeros behind it if there is one;
 *   <li>timestamps: date, blank, time; with zone the session's local time and its offset, {@code
 *       +02} or {@code +05:30}; infinite ones, as dates, {@code infinity} and {@code -infinity};
 *   <li>intervals: {@code 1 year 2 months -3 days 04:05:06.5}, {@code 00:00:00} if all is zero;
 *   <li>lists {@code [1, NULL]}, structs {@code {'name': value}}, rows without names {@code (1,
 *       NULL)}, maps {@code {key=value}}; what is no list, struct or map in them is in quotes if it
 *       is empty or {@code null}, begins or ends with a blank, or has quotes, brackets, commas,
 *       colons, equal signs or backslashes;
 *   <li>binary: as {@link BinaryText} has it.
 * </ul>
 */
public final class TextFormat {
  private static final int MAX_PLAIN_EXPONENT = 16;
  private static final int MIN_PLAIN_EXPONENT = -4;
  private static final String NULL = "NULL";
  private static final BitSet SPECIAL = new BitSet(); // what texts with it are quoted for in others

  static {
    "\"'(),:=[\\]{}".chars().forEach(SPECIAL::set);
  }

  private final DataType type;
  private final @Nullable LocalTimes local;
  private final TextFormat[] parts; // of nested types
  private byte[] bytes = new byte[64];
  private int length;

  /** Makes a format of values of a type; timestamps with zone are shown in the zone. */
  public TextFormat(DataType type, ZoneId zone) {
    this.type = type;
    this.local = LocalTimes.ofType(type, zone);
    this.parts =
        switch (type) {
          case DataType.ListOf(DataType element) ->
              new TextFormat[] {new TextFormat(element, zone)};
          case DataType.MapOf map ->
              new TextFormat[] {new TextFormat(map.key(), zone), new TextFormat(map.value(), zone)};
          case DataType.Struct(List<Field> fields) ->
              fields.stream().map(f -> new TextFormat(f.type(), zone)).toArray(TextFormat[]::new);
          case DataType other -> new TextFormat[0];
        };
  }

  /** Returns a row's value as messages show it. Dictionaries are followed. */
  public static String show(Column column, int row, ZoneId zone) {
    if (column.isNull(row)) {
      return "null";
    }
    if (column.isDictionary()) {
      return show(column.dictionary(), column.code(row), zone);
    }
    TextFormat format = new TextFormat(column.type(), zone);
    int length = format.write(column, row);
    String text = new String(format.bytes, 0, length, StandardCharsets.UTF_8);
    return column.layout().isText() ? "'" + text + "'" : text;
  }

  /** Returns the array that holds the last text; it may change with each write. */
  public byte[] bytes() {
    return bytes;
  }

  /** Writes a row of a plain column of the type and returns the number of bytes. */
  public int write(Column column, int row) {
    length = 0;
    switch (type) {
      case DataType.Bool _ -> ascii(column.booleanAt(row) ? "true" : "false");
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          integer(column.longAt(row));
      case DataType.Float32 _ -> floating(Float.toString((float) column.doubleAt(row)));
      case DataType.Float64 _ -> floating(Double.toString(column.doubleAt(row)));
      case DataType.Int128 _ -> huge(column, row);
      case DataType.Decimal decimal -> decimal(column, row, decimal);
      case DataType.Date _ -> date(column.longAt(row));
      case DataType.Time _ -> time(column.longAt(row), 1_000_000);
      case DataType.Timestamp timestamp -> timestamp(column.longAt(row), timestamp);
      case DataType.Interval _ -> interval(column.lowWordAt(row), column.highWordAt(row));
      case DataType.Unsigned unsigned -> {
        if (unsigned.bits() == Long.SIZE) {
          huge(column, row);
        } else {
          integer(column.longAt(row));
        }
      }
      case DataType.Uuid _ ->
          ascii(Uuids.ofWords(column.lowWordAt(row), column.highWordAt(row)).toString());
      case DataType.Enumeration(List<String> labels) -> {
        byte[] label = labels.get((int) column.longAt(row)).getBytes(StandardCharsets.UTF_8);
        copy(label, label.length);
      }
      case DataType.Binary _ -> ascii(BinaryText.of(column.bytesAt(row)));
      case DataType.Str _, DataType.Json _ -> {
        byte[] text = column.bytesAt(row);
        copy(text, text.length);
      }
      case DataType.ListOf _ -> list(column, row);
      case DataType.MapOf _ -> map(column, row);
      case DataType.Struct struct -> struct(column, row, struct);
      case DataType.Null _ -> {}
    }
    return length;
  }

  private void copy(byte[] text, int count) {
    reserve(count);
    System.arraycopy(text, 0, bytes, length, count);
    length += count;
  }

  private void list(Column column, int row) {
    put('[');
    int start = column.listStart(row);
    for (int i = 0; i < column.listLength(row); i++) {
      separator(i);
      part(parts[0], column.child(0), start + i);
    }
    put(']');
  }

  private void map(Column column, int row) {
    put('{');
    int start = column.listStart(row);
    Column entries = column.child(0);
    for (int i = 0; i < column.listLength(row); i++) {
      separator(i);
      part(parts[0], entries.child(0), start + i);
      put('=');
      part(parts[1], entries.child(1), start + i);
    }
    put('}');
  }

  private void struct(Column column, int row, DataType.Struct struct) {
    boolean isRow = TypeCoercion.isRow(struct);
    put(isRow ? '(' : '{');
    for (int i = 0; i < parts.length; i++) {
      separator(i);
      if (!isRow) {
        byte[] name = struct.fields().get(i).name().getBytes(StandardCharsets.UTF_8);
        quoted(name, name.length);
        ascii(": ");
      }
      part(parts[i], column.child(i), row);
    }
    if (isRow && parts.length == 1) {
      put(',');
    }
    put(isRow ? ')' : '}');
  }

  private void separator(int index) {
    if (index > 0) {
      ascii(", ");
    }
  }

  private void part(TextFormat format, Column column, int row) {
    if (column.isNull(row)) {
      ascii(NULL);
    } else if (column.isDictionary()) {
      part(format, column.dictionary(), column.code(row));
    } else {
      int count = format.write(column, row);
      boolean isPlain = !format.type.isNested() && !(format.type instanceof DataType.Json);
      if (isPlain && needsQuotes(format.bytes, count)) {
        quoted(format.bytes, count);
      } else {
        copy(format.bytes, count);
      }
    }
  }

  private static boolean needsQuotes(byte[] text, int count) {
    if (count == 0 || isBlank(text[0]) || isBlank(text[count - 1])) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      if (text[i] > 0 && SPECIAL.get(text[i])) {
        return true;
      }
    }
    return count == NULL.length()
        && new String(text, 0, count, StandardCharsets.ISO_8859_1).equalsIgnoreCase(NULL);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }

  /** Writes a text in single quotes, with backslashes before those and backslashes in it. */
  private void quoted(byte[] text, int count) {
    put('\'');
    for (int i = 0; i < count; i++) {
      if (text[i] == '\'' || text[i] == '\\') {
        put('\\');
      }
      put((char) text[i]);
    }
    put('\'');
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  private void put(char c) {
    reserve(1);
    bytes[length++] = (byte) c;
  }

  private void ascii(String text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  private void integer(long value) {
    reserve(20);
    if (value < 0) {
      put('-');
      if (value == Long.MIN_VALUE) {
        ascii("9223372036854775808");
        return;
      }
    }
    digits(Math.abs(value), 1);
  }

  /** Writes a number that is not negative with at least this number of digits. */
  private void digits(long value, int atLeast) {
    reserve(20);
    int count = atLeast;
    long rest = value;
    int needed = 1;
    while (rest >= 10) {
      rest /= 10;
      needed++;
    }
    count = Math.max(count, needed);
    long left = value;
    for (int i = length + count - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    length += count;
  }

  private void huge(Column column, int row) {
    long low = column.lowWordAt(row);
    long high = column.highWordAt(row);
    if (high == low >> 63) {
      integer(low);
    } else {
      ascii(Int128.toBigInteger(low, high).toString());
    }
  }

  private void decimal(Column column, int row, DataType.Decimal decimal) {
    int scale = decimal.scale();
    long low = decimal.fitsLong() ? column.longAt(row) : column.lowWordAt(row);
    long high = decimal.fitsLong() ? low >> 63 : column.highWordAt(row);
    if (high != low >> 63 || low == Long.MIN_VALUE || scale > 18) {
      BigInteger unscaled = Int128.toBigInteger(low, high);
      String text = Decimals.show(unscaled, scale);
      ascii(decimal.precision() == scale ? text.replaceFirst("0[.]", ".") : text);
      return;
    }
    if (low < 0) {
      put('-');
    }
    long magnitude = Math.abs(low);
    long power = Int128.powerOfTen(scale);
    if (decimal.precision() > scale) {
      digits(magnitude / power, 1);
    }
    if (scale > 0) {
      put('.');
      digits(magnitude % power, scale);
    }
  }

  private void floating(String written) {
    // Java writes two digits at least, which are not the shortest for the smallest numbers.
    String java = written.replace("4.9E-324", "5.0E-324").replace("1.4E-45", "1.0E-45");
    char first = java.charAt(java.length() - 1);
    if (first == 'N') {
      ascii("nan");
      return;
    }
    boolean negative = java.charAt(0) == '-';
    if (first == 'y') {
      ascii(negative ? "-inf" : "inf");
      return;
    }
    int mark = java.indexOf('E');
    String mantissa = java.substring(negative ? 1 : 0, mark < 0 ? java.length() : mark);
    int exponent = mark < 0 ? 0 : Integer.parseInt(java.substring(mark + 1));
    int point = mantissa.indexOf('.');
    String all = mantissa.substring(0, point) + mantissa.substring(point + 1);
    int leading = 0;
    while (leading < all.length() - 1 && all.charAt(leading) == '0') {
      leading++;
    }
    int trailing = all.length();
    while (trailing > leading + 1 && all.charAt(trailing - 1) == '0') {
      trailing--;
    }
    String digits = all.substring(leading, trailing);
    int scientific = exponent + point - leading - 1; // of the first digit that is not 0
    if (negative) {
      put('-');
    }
    if (digits.equals("0")) {
      ascii("0.0");
    } else if (scientific >= MAX_PLAIN_EXPONENT || scientific < MIN_PLAIN_EXPONENT) {
      exponential(digits, scientific);
    } else if (scientific < 0) {
      ascii("0." + "0".repeat(-scientific - 1) + digits);
    } else if (digits.length() <= scientific + 1) {
      ascii(digits + "0".repeat(scientific + 1 - digits.length()) + ".0");
    } else {
      ascii(digits.substring(0, scientific + 1) + "." + digits.substring(scientific + 1));
    }
  }

  private void exponential(String digits, int exponent) {
    put(digits.charAt(0));
    if (digits.length() > 1) {
      put('.');
      ascii(digits.substring(1));
    }
    put('e');
    put(exponent < 0 ? '-' : '+');
    digits(Math.abs(exponent), 2);
  }

  private void date(long day) {
    if (Infinity.isDay(day)) {
      infinity(day > 0);
      return;
    }
    long civil = Calendar.civil(day);
    long year = Calendar.year(civil);
    digits(year > 0 ? year : 1 - year, 4);
    put('-');
    digits(Calendar.month(civil), 2);
    put('-');
    digits(Calendar.day(civil), 2);
    if (year <= 0) {
      ascii(TimeParse.BEFORE_CHRIST);
    }
  }

  private void time(long ofDay, long perSecond) {
    long seconds = ofDay / perSecond;
    digits(seconds / 3600, 2);
    put(':');
    digits(seconds / 60 % 60, 2);
    put(':');
    digits(seconds % 60, 2);
    long fraction = ofDay % perSecond;
    if (fraction != 0) {
      put('.');
      digits(fraction, perSecond == 1_000_000 ? 6 : 9);
      while (bytes[length - 1] == '0') {
        length--;
      }
    }
  }

  private void infinity(boolean isPositive) {
    if (!isPositive) {
      put('-');
    }
    ascii(DateText.INFINITY);
  }

  private void timestamp(long value, DataType.Timestamp timestamp) {
    if (Infinity.isMoment(value)) {
      infinity(value > 0);
      return;
    }
    long perSecond = timestamp.unit().perSecond();
    long perDay = 86_400 * perSecond;
    int offset = local == null ? 0 : (int) local.offsetSeconds(Math.floorDiv(value, perSecond));
    // Day and time are moved apart from each other, so that the ends of the range do not overflow.
    long day = Math.floorDiv(value, perDay);
    long ofDay = Math.floorMod(value, perDay) + offset * perSecond;
    day += Math.floorDiv(ofDay, perDay);
    date(day);
    put(' ');
    time(Math.floorMod(ofDay, perDay), perSecond);
    if (local != null) {
      put(offset < 0 ? '-' : '+');
      int minutes = Math.abs(offset) / 60;
      digits(minutes / 60, 2);
      if (minutes % 60 != 0) {
        put(':');
        digits(minutes % 60, 2);
      }
    }
  }

  private void interval(long low, long nanos) {
    int start = length;
    int months = (int) low;
    int days = (int) (low >> 32);
    part(start, months / 12, "year");
    part(start, months % 12, "month");
    part(start, days, "day");
    if (nanos != 0 || length == start) {
      if (length > start) {
        put(' ');
      }
      if (nanos < 0) {
        put('-');
      }
      time(Math.abs(nanos), 1_000_000_000);
    }
  }

  private void part(int start, int value, String unit) {
    if (value == 0) {
      return;
    }
    if (length > start) {
      put(' ');
    }
    integer(value);
    put(' ');
    ascii(unit);
    if (value != 1 && value != -1) {
      put('s');
    }
  }
}
