package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds values in JSON text. Keeps the path that it was asked for last; used by one thread. */
public final class JsonReader {
  private static final int MAX_LONG_DIGITS = 18;

  private @Nullable String pathText;
  private JsonPath path = JsonPath.ROOT;

  /** Makes a reader. */
  public JsonReader() {}

  /**
   * Returns the path of an argument.
   *
   * @param argument text, the position of an element, or null for the value itself
   */
  private JsonPath path(@Nullable Object argument) {
    if (argument instanceof Long position) {
      return JsonPath.element(position);
    }
    if (argument == null) {
      return JsonPath.ROOT;
    }
    if (!argument.equals(pathText)) {
      path = JsonPath.of((String) argument);
      pathText = (String) argument;
    }
    return path;
  }

  private JsonPath single(@Nullable Object argument) {
    JsonPath found = path(argument);
    if (found.hasStars()) {
      throw Failures.argument(
          "Cannot follow the JSON path '"
              + argument
              + "' to one value: it may lead to several; write the path as a literal, alone, to"
              + " have them as a list");
    }
    return found;
  }

  /** Does something at a place of a JSON value; returns null if there is no such place. */
  private static <T> @Nullable T at(String json, JsonPath path, Action<T> action) {
    try (JsonParser parser = JsonSyntax.parser(json)) {
      JsonToken token = parser.nextToken();
      for (int i = 0; i < path.steps().size(); i++) {
        JsonPath.Step step = path.steps().get(i);
        if (step instanceof JsonPath.Step.FromEnd(long distance) && distance > 0) {
          List<String> elements = new ArrayList<>();
          forEach(parser, token, JsonToken.START_ARRAY, elements::add);
          long index = elements.size() - distance;
          JsonPath rest = new JsonPath(path.steps().subList(i + 1, path.steps().size()));
          return index < 0 ? null : at(elements.get((int) index), rest, action);
        }
        token = next(parser, token, step);
        if (token == null) {
          return null;
        }
      }
      return action.apply(parser, token);
    } catch (IOException e) {
      throw malformed(json, e);
    }
  }

  static HeddleException malformed(String json, IOException e) {
    return Failures.argument(
        "Cannot read JSON '" + Failures.shorten(json) + "': it is no JSON, " + reason(e));
  }

