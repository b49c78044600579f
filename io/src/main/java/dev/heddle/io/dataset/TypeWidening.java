package dev.heddle.io.dataset;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which type holds the values of two.
 *
 * <p>Integers widen to integers, to decimals with enough digits, and to floating-point numbers;
 * decimals to decimals with more digits, and to doubles; dates to timestamps without zone;
 * timestamps to finer units. Text goes with text only, as booleans, bytes, times and intervals go
 * with their equals. Lists and maps widen as their elements do, structs to the fields of both, of
 * which those of the same name widen. A column without values goes with all. Text becomes an ENUM
 * where that is the type of the table.
 */
public final class TypeWidening {
  private TypeWidening() {}

  /** Returns whether values of one type become values of the other. */
  static boolean converts(DataType from, DataType to) {
    return common(to, from).filter(to::equals).isPresent() || isStoredAs(to, from);
  }

  /** Returns whether files have values of a type in another one: labels of enumerations as text. */
  private static boolean isStoredAs(DataType type, DataType stored) {
    return type.equals(stored)
        || switch (type) {
          case DataType.Enumeration _ -> stored instanceof DataType.Str;
          case DataType.ListOf(DataType element) when stored instanceof DataType.ListOf(var its) ->
              isStoredAs(element, its);
          case DataType.MapOf(DataType key, DataType value)
              when stored instanceof DataType.MapOf(var itsKey, var itsValue) ->
              isStoredAs(key, itsKey) && isStoredAs(value, itsValue);
          case DataType.Struct(List<Field> fields)
              when stored instanceof DataType.Struct(List<Field> its)
                  && fields.size() == its.size() -> {
            boolean isSame = true;
            for (int i = 0; i < fields.size() && isSame; i++) {
              isSame =
                  fields.get(i).name().equals(its.get(i).name())
                      && isStoredAs(fields.get(i).type(), its.get(i).type());
            }
            yield isSame;
          }
          default -> false;
        };
  }

  /** Returns whether structs of one type, at any depth, lack fields of the other. */
  static boolean lacksFields(DataType from, DataType to) {
    if (from instanceof DataType.Struct stored && to instanceof DataType.Struct(List<Field> all)) {
      for (Field field : all) {
        int place = stored.names().indexOf(field.name());
        if (place < 0 || lacksFields(stored.fields().get(place).type(), field.type())) {
          return true;
        }
      }
      return false;
    }
    return switch (from) {
      case DataType.ListOf(DataType element) when to instanceof DataType.ListOf(DataType wider) ->
          lacksFields(element, wider);
      case DataType.MapOf one when to instanceof DataType.MapOf other ->
          lacksFields(one.entry(), other.entry());
      default -> false;
    };
  }

  /**
   * Returns the part of a stored type that a part of the type that it widens to is made of.
   *
   * @param to the wider type, perhaps with fields of structs left out
   */
  static DataType part(DataType from, DataType to) {
    if (from instanceof DataType.Struct stored && to instanceof DataType.Struct wider) {
      List<Field> kept = new ArrayList<>();
      for (Field field : stored.fields()) {
        int place = wider.names().indexOf(field.name());
        if (place >= 0) {
          kept.add(field.withType(part(field.type(), wider.fields().get(place).type())));
        }
      }
      // which structs are null is read from some field
      return new DataType.Struct(kept.isEmpty() ? stored.fields().subList(0, 1) : kept);
    }
    return switch (from) {
      case DataType.ListOf(DataType element) when to instanceof DataType.ListOf(DataType wider) ->
          new DataType.ListOf(part(element, wider));
      case DataType.MapOf(DataType key, DataType value)
          when to instanceof DataType.MapOf(_, DataType wider) ->
          new DataType.MapOf(key, part(value, wider));
      default -> from;
    };
  }

  /** Returns the narrowest type that values of both become. */
  public static Optional<DataType> common(DataType one, DataType other) {
    if (one.equals(other) || other instanceof DataType.Null) {
      return Optional.of(one);
    }
    if (one instanceof DataType.Null) {
      return Optional.of(other);
    }
    if (one instanceof DataType.Unsigned(int bits)
        && other instanceof DataType.Unsigned(int others)) {
      return Optional.of(bits >= others ? one : other);
    }
    DataType left = TypeCoercion.signedBeside(one, other);
    DataType right = TypeCoercion.signedBeside(other, one);
    if (left.isNumeric() && right.isNumeric()) {
      return number(left, right);
    }
    return switch (one) {
      case DataType.ListOf(DataType element) when other instanceof DataType.ListOf(DataType its) ->
          common(element, its).map(DataType.ListOf::new);
      case DataType.MapOf(DataType key, DataType value)
          when other instanceof DataType.MapOf(DataType itsKey, DataType itsValue) ->
          common(key, itsKey)
              .flatMap(keys -> common(value, itsValue).map(v -> new DataType.MapOf(keys, v)));
      case DataType.Struct(List<Field> fields)
          when other instanceof DataType.Struct(List<Field> its) ->
          struct(fields, its);
      default -> time(one, other).or(() -> time(other, one));
    };
  }

  private static Optional<DataType> struct(List<Field> fields, List<Field> others) {
    Map<String, DataType> types = new LinkedHashMap<>();
    fields.forEach(field -> types.put(field.name(), field.type()));
    for (Field field : others) {
      DataType known = types.putIfAbsent(field.name(), field.type());
      if (known != null) {
        Optional<DataType> common = common(known, field.type());
        if (common.isEmpty()) {
          return Optional.empty();
        }
        types.put(field.name(), common.get());
      }
    }
    List<Field> all = new ArrayList<>();
    types.forEach((name, type) -> all.add(Field.of(name, type)));
    return Optional.of(new DataType.Struct(all));
  }

  private static Optional<DataType> number(DataType one, DataType other) {
    if (one.isWhole() && other.isWhole()) {
      return Optional.of(digits(one) >= digits(other) ? one : other);
    }
    if (one.isFloat() || other.isFloat()) {
      return Optional.of(fitsFloat(one) && fitsFloat(other) ? DataType.FLOAT32 : DataType.FLOAT64);
    }
    int scale = Math.max(scale(one), scale(other));
    int whole = Math.max(digits(one) - scale(one), digits(other) - scale(other));
    return whole + scale > DataType.Decimal.MAX_PRECISION
        ? Optional.empty()
        : Optional.of(new DataType.Decimal(whole + scale, scale));
  }

  private static boolean fitsFloat(DataType type) {
    return type instanceof DataType.Float32
        || type instanceof DataType.Int8
        || type instanceof DataType.Int16;
  }

  private static int scale(DataType type) {
    return type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
  }

  /** Returns how many decimal digits values of an exact type have at most. */
  private static int digits(DataType type) {
    return switch (type) {
      case DataType.Decimal decimal -> decimal.precision();
      case DataType.Int8 _ -> 3;
      case DataType.Int16 _ -> 5;
      case DataType.Int32 _ -> 10;
      case DataType.Int128 _ -> DataType.Int128.MAX_DIGITS;
      default -> 19;
    };
  }

  private static Optional<DataType> time(DataType one, DataType other) {
    if (!(other instanceof DataType.Timestamp timestamp)) {
      return Optional.empty();
    }
    if (one instanceof DataType.Date && !timestamp.withZone()) {
      return Optional.of(timestamp);
    }
    return one instanceof DataType.Timestamp(TimestampUnit unit, boolean withZone)
            && withZone == timestamp.withZone()
        ? Optional.of(unit == TimestampUnit.NANOS ? one : timestamp)
        : Optional.empty();
  }
}
