package dev.heddle.planner.sql;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ArrowWriteOptions;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.JsonWriteOptions;
import dev.heddle.frame.option.ParquetCompression;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.PartitionColumns;
import dev.heddle.frame.option.TextCompression;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.option.WritePlace;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.planner.sql.reader.PathText;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of {@code COPY ... TO}. Used once. */
public final class CopyTargets {
  private static final List<String> FORMATS = List.of("parquet", "csv", "json", "arrow");
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15})\\s*(|B|KB|MB|GB|KIB|MIB|GIB)", Pattern.CASE_INSENSITIVE);

  private final String path;
  private final Map<String, List<String>> left;
  private final Set<String> known = new LinkedHashSet<>();

  private CopyTargets(String path, Map<String, List<String>> options) {
    this.path = path;
    this.left = new LinkedHashMap<>(options);
  }

  /**
   * Returns the target.
   *
   * @param options values by upper-case key
   * @throws IllegalArgumentException with a message for the user
   */
  public static WriteTarget of(String path, Map<String, List<String>> options) {
    return of(path, options, FileSystems.getDefault().getSeparator());
  }

  /** Returns the target on a system whose local paths have this separator. */
  static WriteTarget of(String path, Map<String, List<String>> options, String separator) {
    try {
      return new CopyTargets(PathText.slashed(path, separator), options).target();
    } catch (HeddleException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private WriteTarget target() {
    String name = one("FORMAT", formatOf(path)).toLowerCase(Locale.ROOT);
    WriteFormat format =
        switch (name) {
          case "parquet" -> parquet();
          case "csv" -> csv(",");
          case "tsv" -> csv("\t");
          case "json", "jsonl", "ndjson" ->
              new JsonWriteOptions(flag("ARRAY", "false"), textCompression());
          case "arrow", "ipc", "feather" -> ArrowWriteOptions.DEFAULT;
          case "arrows" -> new ArrowWriteOptions(true);
          default ->
              throw new IllegalArgumentException(
                  "no format \""
                      + name
                      + "\" in "
                      + FORMATS
                      + "; write for example (FORMAT parquet)");
        };
    WriteLayout layout = layout(format);
    WriteMode mode = mode(layout.shape());
    for (String key : left.keySet()) {
      throw new IllegalArgumentException("no option " + key + " in " + known + " for " + name);
    }
    return new WriteTarget(path, format, layout, mode);
  }

  private static String formatOf(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    int end = name.length() - TextCompression.ofPath(name).suffix().length();
    String lower = name.substring(0, end);
    int dot = lower.lastIndexOf('.');
    return dot < 0 || lower.indexOf('/', dot) > 0 ? "csv" : lower.substring(dot + 1);
  }

  private WriteLayout layout(WriteFormat format) {
    WriteLayout layout = WriteLayout.DEFAULT.withPartitionBy(list("PARTITION_BY"));
    String fileBytes = one("FILE_SIZE_BYTES", "");
    boolean isPerThread = flag("PER_THREAD_OUTPUT", "false");
    if (!fileBytes.isEmpty()) {
      layout = layout.withMaxFileBytes(size("FILE_SIZE_BYTES", fileBytes));
    }
    if (format instanceof ParquetWriteOptions parquet) {
      long groups = number("ROW_GROUPS_PER_FILE", 0, Integer.MAX_VALUE);
      if (groups > 0) {
        layout = layout.withMaxFileRows(groups * parquet.rowGroupRows());
      }
    }
    if (flag("WRITE_PARTITION_COLUMNS", "false")) {
      layout = layout.withPartitionColumns(PartitionColumns.IN_FILES_TOO);
    }
    String names = one("FILENAME_PATTERN", "");
    if (!names.isEmpty()) {
      layout = layout.withFileNames(new FileNamePattern(names));
    }
    if (flag("ON_CLIENT", "false")) {
      layout = layout.withPlace(WritePlace.CLIENT);
    }
    boolean isFolder = layout.needsFolder() || isPerThread || path.endsWith("/");
    return layout.withShape(isFolder ? WriteShape.FOLDER : WriteShape.FILE);
  }

  /** A file is replaced unless it is not to be; a folder with files in it is an error. */
  private WriteMode mode(WriteShape shape) {
    List<WriteMode> asked = new ArrayList<>();
    if (shape == WriteShape.FOLDER) {
      add(asked, flag("OVERWRITE", "false"), WriteMode.OVERWRITE);
      add(asked, flag("APPEND", "false"), WriteMode.APPEND);
      add(asked, flag("OVERWRITE_OR_IGNORE", "false"), WriteMode.OVERWRITE_FILES);
    } else {
      add(asked, flag("OVERWRITE", "true"), WriteMode.OVERWRITE);
    }
    if (asked.size() > 1) {
      throw new IllegalArgumentException(
          "only one of OVERWRITE, APPEND and OVERWRITE_OR_IGNORE can be asked for");
    }
    return asked.isEmpty() ? WriteMode.FAIL_IF_EXISTS : asked.getFirst();
  }

  private static void add(List<WriteMode> modes, boolean isAsked, WriteMode mode) {
    if (isAsked) {
      modes.add(mode);
    }
  }

  private ParquetWriteOptions parquet() {
    ParquetWriteOptions options = ParquetWriteOptions.DEFAULT;
    String codec = one("COMPRESSION", one("CODEC", options.compression().name()));
    int level = (int) number("COMPRESSION_LEVEL", 0, Integer.MAX_VALUE);
    String version = one("PARQUET_VERSION", options.pages().name()).toUpperCase(Locale.ROOT);
    String groupBytes = one("ROW_GROUP_SIZE_BYTES", String.valueOf(options.rowGroupBytes()));
    if (!version.equals("V1") && !version.equals("V2")) {
      throw new IllegalArgumentException("PARQUET_VERSION is V1 or V2, not '" + version + "'");
    }
    options =
        options
            .withCompression(compression(codec), level)
            .withPages(ParquetPages.valueOf(version))
            .withRowGroupRows(
                (int) number("ROW_GROUP_SIZE", options.rowGroupRows(), Integer.MAX_VALUE))
            .withRowGroupBytes(size("ROW_GROUP_SIZE_BYTES", groupBytes));
    return withPages(options);
  }

  private ParquetWriteOptions withPages(ParquetWriteOptions given) {
    String bytes = one("PAGE_SIZE_BYTES", String.valueOf(given.pageBytes()));
    ParquetWriteOptions options =
        given
            .withPageBytes((int) Math.min(Integer.MAX_VALUE, size("PAGE_SIZE_BYTES", bytes)))
            .withPageRows((int) number("PAGE_SIZE", given.pageRows(), Integer.MAX_VALUE));
    if (!flag("DICTIONARY", "true")) {
      options = options.withoutDictionary();
    }
    long distinct =
        number("BLOOM_FILTER_DISTINCT_VALUES", options.rowGroupRows(), Integer.MAX_VALUE);
    for (String column : list("BLOOM_FILTER")) {
      options = options.withBloomFilter(column, distinct);
    }
    return options;
  }

  private CsvWriteOptions csv(String usual) {
    char delimiter = character("the delimiter", one("DELIMITER", one("DELIM", one("SEP", usual))));
    char quote = character("QUOTE", one("QUOTE", "\""));
    char escape = character("ESCAPE", one("ESCAPE", String.valueOf(quote)));
    String nullText = one("NULL", one("NULLSTR", CsvWriteOptions.DEFAULT.nullText()));
    boolean hasHeader = flag("HEADER", "true");
    return new CsvWriteOptions(
        delimiter, hasHeader, nullText, quote, escape, list("FORCE_QUOTE"), textCompression());
  }

  private TextCompression textCompression() {
    String name = one("COMPRESSION", "auto").toLowerCase(Locale.ROOT);
    return switch (name) {
      case "auto", "auto_detect", "infer" -> TextCompression.AUTOMATIC;
      case "none", "uncompressed" -> TextCompression.NONE;
      case "gzip" -> TextCompression.GZIP;
      case "zstd" -> TextCompression.ZSTD;
      case "lz4" -> TextCompression.LZ4;
      default ->
          throw new IllegalArgumentException(
              "no compression \"" + name + "\" of text in [auto, none, gzip, zstd, lz4]");
    };
  }

  private static char character(String what, String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException(what + " must be one character, not '" + text + "'");
    }
    return text.charAt(0);
  }

  private List<String> list(String key) {
    known.add(key);
    List<String> values = left.remove(key);
    return values == null ? List.of() : values;
  }

  private String one(String key, String otherwise) {
    List<String> values = list(key);
    if (values.size() > 1) {
      throw new IllegalArgumentException("option " + key + " has one value, not " + values);
    }
    return values.isEmpty() ? otherwise : values.getFirst();
  }

  private boolean flag(String key, String otherwise) {
    String value = one(key, otherwise);
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1", "yes" -> true;
      case "false", "off", "0", "no" -> false;
      default -> throw new IllegalArgumentException("expected true or false, not '" + value + "'");
    };
  }

  private long number(String key, long otherwise, long most) {
    String value = one(key, String.valueOf(otherwise));
    long number = value.matches("\\d{1,18}") ? Long.parseLong(value) : Long.MAX_VALUE;
    if (number > most) {
      throw new IllegalArgumentException(
          "option " + key + " is a number up to " + most + ", not '" + value + "'");
    }
    return number;
  }

  private static long size(String key, String value) {
    Matcher matcher = SIZE.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "option " + key + " is a size such as 1000000 or '128MB', not '" + value + "'");
    }
    long unit =
        switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
          case "KB" -> 1_000;
          case "MB" -> 1_000_000;
          case "GB" -> 1_000_000_000;
          case "KIB" -> 1 << 10;
          case "MIB" -> 1 << 20;
          case "GIB" -> 1 << 30;
          default -> 1;
        };
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
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
}
