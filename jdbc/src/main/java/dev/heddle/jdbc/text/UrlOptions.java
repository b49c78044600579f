package dev.heddle.jdbc.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Options of URLs. Stateless. */
public final class UrlOptions {
  /** What every URL of Heddle's drivers starts with. */
  public static final String PREFIX = "jdbc:heddle:";

  /** What URLs of servers start with. */
  public static final String SERVER_PREFIX = PREFIX + "//";

  private UrlOptions() {}

  /** Returns what stands between the prefix and the options. */
  public static String place(String url) {
    String rest = url.substring(PREFIX.length());
    int question = rest.indexOf('?');
    return question < 0 ? rest : rest.substring(0, question);
  }

  /**
   * Returns the options of a URL, {@code %41} and the like replaced by what they mean, and the
   * properties that it has none of the name of.
   *
   * @throws HeddleException {@code INVALID_ARGUMENT} if one has no value
   */
  public static Map<String, String> of(String url, Map<String, String> properties) {
    Map<String, String> options = new LinkedHashMap<>(new TreeMap<>(properties));
    int question = url.indexOf('?');
    if (question >= 0) {
      readQuery(url.substring(question + 1), options);
    }
    return options;
  }

  private static void readQuery(String query, Map<String, String> options) {
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (pair.isEmpty()) {
        continue;
      }
      if (equals <= 0) {
        throw invalid("Cannot read option " + pair + " of the URL: write name=value");
      }
      options.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
    }
  }

  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        decoded.write(high * 16 + low);
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  /**
   * Returns the error of an option that there is not.
   *
   * @param more what else there is, for the message; may be empty
   */
  public static HeddleException unknown(String name, List<String> known, String more) {
    return invalid(
        "Cannot connect: there is no option \""
            + name
            + "\" in "
            + known
            + more
            + NearestNames.suggestion(NearestNames.nearest(name, known)));
  }

  /** Returns the error of a value that an option cannot have. */
  public static HeddleException wrong(String name, String value, String wayOut) {
    return invalid("Cannot set option " + name + " to \"" + value + "\": " + wayOut);
  }

  private static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
