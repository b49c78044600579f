package dev.heddle.jdbc.local;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatabaseAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.jdbc.text.UrlOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a URL and the properties beside it ask for.
 *
 * @param name what connections share; empty for a session of the connection's own
 * @param options of the session
 * @param tables paths by the names of the views that are made of them, in order
 * @param database the folder of a lasting database, by whose path connections share a session; null
 *     for none
 * @param access what the database is opened for
 */
public record LocalUrl(
    String name,
    SessionOptions options,
    Map<String, String> tables,
    @Nullable Path database,
    DatabaseAccess access) {
  /** What the options mean, but for {@code t.NAME}, by their names in order. */
  public static final Map<String, String> DESCRIPTIONS = descriptions();

  private static final List<String> OPTIONS = List.copyOf(DESCRIPTIONS.keySet());

  private static final List<String> IGNORED = List.of("user", "password");
  private static final String TABLE = "t.";
  private static final String DATABASE = "database";
  private static final String READ_ONLY = "readOnly";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");
  private static final Pattern BYTES = Pattern.compile("(\\d{1,15})([kmgt]?)");

  private static Map<String, String> descriptions() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("threads", "threads that run operators; 0 for one a processor");
    all.put("memory", "limit of memory outside of the heap, such as 512m or 2g");
    all.put("partitions", "how many partitions plans are cut into; 0 lets the engine decide");
    all.put("timeZone", "zone in which points in time are shown, such as Europe/Berlin");
    all.put("spillFolder", "folder for what does not fit into memory");
    all.put("database", "folder of a lasting database, made if it is not there");
    all.put("readOnly", "true to only read the database, beside a process that writes it");
    return Collections.unmodifiableMap(all);
  }

  /** Copies the map. */
  public LocalUrl {
    tables = Arguments.all(tables, "tables");
  }

  /** Returns whether a URL is one of this driver; those of servers are another's. */
  public static boolean isOurs(String url) {
    return url.startsWith(UrlOptions.PREFIX) && !url.startsWith(UrlOptions.SERVER_PREFIX);
  }

  /**
   * Fails for URLs of servers, which tools would otherwise say nothing of but that no driver has
   * them; another driver is asked nevertheless.
   *
   * @throws HeddleException {@code INVALID_ARGUMENT} naming what to add
   */
  public static void checkForeign(String url) {
    if (url.startsWith(UrlOptions.SERVER_PREFIX)) {
      throw invalid(
          "Cannot connect to "
              + url
              + ": artifact heddle-jdbc has sessions in the process only; add heddle-jdbc-remote,"
              + " or write jdbc:heddle:, jdbc:heddle:name or jdbc:heddle:/folder/");
    }
  }

  /**
   * Reads a URL.
   *
   * @param properties options that hold where the URL has none of the name
   * @throws HeddleException {@code INVALID_ARGUMENT} naming what is wrong and what comes near it
   */
  public static LocalUrl parse(String url, Map<String, String> properties) {
    String place = UrlOptions.place(url);
    Map<String, String> settings = UrlOptions.of(url, properties);
    Map<String, String> tables = new LinkedHashMap<>();
    String name = "";
    String database = settings.get(DATABASE);
    boolean isFolder = place.endsWith("/") || place.endsWith("\\");
    if (isFolder && database == null && isDatabase(place)) {
      database = place;
    } else if (isFolder) {
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
      } else if (!IGNORED.contains(key) && !key.equals(DATABASE) && !key.equals(READ_ONLY)) {
        options = with(options, key, each.getValue());
      }
    }
    DatabaseAccess access = access(settings.get(READ_ONLY), database);
    if (database == null) {
      return new LocalUrl(name, options, tables, null, access);
    }
    Path folder = path(DATABASE, database).toAbsolutePath().normalize();
    return new LocalUrl(folder.toString(), options, tables, folder, access);
  }

  /** Whether a folder is that of a database, and not of files that are tables. */
  private static boolean isDatabase(String folder) {
    return Files.isRegularFile(path(DATABASE, folder).resolve("manifest"))
        && Files.isDirectory(path(DATABASE, folder).resolve("data"));
  }

  private static DatabaseAccess access(@Nullable String readOnly, @Nullable String database) {
    if (readOnly == null || readOnly.equals("false")) {
      return DatabaseAccess.WRITE;
    }
    if (!readOnly.equals("true")) {
      throw UrlOptions.wrong(READ_ONLY, readOnly, "write true or false");
    }
    if (database == null) {
      throw UrlOptions.wrong(READ_ONLY, readOnly, "there is no database; add database=FOLDER");
    }
    return DatabaseAccess.READ;
  }

  private static SessionOptions with(SessionOptions options, String name, String value) {
    return switch (name) {
      case "threads" -> options.withThreads(number(name, value));
      case "partitions" -> options.withPartitions(number(name, value));
      case "memory" -> options.withMemoryBudgetBytes(bytes(name, value));
      case "timeZone" -> options.withTimeZone(zone(name, value));
      case "spillFolder" -> options.withSpillFolder(path(name, value));
      default -> throw UrlOptions.unknown(name, OPTIONS, " and t.NAME");
    };
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw UrlOptions.wrong(name, value, "write an integer");
    }
  }

  private static long bytes(String name, String value) {
    Matcher matcher = BYTES.matcher(value.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw UrlOptions.wrong(
          name,
          value,
          "write a number and k, m, g or t for KiB, MiB, GiB or TiB, such as 512m or 2g");
    }
    int power = "kmgt".indexOf(matcher.group(2)) + (matcher.group(2).isEmpty() ? 0 : 1);
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power));
    } catch (ArithmeticException e) {
      throw UrlOptions.wrong(name, value, "it is too large");
    }
  }

  private static ZoneId zone(String name, String value) {
    try {
      return ZoneId.of(value);
    } catch (DateTimeException e) {
      throw UrlOptions.wrong(name, value, "write a zone such as Europe/Berlin");
    }
  }

  private static Path path(String name, String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw UrlOptions.wrong(name, value, "it is no path");
    }
  }

  static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
