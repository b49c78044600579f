package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** Turns the parser's errors about broken text into the words of a message. */
final class JsonMistakes {
  /** What only code that configures the parser can use: features, limits and sources. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          " \\(for \\w+ starting at \\[.*]\\)"
              + "| \\(not recognized as one since Feature .*"
              + "|: enable `[^`]*` to allow"
              + "|, from `[^`]*`");

  private JsonMistakes() {}

  /** Returns what is wrong. */
  static String message(Exception e) {
    String message =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return INTERNALS.matcher(message).replaceAll("");
  }
}
