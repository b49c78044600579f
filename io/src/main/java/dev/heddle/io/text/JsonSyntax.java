package dev.heddle.io.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What text is JSON by RFC 8259, whatever its depth and the length of its parts; and also a comma
 * behind the last element or member, and the numbers {@code nan}, {@code inf} and {@code infinity}
 * in letters of either case, with a minus or without. An escape of one half of a character that has
 * two is no JSON. Stateless.
 */
public final class JsonSyntax {
  private static final JsonFactory FACTORY = factory();

  private JsonSyntax() {}

  private static JsonFactory factory() {
    return new JsonFactoryBuilder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(Integer.MAX_VALUE)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build())
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
        .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
        .build();
  }

  /** Returns a parser of a text; the text of a number that is none is as it was written. */
  public static JsonParser parser(String text) {
    try {
      JsonSpelling spelling = new JsonSpelling(text);
      return spelling.isPlain()
          ? FACTORY.createParser(text)
          : spelling.restored(FACTORY.createParser(spelling.characters()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a text is one JSON value with nothing but blanks around it. */
  public static boolean isValid(String text) {
    try (JsonParser parser = parser(text)) {
      return isValid(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether some characters are one JSON value with nothing but blanks around it. */
  static boolean isValid(char[] buffer, int from, int length) {
    return isValid(new String(buffer, from, length));
  }

  private static boolean isValid(JsonParser parser) throws IOException {
    try {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (JsonParseException e) {
      return false;
    }
  }
}
