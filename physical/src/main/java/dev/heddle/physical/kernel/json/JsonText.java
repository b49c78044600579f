package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;

/** Writes JSON without blanks. Stateless. */
public final class JsonText {
  private JsonText() {}

  /** Returns the value that starts with a token, which the parser has read at the end. */
  static String of(JsonParser parser, JsonToken start) throws IOException {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    JsonToken token = start;
    boolean isFirst = true;
    while (true) {
      if (token.isStructEnd()) {
        text.append(token.asString());
        depth--;
        isFirst = false;
      } else {
        if (!isFirst) {
          text.append(',');
        }
        if (token == JsonToken.FIELD_NAME) {
          putText(parser.currentName(), text);
          text.append(':');
          token = parser.nextToken();
        }
        isFirst = token.isStructStart();
        switch (token) {
          case START_OBJECT, START_ARRAY -> {
            text.append(token.asString());
            depth++;
          }
          case VALUE_STRING -> putText(parser.getText(), text);
          default -> text.append(parser.getText());
        }
      }
      if (depth == 0) {
        return text.toString();
      }
      token = parser.nextToken();
    }
  }

  /** Appends a text in quotes. */
  public static void putText(CharSequence value, StringBuilder target) {
    target.append('"');
    JsonStringEncoder.getInstance().quoteAsString(value, target);
    target.append('"');
  }
}
