package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.TextSchemas;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a sample says about a JSON file.
 *
 * @param file the file
 * @param schema its columns, with the one for bad rows at the end if there is one
 * @param isArray whether it is an array of objects, not an object a line
 * @param rowsPerByte about how many rows a byte of the file has
 */
record JsonInspected(StoredFile file, Schema schema, boolean isArray, double rowsPerByte)
    implements InspectedFile {
  private static final int MOST_BYTES = 8 << 20;

  static JsonInspected of(StoredFile file, JsonReadOptions options) {
    try {
      boolean isArray;
      try (WholeFile start = WholeFile.open(file, 0)) {
        isArray = JsonTokens.startsArray(start);
      }
      if (isArray && options.badRows() instanceof BadRows.Collect) {
        throw new HeddleException(
            ErrorCode.UNSUPPORTED,
            "Cannot collect bad rows of "
                + file.path()
                + ": it is one array; skip them, or write one object a line");
      }
      JsonGuess guess = new JsonGuess();
      long rows = 0;
      long bytes;
      try (WholeFile stream = WholeFile.open(file, 0);
          JsonTokens tokens = new JsonTokens(stream, true, isArray)) {
        rows = sample(tokens, isArray, options, guess, stream);
        bytes = Math.max(1, stream.fetchedBytes());
      }
      Schema schema = options.schema() == null ? guess.schema() : options.schema();
      if (schema.size() == 0) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE,
            "Cannot read " + file.path() + ": it has no object with a key; state a schema");
      }
      return new JsonInspected(
          file, TextSchemas.withBadRows(schema, options.badRows()), isArray, (double) rows / bytes);
    } catch (IOException e) {
      throw WholeFile.corrupt(file, e);
    }
  }

  /** Looks at the first objects; what is no JSON ends the sample, and reading says where it is. */
  private static long sample(
      JsonTokens tokens, boolean isArray, JsonReadOptions options, JsonGuess guess, WholeFile in)
      throws IOException {
    long rows = 0;
    try {
      if (isArray) {
        tokens.next();
      }
      while (rows < options.sampleRows() && in.fetchedBytes() < MOST_BYTES) {
        if (!isArray && !tokens.nextLine()) {
          break;
        }
        try {
          JsonToken token = tokens.next();
          if (token != JsonToken.START_OBJECT) {
            if (isArray) {
              break;
            }
            throw new BrokenJsonException("no object");
          }
          guess.add(token, tokens);
          rows++;
          if (!isArray && tokens.next() != JsonToken.NOT_AVAILABLE) {
            throw new BrokenJsonException("more behind the object");
          }
        } catch (JsonProcessingException | BrokenJsonException e) {
          if (isArray) {
            break;
          }
          tokens.recover();
        }
      }
    } catch (JsonProcessingException e) {
      return rows;
    }
    return rows;
  }

  /**
   * Returns how to read the file with the types that a table's columns of these names have. Keys
   * that the sample does not show may still be there, so all of the table's columns are looked for.
   */
  JsonInspected conform(Schema table) {
    List<Field> fields = new ArrayList<>(TextSchemas.conform(schema, table).fields());
    for (Field field : table.fields()) {
      if (schema.indexOf(field.name()).isEmpty()) {
        fields.add(Field.of(field.name(), field.type()));
      }
    }
    return new JsonInspected(file, new Schema(fields), isArray, rowsPerByte);
  }

  @Override
  public Map<String, String> unsupported() {
    return Map.of();
  }
}
