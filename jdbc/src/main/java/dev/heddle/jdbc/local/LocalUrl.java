package dev.heddle.jdbc.local;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.option.SessionOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a URL and the properties beside it ask for.
 *
 * @param name what connections share; empty for a session of the connection's own
 * @param options of the session
 * @param tables paths by the names of the views that are made of them, in order
 */
public record LocalUrl(String name, SessionOptions options, Map<String, String> tables) {
  /** What every URL of this driver starts with. */
  public static final String PREFIX = "jdbc:heddle:";

  /** The names of options, but for {@code t.NAME}. */
  public static final List<String> OPTIONS =
      List.of("threads", "memory", "partitions", "timeZone", "spillFolder");

  private static final List<String> IGNORED = List.of("user", "password");
  private static final String TABLE = "t.";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");
  private static final Pattern BYTES = Pattern.compile("(\\d{1,15})([kmgt]?)");

  /** Copies the map. */
  public LocalUrl {
    tables = Arguments.all(tables, "tables");
  }

  /** Returns whether a URL is one of this driver. */
  public static boolean isOurs(String url) {
    return url != null && url.startsWith(PREFIX);
  }

  /**
   * Reads a URL.
   *
   * @param properties options that hold where the URL has none of the name
   * @throws HeddleException {@code INVALID_ARGUMENT} naming what is wrong and what comes near it
   */
  public static LocalUrl parse(String url, Map<String, String> properties) {
    String rest = url.substring(PREFIX.length());
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    Map<String, String> settings = new LinkedHashMap<>(new TreeMap<>(properties));
    if (question >= 0) {
      readQuery(rest.substring(question + 1), settings);
    }
    if (place.startsWith("//")) {
      throw invalid(
          "Cannot connect to "
              + url
              + ": this artifact has sessions in the process only; write jdbc:heddle:,"
              + " jdbc:heddle:name or jdbc:heddle:/folder/");
    }
    Map<String, String> tables = new LinkedHashMap<>();
    String name = "";
    if (place.endsWith("/") || place.endsWith("\\")) {
      tables.putAll(FolderTables.of(place));
    } else if (!place.isEmpty() && !NAME.matcher(place).matches()) {
      throw invalid(
          "Cannot connect to "
              + url
              + ": \""
              + place
              + "\" is no name of letters, digits, _, . and -; a folder's path ends in /");
    } else {
      name = place;
    }
    SessionOptions options = SessionOptions.defaults();
    for (Map.Entry<String, String> each : settings.entrySet()) {
      String key = each.getKey();
      if (key.startsWith(TABLE) && key.length() > TABLE.length()) {
        tables.put(key.substring(TABLE.length()), each.getValue());
      } else if (!IGNORED.contains(key)) {
        options = with(options, key, each.getValue());
      }
    }
    return new LocalUrl(name, options, tables);
  }

  private static void readQuery(String query, Map<String, String> settings) {
    for (String pair : query.split("&")) {
      int equals = pair.indexOf('=');
      if (pair.isEmpty()) {
        continue;
      }
      if (equals <= 0) {
        throw invalid("Cannot read option " + pair + " of the URL: write name=value");
      }
      settings.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
    }
  }

  /** Returns a text with {@code %41} and the like replaced by what they mean. */
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

  private static SessionOptions with(SessionOptions options, String name, String value) {
    return switch (name) {
      case "threads" -> options.withThreads(number(name, value));
      case "partitions" -> options.withPartitions(number(name, value));
      case "memory" -> options.withMemoryBudgetBytes(bytes(name, value));
      case "timeZone" -> options.withTimeZone(zone(name, value));
      case "spillFolder" -> options.withSpillFolder(path(name, value));
      default -> {
        List<String> near = NearestNames.nearest(name, OPTIONS);
        throw invalid(
            "Cannot connect: there is no option \""
                + name
                + "\" in "
                + OPTIONS
                + " and t.NAME"
                + NearestNames.suggestion(near));
      }
    };
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw invalid("Cannot set option " + name + " to \"" + value + "\": write an integer");
    }
  }

  private static long bytes(String name, String value) {
    Matcher matcher = BYTES.matcher(value.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw invalid(
          "Cannot set option "
              + name
              + " to \""
              + value
              + "\": write a number and k, m, g or t for KiB, MiB, GiB or TiB, such as 512m or 2g");
    }
    int power = "kmgt".indexOf(matcher.group(2)) + (matcher.group(2).isEmpty() ? 0 : 1);
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power));
    } catch (ArithmeticException e) {
      throw invalid("Cannot set option " + name + " to \"" + value + "\": it is too large");
    }
  }

  private static ZoneId zone(String name, String value) {
    try {
      return ZoneId.of(value);
    } catch (DateTimeException e) {
      throw invalid(
          "Cannot set option "
              + name
              + " to \""
              + value
              + "\": write a zone such as Europe/Berlin");
    }
  }

  private static Path path(String name, String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw invalid("Cannot set option " + name + " to \"" + value + "\": it is no path");
    }
  }

  static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
