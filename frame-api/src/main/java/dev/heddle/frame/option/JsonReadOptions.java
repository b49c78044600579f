package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How JSON is read: objects, one a line or in whatever lines, or one array of objects a file.
 *
 * @param sampleRows how many objects are looked at to find out columns and types
 * @param badRows what becomes of lines that do not fit
 * @param schema the columns, if they are not to be found out; keys that it does not name are left
 *     out
 * @param layout how objects follow each other
 */
public record JsonReadOptions(
    int sampleRows, BadRows badRows, @Nullable Schema schema, JsonLayout layout) {
  /** Columns and types from a sample; bad rows are errors. */
  public static final JsonReadOptions DEFAULT =
      new JsonReadOptions(20_480, BadRows.FAIL, null, JsonLayout.AUTO);

  /** Checks that the number is in range. */
  public JsonReadOptions {
    requireNonNull(badRows, "badRows is null");
    requireNonNull(layout, "layout is null");
    if (sampleRows < 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read json: sampleRows is " + sampleRows + ", it must be at least 1");
    }
  }

  /** Returns these options with this number of objects to find out columns and types from. */
  public JsonReadOptions withSampleRows(int newSampleRows) {
    return new JsonReadOptions(newSampleRows, badRows, schema, layout);
  }

  /** Returns these options with another treatment of lines that do not fit. */
  public JsonReadOptions withBadRows(BadRows newBadRows) {
    return new JsonReadOptions(sampleRows, newBadRows, schema, layout);
  }

  /** Returns these options with given columns; nothing is found out then. */
  public JsonReadOptions withSchema(Schema newSchema) {
    return new JsonReadOptions(sampleRows, badRows, newSchema, layout);
  }

  /** Returns these options for files in which objects follow each other in a stated way. */
  public JsonReadOptions withLayout(JsonLayout newLayout) {
    return new JsonReadOptions(sampleRows, badRows, schema, newLayout);
  }
}
