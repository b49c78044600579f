package dev.heddle.jdbc.metadata;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.jdbc.value.JdbcType;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types that columns can have, as {@code getTypeInfo} lists them. */
final class TypeRows {
  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0),
          DataType.INT128,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64,
          DataType.STRING,
          DataType.BINARY,
          DataType.UUID,
          DataType.JSON,
          DataType.DATE,
          DataType.TIME,
          new DataType.Timestamp(TimestampUnit.NANOS, false),
          new DataType.Timestamp(TimestampUnit.NANOS, true),
          DataType.INTERVAL);

  private TypeRows() {}

  static List<@Nullable Object[]> rows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    TYPES.stream()
        .sorted(Comparator.comparingInt(type -> JdbcType.of(type).code()))
        .forEach(type -> rows.add(row(type)));
    return rows;
  }

  private static @Nullable Object[] row(DataType type) {
    JdbcType jdbc = JdbcType.of(type);
    boolean isDecimal = type instanceof DataType.Decimal;
    String prefix = prefix(type);
    return new @Nullable Object[] {
      jdbc.name(),
      jdbc.code(),
      jdbc.precision(),
      prefix,
      prefix == null ? null : "'",
      isDecimal ? "precision,scale" : null,
      (short) DatabaseMetaData.typeNullable,
      type instanceof DataType.Str,
      (short) DatabaseMetaData.typeSearchable,
      !jdbc.isSigned(),
      isDecimal,
      false,
      jdbc.name(),
      (short) 0,
      (short) (isDecimal ? DataType.Decimal.MAX_PRECISION : jdbc.scale()),
      null,
      null,
      jdbc.radix() > 0 ? jdbc.radix() : null
    };
  }

  private static @Nullable String prefix(DataType type) {
    return switch (type) {
      case DataType.Str _ -> "'";
      case DataType.Binary _ -> "X'";
      case DataType.Uuid _ -> "UUID '";
      case DataType.Json _ -> "JSON '";
      case DataType.Date _ -> "DATE '";
      case DataType.Time _ -> "TIME '";
      case DataType.Timestamp t -> t.withZone() ? "TIMESTAMP WITH TIME ZONE '" : "TIMESTAMP '";
      case DataType.Interval _ -> "INTERVAL '";
      default -> null;
    };
  }
}
