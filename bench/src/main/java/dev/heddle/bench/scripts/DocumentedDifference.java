package dev.heddle.bench.scripts;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
  TYPE("\\b(?:typeof|pg_typeof|describe|show|\\w+_type)\\b") {
    @Override
    boolean explains(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
      return Values.compare(plainTypes(mine), plainTypes(theirs)) == Values.Likeness.EQUAL;
    }
  },

  /** To how many digits the quotient of DECIMALs is rounded, and what is computed of it. */
  QUOTIENT("/") {
    @Override
    boolean explains(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
      return Values.compare(Values.shortened(mine, theirs), theirs) == Values.Likeness.EQUAL;
    }
  },

  /** That features of GeoJSON are no rows. */
  GEOMETRY("\\.geojsonl?\\b"),

  /** What the files of a folder are called that COPY writes. */
  FILE("\\b(?:filename|read_text|read_blob|glob)\\b") {
    @Override
    boolean explains(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
      return Values.compare(plainFiles(mine), plainFiles(theirs)) == Values.Likeness.EQUAL;
    }
  },

  /** Who the user of a session is. */
  USER("\\b(?:user|current_user|session_user|current_role)\\b") {
    @Override
    boolean explains(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
      String account = Matcher.quoteReplacement(System.getProperty("user.name"));
      List<List<@Nullable Object>> renamed = Values.replaced(theirs, DUCKDB_USER, account);
      return Values.compare(mine, renamed) == Values.Likeness.EQUAL;
    }
  },

  /** What the database of a session is called. */
  DATABASE("") {
    @Override
    boolean explains(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
      List<List<@Nullable Object>> renamed = Values.replaced(theirs, DUCKDB_NAME, HEDDLE_NAME);
      return Values.compare(mine, renamed) == Values.Likeness.EQUAL;
    }
  };

  /** Those of values that tables may be made of. */
  private static final Set<DocumentedDifference> OF_VALUES =
      EnumSet.of(SAMPLE, DRAW, HASH, ESTIMATE);

  private static final Pattern DUCKDB_NAME = Pattern.compile("\\bmemory\\b");
  private static final String HEDDLE_NAME = "heddle";
  private static final Pattern DUCKDB_USER = Pattern.compile("^duckdb$");
  private static final Pattern FOLDER = Pattern.compile("(?<=/scripts\\d{1,20}/)(duckdb|heddle)/");
  private static final Pattern PART =
      Pattern.compile("(?<=/)(?:data_\\d+|part-[0-9A-Za-z-]+)(?=\\.\\w+$)");
  private static final Pattern TUPLE = Pattern.compile("\\bTUPLE(?=\\()");
  private static final Pattern UNWRITTEN =
      Pattern.compile("(?<=[(, ])element\\d+ |\"|(?<=\\[)\\d+(?=])|(?<=\\bTIMESTAMP)_M?S\\b");

  private final Pattern words;

  DocumentedDifference(String words) {
    this.words = Pattern.compile(words);
  }

  private static List<List<@Nullable Object>> plainTypes(List<List<@Nullable Object>> rows) {
    return Values.replaced(Values.replaced(rows, TUPLE, "STRUCT"), UNWRITTEN, "");
  }

  private static List<List<@Nullable Object>> plainFiles(List<List<@Nullable Object>> rows) {
    return Values.replaced(Values.replaced(rows, FOLDER, ""), PART, "part");
  }

  /** Returns whether rows that such a query gives may differ as these do. */
  boolean explains(List<List<@Nullable Object>> mine, List<List<@Nullable Object>> theirs) {
    return true;
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
        .filter(each -> each.words.matcher(text).find() && each.explains(mine, theirs))
        .findFirst();
  }
}
