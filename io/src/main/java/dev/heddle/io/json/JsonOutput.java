package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.text.ValueText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.List;

/**
 * Writes rows as JSON objects, one a line, in one array or without one: numbers and booleans as
 * such, JSON as it is, not-a-number and infinities as text, dates, times, bytes and intervals as
 * the text that CSV has.
 */
public final class JsonOutput implements AutoCloseable {
  private final JsonGenerator generator;
  private final Writer target;
  private final Schema schema;
  private final ValueText text;
  private final boolean isArray;
  private boolean begun;

  /**
   * Makes an output of one array.
   *
   * @param target is flushed but not closed
   * @param zone shows timestamps with zone
   */
  public JsonOutput(Writer target, Schema schema, ZoneId zone) {
    this(target, schema, zone, true);
  }

  /** Makes an output of objects without an array around them. */
  public static JsonOutput lines(Writer target, Schema schema, ZoneId zone) {
    return new JsonOutput(target, schema, zone, false);
  }

  private JsonOutput(Writer target, Schema schema, ZoneId zone, boolean isArray) {
    this.isArray = isArray;
    this.target = target;
    this.schema = schema;
    this.text = new ValueText(zone);
    try {
      generator =
          new JsonFactory()
              .createGenerator(target)
              .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
              .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      generator.setRootValueSeparator(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the rows of a batch. */
  public void write(ResultBatch batch) {
    try {
      for (int row = 0; row < batch.rowCount(); row++) {
        if (isArray) {
          generator.writeRaw(begun ? ",\n" : "[");
        }
        begun = true;
        generator.writeStartObject();
        for (int i = 0; i < schema.size(); i++) {
          generator.writeFieldName(schema.field(i).name());
          write(batch.column(i), row);
        }
        generator.writeEndObject();
        if (!isArray) {
          generator.writeRaw('\n');
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(ResultColumn column, int row) throws IOException {
    if (column.isNull(row)) {
      generator.writeNull();
      return;
    }
    switch (column.type()) {
      case DataType.Bool _ -> generator.writeBoolean(column.booleanValue(row));
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          generator.writeNumber(column.longValue(row));
      case DataType.Unsigned _, DataType.Int128 _ -> generator.writeNumber(text.of(column, row));
      case DataType.Float32 _ -> generator.writeNumber((float) column.doubleValue(row));
      case DataType.Float64 _ -> generator.writeNumber(column.doubleValue(row));
      case DataType.Decimal _ -> generator.writeNumber(column.decimalValue(row));
      case DataType.Json _ -> generator.writeRawValue(onOneLine(column.textValue(row)));
      case DataType.Str _,
          DataType.Binary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Uuid _,
          DataType.Enumeration _,
          DataType.Timestamp _,
          DataType.Interval _,
          DataType.Null _ ->
          generator.writeString(text.of(column, row));
      case DataType.ListOf _ -> {
        generator.writeStartArray();
        int start = column.listStart(row);
        for (int i = start; i < start + column.listLength(row); i++) {
          write(column.child(0), i);
        }
        generator.writeEndArray();
      }
      case DataType.MapOf _ -> {
        generator.writeStartObject();
        ResultColumn keys = column.child(0).child(0);
        int start = column.listStart(row);
        for (int i = start; i < start + column.listLength(row); i++) {
          generator.writeFieldName(text.of(keys, i));
          write(column.child(0).child(1), i);
        }
        generator.writeEndObject();
      }
      case DataType.Struct(List<Field> fields) -> {
        generator.writeStartObject();
        for (int i = 0; i < fields.size(); i++) {
          generator.writeFieldName(fields.get(i).name());
          write(column.child(i), row);
        }
        generator.writeEndObject();
      }
    }
  }

  /** Breaks of lines are between values only, where blanks are the same. */
  private static String onOneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  @Override
  public void close() {
    try {
      if (isArray) {
        generator.writeRaw(begun ? "]\n" : "[]\n");
      }
      generator.close();
      target.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
