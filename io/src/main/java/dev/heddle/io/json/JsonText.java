package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;

/** Values as JSON text, for columns of text where files hold objects or arrays, and of JSON. */
final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonTokens tokens;
  private boolean hasNonFinite;

  JsonText(JsonTokens tokens) {
    this.tokens = tokens;
  }

  /** Returns whether the text that was returned has a number that JSON has not, such as NaN. */
  boolean hasNonFinite() {
    return hasNonFinite;
  }

  /** Returns the text of a value that starts with the token. */
  String of(JsonToken start) throws IOException, BrokenJsonException {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      int depth = 0;
      JsonToken token = start;
      while (true) {
        copy(token, generator);
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 0) {
          break;
        }
        token = tokens.nextWithin();
      }
    }
    return text.toString();
  }

  private void copy(JsonToken token, JsonGenerator generator) throws IOException {
    JsonParser parser = tokens.parser();
    switch (token) {
      case START_OBJECT -> generator.writeStartObject();
      case END_OBJECT -> generator.writeEndObject();
      case START_ARRAY -> generator.writeStartArray();
      case END_ARRAY -> generator.writeEndArray();
      case FIELD_NAME -> generator.writeFieldName(parser.currentName());
      case VALUE_STRING -> generator.writeString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        hasNonFinite |= token == JsonToken.VALUE_NUMBER_FLOAT && parser.isNaN();
        generator.writeNumber(parser.getText());
      }
      case VALUE_TRUE -> generator.writeBoolean(true);
      case VALUE_FALSE -> generator.writeBoolean(false);
      case VALUE_NULL -> generator.writeNull();
      case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("No JSON text for " + token);
    }
  }
}
