package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON value in memory. Objects keep the order and repetitions of names. */
public sealed interface JsonTree {
  /** How deep values may be within others. */
  int MAX_DEPTH = 2000;

  /** The value null. */
  JsonTree NULL = new Leaf(JsonToken.VALUE_NULL, "null");

  /** An object. */
  record ObjectTree(List<Member> members) implements JsonTree {
    /** Returns the first value of a name; null if there is none. */
    @Nullable JsonTree value(String name) {
      int index = indexOf(name);
      return index < 0 ? null : members.get(index).value;
    }

    /** Returns the index of the first member of a name; below 0 if there is none. */
    int indexOf(String name) {
      for (int i = 0; i < members.size(); i++) {
        if (members.get(i).name.equals(name)) {
          return i;
        }
      }
      return -1;
    }
  }

  /** An array. */
  record ArrayTree(List<JsonTree> elements) implements JsonTree {}

  /** A text, number, boolean or null: what a text says, or the value as JSON. */
  record Leaf(JsonToken token, String text) implements JsonTree {}

  /** A name and its value. */
  record Member(String name, JsonTree value) {}

  /**
   * Reads a value.
   *
   * @throws dev.heddle.frame.error.HeddleException of code INVALID_ARGUMENT if it is no JSON, or
   *     deeper than {@link #MAX_DEPTH}
   */
  static JsonTree of(String json) {
    try (JsonParser parser = JsonSyntax.parser(json)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw Failures.argument("Cannot read JSON '': it is empty");
      }
      return of(parser, token, 0);
    } catch (IOException e) {
      throw JsonReader.malformed(json, e);
    }
  }

  private static JsonTree of(JsonParser parser, JsonToken token, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw Failures.argument(
          "Cannot read JSON: it has values in more than " + MAX_DEPTH + " others, one in another");
    }
    switch (token) {
      case START_OBJECT -> {
        List<Member> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          members.add(new Member(name, of(parser, parser.nextToken(), depth + 1)));
        }
        return new ObjectTree(members);
      }
      case START_ARRAY -> {
        List<JsonTree> elements = new ArrayList<>();
        JsonToken next = parser.nextToken();
        while (next != JsonToken.END_ARRAY) {
          elements.add(of(parser, next, depth + 1));
          next = parser.nextToken();
        }
        return new ArrayTree(elements);
      }
      default -> {
        String text = parser.getText();
        return new Leaf(
            token, token == JsonToken.VALUE_STRING ? text : JsonText.scalar(token, text));
      }
    }
  }

  /** Returns it as JSON without blanks. */
  default String json() {
    StringBuilder json = new StringBuilder();
    write(json, "", "");
    return json.toString();
  }

  /** Returns it as JSON over several lines, four blanks deeper at each level. */
  default String pretty() {
    StringBuilder json = new StringBuilder();
    write(json, "\n", "    ");
    return json.toString();
  }

  private void write(StringBuilder target, String line, String step) {
    String inner = line + step;
    switch (this) {
      case ObjectTree(List<Member> members) -> {
        for (int i = 0; i < members.size(); i++) {
          target.append(i == 0 ? "{" : ",").append(inner);
          JsonText.putText(members.get(i).name, target);
          target.append(step.isEmpty() ? ":" : ": ");
          members.get(i).value.write(target, inner, step);
        }
        target.append(members.isEmpty() ? "{" : line).append('}');
      }
      case ArrayTree(List<JsonTree> elements) -> {
        for (int i = 0; i < elements.size(); i++) {
          target.append(i == 0 ? "[" : ",").append(inner);
          elements.get(i).write(target, inner, step);
        }
        target.append(elements.isEmpty() ? "[" : line).append(']');
      }
      case Leaf(JsonToken token, String text) -> {
        if (token == JsonToken.VALUE_STRING) {
          JsonText.putText(text, target);
        } else {
          target.append(text);
        }
      }
    }
  }

  /** Returns the kind of the value, as SQL names types. */
  default String type() {
    return switch (this) {
      case ObjectTree _ -> "OBJECT";
      case ArrayTree _ -> "ARRAY";
      case Leaf(JsonToken token, String text) -> JsonReader.type(token, text);
    };
  }
}
