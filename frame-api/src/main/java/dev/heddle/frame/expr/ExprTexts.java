package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.Map;

/**
 * Text functions on expressions; part of {@link Expr}. Positions and lengths count code points,
 * positions from 1.
 */
public sealed interface ExprTexts permits Expr {
  private Expr call(ScalarFunction function, Expr... others) {
    return ExprCalls.on((Expr) this, function, others);
  }

  /**
   * Returns whether this matches a pattern: {@code %} matches any text, {@code _} one character.
   */
  default Expr like(String pattern) {
    return call(ScalarFunction.LIKE, Functions.lit(pattern));
  }

  /**
   * Returns whether this matches a pattern in which {@code escape} takes the meaning from the next
   * character.
   */
  default Expr like(String pattern, char escape) {
    return call(ScalarFunction.LIKE, Functions.lit(pattern), Functions.lit(String.valueOf(escape)));
  }

  /** Returns whether this matches a pattern as in {@link #like(String)}, without regard to case. */
  default Expr ilike(String pattern) {
    return call(ScalarFunction.ILIKE, Functions.lit(pattern));
  }

  /** Returns the text from a position. */
  default Expr substring(int start) {
    return call(ScalarFunction.SUBSTRING, Functions.lit(start));
  }

  /** Returns at most {@code length} characters from a position. */
  default Expr substring(int start, int length) {
    return call(ScalarFunction.SUBSTRING, Functions.lit(start), Functions.lit(length));
  }

  /** Returns the text in upper case. */
  default Expr upper() {
    return call(ScalarFunction.UPPER);
  }

  /** Returns the text in lower case. */
  default Expr lower() {
    return call(ScalarFunction.LOWER);
  }

  /** Returns the text without blanks at both ends. */
  default Expr trim() {
    return call(ScalarFunction.TRIM);
  }

  /** Returns the text without any of the characters at both ends. */
  default Expr trim(String characters) {
    return call(ScalarFunction.TRIM, Functions.lit(characters));
  }

  /** Returns the text without blanks at the start. */
  default Expr trimStart() {
    return call(ScalarFunction.LTRIM);
  }

  /** Returns the text without any of the characters at the start. */
  default Expr trimStart(String characters) {
    return call(ScalarFunction.LTRIM, Functions.lit(characters));
  }

  /** Returns the text without blanks at the end. */
  default Expr trimEnd() {
    return call(ScalarFunction.RTRIM);
  }

  /** Returns the text without any of the characters at the end. */
  default Expr trimEnd(String characters) {
    return call(ScalarFunction.RTRIM, Functions.lit(characters));
  }

  /** Returns the number of characters of a text, of elements of a list, of entries of a map. */
  default Expr length() {
    return call(ScalarFunction.LENGTH);
  }

  /**
   * Returns both texts, or both lists, joined; null if one is null. Other types are written as
   * text.
   */
  default Expr concat(Expr other) {
    return call(ScalarFunction.CONCAT_OPERATOR, other);
  }

  /** Returns both texts joined. */
  default Expr concat(String other) {
    return concat(Functions.lit(other));
  }

  /** Returns whether the part occurs in this text, list or keys of a map. */
  default Expr contains(Expr part) {
    return call(ScalarFunction.CONTAINS, part);
  }

  /** Returns whether this starts with the part. */
  default Expr startsWith(Expr part) {
    return call(ScalarFunction.STARTS_WITH, part);
  }

  /** Returns whether this starts with the part. */
  default Expr startsWith(String part) {
    return startsWith(Functions.lit(part));
  }

  /** Returns whether this ends with the part. */
  default Expr endsWith(Expr part) {
    return call(ScalarFunction.ENDS_WITH, part);
  }

  /** Returns whether this ends with the part. */
  default Expr endsWith(String part) {
    return endsWith(Functions.lit(part));
  }

  /** Returns this with every occurrence of one text replaced by another. */
  default Expr replace(String from, String to) {
    return call(ScalarFunction.REPLACE, Functions.lit(from), Functions.lit(to));
  }

  /** Returns the position of the part's first occurrence, 0 if there is none. */
  default Expr position(String part) {
    return call(ScalarFunction.POSITION, Functions.lit(part));
  }

  /** Returns the first characters; a negative count leaves out that many at the end. */
  default Expr left(int count) {
    return call(ScalarFunction.LEFT, Functions.lit(count));
  }

  /** Returns the last characters; a negative count leaves out that many at the start. */
  default Expr right(int count) {
    return call(ScalarFunction.RIGHT, Functions.lit(count));
  }

