package dev.heddle.frame.schema;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** The map between Heddle's types and Arrow's. */
public final class ArrowTypes {
  private static final int DECIMAL_BITS = 128;
  private static final String UUID = "arrow.uuid";
  private static final String INT128 = "heddle.int128";
  private static final String JSON = "arrow.json";
  private static final String EXTENSION = ArrowType.ExtensionType.EXTENSION_METADATA_KEY_NAME;
  private static final String DETAILS = ArrowType.ExtensionType.EXTENSION_METADATA_KEY_METADATA;

  private ArrowTypes() {}

  /** Returns the Arrow type that results of a type have, which stores those of an extension. */
  public static ArrowType toArrow(DataType type) {
    return switch (type) {
      case DataType.Bool t -> ArrowType.Bool.INSTANCE;
      case DataType.Int8 t -> new ArrowType.Int(8, true);
      case DataType.Int16 t -> new ArrowType.Int(16, true);
      case DataType.Int32 t -> new ArrowType.Int(32, true);
      case DataType.Int64 t -> new ArrowType.Int(64, true);
      case DataType.Int128 t ->
          new ArrowType.Decimal(DataType.Decimal.MAX_PRECISION, 0, DECIMAL_BITS);
      case DataType.Float32 t -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DataType.Float64 t -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DataType.Decimal t -> new ArrowType.Decimal(t.precision(), t.scale(), DECIMAL_BITS);
      case DataType.Str t -> ArrowType.Utf8.INSTANCE;
      case DataType.Json t -> ArrowType.Utf8.INSTANCE;
      case DataType.Enumeration t -> ArrowType.Utf8.INSTANCE;
      case DataType.Binary t -> ArrowType.Binary.INSTANCE;
      case DataType.Unsigned t -> new ArrowType.Int(t.bits(), false);
      case DataType.Uuid t -> new ArrowType.FixedSizeBinary(Uuids.BYTES);
      case DataType.Date t -> new ArrowType.Date(DateUnit.DAY);
      case DataType.Time t -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case DataType.Timestamp t ->
          new ArrowType.Timestamp(
              t.unit() == TimestampUnit.MICROS ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND,
              t.withZone() ? "UTC" : null);
      case DataType.Interval t -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      case DataType.ListOf t -> ArrowType.List.INSTANCE;
      case DataType.Struct t -> ArrowType.Struct.INSTANCE;
      case DataType.MapOf t -> new ArrowType.Map(false);
      case DataType.Null t -> ArrowType.Null.INSTANCE;
    };
  }

  /** Returns the Arrow schema that results of a schema have. */
  public static org.apache.arrow.vector.types.pojo.Schema toArrow(Schema schema) {
    List<org.apache.arrow.vector.types.pojo.Field> fields =
        schema.fields().stream().map(f -> field(f.name(), f.type(), f.nullable())).toList();
    return new org.apache.arrow.vector.types.pojo.Schema(fields);
  }

  private static org.apache.arrow.vector.types.pojo.Field field(
      String name, DataType type, boolean nullable) {
    List<org.apache.arrow.vector.types.pojo.Field> children =
        switch (type) {
          case DataType.ListOf(DataType element) -> List.of(field("item", element, true));
          case DataType.Struct(List<Field> fields) ->
              fields.stream().map(f -> field(f.name(), f.type(), true)).toList();
          case DataType.MapOf(DataType key, DataType value) ->
              List.of(
                  new org.apache.arrow.vector.types.pojo.Field(
                      "entries",
                      new FieldType(false, ArrowType.Struct.INSTANCE, null),
                      List.of(
                          field(DataType.MapOf.KEY, key, false),
                          field(DataType.MapOf.VALUE, value, true))));
          case DataType other -> List.of();
        };
    return new org.apache.arrow.vector.types.pojo.Field(
        name, new FieldType(nullable, toArrow(type), null, metadata(type)), children);
  }

  /** Returns what names the extension that a type is; nothing for Arrow's own types. */
  private static @Nullable Map<String, String> metadata(DataType type) {
    String extension =
        switch (type) {
          case DataType.Uuid _ -> UUID;
          case DataType.Json _ -> JSON;
          case DataType.Enumeration _ -> ArrowLabels.EXTENSION;
          case DataType.Int128 _ -> INT128;
          case DataType _ -> null;
        };
    String details =
        type instanceof DataType.Enumeration labelled ? ArrowLabels.encoded(labelled) : "";
    return extension == null
        ? null
        : new TreeMap<>( // in one order in each process
            Map.of(EXTENSION, extension, DETAILS, details));
  }

  /**
   * Returns the columns that vectors of an Arrow schema are read as. Coarser times become
   * microseconds, dictionaries and run ends are decoded. The extensions {@code arrow.uuid}, {@code
   * arrow.json}, {@code arrow.bool8} and {@code heddle.enum}, which is that of enumerations, are
   * read as what they are; other extension types are read as their storage types. Names that repeat
   * change as {@link UniqueNames} specifies, those of fields of structs too.
   *
   * @throws HeddleException {@code UNSUPPORTED} for types without a counterpart, naming the field
   */
  public static Schema fromArrow(org.apache.arrow.vector.types.pojo.Schema schema) {
    return fromArrow(schema.getFields());
  }

