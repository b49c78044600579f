package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.LiteralReader;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.planner.sql.Intervals;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.TypeBinder;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TypeName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Binds literals. */
final class LiteralBinder {
  private static final Pattern NANOSECONDS = Pattern.compile("\\.\\d{7,9}");
  private static final int MAX_WRITABLE_YEAR = 9999;

  private final BindContext context;
  private final TypeBinder types;

  LiteralBinder(BindContext context, TypeBinder types) {
    this.context = context;
    this.types = types;
  }

  static Expr text(String value) {
    return new Expr.Literal(value, DataType.STRING);
  }

  static Expr bool(boolean value) {
    return new Expr.Literal(value, DataType.BOOL);
  }

  static Expr nothing() {
    return new Expr.Literal(null, DataType.NULL);
  }

  static Expr integer(long value) {
    boolean fits = value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
    return new Expr.Literal(value, fits ? DataType.INT32 : DataType.INT64);
  }

  /**
   * Returns a number: INTEGER, BIGINT, then HUGEINT; with a point DECIMAL, with more digits or an
   * exponent DOUBLE.
   */
  Expr number(Expression.NumberLiteral literal) {
    return number(literal, literal.digits());
  }

  /** Returns a number behind a minus. */
  Expr negatedNumber(Expression.NumberLiteral literal) {
    return number(literal, "-" + literal.digits());
  }

  private Expr number(Expression.NumberLiteral literal, String signed) {
    String digits = literal.digits();
    if (digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0) {
      return floating(signed, literal.span());
    }
    int point = digits.indexOf('.');
    if (point < 0) {
      return integer(new BigInteger(signed), literal.span());
    }
    int scale = digits.length() - point - 1;
    int precision = Math.max(1, digits.length() - 1);
    if (precision > DataType.Decimal.MAX_PRECISION) {
      return floating(signed, literal.span());
    }
    BigDecimal value = new BigDecimal(signed.endsWith(".") ? signed + "0" : signed);
    return new Expr.Literal(value.setScale(scale), new DataType.Decimal(precision, scale));
  }

  private Expr floating(String text, Span span) {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw context.error(span, text + " is too large for DOUBLE");
    }
    return new Expr.Literal(value, DataType.FLOAT64);
  }

  /** Integers of over 128 bits would lose digits as DOUBLE. */
  private Expr integer(BigInteger value, Span span) {
    if (value.bitLength() < Long.SIZE) {
      return integer(value.longValueExact());
    }
    if (DataType.INT128.holds(value)) {
      return new Expr.Literal(value, DataType.INT128);
    }
    throw context.error(
        span,
        value
            + " has more than the 128 bits of a HUGEINT; write it with an exponent, as "
            + value
            + "e0, for a DOUBLE");
  }

  Expr binary(Expression.BinaryLiteral literal) {
    byte[] bytes = HexFormat.of().parseHex(literal.hex());
    return new Expr.Literal(Bytes.copyOf(bytes), DataType.BINARY);
  }

  /** Returns {@code DATE '...'} and its kin; what Java's classes do not hold is a cast of text. */
  Expr typed(Expression.TypedLiteral literal) {
    String text = literal.value().strip();
    types.requireNoLength(literal.type(), "in a literal");
    DataType type = precise(types.withoutLength(literal.type()), literal.type(), text);
    boolean isReadable =
        LiteralReader.isReadable(text, type)
            || (type instanceof DataType.Date
                && LiteralReader.isReadable(text, DataType.TIMESTAMP));
    if (!isReadable || isYearZero(text, type)) {
      throw context.error(literal.span(), "'" + literal.value() + "' is no " + type.sqlName());
    }
    return read(type instanceof DataType.Binary ? literal.value() : text, type);
  }

  /** Returns the value of a type that a text is, or its cast. */
  static Expr read(String text, DataType type) {
    Object value = value(text.strip(), type);
    return value == null
        ? new Expr.Cast(text(text), type, CastMode.STRICT)
        : new Expr.Literal(value, type);
  }

  /** Returns the type in nanoseconds for a moment written so, unless the type is explicit. */
  private static DataType precise(DataType type, TypeName name, String text) {
    boolean isPlain = name instanceof TypeName.Scalar scalar && scalar.parameters().isEmpty();
    return isPlain
            && type instanceof DataType.Timestamp timestamp
            && NANOSECONDS.matcher(text).find()
        ? new DataType.Timestamp(TimestampUnit.NANOS, timestamp.withZone())
        : type;
  }

  private static boolean isYearZero(String text, DataType type) {
    return (type instanceof DataType.Date || type instanceof DataType.Timestamp)
        && text.startsWith("0000");
  }

  /** Returns the value of a text in the usual form; null for what a cast has to read. */
  private static @Nullable Object value(String text, DataType type) {
    if (DateText.infinitySign(text) != 0) {
      return null;
    }
    try {
      return usualValue(text, type);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Object usualValue(String text, DataType type) {
    return switch (type) {
      case DataType.Uuid _ -> Uuids.parse(text);
      case DataType.Date _ -> {
        LocalDate date = DateText.parse(text);
        yield isWritable(date.getYear()) ? date : null;
      }
      case DataType.Time _ -> {
        LocalTime time = DateText.parseClock(text);
        yield time.getNano() % 1000 == 0 ? time : null;
      }
      case DataType.Timestamp t when !t.withZone() -> {
        String iso = text.replace(' ', 'T');
        LocalDateTime time =
            iso.indexOf('T') < 0 ? DateText.parse(iso).atStartOfDay() : DateText.parseTime(iso);
        boolean fits = t.unit() == TimestampUnit.NANOS || time.getNano() % 1000 == 0;
        yield fits && isWritable(time.getYear()) ? time : null;
      }
      default -> null;
    };
  }

  private static boolean isWritable(int year) {
    return year >= 1 && year <= MAX_WRITABLE_YEAR;
  }

  /** Returns an interval: constant, or the number of its unit that an expression gives. */
  Expr interval(Expression.Interval interval, ExpressionBinder expressions) {
    boolean isNegated = false;
    Expression amount = interval.amount();
    if (amount instanceof Expression.Prefix prefix
        && prefix.operator() != Expression.PrefixOperator.NOT) {
      isNegated = prefix.operator() == Expression.PrefixOperator.NEGATE;
      amount = prefix.operand();
    }
    String text =
        switch (amount) {
          case Expression.TextLiteral literal -> literal.value();
          case Expression.NumberLiteral literal -> literal.digits();
          default -> null;
        };
    if (text == null) {
      Expr one = literal(Intervals.parse("1", unit(interval)));
      return expressions.call(
          ScalarFunction.MULTIPLY, interval.span(), expressions.bind(interval.amount()), one);
    }
    try {
      CalendarInterval value = Intervals.parse(text, interval.unit());
      return literal(isNegated ? IntervalText.negated(value) : value);
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw context.error(
          interval.span(), "'" + text + "' is no interval; write for example interval '3' month");
    }
  }

  private IntervalText.Unit unit(Expression.Interval interval) {
    if (interval.unit() == null || interval.to() != null) {
      throw context.error(
          interval.span(), "an interval of an expression has one unit: INTERVAL (n) DAY");
    }
    return interval.unit();
  }

  static Expr literal(CalendarInterval value) {
    return new Expr.Literal(value, DataType.INTERVAL);
  }
}
