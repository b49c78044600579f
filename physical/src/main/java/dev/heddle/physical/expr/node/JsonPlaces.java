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
  VALUE(DataType.JSON) {
    @Override
    @Nullable Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.extract(json, place);
    }
  },
  TEXT(DataType.STRING) {
    @Override
    @Nullable Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.extractText(json, place);
    }
  },
  SCALAR(DataType.STRING) {
    @Override
    @Nullable Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.scalar(json, place);
    }
  },
  PRESENCE(DataType.BOOL) {
    @Override
    Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.exists(json, place);
    }
  },
  TYPE(DataType.STRING) {
    @Override
    @Nullable Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.type(json, place);
    }
  },
  LENGTH(DataType.INT64) {
    @Override
    @Nullable Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.arrayLength(json, place);
    }
  },
  KEYS(new DataType.ListOf(DataType.STRING)) {
    @Override
    @Nullable Object at(JsonReader reader, String json, @Nullable Object place) {
      return reader.keys(json, place);
    }
  };

  private final DataType type;

  JsonPlaces(DataType type) {
    this.type = type;
  }

  /** Returns what is asked for; null if there is no such place. */
  abstract @Nullable Object at(JsonReader reader, String json, @Nullable Object place);

  /**
   * Returns a function that one thread calls, of JSON and maybe a place.
   *
   * @param result the type of one answer; or of a list of them, which a path of several places and
   *     a list of paths have
   */
  static RowCallNode.Function of(JsonPlaces asked, DataType result) {
    JsonReader reader = new JsonReader();
    if (result.equals(asked.type)) {
      return row -> asked.at(reader, (String) row[0], row.length > 1 ? row[1] : null);
    }
    return row -> {
      String json = (String) row[0];
      List<@Nullable Object> found = new ArrayList<>();
      if (row[1] instanceof List<?> places) {
        for (Object place : places) {
          found.add(place == null ? null : asked.at(reader, json, place));
        }
      } else {
        for (String value : reader.extractAll(json, row[1])) {
          found.add(asked.at(reader, value, null));
        }
      }
      return found;
    };
  }
}
