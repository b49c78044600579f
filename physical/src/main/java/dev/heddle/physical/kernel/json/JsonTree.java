package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value in memory. Numbers keep their spelling, objects the order and repetitions of keys.
 */
public sealed interface JsonTree {
  /** An object. */
  record ObjectTree(List<Member> members) implements JsonTree {
    /** Returns the first value of a name; null if there is none. */
    @Nullable JsonTree value(String name) {
      for (Member member : members) {
        if (member.name.equals(name)) {
          return member.value;
        }
      }
      return null;
    }
  }

  /** An array. */
  record ArrayTree(List<JsonTree> elements) implements JsonTree {}

  /** A text, number, boolean or null: {@code text} is what a text says, or the value as written. */
  record Leaf(JsonToken token, String text) implements JsonTree {}

  /** A name and its value. */
  record Member(String name, JsonTree value) {}

  /** The value null. */
  JsonTree NULL = new Leaf(JsonToken.VALUE_NULL, "null");

  /**
   * Reads a value.
   *
   * @throws dev.heddle.frame.error.HeddleException of code INVALID_ARGUMENT if it is no JSON
   */
  static JsonTree of(String json) {
    try (JsonParser parser = JsonSyntax.parser(json)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw Failures.argument("Cannot read JSON '': it is empty");
      }
      return of(parser, token);
    } catch (IOException e) {
      throw Failures.argument("Cannot read JSON '" + Failures.shorten(json) + "': it is no JSON");
    }
  }

  private static JsonTree of(JsonParser parser, JsonToken token) throws IOException {
    switch (token) {
      case START_OBJECT -> {
        List<Member> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          members.add(new Member(name, of(parser, parser.nextToken())));
        }
        return new ObjectTree(members);
      }
      case START_ARRAY -> {
        List<JsonTree> elements = new ArrayList<>();
        JsonToken next = parser.nextToken();
        while (next != JsonToken.END_ARRAY) {
          elements.add(of(parser, next));
          next = parser.nextToken();
        }
        return new ArrayTree(elements);
      }
      default -> {
        return new Leaf(token, parser.getText());
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
