package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which types meet in which, which casts exist, and the precision of decimal results.
 *
 * <p>Frames, the SQL planner and the kernels' tests use these rules; there are no others.
 */
public final class TypeCoercion {
  private static final int MIN_QUOTIENT_SCALE = 6;

  private TypeCoercion() {}

  /**
   * Returns the type that values of both types are converted to before they are compared, unioned
   * or returned from one {@code CASE}; null if there is none.
   *
   * <p>Integers meet in the wider one, an integer and a decimal in a decimal, a HUGEINT with one of
   * 38 digits, anything numeric and DOUBLE in DOUBLE, unsigned integers in the wider one and with
   * others as their signed types, REAL with integers and decimals in REAL, dates and timestamps in
   * a timestamp, micros and nanos in nanos, a boolean and a number in the number, 1 or 0. NULL
   * meets every type. JSON meets what can be written as it in JSON, text as what it says. Other
   * text meets only text and enumerations, as text, and different enumerations do so too. Lists,
   * maps and structs with the same field names meet part by part.
   */
  public static @Nullable DataType commonType(DataType left, DataType right) {
    if (left.equals(right)) {
      return left;
    }
    if (left instanceof DataType.Null) {
      return right;
    }
    if (right instanceof DataType.Null) {
      return left;
    }
    if (left instanceof DataType.Json || right instanceof DataType.Json) {
      return canBeJson(left) && canBeJson(right) ? DataType.JSON : null;
    }
    if (left.isNumeric() && right.isNumeric()) {
      return commonNumber(left, right);
    }
    if (left instanceof DataType.Unsigned || right instanceof DataType.Unsigned) {
      return commonUnsigned(left, right);
    }
    if ((left instanceof DataType.Enumeration && isLabelled(right))
        || (right instanceof DataType.Enumeration && isLabelled(left))) {
      return DataType.STRING;
    }
    if (left instanceof DataType.Bool || right instanceof DataType.Bool) {
      DataType other = left instanceof DataType.Bool ? right : left;
      return other.isNumeric() ? other : null;
    }
    if (left instanceof DataType.Timestamp a && right instanceof DataType.Timestamp b) {
      return new DataType.Timestamp(
          a.unit() == TimestampUnit.NANOS ? a.unit() : b.unit(), a.withZone() || b.withZone());
    }
    if (left instanceof DataType.ListOf(DataType a)
        && right instanceof DataType.ListOf(DataType b)) {
      DataType element = commonType(a, b);
      return element == null ? null : new DataType.ListOf(element);
    }
    if (left instanceof DataType.MapOf a && right instanceof DataType.MapOf b) {
      DataType key = commonType(a.key(), b.key());
      DataType value = commonType(a.value(), b.value());
      return key == null || value == null ? null : new DataType.MapOf(key, value);
    }
    if (left instanceof DataType.Struct a && right instanceof DataType.Struct b) {
      return commonStruct(a, b);
    }
    if (left instanceof DataType.Date && right instanceof DataType.Timestamp) {
      return right;
    }
    if (left instanceof DataType.Timestamp && right instanceof DataType.Date) {
      return left;
    }
    return null;
  }

  private static boolean isLabelled(DataType type) {
    return isText(type) || type instanceof DataType.Enumeration;
  }

  /** Structs with the same names in the same order meet field by field. */
  private static @Nullable DataType commonStruct(DataType.Struct left, DataType.Struct right) {
    if (!left.names().equals(right.names())) {
      return null;
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < left.fields().size(); i++) {
      DataType common = commonType(left.fields().get(i).type(), right.fields().get(i).type());
      if (common == null) {
        return null;
      }
      fields.add(Field.of(left.fields().get(i).name(), common));
    }
    return new DataType.Struct(fields);
  }

  /** Returns the type all of these meet in, or null; an empty list gives NULL. */
  public static @Nullable DataType commonType(List<DataType> types) {
    DataType common = DataType.NULL;
    for (DataType type : types) {
      common = commonType(common, type);
      if (common == null) {
        return null;
      }
    }
    return common;
  }

  /**
   * Returns the type in which values of two types are compared: where they meet, but for JSON
   * beside a scalar that is no text, which is read as the scalar's type.
   */
  public static @Nullable DataType comparedType(DataType left, DataType right) {
    return left instanceof DataType.Json && isReadOfJson(right)
        ? right
        : right instanceof DataType.Json && isReadOfJson(left) ? left : commonType(left, right);
  }