  /** Returns this filled up at the start, or cut, to a length. */
  default Expr padStart(int length, String fill) {
    return call(ScalarFunction.LPAD, Functions.lit(length), Functions.lit(fill));
  }

  /** Returns this filled up at the end, or cut, to a length. */
  default Expr padEnd(int length, String fill) {
    return call(ScalarFunction.RPAD, Functions.lit(length), Functions.lit(fill));
  }

  /** Returns the characters, or the elements, in reverse order. */
  default Expr reverse() {
    return call(ScalarFunction.REVERSE);
  }

  /** Returns this several times. */
  default Expr repeat(int count) {
    return call(ScalarFunction.REPEAT, Functions.lit(count));
  }

  /**
   * Returns the n-th part between separators, from 1, from the end if negative; empty if there is
   * none. By an empty separator the parts are the characters.
   */
  default Expr splitPart(String separator, int n) {
    return call(ScalarFunction.SPLIT_PART, Functions.lit(separator), Functions.lit(n));
  }

  /** Returns the text without a start, if it starts so. */
  default Expr stripPrefix(String prefix) {
    return byName("strip_prefix", Functions.lit(prefix));
  }

  /** Returns the text without an end, if it ends so. */
  default Expr stripSuffix(String suffix) {
    return byName("strip_suffix", Functions.lit(suffix));
  }

  /** Returns whether one of the texts occurs in this. */
  default Expr containsAny(String... texts) {
    return byName("contains_any", texts(texts));
  }

  /**
   * Returns a list of the texts that occur in this and do not overlap: the one that ends first, of
   * those the longest, and then behind it.
   */
  default Expr extractMany(String... texts) {
    return byName("extract_many", texts(texts));
  }

  /** Returns a list of the positions of what {@link #extractMany} gives. */
  default Expr findMany(String... texts) {
    return byName("find_many", texts(texts));
  }

  /** Returns this with the keys that occur as in {@link #extractMany} replaced by their values. */
  default Expr replaceMany(Map<String, String> texts) {
    requireNonNull(texts, "texts is null");
    return byName(
        "replace_many",
        texts(texts.keySet().toArray(String[]::new)),
        texts(texts.values().toArray(String[]::new)));
  }

  /** Returns a struct of the groups of the first match of a pattern, under these names. */
  default Expr regexpExtractGroups(String pattern, String... names) {
    return byName("regexp_extract", Functions.lit(pattern), texts(names));
  }

  /** Returns the number of matches of a pattern that do not overlap. */
  default Expr regexpCount(String pattern) {
    return byName("regexp_count", Functions.lit(pattern));
  }

  /** Returns a struct of the first n + 1 parts between separators, {@code field_0} and so on. */
  default Expr splitExact(String separator, int n) {
    return byName("split_exact", Functions.lit(separator), Functions.lit(n));
  }

  /** Returns a struct of the first n - 1 parts between separators and the rest. */
  default Expr splitN(String separator, int n) {
    return byName("splitn", Functions.lit(separator), Functions.lit(n));
  }

  /** Returns the text in a form of Unicode: NFC, NFD, NFKC or NFKD. */
  default Expr normalize(String form) {
    return byName("normalize", Functions.lit(form));
  }

  /** Returns the first characters of words in upper case, the others in lower case. */
  default Expr initCap() {
    return byName("initcap");
  }

  private Expr byName(String function, Expr... others) {
    Expr[] arguments = new Expr[others.length + 1];
    arguments[0] = (Expr) this;
    System.arraycopy(others, 0, arguments, 1, others.length);
    return Functions.call(function, arguments);
  }

  private static Expr texts(String... texts) {
    return Functions.list(
        Arguments.all(texts, "texts").stream().map(Functions::lit).toArray(Expr[]::new));
  }

  /** Returns whether a regular expression (re2 syntax) matches some part of this. */
  default Expr regexpMatches(String pattern) {
    return call(ScalarFunction.REGEXP_MATCHES, Functions.lit(pattern));
  }

  /**
   * Returns a group (0: everything) of the first match of a regular expression, empty if there is
   * none.
   */
  default Expr regexpExtract(String pattern, int group) {
    return call(ScalarFunction.REGEXP_EXTRACT, Functions.lit(pattern), Functions.lit(group));
  }

  /**
   * Returns this with every match of a regular expression replaced; {@code \1} inserts the first
   * group.
   */
  default Expr regexpReplace(String pattern, String replacement) {
    return call(
        ScalarFunction.REGEXP_REPLACE,
        Functions.lit(pattern),
        Functions.lit(replacement),
        Functions.lit("g"));
  }
}
