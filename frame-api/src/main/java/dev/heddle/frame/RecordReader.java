package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.lang.reflect.Method;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads records as rows. */
final class RecordReader {
  private final Class<?> type;
  private final RecordTypes.Component[] components;

  RecordReader(Class<?> type) {
    this.type = type;
    this.components = components(type);
    if (components.length == 0) {
      throw new AnalysisException(
          "Cannot make a frame of " + type.getSimpleName() + ": the record has no components");
    }
    for (RecordTypes.Component component : components) {
      makeAccessible(component.accessor());
    }
  }

  /** Returns the components of a class of records, which a raw type may not be. */
  static RecordTypes.Component[] components(Class<?> type) {
    if (!RecordTypes.hasComponents(type) && !type.isRecord()) {
      throw new AnalysisException(
          "Cannot use "
              + type.getName()
              + " for rows: it is no record class, nor one whose only"
              + " constructor has parameters with accessors of their names");
    }
    return RecordTypes.components(type);
  }

  private void makeAccessible(Method accessor) {
    if (!accessor.trySetAccessible()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read records of "
              + type.getName()
              + ": its package is not open; make the record public or open the package to"
              + " dev.heddle.frame");
    }
  }

  /** Returns the columns of the record class; scales of decimals come from the rows. */
  Schema schema(List<?> rows) {
    List<Field> fields = new ArrayList<>();
    for (RecordTypes.Component component : components) {
      boolean isNullable = !component.type().isPrimitive();
      fields.add(new Field(component.name(), type(component, rows), isNullable));
    }
    return new Schema(fields);
  }

  /** Returns the rows' values, read when they are asked for. */
  List<@Nullable Object[]> values(List<?> rows) {
    return new AbstractList<>() {
      @Override
      public @Nullable Object[] get(int index) {
        Object row = rows.get(index);
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = RecordValues.plain(RecordValues.read(components[i], row));
        }
        return values;
      }

      @Override
      public int size() {
        return rows.size();
      }
    };
  }

  private DataType type(RecordTypes.Component component, List<?> rows) {
    DataType found =
        RecordValues.columnType(
            component.genericType(),
            () ->
                rows.stream()
                    .map(row -> RecordValues.read(component, row))
                    .filter(Objects::nonNull)
                    .map(Object.class::cast));
    if (found == null) {
      throw new AnalysisException(
          "Cannot make a frame of "
              + type.getSimpleName()
              + ": component "
              + component.name()
              + " is a "
              + component.type().getSimpleName()
              + ", which has no column type");
    }
    return found;
  }
}
