package dev.heddle.bench.scripts;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is seen of a statement without parsing it. */
final class SqlShape {
  private static final Pattern UNSEEN =
      Pattern.compile("--[^\n]*|/\\*.*?\\*/|'[^']*'|\"[^\"]*\"", Pattern.DOTALL);
  private static final Pattern INNERMOST = Pattern.compile("\\([^()]*\\)");
  private static final Pattern ORDER = Pattern.compile("\\border\\s+by\\b");
  private static final Set<String> READING =
      Set.of(
          "select",
          "from",
          "with",
          "values",
          "table",
          "pivot",
          "unpivot",
          "describe",
          "show",
          "summarize",
          "explain",
          "(");
  private static final Set<String> SETTING = Set.of("set", "reset", "pragma", "call");
  private static final Set<String> HARMLESS = Set.of("analyze", "checkpoint", "vacuum");

  private static final Pattern SETTING_OF_ALL =
      Pattern.compile("(?:set|reset)\\s+(?!local|variable|schema|search_path|session)\\w+[^;]*;?$");

  private static final Pattern SET_NAME =
      Pattern.compile("(?:set|reset|pragma)\\s+(?:global\\s+|session\\s+|local\\s+)?(\\w+)");

  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?:create\\s+(?:or\\s+replace\\s+)?(?:temp\\w*\\s+)?(?:table|view)\\s+(?:if\\s+not\\s+exists\\s+)?"
              + "|insert\\s+into\\s+|delete\\s+from\\s+|update\\s+)(?:\\w+\\.)*(\\w+)");

  private static final Pattern POSITIONAL = Pattern.compile("\\bpositional\\s+join\\b");

  private static final Pattern CHANGE = Pattern.compile("\\b(?:insert|update|delete|merge)\\b");

  /** Settings that rows depend on. */
  private static final Pattern TELLING =
      Pattern.compile(
          "default_|_division|ieee_|order_by|schema|search|zone|calendar|variable|old_|semantics");

  private SqlShape() {}

  /** Returns the text without comments, and with nothing in place of quotes. */
  private static String seen(String sql) {
    return UNSEEN.matcher(sql).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a query has an ORDER BY outside of parentheses. */
  static boolean isOrdered(String sql) {
    String text = seen(sql);
    String outer = INNERMOST.matcher(text).replaceAll(" ");
    while (!outer.equals(text)) {
      text = outer;
      outer = INNERMOST.matcher(text).replaceAll(" ");
    }
    return ORDER.matcher(outer).find();
  }

  /** Returns whether a statement changes a setting, and not where it is run alone. */
  static boolean isSetting(String sql) {
    return SETTING_OF_ALL.matcher(seen(sql)).lookingAt();
  }

  /** Returns the names of the settings that a statement sets. */
  static Set<String> settings(String sql) {
    Matcher name = SET_NAME.matcher(seen(sql));
    return name.lookingAt() ? Set.of(name.group(1)) : Set.of();
  }

  /** Returns the name of the table or view that a statement writes, without its schema. */
  static Set<String> written(String sql) {
    Matcher name = WRITTEN.matcher(seen(sql));
    return name.lookingAt() ? Set.of(name.group(1)) : Set.of();
  }

  /** Returns the name of the table that a statement updates, without its schema. */
  static Set<String> updated(String sql) {
    return firstWord(sql).equals("update") ? written(sql) : Set.of();
  }

  /** Returns whether a query joins rows by their places. */
  static boolean isPositional(String sql) {
    return POSITIONAL.matcher(seen(sql)).find();
  }

  /** Returns whether a statement has one of these names, in no text or quotes. */
  static boolean namesAny(String sql, Set<String> names) {
    return readsAny(seen(sql), names);
  }

  /** Returns whether a statement has one of these words. */
  static boolean readsAny(String sql, Set<String> words) {
    return Arrays.stream(sql.toLowerCase(Locale.ROOT).split("\\W+")).anyMatch(words::contains);
  }

  /** Returns whether a statement shows a plan, of which each engine has its own. */
  static boolean isExplain(String sql) {
    return firstWord(sql).equals("explain");
  }

  /** Returns whether a statement only reads. */
  static boolean isReading(String sql) {
    return READING.contains(firstWord(sql)) && !CHANGE.matcher(seen(sql)).find();
  }

  /** Returns whether later answers may depend on what a statement does. */
  static boolean isChanging(String sql) {
    String first = firstWord(sql);
    boolean isTelling = !SETTING.contains(first) || TELLING.matcher(seen(sql)).find();
    return isTelling && !isReading(sql) && !HARMLESS.contains(first);
  }

  private static String firstWord(String sql) {
    String text = seen(sql);
    return text.startsWith("(") ? "(" : text.split("\\W", 2)[0];
  }
}
