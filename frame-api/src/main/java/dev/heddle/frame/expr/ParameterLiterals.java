package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes constants of the values that are given for parameters. Stateless. */
public final class ParameterLiterals {
  private final String name;

  private ParameterLiterals(String name) {
    this.name = name;
  }

  /**
   * Returns a value as a constant of a parameter's type: of a class that {@link
   * Functions#lit(Comparable)} takes, or, for lists, structs and maps, a collection, array or map
   * of such. Numbers are converted if nothing is lost; text is read as a number, boolean, date or
   * time.
   *
   * @param name the parameter's name, for the message
   * @throws AnalysisException if the value does not fit the type
   */
  public static Expr of(String name, @Nullable Object value, DataType type) {
    return new ParameterLiterals(name).constant(value, type);
  }

  private Expr constant(@Nullable Object value, DataType type) {
    if (value instanceof Optional<?> optional) {
      return constant(optional.orElse(null), type);
    }
    if (value == null || (value instanceof Expr.Literal literal && literal.isNullLiteral())) {
      return type.isNested()
          ? new Expr.Cast(Functions.litNull(), type, CastMode.STRICT)
          : new Expr.Literal(null, type);
    }
    return switch (type) {
      case DataType.ListOf(DataType element) -> list(value, element, type);
      case DataType.MapOf(DataType keys, DataType values) -> map(value, keys, values, type);
      case DataType.Struct struct -> struct(value, struct);
      default -> scalar(value, type);
    };
  }

  private Expr list(Object value, DataType element, DataType type) {
    List<Expr> elements = new ArrayList<>();
    if (value instanceof Collection<?> values) {
      values.forEach(each -> elements.add(constant(each, element)));
    } else if (value.getClass().isArray() && !(value instanceof byte[])) {
      for (int i = 0; i < Array.getLength(value); i++) {
        elements.add(constant(Array.get(value, i), element));
      }
    } else {
      throw unfit(value, type);
    }
    return new Expr.Cast(new Expr.Call(ScalarFunction.LIST_OF, elements), type, CastMode.STRICT);
  }

  private Expr map(Object value, DataType keys, DataType values, DataType type) {
    if (!(value instanceof Map<?, ?> entries)) {
      throw unfit(value, type);
    }
    Expr made =
        Expr.Call.of(
            ScalarFunction.MAP_OF,
            list(entries.keySet(), keys, new DataType.ListOf(keys)),
            list(entries.values(), values, new DataType.ListOf(values)));
    return new Expr.Cast(made, type, CastMode.STRICT);
  }

  private Expr struct(Object value, DataType.Struct type) {
    if (!(value instanceof Map<?, ?> fields)) {
      throw unfit(value, type);
    }
    for (Object key : fields.keySet()) {
      if (!type.names().contains(String.valueOf(key))) {
        throw unfit(value, type);
      }
    }
    List<Expr> parts = new ArrayList<>();
    for (Field field : type.fields()) {
      parts.add(Functions.lit(field.name()));
      parts.add(constant(fields.get(field.name()), field.type()));
    }
    return new Expr.Cast(new Expr.Call(ScalarFunction.STRUCT_OF, parts), type, CastMode.STRICT);
  }

  private Expr scalar(Object given, DataType type) {
    Expr.Literal literal;
    try {
      literal = Literals.literal(given);
    } catch (AnalysisException e) {
      throw unfit(given, type);
    }
    Object value = literal.value();
    if (value instanceof UUID id && type instanceof DataType.Str) {
      return Functions.lit(id.toString());
    }
    if (value instanceof String text && !(type instanceof DataType.Str)) {
      return read(text, type);
    }
    Object converted = value == null ? null : converted(value, type);
    if (converted == null) {
      throw unfit(given, type);
    }
    try {
      return new Expr.Literal(converted, type);
    } catch (AnalysisException e) {
      throw unfit(given, type);
    }
  }

  private static @Nullable Object converted(Object value, DataType type) {
    if (value instanceof Number number) {
      return number(number, type);
    }
    return switch (type) {
      case DataType.Timestamp t when !t.withZone() && value instanceof LocalDate date ->
          date.atStartOfDay();
      case DataType.Bool _ -> value instanceof Boolean ? value : null;
      case DataType.Binary _ -> value instanceof Bytes ? value : null;
      default -> value;
    };
  }

  /** Returns a number in a type; null if it loses something there. */
  private static @Nullable Object number(Number number, DataType type) {
    if (type instanceof DataType.Unsigned unsigned) {
      BigInteger whole = whole(number);
      return whole != null && unsigned.holds(whole) ? whole : null;
    }
    if (type instanceof DataType.Int128 large) {
      BigInteger whole = whole(number);
      return whole != null && large.holds(whole) ? whole : null;
    }
    boolean isFloat = number instanceof Double || number instanceof Float;
    if (type instanceof DataType.Float64) {
      return number.doubleValue();
    }
    if (type instanceof DataType.Float32) {
      return number.floatValue();
    }
    if (isFloat && (type.isInteger() || !Double.isFinite(number.doubleValue()))) {
      return null;
    }
    BigDecimal exact =
        number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    try {
      if (type.isInteger()) {
        return exact.longValueExact();
      }
      return type instanceof DataType.Decimal decimal ? exact.setScale(decimal.scale()) : null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable BigInteger whole(Number number) {
    try {
      return new BigDecimal(number.toString()).toBigIntegerExact();
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  private Expr read(String text, DataType type) {
    if (type instanceof DataType.Bool) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true" -> Functions.lit(true);
        case "false" -> Functions.lit(false);
        default -> throw unfit(text, type);
      };
    }
    if (!TypeCoercion.readsTextLiterals(type) || !LiteralReader.isReadable(text, type)) {
      throw unfit(text, type);
    }
    if (type.isWhole() || type instanceof DataType.Decimal) {
      Object number = number(new BigDecimal(text.strip()), type);
      if (number == null) {
        throw unfit(text, type);
      }
      try {
        return new Expr.Literal(number, type);
      } catch (AnalysisException e) {
        throw unfit(text, type);
      }
    }
    return new Expr.Cast(Functions.lit(text), type, CastMode.STRICT);
  }

  private AnalysisException unfit(Object value, DataType type) {
    String shown = value instanceof String text ? "'" + text + "'" : String.valueOf(value);
    return new AnalysisException(
        "Cannot bind parameter "
            + name
            + ": "
            + shown
            + " ("
            + value.getClass().getSimpleName()
            + ") is no "
            + type.sqlName()
            + "; give a value of that type, or write CAST($"
            + name
            + " AS ...) in the text");
  }
}
