package dev.heddle.bench.scripts;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A difference from DuckDB that the guide has ({@code sql.md}, "Differences from DuckDB") and that
 * is seen of a query's own words, or of its rows, without a judgement. A query that another clause
 * of the guide explains counts as wrong.
 */
enum DocumentedDifference {
  /** Which rows a sample has. */
  SAMPLE("\\busing\\s+sample\\b|\\btablesample\\b"),

  /** What a random number is; DuckDB gives the same again after a seed alone. */
  DRAW("\\b(?:random|setseed|uuid\\w*|gen_random_uuid)\\s*\\("),

  /** What the hash of a value is. */
  HASH("\\bhash\\s*\\("),

  /** What an estimate is. */
  ESTIMATE("approx_\\w+|\\breservoir_quantile\\b|\\bsummarize\\b"),

  /** How a type is written: the length of an array, the digits of a time, unnamed fields. */
  TYPE(
      "\\b(?:typeof|pg_typeof|describe|show|\\w+_type)\\b",
      (mine, theirs) -> areEqual(plainTypes(mine), plainTypes(theirs))),

  /** What SHOW TABLES tells of tables beside their names. */
  TABLES(
      "^\\s*(?:show\\s+|pragma\\s+show_)tables\\b",
      (mine, theirs) -> areEqual(firsts(mine), firsts(theirs))),

  /** That expressions in the definition of a table are as they were typed. */
  DEFINITION(
      "\\b(?:table_info|describe|sqlite_master|duckdb_\\w+|check_constraints)\\b",
      (mine, theirs) -> areEqual(compact(mine), compact(theirs))),

  /** Which settings there are, and what they are. */
  SETTINGS("\\bduckdb_settings\\b"),

  /** To how many digits the quotient of DECIMALs is rounded, and what is computed of it. */
  QUOTIENT("/", (mine, theirs) -> areEqual(Values.shortened(mine, theirs), theirs)),

  /** That the sum of integers is a BIGINT. */
  SUM_TYPE(
      "(?s)\\b(?:typeof|describe|show)\\b.*\\bsum\\s*\\(",
      (mine, theirs) -> areEqual(mine, ofBigints(theirs))),

  /** Whether rows with errors count, which are left out, where no column is read. */
  LEFT_OUT("(?s)\\bcount\\s*\\(\\s*\\*\\s*\\).*\\bignore_errors\\s*=\\s*true"),

  /** Whether the types of several CSV files are put together by name or by position. */
  SEVERAL_FILES(
      "(?s)\\bread_csv\\w*\\s*\\(.*\\*.*\\.csv",
      (mine, theirs) -> areEqual(Values.texts(mine), Values.texts(theirs))),

  /** That features of GeoJSON are no rows. */
  GEOMETRY("\\.geojsonl?\\b"),

  /** What the files of a folder are called that COPY writes. */
  FILE(
      "\\b(?:filename|read_text|read_blob|glob)\\b",
      (mine, theirs) -> areEqual(plainFiles(mine), plainFiles(theirs))),

  /** How each engine lays out the files that it has written: what their footers say of it. */
  FOOTER(
      "\\bparquet_(?:file_metadata|full_metadata|metadata|bloom_probe)\\s*\\("
          + DocumentedDifference.OWN_FILE),

  /** Into how many files each engine writes the rows of several threads. */
  COUNT("\\bcount\\s*\\(.*\\bglob\\s*\\(" + DocumentedDifference.OWN_FILE),

  /** That integers of 128 bits are kept in Parquet files, which are doubles in DuckDB's. */
  WIDE(DocumentedDifference.OF_PARQUET, (mine, theirs) -> areEqual(withoutHugeints(mine), theirs)),

  /** That columns of JSON without a value are texts. */
  VALUELESS(
      "\\.(?:nd)?json|\\bparquet_schema\\s*\\(" + DocumentedDifference.OWN_FILE,
      (mine, theirs) -> areEqual(mine, withoutNullTypes(theirs))),

  /** That times that are adjusted to UTC have no zone. */
  ZONED_TIME(
      DocumentedDifference.OF_PARQUET, (mine, theirs) -> areEqual(mine, withoutOffsets(theirs))),

  /** That columns of partition keys are in the order of folders. */
  KEY_ORDER(
      DocumentedDifference.OF_PARTITIONS
          + "(?:select\\s+\\*|columns\\s*\\(\\s*\\*|describe|^\\s*from)",
      (mine, theirs) -> areEqual(Values.withColumnsSorted(mine), Values.withColumnsSorted(theirs))),

  /** That partition keys have the types of the columns that were written. */
  KEY_TYPE(
      DocumentedDifference.OF_PARTITIONS + "\\btypeof\\b",
      (mine, theirs) -> areEqual(widened(mine), theirs)),

  /** That a date and an interval of whole days are a date. */
  MIDNIGHT("", (mine, theirs) -> areEqual(mine, withoutMidnight(theirs))),

  /** That a database is a folder, and has no log beside it. */
  LOG("\\.wal\\b"),

  /** Who the user of a session is. */
  USER(
      "\\b(?:user|current_user|session_user|current_role)\\b",
      (mine, theirs) -> areEqual(mine, ofAccount(theirs))),

  /** What the database of a session is called. */
  DATABASE("", (mine, theirs) -> areEqual(mine, ofSession(theirs)));

  /** Those of values that tables may be made of. */
  private static final Set<DocumentedDifference> OF_VALUES =
      EnumSet.of(SAMPLE, DRAW, HASH, ESTIMATE, SETTINGS);

