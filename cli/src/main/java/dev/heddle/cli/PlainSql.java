package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
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

  private final List<String> tables = new ArrayList<>();
  private @Nullable Integer threads;
  private @Nullable String format;
  private @Nullable String output;
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
    SessionFlags flags = new SessionFlags(plain.tables, plain.threads);
    return new SqlCommand(flags, plain.format, plain.output, plain.script, plain.sql);
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
      case "-t", "--table" -> tables.add(value);
      case "-f", "--file" -> {
        boolean isFirst = script == null;
        script = value;
        yield isFirst;
      }
      case "-o", "--output" -> {
        boolean isFirst = output == null;
        output = value;
        yield isFirst;
      }
      case "--format" -> {
        boolean isFirst = format == null;
        format = value;
        yield isFirst;
      }
      case "--threads" -> {
        boolean isFirst = threads == null;
        boolean isNumber = NUMBER.matcher(value).matches();
        threads = isNumber ? Integer.valueOf(value) : null;
        yield isFirst && isNumber;
      }
      default -> false;
    };
  }
}
