package dev.heddle.planner.sql;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The names that types have in SQL, those of other engines among them. */
public final class TypeNames {
  private static final DataType.Decimal DEFAULT_DECIMAL = new DataType.Decimal(18, 3);

  private static final DataType.Decimal INTEGER_38 =
      new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);

  private static final Map<String, DataType> NAMES =
      Map.ofEntries(
          Map.entry("BOOLEAN", DataType.BOOL),
          Map.entry("BOOL", DataType.BOOL),
          Map.entry("TINYINT", DataType.INT8),
          Map.entry("INT1", DataType.INT8),
          Map.entry("SMALLINT", DataType.INT16),
          Map.entry("INT2", DataType.INT16),
          Map.entry("SHORT", DataType.INT16),
          Map.entry("INTEGER", DataType.INT32),
          Map.entry("INT", DataType.INT32),
          Map.entry("INT4", DataType.INT32),
          Map.entry("BIGINT", DataType.INT64),
          Map.entry("INT8", DataType.INT64),
          Map.entry("LONG", DataType.INT64),
          Map.entry("INT16", DataType.INT16),
          Map.entry("INT32", DataType.INT32),
          Map.entry("INT64", DataType.INT64),
          Map.entry("SIGNED", DataType.INT32),
          Map.entry("LOGICAL", DataType.BOOL),
          Map.entry("BPCHAR", DataType.STRING),
          Map.entry("REAL", DataType.FLOAT32),
          Map.entry("FLOAT4", DataType.FLOAT32),
          Map.entry("FLOAT", DataType.FLOAT32),
          Map.entry("FLOAT8", DataType.FLOAT64),
          Map.entry("DOUBLE", DataType.FLOAT64),
          Map.entry("DECIMAL", DEFAULT_DECIMAL),
          Map.entry("NUMERIC", DEFAULT_DECIMAL),
          Map.entry("DEC", DEFAULT_DECIMAL),
          Map.entry("VARCHAR", DataType.STRING),
          Map.entry("CHAR", DataType.STRING),
          Map.entry("CHARACTER", DataType.STRING),
          Map.entry("TEXT", DataType.STRING),
          Map.entry("CLOB", DataType.STRING),
          Map.entry("STRING", DataType.STRING),
          Map.entry("BINARY", DataType.BINARY),
          Map.entry("VARBINARY", DataType.BINARY),
          Map.entry("BLOB", DataType.BINARY),
          Map.entry("BYTEA", DataType.BINARY),
          Map.entry("UUID", DataType.UUID),
          Map.entry("GUID", DataType.UUID),
          Map.entry("JSON", DataType.JSON),
          Map.entry("UTINYINT", DataType.UINT8),
          Map.entry("UINT8", DataType.UINT8),
          Map.entry("USMALLINT", DataType.UINT16),
          Map.entry("UINT16", DataType.UINT16),
          Map.entry("UINTEGER", DataType.UINT32),
          Map.entry("UINT32", DataType.UINT32),
          Map.entry("UBIGINT", DataType.UINT64),
          Map.entry("UINT64", DataType.UINT64),
          Map.entry("HUGEINT", INTEGER_38),
          Map.entry("INT128", INTEGER_38),
          Map.entry("DATE", DataType.DATE),
          Map.entry("TIME", DataType.TIME),
          Map.entry("TIMESTAMP", DataType.TIMESTAMP),
          Map.entry("DATETIME", DataType.TIMESTAMP),
          Map.entry("TIMESTAMPTZ", DataType.TIMESTAMP_TZ),
          Map.entry("TIMESTAMP_LTZ", DataType.TIMESTAMP_TZ),
          Map.entry("TIMESTAMP_NTZ", DataType.TIMESTAMP),
          Map.entry("TIMESTAMP_US", DataType.TIMESTAMP),
          Map.entry("TIMESTAMP_NS", new DataType.Timestamp(TimestampUnit.NANOS, false)),
          Map.entry("INTERVAL", DataType.INTERVAL));

  /** Names of timestamps to which a cast rounds, with their digits behind the second. */
  private static final Map<String, Integer> ROUNDED = Map.of("TIMESTAMP_S", 0, "TIMESTAMP_MS", 3);

  /** Names of types that are made of others or of labels. */
  private static final Set<String> CONSTRUCTORS =
      Set.of("ARRAY", "ENUM", "LIST", "MAP", "ROW", "STRUCT");

  private TypeNames() {}

  /** Returns the type of a name without parameters. */
  public static Optional<DataType> find(String name) {
    return Optional.ofNullable(NAMES.get(name.toUpperCase(Locale.ROOT)));
  }

  /** Returns whether a name means a type, with parameters or without. */
  static boolean isTaken(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return NAMES.containsKey(upper) || ROUNDED.containsKey(upper) || CONSTRUCTORS.contains(upper);
  }

  /**
   * Returns to how many digits behind the second a cast to {@code TIMESTAMP(n)} or {@code
   * TIMESTAMP_MS} rounds; nothing for other types, those with a time zone among them.
   */
  public static OptionalInt roundedDigits(String name, List<Integer> parameters) {
    Integer digits = ROUNDED.get(name.toUpperCase(Locale.ROOT));
    if (digits != null) {
      return parameters.isEmpty() ? OptionalInt.of(digits) : OptionalInt.empty();
    }
    boolean isRounded =
        parameters.size() == 1
            && parameters.getFirst() < TypeParameters.MICROS_DIGITS
            && find(name).orElse(DataType.NULL) instanceof DataType.Timestamp timestamp
            && !timestamp.withZone();
    return isRounded ? OptionalInt.of(parameters.getFirst()) : OptionalInt.empty();
  }
}
