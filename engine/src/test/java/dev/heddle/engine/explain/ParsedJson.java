package dev.heddle.engine.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of JSON, for tests.
 *
 * @param value a map, a list, or the text of anything else
 */
public record ParsedJson(Object value) implements Iterable<ParsedJson> {
  /** Reads a text. */
  public static ParsedJson of(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      ParsedJson parsed = read(parser);
      if (parser.nextToken() != null) {
        throw new IOException("There is more than one value in " + text);
      }
      return parsed;
    }
  }

  private static ParsedJson read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, ParsedJson> members = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, read(parser));
      }
      return new ParsedJson(members);
    }
    if (token == JsonToken.START_ARRAY) {
      List<ParsedJson> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(read(parser));
      }
      return new ParsedJson(elements);
    }
    return new ParsedJson(parser.getText());
  }

  private List<?> elements() {
    return (List<?>) value;
  }

  /** Returns a member, which must be there. */
  public ParsedJson get(String member) {
    if (value instanceof Map<?, ?> members && members.get(member) instanceof ParsedJson found) {
      return found;
    }
    throw new AssertionError("There is no " + member + " in " + value);
  }

  /** Returns whether there is a member. */
  public boolean has(String member) {
    return value instanceof Map<?, ?> members && members.containsKey(member);
  }

  /** Returns an element. */
  public ParsedJson get(int index) {
    return (ParsedJson) elements().get(index);
  }

  /** Returns how many elements there are. */
  public int size() {
    return elements().size();
  }

  @Override
  public Iterator<ParsedJson> iterator() {
    return elements().stream().map(ParsedJson.class::cast).iterator();
  }

  /** Returns the text of a value that is neither an object nor a list. */
  public String asText() {
    return (String) value;
  }

  /** Returns a whole number. */
  public long asLong() {
    return Long.parseLong(asText());
  }

  /** Returns a number. */
  public double asDouble() {
    return Double.parseDouble(asText());
  }
}
