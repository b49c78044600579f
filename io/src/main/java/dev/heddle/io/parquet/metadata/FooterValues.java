package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.ColumnBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts values of footers into columns: a {@link String}, {@link Long}, {@link Boolean}, {@code
 * byte[]}, a {@link List} of values of lists, a list of {@link Map.Entry} of maps, and an array of
 * the fields of structs.
 */
final class FooterValues {
  private FooterValues() {}

  /**
   * Appends a value.
   *
   * @param whole its type
   * @param type the same, or with some fields of structs left out, which is the builder's
   */
  static void append(ColumnBuilder builder, DataType whole, DataType type, @Nullable Object value) {
    switch (value) {
      case null -> builder.appendNull();
      case String text -> builder.appendString(text);
      case Long number -> builder.appendLong(number);
      case Boolean truth -> builder.appendBoolean(truth);
      case byte[] bytes -> builder.appendBytes(bytes, 0, bytes.length);
      case List<?> list -> appendAll(builder, whole, type, list);
      case Object[] fields -> appendFields(builder, whole, type, fields);
      default -> throw new IllegalStateException("No column has " + value.getClass());
    }
  }

  private static void appendAll(
      ColumnBuilder builder, DataType whole, DataType type, List<?> values) {
    for (Object value : values) {
      switch (value) {
        case Map.Entry<?, ?> entry -> {
          ColumnBuilder pairs = builder.child(0);
          DataType.MapOf map = (DataType.MapOf) whole;
          append(pairs.child(0), map.key(), map.key(), entry.getKey());
          append(pairs.child(1), map.value(), map.value(), entry.getValue());
          pairs.endStruct();
        }
        default ->
            append(
                builder.child(0),
                ((DataType.ListOf) whole).element(),
                ((DataType.ListOf) type).element(),
                value);
      }
    }
    builder.endList();
  }

  private static void appendFields(
      ColumnBuilder builder, DataType whole, DataType type, @Nullable Object[] values) {
    List<Field> all = ((DataType.Struct) whole).fields();
    List<Field> wanted = ((DataType.Struct) type).fields();
    int child = 0;
    for (int i = 0; i < values.length && child < wanted.size(); i++) {
      if (all.get(i).name().equals(wanted.get(child).name())) {
        append(builder.child(child), all.get(i).type(), wanted.get(child).type(), values[i]);
        child++;
      }
    }
    builder.endStruct();
  }
}
