package dev.heddle.planner.sql;

import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.ParquetCompression;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.spi.WriteTarget;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** The options of {@code COPY ... TO}. */
final class CopyTargets {
  private CopyTargets() {}

  /**
   * Returns the target.
   *
   * @param options values by upper-case key
   * @throws IllegalArgumentException with a message for the user
   */
  static WriteTarget of(String path, Map<String, String> options) {
    String format = options.getOrDefault("FORMAT", formatOf(path)).toLowerCase(Locale.ROOT);
    boolean overwrites = isTrue(options.getOrDefault("OVERWRITE", "true"));
    WriteMode mode = overwrites ? WriteMode.OVERWRITE : WriteMode.FAIL_IF_EXISTS;
    return switch (format) {
      case "parquet" -> {
        check(options, "FORMAT", "OVERWRITE", "COMPRESSION", "CODEC");
        ParquetWriteOptions parquet = ParquetWriteOptions.DEFAULT;
        String codec = options.getOrDefault("COMPRESSION", options.get("CODEC"));
        yield new WriteTarget.Parquet(
            path,
            codec == null
                ? parquet
                : new ParquetWriteOptions(compression(codec), parquet.rowGroupRows()),
            mode);
      }
      case "csv" -> {
        check(options, "FORMAT", "OVERWRITE", "HEADER", "DELIMITER", "DELIM", "SEP", "NULL");
        String delimiter =
            options.getOrDefault(
                "DELIMITER", options.getOrDefault("DELIM", options.getOrDefault("SEP", ",")));
        if (delimiter.length() != 1) {
          throw new IllegalArgumentException(
              "the delimiter must be one character, not '" + delimiter + "'");
        }
        yield new WriteTarget.Csv(
            path,
            new CsvWriteOptions(
                delimiter.charAt(0),
                isTrue(options.getOrDefault("HEADER", "true")),
                options.getOrDefault("NULL", CsvWriteOptions.DEFAULT.nullText())),
            mode);
      }
      default ->
          throw new IllegalArgumentException(
              "no format \"" + format + "\" in [parquet, csv]; write for example (FORMAT parquet)");
    };
  }

  private static String formatOf(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    int dot = lower.lastIndexOf('.');
    return dot < 0 ? "parquet" : lower.substring(dot + 1);
  }

  private static boolean isTrue(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1", "yes" -> true;
      case "false", "off", "0", "no" -> false;
      default -> throw new IllegalArgumentException("expected true or false, not '" + value + "'");
    };
  }

  private static ParquetCompression compression(String name) {
    return Arrays.stream(ParquetCompression.values())
        .filter(c -> c.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no compression \""
                        + name
                        + "\" in "
                        + Arrays.toString(ParquetCompression.values()).toLowerCase(Locale.ROOT)));
  }

  private static void check(Map<String, String> options, String... known) {
    for (String key : options.keySet()) {
      if (!Arrays.asList(known).contains(key)) {
        throw new IllegalArgumentException(
            "no option " + key + " in " + Arrays.toString(known) + " for this format");
      }
    }
  }
}
