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
 * @param records whether the values are objects of columns, or each is the value of the only column
 * @param maxDepth how deep types are found out: 1 for those of columns, 2 for those of their fields
 *     and elements, and so on; what is deeper is JSON, and of 0 the values themselves, in a column
 *     {@code json}
 */
public record JsonReadOptions(
    int sampleRows,
    BadRows badRows,
    @Nullable Schema schema,
    JsonLayout layout,
    JsonRecords records,
    int maxDepth) {
  /** Columns and types from a sample; bad rows are errors. */
  public static final JsonReadOptions DEFAULT =
      new JsonReadOptions(
          20_480, BadRows.FAIL, null, JsonLayout.AUTO, JsonRecords.AUTO, Integer.MAX_VALUE);

  /** Checks that the number is in range. */
  public JsonReadOptions {
    requireNonNull(badRows, "badRows is null");
    requireNonNull(layout, "layout is null");
    requireNonNull(records, "records is null");
    if (maxDepth < 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read json: maxDepth is " + maxDepth + ", it must be at least 0");
    }
    if (records == JsonRecords.NONE && schema != null && schema.size() != 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read json: each value is that of the only column, and the schema has "
              + schema.size()
              + "; state one column, or read objects");
    }
    if (sampleRows < 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read json: sampleRows is " + sampleRows + ", it must be at least 1");
    }
  }

  /** Returns these options with this number of objects to find out columns and types from. */
  public JsonReadOptions withSampleRows(int newSampleRows) {
    return new JsonReadOptions(newSampleRows, badRows, schema, layout, records, maxDepth);
  }

  /** Returns these options with another treatment of lines that do not fit. */
  public JsonReadOptions withBadRows(BadRows newBadRows) {
    return new JsonReadOptions(sampleRows, newBadRows, schema, layout, records, maxDepth);
  }

  /** Returns these options with given columns; nothing is found out then. */
  public JsonReadOptions withSchema(Schema newSchema) {
    return new JsonReadOptions(sampleRows, badRows, newSchema, layout, records, maxDepth);
  }

  /** Returns these options for files in which objects follow each other in a stated way. */
  public JsonReadOptions withLayout(JsonLayout newLayout) {
    return new JsonReadOptions(sampleRows, badRows, schema, newLayout, records, maxDepth);
  }

  /** Returns these options for files of objects, or of values of any kind. */
  public JsonReadOptions withRecords(JsonRecords newRecords) {
    return new JsonReadOptions(sampleRows, badRows, schema, layout, newRecords, maxDepth);
  }

  /** Returns these options for types that are found out down to a depth. */
  public JsonReadOptions withMaxDepth(int newMaxDepth) {
    return new JsonReadOptions(sampleRows, badRows, schema, layout, records, newMaxDepth);
  }
}