  /** Returns whether a cast may make null of a value that is none: of JSON's null. */
  public static boolean makesNull(DataType from, DataType to) {
    return from instanceof DataType.Json && !(to instanceof DataType.Json) && !isText(to);
  }

  private static boolean isReadOfJson(DataType type) {
    return !type.isNested()
        && !isText(type)
        && !(type instanceof DataType.Null)
        && canCast(DataType.JSON, type);
  }

  private static DataType commonNumber(DataType left, DataType right) {
    if (left.isWhole() && right.isWhole()) {
      return integerWidth(left) >= integerWidth(right) ? left : right;
    }
    if (left.isFloat() || right.isFloat()) {
      return keepsFloat32(left) && keepsFloat32(right) ? DataType.FLOAT32 : DataType.FLOAT64;
    }
    DataType.Decimal a = asDecimal(left);
    DataType.Decimal b = asDecimal(right);
    int scale = Math.max(a.scale(), b.scale());
    int whole = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
    return new DataType.Decimal(Math.min(whole + scale, DataType.Decimal.MAX_PRECISION), scale);
  }

  private static @Nullable DataType commonUnsigned(DataType left, DataType right) {
    if (left instanceof DataType.Unsigned(int bits)
        && right instanceof DataType.Unsigned(int others)) {
      return bits >= others ? left : right;
    }
    if (left instanceof DataType.Bool || right instanceof DataType.Bool) {
      return left instanceof DataType.Bool ? right : left;
    }
    return signed(left).isNumeric() && signed(right).isNumeric()
        ? commonNumber(signedBeside(left, right), signedBeside(right, left))
        : null;
  }

  /**
   * Returns the type as which functions of numbers take a type: of unsigned ones the next wider.
   */
  public static DataType signed(DataType type) {
    return type instanceof DataType.Unsigned unsigned ? unsigned.signed() : type;
  }

  /**
   * Returns the type as which a number beside another is taken: as {@link #signed}, but a UBIGINT
   * beside a DECIMAL, which needs no 38 digits for it, as one of 20.
   */
  public static DataType signedBeside(DataType type, DataType other) {
    return type instanceof DataType.Unsigned && other instanceof DataType.Decimal
        ? asDecimal(type)
        : signed(type);
  }

  /**
   * Returns the type as which functions of text take a type, and files have it: of an enumeration
   * that of its labels.
   */
  public static DataType unlabelled(DataType type) {
    return switch (type) {
      case DataType.Enumeration t -> DataType.STRING;
      case DataType.ListOf(DataType element) -> new DataType.ListOf(unlabelled(element));
      case DataType.MapOf(DataType key, DataType value) ->
          new DataType.MapOf(unlabelled(key), unlabelled(value));
      case DataType.Struct(List<Field> fields) ->
          new DataType.Struct(
              fields.stream().map(f -> Field.of(f.name(), unlabelled(f.type()))).toList());
      case DataType other -> other;
    };
  }

  private static boolean keepsFloat32(DataType type) {
    return !(type instanceof DataType.Float64);
  }

  private static int integerWidth(DataType type) {
    return switch (type) {
      case DataType.Int8 t -> 8;
      case DataType.Int16 t -> 16;
      case DataType.Int32 t -> 32;
      case DataType.Int64 t -> 64;
      case DataType.Int128 t -> 128;
      default -> throw new IllegalArgumentException("no integer type: " + type);
    };
  }

