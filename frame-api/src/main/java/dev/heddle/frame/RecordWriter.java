package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Makes records of result rows; checks names and types when it is made. */
final class RecordWriter<R> {
  private static final int MAX_RECORDS = Integer.MAX_VALUE - 8;

  private final Class<R> type;
  private final RecordTypes.Component[] components;
  private long made; // records
  private final Constructor<R> constructor;
  private final int[] columns;

  RecordWriter(Class<R> type, Schema schema) {
    this.type = type;
    this.components = RecordReader.components(type);
    this.constructor = constructor();
    this.columns = new int[components.length];
    for (int i = 0; i < components.length; i++) {
      columns[i] = column(components[i], schema);
    }
  }

  private Constructor<R> constructor() {
    Class<?>[] types =
        Arrays.stream(components).map(RecordTypes.Component::type).toArray(Class<?>[]::new);
    Constructor<R> canonical;
    try {
      canonical = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("record without canonical constructor: " + type, e);
    }
    if (!canonical.trySetAccessible()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make records of "
              + type.getName()
              + ": its package is not open; make the record public or open the package to"
              + " dev.heddle.frame");
    }
    return canonical;
  }

  private int column(RecordTypes.Component component, Schema schema) {
    String action = "Cannot read rows as " + type.getSimpleName();
    OptionalInt exact = schema.indexOf(component.name());
    int index = exact.isPresent() ? exact.getAsInt() : similar(component.name(), schema);
    if (index < 0) {
      throw new AnalysisException(
          action + ": " + NearestNames.missing("column", component.name(), schema.names()));
    }
    Field field = schema.field(index);
    if (!RecordValues.takes(component.genericType(), field.type())) {
      throw new AnalysisException(
          action
              + ": component "
              + component.name()
              + " is a "
              + component.type().getSimpleName()
              + ", column \""
              + field.name()
              + "\" is "
              + field.type().sqlName()
              + "; give it another class or cast the column");
    }
    return index;
  }

  /** Returns the only column whose name is equal but for case and underscores, or -1. */
  private static int similar(String component, Schema schema) {
    int found = -1;
    for (int i = 0; i < schema.size(); i++) {
      if (plain(schema.field(i).name()).equals(plain(component))) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  private static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  List<R> records(QueryResult result) {
    if (result.rowCount() > MAX_RECORDS) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make "
              + result.rowCount()
              + " records: a list holds at most "
              + MAX_RECORDS
              + "; read the rows by collect()");
    }
    List<R> records = new ArrayList<>((int) result.rowCount());
    result.forEach(row -> records.add(record(row)));
    return records;
  }

  /** Returns a row as a record; rows are counted for messages. */
  R record(Row row) {
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row, i, made);
    }
    made++;
    return create(values);
  }

  private @Nullable Object value(Row row, int component, long rowNumber) {
    Type javaType = components[component].genericType();
    Field field = row.schema().field(columns[component]);
    Object value = row.value(columns[component]);
    try {
      return value == null
          ? RecordValues.ofNull(javaType)
          : RecordValues.converted(value, javaType, field.type());
    } catch (UnfitValueException e) {
      if (value == null) {
        throw nullInPrimitive(field, component, rowNumber);
      }
      throw new HeddleException(
          ErrorCode.INVALID_CAST,
          "Cannot read row "
              + rowNumber
              + " as "
              + type.getSimpleName()
              + ": column \""
              + field.name()
              + "\" is "
              + field.type().sqlName()
              + ", component "
              + components[component].name()
              + " a "
              + components[component].type().getSimpleName()
              + ", and "
              + e.getMessage());
    }
  }

  private HeddleException nullInPrimitive(Field field, int component, long rowNumber) {
    return new HeddleException(
        ErrorCode.INVALID_CAST,
        "Cannot read row "
            + rowNumber
            + " as "
            + type.getSimpleName()
            + ": column \""
            + field.name()
            + "\" is null, but component "
            + components[component].name()
            + " is a "
            + components[component].type()
            + "; use its boxed class");
  }

  private R create(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw RecordValues.refused(type, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot call the constructor of " + type, e);
    }
  }
}
