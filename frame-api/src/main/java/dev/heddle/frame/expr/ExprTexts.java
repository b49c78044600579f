package dev.heddle.frame.expr;

import dev.heddle.frame.expr.catalogue.ScalarFunction;

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