  /**
   * Returns the decimal that holds every value of an integer type, of a HUGEINT those of up to 38
   * digits, or the decimal type itself.
   */
  public static DataType.Decimal asDecimal(DataType type) {
    return switch (type) {
      case DataType.Decimal decimal -> decimal;
      case DataType.Int8 t -> new DataType.Decimal(3, 0);
      case DataType.Int16 t -> new DataType.Decimal(5, 0);
      case DataType.Int32 t -> new DataType.Decimal(10, 0);
      case DataType.Int64 t -> new DataType.Decimal(19, 0);
      case DataType.Int128 t -> new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);
      case DataType.Unsigned(int bits) when bits == Long.SIZE -> new DataType.Decimal(20, 0);
      case DataType.Unsigned t -> asDecimal(t.signed());
      default -> throw new IllegalArgumentException("no exact number: " + type);
    };
  }

  /**
   * Returns the type of a sum or difference: one digit more than the operands need, at most 38 in
   * all. The digits behind the point all stay; a value that does not fit is an error.
   */
  public static DataType.Decimal sumType(DataType.Decimal left, DataType.Decimal right) {
    int scale = Math.max(left.scale(), right.scale());
    int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
    return capped(whole + scale + 1, scale);
  }

  /**
   * Returns the type of a product: the sum of the precisions, at most 38, and that of the scales.
   * The digits behind the point all stay; a value that does not fit is an error.
   *
   * @throws AnalysisException if there would be more than 38 digits behind the point
   */
  public static DataType.Decimal productType(DataType.Decimal left, DataType.Decimal right) {
    int scale = left.scale() + right.scale();
    if (scale > DataType.Decimal.MAX_PRECISION) {
      throw new AnalysisException(
          "a product of "
              + left.sqlName()
              + " and "
              + right.sqlName()
              + " would have "
              + scale
              + " digits behind the point, and a DECIMAL has at most 38; cast one of them to fewer"
              + " digits, or to DOUBLE");
    }
    return capped(left.precision() + right.precision(), scale);
  }

  /**
   * Returns the type of a quotient: scale {@code max(6, s1 + p2 + 1)} and the whole digits that
   * there can be, if that fits into 38 digits. Otherwise the quotient is DOUBLE, because cutting
   * the scale would lose digits that DOUBLE keeps.
   */
  public static DataType quotientType(DataType.Decimal left, DataType.Decimal right) {
    int scale = Math.max(MIN_QUOTIENT_SCALE, left.scale() + right.precision() + 1);
    int precision = left.precision() - left.scale() + right.scale() + scale;
    return precision > DataType.Decimal.MAX_PRECISION
        ? DataType.FLOAT64
        : new DataType.Decimal(precision, scale);
  }

  /** Returns the type of a remainder: the larger number of whole digits, and the larger scale. */
  public static DataType.Decimal remainderType(DataType.Decimal left, DataType.Decimal right) {
    int scale = Math.max(left.scale(), right.scale());
    int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
    return capped(whole + scale, scale);
  }

  private static DataType.Decimal capped(int precision, int scale) {
    return new DataType.Decimal(Math.min(precision, DataType.Decimal.MAX_PRECISION), scale);
  }

  /**
   * Returns whether an explicit cast between the types exists; it may still fail for single values.
   */
  public static boolean canCast(DataType from, DataType to) {
    if (from.equals(to) || from instanceof DataType.Null) {
      return true;
    }
    if (to instanceof DataType.Json) {
      return canBeJson(from);
    }
    if (from instanceof DataType.Unsigned || to instanceof DataType.Unsigned) {
      return signed(from).equals(signed(to)) || canCast(signed(from), signed(to));
    }
    return switch (from) {
      case DataType.Null t -> true;
      case DataType.Bool t -> isText(to) || to.isNumeric();
      case DataType.Int8 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Int16 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Int32 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Int64 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Int128 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Float32 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Float64 t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Decimal t -> isText(to) || to.isNumeric() || to instanceof DataType.Bool;
      case DataType.Str t ->
          switch (to) {
            case DataType.Null _ -> false;
            case DataType.ListOf(DataType element) -> canCast(from, element);
            case DataType.MapOf(DataType key, DataType value) ->
                canCast(from, key) && canCast(from, value);
            case DataType.Struct(List<Field> fields) ->
                fields.stream().allMatch(field -> canCast(from, field.type()));
            case DataType _ -> true;
          };
      case DataType.Binary t -> isText(to) || to instanceof DataType.Uuid;
      case DataType.Unsigned t -> canCast(t.signed(), to);
      case DataType.Enumeration t -> isLabelled(to) || canCast(DataType.STRING, to);
      case DataType.Json t ->
          isLabelled(to)
              || to.isNumeric()
              || to instanceof DataType.Bool
              || to instanceof DataType.Uuid
              || to instanceof DataType.Date
              || to instanceof DataType.Time
              || to instanceof DataType.Timestamp
              || (to.isNested() && canBeOfJson(to));
      case DataType.Uuid t -> isText(to) || to instanceof DataType.Binary;
      case DataType.Date t -> isText(to) || to instanceof DataType.Timestamp;
      case DataType.Time t -> isText(to);
      case DataType.Timestamp t ->
          isText(to)
              || to instanceof DataType.Timestamp
              || to instanceof DataType.Date
              || to instanceof DataType.Time;
      case DataType.Interval t -> isText(to);
      case DataType.ListOf(DataType element) ->
          isText(to)
              ? canCast(element, to)
              : to instanceof DataType.ListOf(DataType wanted) && canCast(element, wanted);
      case DataType.Struct t ->
          isText(to)
              ? t.fields().stream().allMatch(field -> canCast(field.type(), to))
              : to instanceof DataType.MapOf(DataType key, DataType value)
                  ? !isRow(t)
                      && canCast(DataType.STRING, key)
                      && t.fields().stream().allMatch(field -> canCast(field.type(), value))
                  : to instanceof DataType.Struct wanted && canCastFields(t, wanted);
      case DataType.MapOf t ->
          isText(to)
              ? canCast(t.key(), to) && canCast(t.value(), to)
              : to instanceof DataType.MapOf wanted
                  && canCast(t.key(), wanted.key())
                  && canCast(t.value(), wanted.value());
    };
  }

  /** Returns whether a nested type is one of values that JSON holds. */
  private static boolean canBeOfJson(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> canBeOfJson(element);
      case DataType.MapOf(DataType key, DataType value) -> !key.isNested() && canBeOfJson(value);
      case DataType.Struct(List<Field> fields) ->
          fields.stream().allMatch(field -> canBeOfJson(field.type()));
      case DataType _ -> !(type instanceof DataType.Null) && !(type instanceof DataType.Binary);
    };
  }

  /** Returns whether values of a type can be written as JSON, text among them as what it says. */
  public static boolean canBeJson(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> canBeJson(element);
      case DataType.MapOf(DataType key, DataType value) ->
          !key.isNested() && canCast(key, DataType.STRING) && canBeJson(value);
      case DataType.Struct(List<Field> fields) ->
          fields.stream().allMatch(field -> canBeJson(field.type()));
      case DataType _ -> true;
    };
  }

  private static boolean canCastFields(DataType.Struct from, DataType.Struct to) {
    boolean isAny = false;
    for (int i = 0; i < to.fields().size(); i++) {
      int at = fieldFor(from, to, i);
      if (at >= 0 && !canCast(from.fields().get(at).type(), to.fields().get(i).type())) {
        return false;
      }
      isAny |= at >= 0;
    }
    return isAny;
  }

  /**
   * Returns which field of a struct a cast to another struct takes: the one of the name, or else
   * the only one that differs in case, and of a row without names the one at the position; -1 if
   * there is none, and the field becomes null.
   */
  public static int fieldFor(DataType.Struct from, DataType.Struct to, int position) {
    if (from.fields().size() == to.fields().size() && isRow(from)) {
      return position;
    }
    String name = to.fields().get(position).name();
    int exact = from.indexOf(name);
    if (exact >= 0) {
      return exact;
    }
    int found = -1;
    for (int i = 0; i < from.fields().size(); i++) {
      String own = from.fields().get(i).name();
      if (own.equalsIgnoreCase(name) && to.indexOf(own) < 0) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  /** Returns whether a struct is one of {@link #rowField} names, written {@code (a, b)}. */
  public static boolean isRow(DataType.Struct struct) {
    for (int i = 0; i < struct.fields().size(); i++) {
      if (!struct.fields().get(i).name().equals(rowField(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the name of a field of {@code row(a, b)}, whose fields have none of their own. */
  public static String rowField(int position) {
    return "element" + (position + 1);
  }

  private static boolean isText(DataType type) {
    return type instanceof DataType.Str;
  }

  /** Returns whether values have an order, so that they can be compared, sorted, minimised. */
  public static boolean isOrdered(DataType type) {
    return !(type instanceof DataType.Interval) && !type.isNested();
  }

  /**
   * Returns whether values of a type have an order, by which they are compared and rows sorted:
   * lists, maps and structs have one, part by part.
   */
  public static boolean isSortable(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> isSortable(element);
      case DataType.MapOf(DataType key, DataType value) -> isSortable(key) && isSortable(value);
      case DataType.Struct(List<Field> fields) ->
          fields.stream().allMatch(field -> isSortable(field.type()));
      case DataType other -> isOrdered(other);
    };
  }

  /** Returns whether values are compared and rows sorted by them: intervals are by their length. */
  public static boolean isComparable(DataType type) {
    return type instanceof DataType.Interval || isSortable(type);
  }

  /** Returns whether a text literal beside this type is read as a value of it. */
  public static boolean readsTextLiterals(DataType type) {
    return type.isNumeric()
        || type instanceof DataType.Unsigned
        || type instanceof DataType.Bool
        || type instanceof DataType.Uuid
        || type instanceof DataType.Enumeration
        || type instanceof DataType.Json
        || type instanceof DataType.Date
        || type instanceof DataType.Time
        || type instanceof DataType.Timestamp
        || type instanceof DataType.Interval;
  }
}
