package dev.heddle.engine.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Masks what must not be shown in texts of queries, plans, findings and errors: values of options
 * and columns whose names say so, and of what is made of them, credentials in URLs, keys of AWS,
 * and the values of this process's own secrets. Thread-safe.
 */
public final class Secrets {
  /** What is shown instead. */
  public static final String MASK = "***";

  private static final String NAMES =
      "[\\w.-]{0,64}(?:password|passwd|secret|token|credential|signature"
          + "|(?:api|access|account|private|encryption)[._-]?key)[\\w.-]{0,64}";

  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?<![\\w.-])[\"'`]?"
              + NAMES
              + "[\"'`]?\\s*(?:=>|:=|=|:)\\s*)"
              + "('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^\\s,;)&'\"]+)");
  private static final String CLAUSES = "(?:select|from|where|and|or|on|having)";

  /** What is made of something named so, in a call or by operators, and then compared. */
  private static final Pattern MADE =
      Pattern.compile(
          "(?i)((?<![\\w.-])[\"'`]?"
              + NAMES
              + "[\"'`]?(?:(?:(?!\\b"
              + CLAUSES
              + "\\b)[^'\"=<>;]|'[^']*+'){0,200}?\\)"
              + "|(?:\\s*(?:[-+*/%]|\\|\\|)\\s*(?:[\\w.]+|(?:'[^']*+')+))++)"
              + "\\s*(?:=|<>|!=|[<>]=?)\\s*)"
              + "('[^']*+(?:''[^']*+)*+'|-?\\d[\\w.]*+)");

  private static final Pattern USER_INFO =
      Pattern.compile("(?i)(\\b[a-z][a-z0-9+.-]*://)[^/\\s@'\"]+@");
  private static final Pattern SIGNED =
      Pattern.compile(
          "(?i)([?&](?:x-amz-(?:signature|credential|security-token)|awsaccesskeyid|sig|signature"
              + "|se|skoid|token)=)[^&\\s'\"]+");
  private static final Pattern AWS_KEY = Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b");
  private static final int MIN_LENGTH = 8; // shorter values occur by chance

  private final List<String> values = new ArrayList<>();

  /** Takes the secrets of this process's environment. */
  public Secrets() {
    for (String name : List.of("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ACCESS_KEY_ID")) {
      add(System.getenv(name));
    }
    for (String name : List.of("aws.secretAccessKey", "aws.sessionToken", "aws.accessKeyId")) {
      add(System.getProperty(name));
    }
  }

  private void add(@Nullable String value) {
    if (value != null && value.length() >= MIN_LENGTH) {
      values.add(value);
    }
  }

  /** Returns a text without secrets. */
  public String mask(String text) {
    String masked = NAMED.matcher(text).replaceAll("$1'" + MASK + "'");
    masked = MADE.matcher(masked).replaceAll("$1'" + MASK + "'");
    masked = USER_INFO.matcher(masked).replaceAll("$1" + MASK + "@");
    masked = SIGNED.matcher(masked).replaceAll("$1" + MASK);
    masked = AWS_KEY.matcher(masked).replaceAll(MASK);
    for (String value : values) {
      masked = masked.replace(value, MASK);
    }
    return masked;
  }
}