  private static final String OWN_FILE = "\\s*\\[?\\s*'[^']*/scripts\\d+/duckdb/";
  private static final String OF_PARQUET = "\\.parquet\\b|\\bparquet_|\\bread_parquet\\b";
  private static final String OF_PARTITIONS = "(?s)^(?=.*(?:\\bhive_|/\\*\\*|/\\*/)).*?";
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s()\"]+");
  private static final Pattern HUGEINT = Pattern.compile("^HUGEINT$");
  private static final Pattern NULL_TYPE = Pattern.compile("^\"NULL\"$");
  private static final Pattern NULL_ELEMENT = Pattern.compile("^NullType\\(\\)$");
  private static final Pattern NARROW = Pattern.compile("^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)$");
  private static final Pattern START_OF_DAY =
      Pattern.compile("(?<=^[-\\d]{6,20}\\d(?: \\(BC\\))?) 00:00:00$");
  private static final Pattern TIME_OF_OFFSET =
      Pattern.compile("(\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)(Z|\\+00)");
  private static final Pattern DUCKDB_NAME = Pattern.compile("\\bmemory\\b|^duckdb$");
  private static final String HEDDLE_NAME = "heddle";
  private static final Pattern DUCKDB_USER = Pattern.compile("^duckdb$");
  private static final Pattern FOLDER = Pattern.compile("(?<=/scripts\\d{1,20}/)(duckdb|heddle)/");
  private static final Pattern PART = Pattern.compile("(?<=/)data_[0-9A-Za-z_-]+(?=\\.\\w+$)");
  private static final Pattern TUPLE = Pattern.compile("\\bTUPLE(?=\\()");
  private static final Pattern UNWRITTEN =
      Pattern.compile("(?<=[(, ])element\\d+ |\"|(?<=\\[)\\d+(?=])|(?<=\\bTIMESTAMP)_M?S\\b");

  private final Pattern words;
  private final BiPredicate<List<List<@Nullable Object>>, List<List<@Nullable Object>>> explains;

  /** Makes one that explains all rows of a query with such words. */
  DocumentedDifference(String words) {
    this(words, (mine, theirs) -> true);
  }

  /** Makes one that explains some rows of a query with such words. */
  DocumentedDifference(
      String words,
      BiPredicate<List<List<@Nullable Object>>, List<List<@Nullable Object>>> explains) {
    this.words = Pattern.compile(words);
    this.explains = explains;
  }

  private static boolean areEqual(
      List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    return Values.compare(mine, theirs) == Values.Likeness.EQUAL;
  }

  private static List<List<@Nullable Object>> plainTypes(List<List<@Nullable Object>> rows) {
    return Values.replaced(Values.replaced(rows, TUPLE, "STRUCT"), UNWRITTEN, "");
  }

  private static List<List<@Nullable Object>> withoutHugeints(List<List<@Nullable Object>> rows) {
    return Values.replaced(rows, HUGEINT, "DOUBLE");
  }

  private static List<List<@Nullable Object>> withoutNullTypes(List<List<@Nullable Object>> rows) {
    return Values.replaced(
        Values.replaced(rows, NULL_TYPE, "VARCHAR"), NULL_ELEMENT, "StringType()");
  }

  private static List<List<@Nullable Object>> widened(List<List<@Nullable Object>> rows) {
    return Values.replaced(rows, NARROW, "BIGINT");
  }

  private static List<List<@Nullable Object>> withoutMidnight(List<List<@Nullable Object>> rows) {
    return Values.replaced(rows, START_OF_DAY, "");
  }

  private static List<List<@Nullable Object>> withoutOffsets(List<List<@Nullable Object>> rows) {
    return Values.mapped(rows, DocumentedDifference::withoutOffset);
  }

  /** Returns a time, or the text of a time, without its offset of none. */
  private static @Nullable Object withoutOffset(@Nullable Object value) {
    Matcher time = TIME_OF_OFFSET.matcher(value instanceof String text ? text : "");
    boolean isTime = time.matches();
    boolean isText = isTime && !time.group(2).equals("Z"); // a cast writes +00
    return isText ? time.group(1) : isTime ? LocalTime.parse(time.group(1)) : value;
  }

  private static List<List<@Nullable Object>> firsts(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> firsts = new ArrayList<>();
    rows.forEach(row -> firsts.add(row.subList(0, 1)));
    return firsts;
  }

  private static List<List<@Nullable Object>> ofBigints(List<List<@Nullable Object>> rows) {
    return Values.replaced(rows, HUGEINT, "BIGINT");
  }

  private static List<List<@Nullable Object>> compact(List<List<@Nullable Object>> rows) {
    return Values.replaced(rows, BETWEEN_WORDS, "");
  }

  private static List<List<@Nullable Object>> plainFiles(List<List<@Nullable Object>> rows) {
    return Values.replaced(Values.replaced(rows, FOLDER, ""), PART, "part");
  }

  private static List<List<@Nullable Object>> ofAccount(List<List<@Nullable Object>> rows) {
    String account = Matcher.quoteReplacement(System.getProperty("user.name"));
    return Values.replaced(rows, DUCKDB_USER, account);
  }

  private static List<List<@Nullable Object>> ofSession(List<List<@Nullable Object>> rows) {
    return Values.replaced(rows, DUCKDB_NAME, HEDDLE_NAME);
  }

  /** Returns whether a statement may give or write other rows, by its words alone. */
  static boolean isIn(String sql) {
    String text = sql.toLowerCase(Locale.ROOT);
    return OF_VALUES.stream().anyMatch(each -> each.words.matcher(text).find());
  }

  /** Returns the difference that explains other rows of a query, if one does. */
  static Optional<DocumentedDifference> of(
      String sql, List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    String text = sql.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(each -> each.words.matcher(text).find() && each.explains.test(mine, theirs))
        .findFirst();
  }
}
