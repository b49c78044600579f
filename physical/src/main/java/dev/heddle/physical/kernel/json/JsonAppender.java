package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.io.text.ValueParser;
import dev.heddle.physical.kernel.Failures;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Appends JSON values to columns as values of a type: objects as structs, by the names of their
 * members, and as maps, arrays as lists, and what is of no such kind by its text. Used by one
 * thread.
 */
public final class JsonAppender {
  /** What is done about values that do not fit. */
  public enum Fit {
    /** They are errors, as are members that a struct does not have or an object lacks. */
    EXACT,
    /** They are errors, as are members that an object lacks; others are left out. */
    STRICT,
    /** They are null, and structs of nulls; members that a struct does not have are left out. */
    LENIENT
  }

  private static final double TOO_LARGE = 1e38; // for any integer

  private final DataType type;
  private final Fit fit;
  private final ValueParser texts;
  private final Map<String, Integer> positions = new HashMap<>();
  private final JsonAppender[] children;

  /**
   * Makes one.
   *
   * @param zone gives timestamps without an offset their point in time
   */
  public JsonAppender(DataType type, Fit fit, ZoneId zone) {
    this.type = type;
    this.fit = fit;
    this.texts = new ValueParser(type, zone);
    this.children =
        switch (type) {
          case DataType.ListOf(DataType element) ->
              new JsonAppender[] {new JsonAppender(element, fit, zone)};
          case DataType.MapOf(DataType key, DataType value) ->
              new JsonAppender[] {
                new JsonAppender(key, fit, zone), new JsonAppender(value, fit, zone)
              };
          case DataType.Struct(var fields) -> {
            JsonAppender[] values = new JsonAppender[fields.size()];
            for (int i = 0; i < values.length; i++) {
              Field field = fields.get(i);
              positions.putIfAbsent(field.name(), i);
              values[i] = new JsonAppender(field.type(), fit, zone);
            }
            yield values;
          }
          case DataType _ -> new JsonAppender[0];
        };
  }

  /**
   * Appends a value.
   *
   * @throws dev.heddle.frame.error.HeddleException of code INVALID_CAST if it does not fit and that
   *     is an error; then values of the column are incomplete
   */
  public void append(String json, ColumnBuilder target) {
    try (JsonParser parser = JsonSyntax.parser(json)) {
      append(parser, parser.nextToken(), target);
    } catch (IOException e) {
      throw Failures.cast("'" + Failures.shorten(json) + "'", DataType.STRING, DataType.JSON);
    }
  }

  private void append(JsonParser parser, JsonToken token, ColumnBuilder target) throws IOException {
    if (token == JsonToken.VALUE_NULL) {
      target.appendNull();
      return;
    }
    switch (type) {
      case DataType.ListOf _ when token == JsonToken.START_ARRAY -> {
        JsonToken next = parser.nextToken();
        while (next != JsonToken.END_ARRAY) {
          children[0].append(parser, next, target.child(0));
          next = parser.nextToken();
        }
        target.endList();
      }
      case DataType.MapOf _ when token == JsonToken.START_OBJECT -> appendMap(parser, target);
      case DataType.Struct _ when token == JsonToken.START_OBJECT -> appendStruct(parser, target);
      case DataType.Json _ -> target.appendString(JsonText.of(parser, token));
      case DataType.Str _ when token.isStructStart() ->
          target.appendString(JsonText.of(parser, token));
      case DataType _ -> {
        if (type.isNested() || token.isStructStart()) {
          unfit(JsonText.of(parser, token), target);
        } else {
          String text = parser.getText();
          appendText(
              token, token == JsonToken.VALUE_STRING ? text : JsonText.scalar(token, text), target);
        }
      }
    }
  }

  private void appendText(JsonToken token, String text, ColumnBuilder target) {
    String given = text;
    boolean isTruth = token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
    boolean isUnsigned = type instanceof DataType.Unsigned;
    if (isTruth && (type.isNumeric() || isUnsigned)) {
      given = token == JsonToken.VALUE_TRUE ? "1" : "0";
    } else if (type instanceof DataType.Bool && token.isNumeric() && !JsonText.isWord(text)) {
      given = String.valueOf(new BigDecimal(text).signum() != 0);
    } else if ((type.isWhole() || isUnsigned)
        && token == JsonToken.VALUE_NUMBER_FLOAT
        && !JsonText.isWord(text)
        && Math.abs(Double.parseDouble(text)) < TOO_LARGE) {
      given = new BigDecimal(text).setScale(0, RoundingMode.HALF_EVEN).toString();
    }
    if (!texts.append(given.toCharArray(), 0, given.length(), target)) {
      unfit(text, target);
    }
  }

  private void unfit(String value, ColumnBuilder target) {
    if (fit != Fit.LENIENT) {
      throw Failures.cast("'" + Failures.shorten(value) + "'", DataType.JSON, type);
    }
    if (type instanceof DataType.Struct) {
      for (int i = 0; i < children.length; i++) {
        target.child(i).appendNull();
      }
      target.endStruct();
    } else {
      target.appendNull();
    }
  }

  private void appendMap(JsonParser parser, ColumnBuilder target) throws IOException {
    ColumnBuilder entries = target.child(0);
    Set<String> names = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (!names.add(name)) {
        parser.skipChildren();
        continue;
      }
      children[0].appendKey(name, entries.child(0));
      children[1].append(parser, value, entries.child(1));
      entries.endStruct();
    }
    target.endList();
  }

  /** A key is never null, so that one that does not fit is always an error. */
  private void appendKey(String name, ColumnBuilder target) {
    if (type.isNested() || !texts.append(name.toCharArray(), 0, name.length(), target)) {
      throw Failures.cast("'" + Failures.shorten(name) + "'", DataType.JSON, type);
    }
  }

  private void appendStruct(JsonParser parser, ColumnBuilder target) throws IOException {
    boolean[] seen = new boolean[children.length];
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      Integer position = positions.get(name);
      JsonToken value = parser.nextToken();
      if (position == null && fit == Fit.EXACT) {
        throw Failures.cast("'{\"" + Failures.shorten(name) + "\": ...}'", DataType.JSON, type);
      }
      if (position == null || seen[position]) {
        parser.skipChildren();
      } else {
        seen[position] = true;
        children[position].append(parser, value, target.child(position));
      }
    }
    for (int i = 0; i < seen.length; i++) {
      if (!seen[i] && fit != Fit.LENIENT) {
        String missing = ((DataType.Struct) type).names().get(i);
        throw Failures.cast("an object without \"" + missing + "\"", DataType.JSON, type);
      }
      if (!seen[i]) {
        target.child(i).appendNull();
      }
    }
    target.endStruct();
  }
}
