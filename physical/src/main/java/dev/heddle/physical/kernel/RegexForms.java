package dev.heddle.physical.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a text must be like for a regular expression to be found in it: one LIKE pattern for each of
 * its alternatives, in which groups and repetitions are any text and classes one character.
 *
 * <p>Says nothing of expressions with flags or assertions inside, and of those without any text.
 *
 * @param patterns of which one holds for each text that the expression is found in
 * @param exactness which texts it is found in among those for which one holds
 */
record RegexForms(List<LikePattern> patterns, Exactness exactness) {
  /** How much LIKE patterns say. */
  enum Exactness {
    /** The expression is found in all of them. */
    ALL,
    /** It is found in those without a line end, which a dot does not match. */
    LINES,
    /** It is to be looked for. */
    NONE
  }

  private static final int MOST_ALTERNATIVES = 8;
  private static final char ESCAPE = '\\';

  RegexForms {
    patterns = List.copyOf(patterns);
  }

  /** Returns what texts must be like, or nothing if that is not known to be worth a test. */
  static Optional<RegexForms> of(String regex) {
    Parser parser = new Parser(regex);
    if (!parser.parse() || parser.alternatives.size() > MOST_ALTERNATIVES) {
      return Optional.empty();
    }
    List<LikePattern> patterns = new ArrayList<>();
    for (String alternative : parser.alternatives) {
      patterns.add(LikePattern.compile(alternative, ESCAPE));
    }
    return Optional.of(new RegexForms(patterns, parser.exactness));
  }

  /** Reads an expression that is known to be well-formed, as far as its syntax is simple. */
  private static final class Parser {
    private final String regex;
    private final List<String> alternatives = new ArrayList<>();
    private final StringBuilder like = new StringBuilder();
    private Exactness exactness = Exactness.ALL;
    private boolean hasText;
    private int at;

    Parser(String regex) {
      this.regex = regex;
    }

    /** Returns whether all was understood and each alternative has a text. */
    boolean parse() {
      do {
        if (!alternative()) {
          return false;
        }
        alternatives.add(like.toString());
        at++; // the bar
      } while (at <= regex.length());
      return true;
    }

    private boolean isNext(char c) {
      return at < regex.length() && regex.charAt(at) == c;
    }

    private boolean isAtEnd() {
      return at == regex.length() || isNext('|');
    }

    private boolean alternative() {
      like.setLength(0);
      hasText = false;
      if (isNext('^')) {
        at++;
      } else {
        like.append('%');
      }
      while (!isAtEnd()) {
        if (isNext('$')) {
          at++;
          return isAtEnd() && hasText;
        }
        int start = like.length();
        boolean hadText = hasText;
        boolean isDot = isNext('.');
        if (!atom() || !repetition(start, isDot, hadText)) {
          return false;
        }
      }
      like.append('%');
      return hasText;
    }

    private boolean atom() {
      int c = regex.codePointAt(at);
      at += Character.charCount(c);
      return switch (c) {
        case '.' -> {
          like.append('_');
          loosen(Exactness.LINES);
          yield true;
        }
        case '\\' -> escaped();
        case '[' -> {
          like.append('_');
          loosen(Exactness.NONE);
          yield skipClass();
        }
        case '(' -> {
          like.append('%');
          loosen(Exactness.NONE);
          yield skipGroup();
        }
        case ')', '*', '+', '?', '{', '^' -> false;
        default -> {
          literal(c);
          yield true;
        }
      };
    }

    private void literal(int c) {
      if (c == '%' || c == '_' || c == ESCAPE) {
        like.append(ESCAPE);
      }
      like.appendCodePoint(c);
      hasText = true;
    }

    private void loosen(Exactness to) {
      exactness = exactness.compareTo(to) < 0 ? to : exactness;
    }

    private boolean escaped() {
      if (at == regex.length()) {
        return false;
      }
      char c = regex.charAt(at++);
      if ("dDwWsS".indexOf(c) >= 0) {
        like.append('_');
        loosen(Exactness.NONE);
        return true;
      }
      if (c >= 0x80 || Character.isLetterOrDigit(c)) {
        return false;
      }
      literal(c);
      return true;
    }

    /** Skips the rest of a class, which stands for one character. */
    private boolean skipClass() {
      if (isNext('^')) {
        at++;
      }
      if (isNext(']')) {
        at++;
      }
      while (at < regex.length()) {
        char c = regex.charAt(at++);
        if (c == ']') {
          return true;
        }
        if (c == '[') {
          return false; // maybe a named class
        }
        if (c == '\\') {
          at++;
        }
      }
      return false;
    }

    private boolean skipGroup() {
      if (isNext('?')) {
        at++;
        if (!isNext(':')) {
          return false; // flags or a name
        }
      }
      while (at < regex.length()) {
        char c = regex.charAt(at++);
        boolean isUnderstood = true;
        switch (c) {
          case ')' -> {
            return true;
          }
          case '(' -> isUnderstood = skipGroup();
          case '[' -> isUnderstood = skipClass();
          case '\\' -> {
            isUnderstood = !isNext('Q');
            at++;
          }
          default -> {}
        }
        if (!isUnderstood) {
          return false;
        }
      }
      return false;
    }

    /**
     * Reads how often the atom that was written at {@code start} stands.
     *
     * @param hadText whether there is text before it
     */
    private boolean repetition(int start, boolean isDot, boolean hadText) {
      if (at == regex.length()) {
        return true;
      }
      char c = regex.charAt(at);
      if (c != '*' && c != '?' && c != '+' && c != '{') {
        return true;
      }
      if (c == '{') {
        at = regex.indexOf('}', at);
        if (at < 0 || !regex.substring(0, at + 1).matches("(?s).*\\{\\d+(,\\d*)?\\}")) {
          return false; // the brace stands for itself
        }
      }
      at++;
      if (isNext('?')) {
        at++; // as short as possible
      }
      if (c != '+') {
        like.setLength(start);
        hasText = hadText;
      }
      like.append('%');
      if (!isDot || c == '?' || c == '{') {
        loosen(Exactness.NONE);
      }
      return true;
    }
  }
}