  /**
   * Returns the columns that a root's vectors are read as, those of codes as the values that the
   * codes mean.
   *
   * @param schema a root's, where encoded columns have the types of their codes
   * @param dictionaries where to find the values; null if no column is encoded
   * @throws HeddleException {@code UNSUPPORTED} for types without a counterpart, {@code
   *     INVALID_ARGUMENT} for a dictionary that is missing, naming the field
   */
  public static Schema fromArrow(
      org.apache.arrow.vector.types.pojo.Schema schema, @Nullable DictionaryProvider dictionaries) {
    return fromArrow(schema.getFields().stream().map(f -> decoded(f, dictionaries)).toList());
  }

  private static org.apache.arrow.vector.types.pojo.Field decoded(
      org.apache.arrow.vector.types.pojo.Field field, @Nullable DictionaryProvider dictionaries) {
    org.apache.arrow.vector.types.pojo.Field values = field;
    DictionaryEncoding encoding = field.getDictionary();
    if (encoding != null) {
      Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(encoding.getId());
      if (dictionary == null) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot read arrow column \""
                + field.getName()
                + "\": it has codes of dictionary "
                + encoding.getId()
                + ", which is not there; hand the provider of the dictionaries over with the"
                + " vectors");
      }
      values = dictionary.getVector().getField();
    }
    List<org.apache.arrow.vector.types.pojo.Field> children =
        values.getChildren().stream().map(child -> decoded(child, dictionaries)).toList();
    return new org.apache.arrow.vector.types.pojo.Field(
        field.getName(),
        new FieldType(field.isNullable(), values.getType(), null, values.getMetadata()),
        children);
  }

  private static Schema fromArrow(List<org.apache.arrow.vector.types.pojo.Field> fields) {
    List<String> names = uniqueNames(fields);
    List<Field> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      try {
        columns.add(new Field(names.get(i), typeOf(fields.get(i)), fields.get(i).isNullable()));
      } catch (UnreadableTypeException e) {
        throw unreadable(names.get(i), e);
      }
    }
    return new Schema(columns);
  }

  private static HeddleException unreadable(String name, UnreadableTypeException e) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot read arrow column \"" + name + "\": " + e.reason + "; leave the column out");
  }

  /**
   * Returns the type that values of an Arrow field are read as.
   *
   * @throws HeddleException {@code UNSUPPORTED} for types without a counterpart, naming the field
   */
  public static DataType type(org.apache.arrow.vector.types.pojo.Field field) {
    try {
      return typeOf(field);
    } catch (UnreadableTypeException e) {
      throw unreadable(field.getName(), e);
    }
  }

  /** Returns the names that columns or fields of structs get. */
  public static List<String> uniqueNames(List<org.apache.arrow.vector.types.pojo.Field> fields) {
    return UniqueNames.of(
        fields.stream().map(f -> f.getName() == null ? "" : f.getName()).toList());
  }

  /**
   * Returns why values of an Arrow field cannot be read, as in {@code it is a union}; nothing if
   * they can.
   */
  public static Optional<String> whyUnreadable(org.apache.arrow.vector.types.pojo.Field field) {
    try {
      typeOf(field);
      return Optional.empty();
    } catch (UnreadableTypeException e) {
      return Optional.of(e.reason);
    }
  }

  private static boolean isUuid(org.apache.arrow.vector.types.pojo.Field field) {
    return storage(field.getType()) instanceof ArrowType.FixedSizeBinary stored
        && stored.getByteWidth() == Uuids.BYTES
        && UUID.equals(extension(field));
  }

  private static boolean isWhole128(ArrowType type) {
    return type instanceof ArrowType.Decimal stored
        && stored.getBitWidth() == DECIMAL_BITS
        && stored.getScale() == 0;
  }

  private static String extension(org.apache.arrow.vector.types.pojo.Field field) {
    return field.getType() instanceof ArrowType.ExtensionType own
        ? own.extensionName()
        : field.getMetadata().getOrDefault(EXTENSION, "");
  }

  private static ArrowType storage(ArrowType type) {
    return type instanceof ArrowType.ExtensionType extension ? extension.storageType() : type;
  }

  private static DataType typeOf(org.apache.arrow.vector.types.pojo.Field field)
      throws UnreadableTypeException {
    List<org.apache.arrow.vector.types.pojo.Field> children = field.getChildren();
    ArrowType stored = storage(field.getType());
    if (isUuid(field)) {
      return DataType.UUID;
    }
    if (JSON.equals(extension(field)) && flat(stored) instanceof DataType.Str) {
      return DataType.JSON;
    }
    if (ArrowLabels.EXTENSION.equals(extension(field)) && flat(stored) instanceof DataType.Str) {
      return ArrowLabels.decoded(field.getMetadata().getOrDefault(DETAILS, ""))
          .<DataType>map(type -> type)
          .orElse(DataType.STRING);
    }
    if (INT128.equals(extension(field)) && isWhole128(stored)) {
      return DataType.INT128;
    }
    if (stored instanceof ArrowType.Int bytes
        && bytes.getBitWidth() == 8
        && "arrow.bool8".equals(extension(field))) {
      return DataType.BOOL;
    }
    return switch (stored) {
      case ArrowType.List _,
          ArrowType.LargeList _,
          ArrowType.FixedSizeList _,
          ArrowType.ListView _,
          ArrowType.LargeListView _ ->
          new DataType.ListOf(typeOf(child(field, 0)));
      case ArrowType.Struct _ -> struct(children);
      case ArrowType.Map _ ->
          new DataType.MapOf(typeOf(child(child(field, 0), 0)), typeOf(child(child(field, 0), 1)));
      case ArrowType.RunEndEncoded _ -> typeOf(child(field, 1));
      default -> flat(stored);
    };
  }

  private static org.apache.arrow.vector.types.pojo.Field child(
      org.apache.arrow.vector.types.pojo.Field field, int index) throws UnreadableTypeException {
    if (index >= field.getChildren().size()) {
      throw new UnreadableTypeException(
          "its type is " + field.getType() + " without the types of its parts");
    }
    return field.getChildren().get(index);
  }

  private static DataType struct(List<org.apache.arrow.vector.types.pojo.Field> children)
      throws UnreadableTypeException {
    if (children.isEmpty()) {
      throw new UnreadableTypeException("it is a struct without fields");
    }
    List<String> names = uniqueNames(children);
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < children.size(); i++) {
      try {
        fields.add(Field.of(names.get(i), typeOf(children.get(i))));
      } catch (UnreadableTypeException e) {
        throw new UnreadableTypeException("of its field " + names.get(i) + ", " + e.reason);
      }
    }
    return new DataType.Struct(fields);
  }

  private static DataType flat(ArrowType type) throws UnreadableTypeException {
    return switch (type) {
      case ArrowType.Bool _ -> DataType.BOOL;
      case ArrowType.Int t -> integer(t);
      case ArrowType.FloatingPoint t ->
          t.getPrecision() == FloatingPointPrecision.DOUBLE ? DataType.FLOAT64 : DataType.FLOAT32;
      case ArrowType.Decimal t -> decimal(t);
      case ArrowType.Utf8 _, ArrowType.LargeUtf8 _, ArrowType.Utf8View _ -> DataType.STRING;
      case ArrowType.Binary _,
          ArrowType.LargeBinary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _ ->
          DataType.BINARY;
      case ArrowType.Date _ -> DataType.DATE;
      case ArrowType.Time _ -> DataType.TIME;
      case ArrowType.Timestamp t ->
          new DataType.Timestamp(
              t.getUnit() == TimeUnit.NANOSECOND ? TimestampUnit.NANOS : TimestampUnit.MICROS,
              t.getTimezone() != null);
      case ArrowType.Interval _, ArrowType.Duration _ -> DataType.INTERVAL;
      case ArrowType.Null _ -> DataType.NULL;
      case ArrowType.Union _ ->
          throw new UnreadableTypeException("it is a union, whose rows have different types");
      default -> throw new UnreadableTypeException("its type is " + type);
    };
  }

  private static DataType integer(ArrowType.Int type) throws UnreadableTypeException {
    boolean isSigned = type.getIsSigned();
    return switch (type.getBitWidth()) {
      case 8 -> isSigned ? DataType.INT8 : DataType.UINT8;
      case 16 -> isSigned ? DataType.INT16 : DataType.UINT16;
      case 32 -> isSigned ? DataType.INT32 : DataType.UINT32;
      case 64 -> isSigned ? DataType.INT64 : DataType.UINT64;
      default ->
          throw new UnreadableTypeException("it has integers of " + type.getBitWidth() + " bits");
    };
  }

  /** Returns the type of decimals, of which Arrow allows negative scales and those of no digit. */
  private static DataType decimal(ArrowType.Decimal type) throws UnreadableTypeException {
    int scale = Math.max(0, type.getScale());
    int precision = Math.max(type.getPrecision() - Math.min(0, type.getScale()), scale);
    if (precision < 1 || precision > DataType.Decimal.MAX_PRECISION) {
      throw new UnreadableTypeException(
          "it is a decimal of "
              + precision
              + " digits, where "
              + DataType.Decimal.MAX_PRECISION
              + " are the most");
    }
    return new DataType.Decimal(precision, scale);
  }

  /** Carries what is wrong with a type. */
  private static final class UnreadableTypeException extends Exception {
    @Serial private static final long serialVersionUID = 1;

    private final String reason;

    UnreadableTypeException(String reason) {
      super(reason, null, false, false);
      this.reason = reason;
    }
  }
}
