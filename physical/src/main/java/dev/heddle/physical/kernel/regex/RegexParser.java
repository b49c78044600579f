package dev.heddle.physical.kernel.regex;

import com.google.re2j.Pattern;
import dev.heddle.physical.kernel.regex.RegexTree.Chars;
import dev.heddle.physical.kernel.regex.RegexTree.Choice;
import dev.heddle.physical.kernel.regex.RegexTree.Group;
import dev.heddle.physical.kernel.regex.RegexTree.Place;
import dev.heddle.physical.kernel.regex.RegexTree.Repeat;
import dev.heddle.physical.kernel.regex.RegexTree.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads regular expressions in re2 syntax that are known to be well-formed.
 *
 * <p>Leaves Unicode's classes, and letters beyond ASCII without regard to case, to the library.
 */
final class RegexParser {
  /** Ends the reading of what is not understood. */
  private static final class NotUnderstood extends Exception {
    private static final long serialVersionUID = 1L;

    NotUnderstood() {
      super("not understood", null, false, false);
    }
  }

  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("d", "09"),
          Map.entry("s", "\t\n\f\r  "),
          Map.entry("w", "09AZ__az"),
          Map.entry("alnum", "09AZaz"),
          Map.entry("alpha", "AZaz"),
          Map.entry("ascii", "\0\u007f"),
          Map.entry("blank", "\t\t  "),
          Map.entry("cntrl", "\0\u001f\u007f\u007f"),
          Map.entry("digit", "09"),
          Map.entry("graph", "!~"),
          Map.entry("lower", "az"),
          Map.entry("print", " ~"),
          Map.entry("punct", "!/:@[`{~"),
          Map.entry("space", "\t\r  "),
          Map.entry("upper", "AZ"),
          Map.entry("word", "09AZ__az"),
          Map.entry("xdigit", "09AFaf"));
  private static final int DEEPEST = 100;

  private final String regex;
  private final boolean keepsGroups;
  private int groups;
  private int at;
  private int depth;
  private boolean ignoresCase;
  private boolean hasLines;
  private boolean dotsTakeLineEnds;
  private boolean isUngreedy;

  private RegexParser(String regex, boolean keepsGroups, int flags) {
    this.regex = regex;
    this.keepsGroups = keepsGroups;
    this.ignoresCase = (flags & Pattern.CASE_INSENSITIVE) != 0;
    this.hasLines = (flags & Pattern.MULTILINE) != 0;
    this.dotsTakeLineEnds = (flags & Pattern.DOTALL) != 0;
  }

  /**
   * Returns what an expression is made of, as far as finding it matters: groups are their content.
   * Returns nothing if that is not all understood.
   */
  static Optional<RegexTree> parse(String regex) {
    return new RegexParser(regex, false, 0).parse();
  }

  /**
   * Returns what an expression is made of, with its groups, or nothing if not all is understood.
   *
   * @param flags of the library's: {@link Pattern#CASE_INSENSITIVE}, {@link Pattern#MULTILINE},
   *     {@link Pattern#DOTALL}
   */
  static Optional<RegexTree> parseWithGroups(String regex, int flags) {
    return new RegexParser(regex, true, flags).parse();
  }

  private Optional<RegexTree> parse() {
    try {
      RegexTree tree = choice();
      return isMore() ? Optional.empty() : Optional.of(tree);
    } catch (NotUnderstood e) {
      return Optional.empty();
    }
  }

  private boolean isMore() {
    return at < regex.length();
  }

  private boolean isNext(char c) {
    return isMore() && regex.charAt(at) == c;
  }

  private boolean skip(String text) {
    boolean isThere = regex.startsWith(text, at);
    at += isThere ? text.length() : 0;
    return isThere;
  }

  private int next() throws NotUnderstood {
    if (!isMore()) {
      throw new NotUnderstood();
    }
    int c = regex.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  /** Reads up to the end or to a closing parenthesis. */
  private RegexTree choice() throws NotUnderstood {
    List<RegexTree> parts = new ArrayList<>();
    do {
      parts.add(sequence());
    } while (skip("|"));
    return parts.size() == 1 ? parts.getFirst() : new Choice(parts);
  }

  private RegexTree sequence() throws NotUnderstood {
    List<RegexTree> parts = new ArrayList<>();
    while (isMore() && !isNext('|') && !isNext(')')) {
      if (skip("\\Q")) {
        quoted(parts);
        continue;
      }
      if (isNext('(')) {
        group(parts);
      } else {
        parts.add(atom());
      }
      repetitions(parts);
    }
    return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
  }

  /** Reads code points that match themselves, of which the last may be repeated. */
  private void quoted(List<RegexTree> parts) throws NotUnderstood {
    int end = regex.indexOf("\\E", at);
    end = end < 0 ? regex.length() : end;
    if (end == at) {
      throw new NotUnderstood(); // what follows repeats what precedes
    }
    while (at < end) {
      parts.add(literal(next()));
    }
    skip("\\E");
    repetitions(parts);
  }

  private void group(List<RegexTree> parts) throws NotUnderstood {
    boolean ignoredCase = ignoresCase;
    boolean hadLines = hasLines;
    boolean dotsTookLineEnds = dotsTakeLineEnds;
    boolean wasUngreedy = isUngreedy;
    int number = 0; // of a group that has one
    at++; // the parenthesis
    if (skip("?P<") || skip("?<")) {
      at = regex.indexOf('>', at) + 1;
      number = ++groups;
    } else if (!isNext('?')) {
      number = ++groups;
    } else if (skip("?") && !hasFlagsOfGroup()) {
      if (isMore() && "*+?{".indexOf(regex.charAt(at)) >= 0) {
        throw new NotUnderstood(); // repeats what precedes the flags
      }
      return;
    }
    if (++depth > DEEPEST) {
      throw new NotUnderstood();
    }
    RegexTree part = choice();
    parts.add(keepsGroups && number > 0 ? new Group(part, number) : part);
    depth--;
    if (next() != ')') {
      throw new NotUnderstood();
    }
    ignoresCase = ignoredCase;
    hasLines = hadLines;
    dotsTakeLineEnds = dotsTookLineEnds;
    isUngreedy = wasUngreedy;
  }

  /** Reads flags, and returns whether they are of a group that follows. */
  private boolean hasFlagsOfGroup() throws NotUnderstood {
    boolean isOn = true;
    while (true) {
      switch (next()) {
        case 'i' -> ignoresCase = isOn;
        case 'm' -> hasLines = isOn;
        case 's' -> dotsTakeLineEnds = isOn;
        case 'U' -> isUngreedy = isOn;
        case '-' -> isOn = false;
        case ':' -> {
          return true;
        }
        case ')' -> {
          return false;
        }
        default -> throw new NotUnderstood();
      }
    }
  }

  private void repetitions(List<RegexTree> parts) throws NotUnderstood {
    while (isMore()) {
      int least = 0;
      int most = Repeat.UNBOUNDED;
      if (skip("+")) {
        least = 1;
      } else if (skip("?")) {
        most = 1;
      } else if (isNext('{')) {
        int end = regex.indexOf('}', at);
        String counts = end < 0 ? "" : regex.substring(at + 1, end);
        if (!counts.matches("(0|[1-9]\\d{0,3})(,(0|[1-9]\\d{0,3})?)?")) {
          return; // the brace matches itself
        }
        at = end + 1;
        int comma = counts.indexOf(',');
        least = Integer.parseInt(comma < 0 ? counts : counts.substring(0, comma));
        if (comma < 0) {
          most = least;
        } else if (comma + 1 < counts.length()) {
          most = Integer.parseInt(counts.substring(comma + 1));
        }
      } else if (!skip("*")) {
        return;
      }
      boolean isGreedy = skip("?") == isUngreedy;
      parts.add(new Repeat(parts.removeLast(), least, most, isGreedy));
    }
  }

  private RegexTree atom() throws NotUnderstood {
    int c = next();
    return switch (c) {
      case '^' -> hasLines ? Place.LINE_START : Place.TEXT_START;
      case '$' -> hasLines ? Place.LINE_END : Place.TEXT_END;
      case '.' -> dotsTakeLineEnds ? Chars.ANY : Chars.ANY_IN_LINE;
      case '[' -> set();
      case '\\' -> escaped();
      case '*', '+', '?' -> throw new NotUnderstood();
      default -> literal(c);
    };
  }

  private RegexTree literal(int c) throws NotUnderstood {
    CodePoints points = new CodePoints();
    add(points, c, c);
    return points.build();
  }

  private RegexTree escaped() throws NotUnderstood {
    if (skip("A")) {
      return Place.TEXT_START;
    }
    if (skip("z")) {
      return Place.TEXT_END;
    }
    if (skip("b")) {
      return Place.WORD_EDGE;
    }
    if (skip("B")) {
      return Place.NO_WORD_EDGE;
    }
    CodePoints points = new CodePoints();
    return isClassAdded(points) ? points.build() : literal(escapedLiteral());
  }

  /** Reads a class of one letter behind a backslash, if one is next. */
  private boolean isClassAdded(CodePoints points) throws NotUnderstood {
    if (!isMore() || "dDsSwW".indexOf(regex.charAt(at)) < 0) {
      return false;
    }
    char name = regex.charAt(at++);
    String lower = String.valueOf(Character.toLowerCase(name));
    addClass(points, lower, !lower.equals(String.valueOf(name)));
    return true;
  }

  private void addClass(CodePoints points, String name, boolean isNegated) throws NotUnderstood {
    String ranges = CLASSES.get(name);
    if (ranges == null) {
      throw new NotUnderstood();
    }
    CodePoints members = new CodePoints();
    for (int i = 0; i < ranges.length(); i += 2) {
      add(members, ranges.charAt(i), ranges.charAt(i + 1));
    }
    points.addAll(isNegated ? members.negated() : members);
  }

  private int escapedLiteral() throws NotUnderstood {
    int c = next();
    return switch (c) {
      case 'a' -> 7;
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 11;
      case 'x' -> hexadecimal();
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(c);
      default -> {
        if (c >= 0x80 || Character.isLetterOrDigit(c)) {
          throw new NotUnderstood();
        }
        yield c;
      }
    };
  }

  private int octal(int first) {
    int value = first - '0';
    for (int i = 1; i < 3 && isMore() && "01234567".indexOf(regex.charAt(at)) >= 0; i++) {
      value = 8 * value + regex.charAt(at++) - '0';
    }
    return value;
  }

  private int hexadecimal() throws NotUnderstood {
    int end = isNext('{') ? regex.indexOf('}', at) : at + 2;
    int from = isNext('{') ? at + 1 : at;
    if (end < from || end > regex.length()) {
      throw new NotUnderstood();
    }
    int value = 0;
    for (int i = from; i < end; i++) {
      value = 16 * value + Character.digit(regex.charAt(i), 16);
    }
    at = isNext('{') ? end + 1 : end;
    return value;
  }

  /** Reads the rest of a set in brackets. */
  private RegexTree set() throws NotUnderstood {
    boolean isNegated = skip("^");
    CodePoints points = new CodePoints();
    boolean isFirst = true;
    while (isFirst || !isNext(']')) {
      isFirst = false;
      if (isNext('[') && regex.startsWith("[:", at) && regex.indexOf(":]", at) >= 0) {
        int end = regex.indexOf(":]", at);
        boolean isOther = regex.startsWith("[:^", at);
        addClass(points, regex.substring(at + (isOther ? 3 : 2), end), isOther);
        at = end + 2;
        continue;
      }
      if (isNext('\\')) {
        at++;
        if (isClassAdded(points)) {
          continue;
        }
        at--;
      }
      int first = member();
      int last = first;
      if (isNext('-') && !regex.startsWith("-]", at)) {
        at++;
        last = member();
      }
      add(points, first, last);
    }
    at++; // the bracket
    return (isNegated ? points.negated() : points).build();
  }

  private int member() throws NotUnderstood {
    return skip("\\") ? escapedLiteral() : next();
  }

  /** Adds a range, and what differs from it in case only if that is ignored. */
  private void add(CodePoints points, int first, int last) throws NotUnderstood {
    if (first == last && first >= Character.MIN_SURROGATE && first <= Character.MAX_SURROGATE) {
      throw new NotUnderstood(); // no text has it
    }
    points.add(first, last);
    if (!ignoresCase) {
      return;
    }
    if (last >= 0x80) {
      throw new NotUnderstood();
    }
    for (int c = Math.max(first, 'A'); c <= Math.min(last, 'z'); c++) {
      if (Character.isLetter(c)) {
        points.add(c ^ 0x20, c ^ 0x20);
        if ((c | 0x20) == 'k') {
          points.add(0x212a, 0x212a); // the sign of kelvin
        } else if ((c | 0x20) == 's') {
          points.add(0x17f, 0x17f); // the long s
        }
      }
    }
  }

  /** A set that grows. */
  private static final class CodePoints {
    private final TreeMap<Integer, Integer> ranges = new TreeMap<>();

    void add(int first, int last) {
      int from = first;
      int to = last;
      Map.Entry<Integer, Integer> before = ranges.floorEntry(first);
      if (before != null && before.getValue() >= first - 1) {
        from = before.getKey();
      }
      Map.Entry<Integer, Integer> behind = ranges.floorEntry(last + 1);
      if (behind != null) {
        to = Math.max(to, behind.getValue());
      }
      ranges.subMap(from, true, to, true).clear();
      ranges.put(from, to);
    }

    void addAll(CodePoints others) {
      others.ranges.forEach(this::add);
    }

    CodePoints negated() {
      CodePoints others = new CodePoints();
      int from = 0;
      for (Map.Entry<Integer, Integer> range : ranges.entrySet()) {
        if (range.getKey() > from) {
          others.add(from, range.getKey() - 1);
        }
        from = range.getValue() + 1;
      }
      if (from <= Chars.LAST) {
        others.add(from, Chars.LAST);
      }
      return others;
    }

    Chars build() {
      List<Integer> bounds = new ArrayList<>();
      ranges.forEach(
          (first, last) -> {
            bounds.add(first);
            bounds.add(last);
          });
      return new Chars(bounds);
    }
  }
}
