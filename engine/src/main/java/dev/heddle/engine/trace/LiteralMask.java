package dev.heddle.engine.trace;

import dev.heddle.engine.ui.Secrets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of queries without the data in them, as OpenTelemetry's conventions for databases ask: each
 * literal is a question mark.
 */
final class LiteralMask {
  private static final Pattern PARTS =
      Pattern.compile(
          "--[^\\n]*|/\\*.*?\\*/" // comments
              + "|(?<name>\"(?:[^\"]|\"\")*\"|[\\p{L}_$][\\p{L}\\p{N}_$]*)"
              + "|'(?:[^']|'')*(?:'|$)"
              + "|\\.?\\d[\\w.]*(?:(?<=[eE])[+-]\\d+)?",
          Pattern.DOTALL);
  private static final int MAX_LENGTH = 10_000;

  private final Secrets secrets = new Secrets();

  /** Returns a text without literals, comments and secrets. */
  String mask(String text) {
    String masked =
        PARTS
            .matcher(secrets.mask(text))
            .replaceAll(
                match -> {
                  if (match.group("name") != null) {
                    return Matcher.quoteReplacement(match.group());
                  }
                  boolean isComment =
                      match.group().startsWith("--") || match.group().startsWith("/*");
                  return isComment ? " " : "?";
                });
    return masked.length() <= MAX_LENGTH ? masked : masked.substring(0, MAX_LENGTH) + "…";
  }

  /** Returns a message without secrets. */
  String withoutSecrets(String message) {
    return secrets.mask(message);
  }
}
