package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of JSON at a place, at each of several places, or at all places that a path leads
 * to.
 */
enum JsonPlaces {
  VALUE(DataType.JSON, JsonReader::extract),
  TEXT(DataType.STRING, JsonReader::extractText),
  SCALAR(DataType.STRING, JsonReader::scalar),
  PRESENCE(DataType.BOOL, JsonReader::exists),
  TYPE(DataType.STRING, JsonReader::type),
  LENGTH(DataType.INT64, JsonReader::arrayLength),
  KEYS(new DataType.ListOf(DataType.STRING), JsonReader::keys);

  private final DataType type;
  private final Question question;

  JsonPlaces(DataType type, Question question) {
    this.type = type;
    this.question = question;
  }

  private interface Question {
    /** Returns the answer; null if there is no such place. */
    @Nullable Object ask(JsonReader reader, String json, @Nullable Object place);
  }

  /**
   * Returns a function that one thread calls, of JSON and maybe a place.
   *
   * @param result the type of one answer; or of a list of them, which a path of several places and
   *     a list of paths have
   */
  static RowCallNode.Function of(JsonPlaces asked, DataType result) {
    JsonReader reader = new JsonReader();
    if (result.equals(asked.type)) {
      return row -> asked.question.ask(reader, (String) row[0], row.length > 1 ? row[1] : null);
    }
    return row -> {
      String json = (String) row[0];
      List<@Nullable Object> found = new ArrayList<>();
      if (row[1] instanceof List<?> places) {
        for (Object place : places) {
          found.add(place == null ? null : asked.question.ask(reader, json, place));
        }
      } else {
        for (String value : reader.extractAll(json, row[1])) {
          found.add(asked.question.ask(reader, value, null));
        }
      }
      return found;
    };
  }
}
