package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The type of a column or an expression.
 *
 * <p>Nullability is no part of a type; a {@link Field} carries it.
 */
public sealed interface DataType extends TypeTraits {
  /** True, false. */
  Bool BOOL = new Bool();

  /** 8-bit signed integer. */
  Int8 INT8 = new Int8();

  /** 16-bit signed integer. */
  Int16 INT16 = new Int16();

  /** 32-bit signed integer. */
  Int32 INT32 = new Int32();

  /** 64-bit signed integer. */
  Int64 INT64 = new Int64();

  /** 128-bit signed integer. */
  Int128 INT128 = new Int128();

  /** 8-bit unsigned integer. */
  Unsigned UINT8 = new Unsigned(8);

  /** 16-bit unsigned integer. */
  Unsigned UINT16 = new Unsigned(16);

  /** 32-bit unsigned integer. */
  Unsigned UINT32 = new Unsigned(32);

  /** 64-bit unsigned integer. */
  Unsigned UINT64 = new Unsigned(64);

  /** IEEE 754 binary32. */
  Float32 FLOAT32 = new Float32();

  /** IEEE 754 binary64. */
  Float64 FLOAT64 = new Float64();

  /** UTF-8 text. */
  Str STRING = new Str();

  /** Bytes. */
  Binary BINARY = new Binary();

  /** Day since 1970-01-01. */
  Date DATE = new Date();

  /** Time of day in microseconds. */
  Time TIME = new Time();

  /** Point in local time, in microseconds. */
  Timestamp TIMESTAMP = new Timestamp(TimestampUnit.MICROS, false);

  /** Point in time, in microseconds since the epoch in UTC. */
  Timestamp TIMESTAMP_TZ = new Timestamp(TimestampUnit.MICROS, true);

  /** Universally unique identifier. */
  Uuid UUID = new Uuid();

  /** Text that is JSON. */
  Json JSON = new Json();

  /** Months, days and microseconds. */
  Interval INTERVAL = new Interval();

  /** The type of a bare {@code NULL}. */
  Null NULL = new Null();

  /** Returns the type's SQL spelling, such as {@code DECIMAL(15, 2)}. */
  String sqlName();

  /** Booleans. */
  record Bool() implements DataType {
    @Override
    public String sqlName() {
      return "BOOLEAN";
    }
  }

  /** 8-bit signed integers. */
  record Int8() implements DataType {
    @Override
    public String sqlName() {
      return "TINYINT";
    }
  }

  /** 16-bit signed integers. */
  record Int16() implements DataType {
    @Override
    public String sqlName() {
      return "SMALLINT";
    }
  }

  /** 32-bit signed integers. */
  record Int32() implements DataType {
    @Override
    public String sqlName() {
      return "INTEGER";
    }
  }

  /** 64-bit signed integers. */
  record Int64() implements DataType {
    @Override
    public String sqlName() {
      return "BIGINT";
    }
  }

  /** 32-bit floating-point numbers. */
  record Float32() implements DataType {
    @Override
    public String sqlName() {
      return "REAL";
    }
  }

  /** 64-bit floating-point numbers. */
  record Float64() implements DataType {
    @Override
    public String sqlName() {
      return "DOUBLE";
    }
  }

  /**
   * Exact decimal numbers.
   *
   * @param precision digits in all, 1 to 38
   * @param scale digits behind the point, 0 to {@code precision}
   */
  record Decimal(int precision, int scale) implements DataType {
    /** The most digits a decimal can have. */
    public static final int MAX_PRECISION = 38;

    /** The most digits that a 64-bit integer holds. */
    public static final int MAX_PRECISION_64 = 18;

    /** Checks the ranges. */
    public Decimal {
      if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
        throw new AnalysisException(
            "Cannot make type DECIMAL("
                + precision
                + ", "
                + scale
                + "): precision must be 1 to 38 and scale 0 to the precision");
      }
    }

    /** Returns whether values are 64-bit integers inside; others have 128 bits. */
    public boolean fitsLong() {
      return precision <= MAX_PRECISION_64;
    }

