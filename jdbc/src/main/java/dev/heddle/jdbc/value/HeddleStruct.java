package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.DataType;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A struct; its attributes are as {@code getObject} gives them. Immutable. */
final class HeddleStruct implements Struct {
  private final DataType.Struct type;
  private final Map<String, @Nullable Object> fields;
  private final ZoneId zone;

  HeddleStruct(DataType.Struct type, Map<String, @Nullable Object> fields, ZoneId zone) {
    this.type = type;
    this.fields = fields;
    this.zone = zone;
  }

  /** Returns the plain values by the fields' names. */
  Map<String, @Nullable Object> plain() {
    return fields;
  }

  @Override
  public String getSQLTypeName() {
    return type.sqlName();
  }

  @Override
  public @Nullable Object[] getAttributes() {
    List<@Nullable Object> values = new ArrayList<>();
    type.fields()
        .forEach(
            field -> {
              Object plain = fields.get(field.name());
              values.add(plain == null ? null : JdbcValues.object(field.type(), plain, zone));
            });
    return values.toArray();
  }

  @Override
  public @Nullable Object[] getAttributes(@Nullable Map<String, Class<?>> map) throws SQLException {
    HeddleArray.requireNoMap(map);
    return getAttributes();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeddleStruct struct
        && type.equals(struct.type)
        && toString().equals(struct.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return Conversions.toText(fields);
  }
}