  private static String reason(IOException e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  /** What is done with the value that starts with a token; null tokens are those of no text. */
  private interface Action<T> {
    @Nullable T apply(JsonParser parser, JsonToken token) throws IOException;
  }

  /** Steps to a value inside of the one that starts with a token; returns null if it has none. */
  private static @Nullable JsonToken next(
      JsonParser parser, @Nullable JsonToken token, JsonPath.Step step) throws IOException {
    return switch (step) {
      case JsonPath.Step.Member(String name) ->
          token == JsonToken.START_OBJECT ? member(parser, name) : null;
      case JsonPath.Step.Element(long position) ->
          token == JsonToken.START_ARRAY ? element(parser, position) : null;
      case JsonPath.Step.FromEnd _ -> token == JsonToken.START_ARRAY ? element(parser, 0) : null;
      case JsonPath.Step.End _ -> null;
      case JsonPath.Step.Either(String name) ->
          token == JsonToken.START_OBJECT
              ? member(parser, name)
              : token == JsonToken.START_ARRAY && JsonPath.isPosition(name)
                  ? element(parser, Long.parseLong(name))
                  : null;
      case JsonPath.Step.AllMembers _, JsonPath.Step.AllElements _, JsonPath.Step.Descendants _ ->
          throw new IllegalStateException("More than one value");
    };
  }

  private static @Nullable JsonToken member(JsonParser parser, String name) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean isFound = parser.currentName().equals(name);
      JsonToken value = parser.nextToken();
      if (isFound) {
        return value;
      }
      parser.skipChildren();
    }
    return null;
  }

  private static @Nullable JsonToken element(JsonParser parser, long position) throws IOException {
    JsonToken token = parser.nextToken();
    for (long i = 0; token != JsonToken.END_ARRAY; i++) {
      if (i == position) {
        return token;
      }
      parser.skipChildren();
      token = parser.nextToken();
    }
    return null;
  }

  /** Hands on the texts of all values inside of one that starts with a token of the kind. */
  private static void forEach(
      JsonParser parser, @Nullable JsonToken token, JsonToken kind, Consumer<String> action)
      throws IOException {
    if (token != kind) {
      return;
    }
    JsonToken next = parser.nextToken();
    while (!next.isStructEnd()) {
      if (next == JsonToken.FIELD_NAME) {
        next = parser.nextToken();
      }
      action.accept(JsonText.of(parser, next));
      next = parser.nextToken();
    }
  }

  /** Returns the value at a place without blanks; null if there is none. */
  public @Nullable String extract(String json, @Nullable Object place) {
    return at(json, single(place), JsonText::of);
  }

  /** Returns what a text says, a null as null and other values as {@link #extract} does. */
  public @Nullable String extractText(String json, @Nullable Object place) {
    return at(json, single(place), JsonReader::plain);
  }

  private static @Nullable String plain(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NULL -> null;
      default -> JsonText.of(parser, token);
    };
  }

  /** Returns the number, boolean or text at a place, as {@link #extract} does; else null. */
  public @Nullable String scalar(String json, @Nullable Object place) {
    return at(
        json,
        single(place),
        (parser, token) ->
            token.isScalarValue() && token != JsonToken.VALUE_NULL
                ? JsonText.of(parser, token)
                : null);
  }

  /** Returns all values that a path leads to. */
  public List<String> extractAll(String json, Object place) {
    List<String> found = new ArrayList<>();
    collect(json, path(place), found::add);
    return found;
  }

  private static void collect(String json, JsonPath path, Consumer<String> found) {
    int star = 0;
    while (star < path.steps().size() && !JsonPath.isToMany(path.steps().get(star))) {
      star++;
    }
    JsonPath before = new JsonPath(path.steps().subList(0, star));
    String value = at(json, before, JsonText::of);
    if (value == null) {
      return;
    }
    if (star == path.steps().size()) {
      found.accept(value);
      return;
    }
    JsonPath rest = new JsonPath(path.steps().subList(star + 1, path.steps().size()));
    Consumer<String> action = inside -> collect(inside, rest, found);
    switch (path.steps().get(star)) {
      case JsonPath.Step.AllMembers _ -> forEach(value, JsonToken.START_OBJECT, action);
      case JsonPath.Step.AllElements _ -> forEach(value, JsonToken.START_ARRAY, action);
      case JsonPath.Step _ -> {
        List<String> within = within(value);
        // ... alone is what is within, and not the value
        within.subList(rest.steps().isEmpty() ? 1 : 0, within.size()).forEach(action);
      }
    }
  }

  private static void forEach(String json, JsonToken kind, Consumer<String> action) {
    at(
        json,
        JsonPath.ROOT,
        (parser, token) -> {
          forEach(parser, token, kind, action);
          return null;
        });
  }

  /** Returns a value and all within it, level by level. */
  private static List<String> within(String json) {
    List<String> all = new ArrayList<>(List.of(json));
    for (int i = 0; i < all.size(); i++) {
      String value = all.get(i);
      forEach(value, JsonToken.START_OBJECT, all::add);
      forEach(value, JsonToken.START_ARRAY, all::add);
    }
    return all;
  }

  /** Returns whether there is a value at a place. */
  public boolean exists(String json, @Nullable Object place) {
    return at(json, single(place), (parser, token) -> true) != null;
  }

  /** Returns the kind of the value at a place, as SQL names types; null if there is none. */
  public @Nullable String type(String json, @Nullable Object place) {
    return at(json, single(place), (parser, token) -> type(token, parser.getText()));
  }

  /** Returns the kind of a value that starts with a token, of a number by its text. */
  static String type(JsonToken token, String text) {
    return switch (token) {
      case START_OBJECT -> "OBJECT";
      case START_ARRAY -> "ARRAY";
      case VALUE_STRING -> "VARCHAR";
      case VALUE_TRUE, VALUE_FALSE -> "BOOLEAN";
      case VALUE_NULL -> "NULL";
      case VALUE_NUMBER_INT -> integer(text);
      default -> "DOUBLE";
    };
  }

  private static String integer(String digits) {
    boolean isNegative = digits.startsWith("-");
    if (digits.length() - (isNegative ? 1 : 0) <= MAX_LONG_DIGITS) {
      return isNegative ? "BIGINT" : "UBIGINT";
    }
    int bits = new java.math.BigInteger(digits).bitLength();
    return isNegative ? (bits < 64 ? "BIGINT" : "DOUBLE") : bits <= 64 ? "UBIGINT" : "DOUBLE";
  }

  /** Returns the number of elements at a place, 0 of what is no array; null if there is none. */
  public @Nullable Long arrayLength(String json, @Nullable Object place) {
    return at(
        json,
        single(place),
        (parser, token) -> {
          long count = 0;
          if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
              parser.skipChildren();
              count++;
            }
          }
          return count;
        });
  }

  /** Returns the names of the members at a place, none of what is no object. */
  public @Nullable List<String> keys(String json, @Nullable Object place) {
    return at(
        json,
        single(place),
        (parser, token) -> {
          List<String> names = new ArrayList<>();
          if (token == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
              names.add(parser.currentName());
              parser.nextToken();
              parser.skipChildren();
            }
          }
          return names;
        });
  }
}
