package dev.heddle.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plainest uses of {@code heddle sql} without the command-line library, which takes
 * longer to get going than a small query takes in all. Whatever it does not know, wrong arguments
 * too, it leaves to the library.
 */
final class PlainSql {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

  private final Map<String, String> tables = new LinkedHashMap<>();
  private int threads;
  private @Nullable OutputFormat format;
  private @Nullable String script;
  private @Nullable String sql;

  private PlainSql() {}

  /** Returns the command that the arguments ask for, or null if the library has to read them. */
  static @Nullable SqlCommand read(String[] arguments, Map<String, String> environment) {
    if (arguments.length < 2
        || !arguments[0].equals("sql")
        || environment.keySet().stream()
            .anyMatch(name -> name.startsWith("HEDDLE_S3_") || name.equals("HEDDLE_CLUSTER"))) {
      return null;
    }
    PlainSql plain = new PlainSql();
    for (int i = 1; i < arguments.length; i++) {
      String argument = arguments[i];
      boolean isKnown =
          argument.startsWith("-")
              ? ++i < arguments.length && plain.takeOption(argument, arguments[i])
              : plain.takeText(argument);
      if (!isKnown) {
        return null;
      }
    }
    OutputFormat format = plain.format == null ? OutputFormat.TABLE : plain.format;
    SessionFlags flags = new SessionFlags(plain.tables, plain.threads);
    return new SqlCommand(flags, format, plain.script, plain.sql);
  }

  private boolean takeText(String text) {
    boolean isFirst = sql == null;
    sql = text;
    return isFirst && !text.startsWith("@"); // a file of arguments
  }

  private boolean takeOption(String name, String value) {
    if (value.startsWith("-") || value.startsWith("@")) {
      return false;
    }
    return switch (name) {
      case "-t", "--table" -> {
        int at = value.indexOf('=');
        yield at > 0 && tables.put(value.substring(0, at), value.substring(at + 1)) == null;
      }
      case "-f", "--file" -> {
        boolean isFirst = script == null;
        script = value;
        yield isFirst;
      }
      case "--format" -> {
        boolean isFirst = format == null;
        format = format(value);
        yield isFirst && format != null;
      }
      case "--threads" -> {
        boolean isFirst = threads == 0;
        threads = NUMBER.matcher(value).matches() ? Integer.parseInt(value) : 0;
        yield isFirst && threads > 0;
      }
      default -> false;
    };
  }

  private static @Nullable OutputFormat format(String name) {
    for (OutputFormat each : OutputFormat.values()) {
      if (each.name().equals(name.toUpperCase(Locale.ROOT))) {
        return each;
      }
    }
    return null;
  }
}