    @Override
    public String sqlName() {
      return "DECIMAL(" + precision + ", " + scale + ")";
    }
  }

  /** UTF-8 text, ordered by code point and compared without padding. */
  record Str() implements DataType {
    @Override
    public String sqlName() {
      return "VARCHAR";
    }
  }

  /** Byte strings, ordered by unsigned bytes. */
  record Binary() implements DataType {
    @Override
    public String sqlName() {
      return "VARBINARY";
    }
  }

  /** Days of the proleptic Gregorian calendar, counted from 1970-01-01. */
  record Date() implements DataType {
    @Override
    public String sqlName() {
      return "DATE";
    }
  }

  /** Times of day, in microseconds since midnight. */
  record Time() implements DataType {
    @Override
    public String sqlName() {
      return "TIME";
    }
  }

  /**
   * Points in time.
   *
   * @param unit what one step of the 64-bit value means
   * @param withZone whether the value counts from the epoch in UTC and is shown in the session's
   *     zone; otherwise it is a local date and time
   */
  record Timestamp(TimestampUnit unit, boolean withZone) implements DataType {
    /** Checks that nothing is missing. */
    public Timestamp {
      requireNonNull(unit, "unit is null");
    }

    /** Returns whether the steps to every point of a second since 1970-01-01 fit 64 bits. */
    public boolean hasSecond(long epochSecond) {
      long most = Long.MAX_VALUE / unit.perSecond() - 1;
      return epochSecond >= -most && epochSecond <= most;
    }

    @Override
    public String sqlName() {
      String name = unit == TimestampUnit.MICROS ? "TIMESTAMP" : "TIMESTAMP(9)";
      return withZone ? name + " WITH TIME ZONE" : name;
    }
  }

  /** Calendar spans of months, days and microseconds, each signed and separate. */
  record Interval() implements DataType {
    @Override
    public String sqlName() {
      return "INTERVAL";
    }
  }

  /** The type of a bare {@code NULL}, which converts to every other. */
  record Null() implements DataType {
    @Override
    public String sqlName() {
      return "NULL";
    }
  }

  /**
   * Lists of values of one type, each of which may be null.
   *
   * @param element type of the values
   */
  record ListOf(DataType element) implements DataType {
    /** Checks that nothing is missing. */
    public ListOf {
      requireNonNull(element, "element is null");
    }

    @Override
    public String sqlName() {
      return element.sqlName() + "[]";
    }
  }

  /**
   * Values with named fields, each of which may be null.
   *
   * @param fields at least one, with distinct names, all nullable
   */
  record Struct(List<Field> fields) implements DataType {
    /** Checks the names; the fields become nullable. */
    public Struct {
      fields =
          Arguments.all(fields, "fields").stream().map(f -> Field.of(f.name(), f.type())).toList();
      if (fields.isEmpty()) {
        throw new AnalysisException("Cannot make a struct type without fields; name one at least");
      }
      Set<String> names = new HashSet<>();
      for (Field field : fields) {
        if (!names.add(field.name())) {
          throw new AnalysisException(
              "Cannot make a struct type with two fields \"" + field.name() + "\"; rename one");
        }
      }
    }

    /** Makes a type of the fields in their order. */
    public static Struct of(Field... fields) {
      return new Struct(Arguments.all(fields, "fields"));
    }

    /** Returns the names of the fields, in order. */
    public List<String> names() {
      return fields.stream().map(Field::name).toList();
    }

    /** Returns the position of the field of exactly this name, or -1 if there is none. */
    public int indexOf(String name) {
      return names().indexOf(name);
    }

    @Override
    public String sqlName() {
      return fields.stream()
          .map(f -> f.name() + " " + f.type().sqlName())
          .collect(Collectors.joining(", ", "STRUCT(", ")"));
    }
  }

  /**
   * Values found by keys. Keys are not null and are in the order of the source.
   *
   * @param key type of the keys
   * @param value type of the values, each of which may be null
   */
  record MapOf(DataType key, DataType value) implements DataType {
    /** The name of the field of {@link #entry} that holds keys. */
    public static final String KEY = "key";

    /** The name of the field of {@link #entry} that holds values. */
    public static final String VALUE = "value";

    /** Checks that nothing is missing. */
    public MapOf {
      requireNonNull(key, "key is null");
      requireNonNull(value, "value is null");
    }

    /** Returns the type of an entry; inside, a map is a list of entries. */
    public Struct entry() {
      return Struct.of(Field.of(KEY, key), Field.of(VALUE, value));
    }

    @Override
    public String sqlName() {
      return "MAP(" + key.sqlName() + ", " + value.sqlName() + ")";
    }
  }

  /** Universally unique identifiers of 128 bits, ordered as unsigned numbers and as their text. */
  record Uuid() implements DataType {
    @Override
    public String sqlName() {
      return "UUID";
    }
  }

  /**
   * Text that is a JSON value, kept as it was written. It is compared, ordered and grouped as text,
   * so that values which mean the same may differ.
   */
  record Json() implements DataType {
    @Override
    public String sqlName() {
      return "JSON";
    }
  }

  /**
   * Unsigned integers. They are compared, ordered and grouped as what they are; arithmetic and
   * functions of numbers take them as their {@link #signed} type.
   *
   * @param bits 8, 16, 32 or 64
   */
  record Unsigned(int bits) implements DataType {
    /** Checks the number of bits. */
    public Unsigned {
      if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        throw new AnalysisException(
            "Cannot make an unsigned type of " + bits + " bits: it has 8, 16, 32 or 64");
      }
    }

    /** Returns the narrowest type with a sign that holds all values. */
    public DataType signed() {
      return switch (bits) {
        case 8 -> INT16;
        case 16 -> INT32;
        case 32 -> INT64;
        default -> INT128;
      };
    }

    /** Returns whether the type has a value. */
    public boolean holds(BigInteger value) {
      return requireNonNull(value, "value is null").signum() >= 0 && value.bitLength() <= bits;
    }

    @Override
    public String sqlName() {
      return switch (bits) {
        case 8 -> "UTINYINT";
        case 16 -> "USMALLINT";
        case 32 -> "UINTEGER";
        default -> "UBIGINT";
      };
    }
  }

  /**
   * Values of a fixed list of labels, ordered by their position in it. A value is kept as its
   * position.
   *
   * @param labels at least one, all different, in ascending order of the values
   */
  record Enumeration(List<String> labels) implements DataType {
    /** The most labels a type can have. */
    public static final int MAX_LABELS = 65_536;

    /** Checks the labels. */
    public Enumeration {
      labels = Arguments.all(labels, "labels");
      if (labels.isEmpty() || labels.size() > MAX_LABELS) {
        throw new AnalysisException(
            "Cannot make an ENUM of " + labels.size() + " labels: it has 1 to " + MAX_LABELS);
      }
      Set<String> known = new HashSet<>();
      for (String label : labels) {
        if (!known.add(label)) {
          throw new AnalysisException(
              "Cannot make an ENUM with two labels '" + label + "'; leave one out");
        }
      }
    }

    /** Returns the position of each label, from 0. */
    public Map<String, Integer> positions() {
      Map<String, Integer> positions = HashMap.newHashMap(labels.size());
      for (int i = 0; i < labels.size(); i++) {
        positions.put(labels.get(i), i);
      }
      return positions;
    }

    @Override
    public String sqlName() {
      return labels.stream()
          .map(label -> "'" + label.replace("'", "''") + "'")
          .collect(Collectors.joining(", ", "ENUM(", ")"));
    }
  }

  /** 128-bit signed integers, kept as two's complement as decimals of over 18 digits are. */
  record Int128() implements DataType {
    /** The most digits that a value has. */
    public static final int MAX_DIGITS = 39;

    /** Returns whether the type has a value. */
    public boolean holds(BigInteger value) {
      return requireNonNull(value, "value is null").bitLength() < 128;
    }

    @Override
    public String sqlName() {
      return "HUGEINT";
    }
  }
}
