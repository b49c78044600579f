package dev.heddle.physical.kernel.regex;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.text.ByteSearch;
import dev.heddle.physical.kernel.text.LikePattern;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled regular expression in re2 syntax, which takes time linear in the text. For one thread.
 *
 * <p>Texts are looked at in bytes by an automaton of our own as far as it understands the pattern,
 * and else by the library.
 */
public final class Regexes {
  /** A piece of a replacement: bytes, then a group if it is not -1. */
  private record Piece(byte[] bytes, int group) {}

  private static final Pattern CASELESS = Pattern.compile("\\(\\?[a-zA-Z]*i");
  private static final String CHARACTER = "(\\\\x\\{[0-9a-fA-F]{1,6}\\}|[^\\x00-\\x1f])";
  private static final Pattern RANGE =
      Pattern.compile("(?s)" + CHARACTER + "(?:-" + CHARACTER + ")?");
  private static final int FIRST_ENDLESS = 0x1C80;
  private static final int LAST_ENDLESS = 0x1C88;
  private static final int FIRST_FOLD = 0x41;
  private static final int LAST_FOLD = 0x1044F;

  private static final ByteSearch LINE_END = new ByteSearch(new byte[] {'\n'});

  private final Pattern pattern;
  private final List<Piece> replacement;
  private final boolean all;
  private final Optional<RegexForms> forms; // known of patterns to look for
  private final @Nullable RegexAutomaton automaton;
  private boolean narrows = true; // by forms, before texts are looked at

  private Regexes(Pattern pattern, Optional<RegexTree> tree, List<Piece> replacement, boolean all) {
    this.pattern = pattern;
    this.forms = tree.flatMap(RegexForms::of);
    this.automaton = tree.flatMap(RegexProgram::of).map(RegexAutomaton::new).orElse(null);
    this.replacement = replacement;
    this.all = all;
  }

  /**
   * Compiles a pattern to look for.
   *
   * @throws dev.heddle.frame.error.HeddleException if the pattern is malformed
   */
  public static Regexes of(String pattern) {
    return new Regexes(compile(pattern, 0), RegexParser.parse(pattern), List.of(), false);
  }

  /**
   * Compiles a pattern to replace.
   *
   * @param replacement what takes the place of a match; {@code \1} inserts its first group and
   *     {@code \\} a backslash
   * @param options {@code g} replaces every match, {@code i} ignores case, {@code s} lets the dot
   *     match line ends, {@code m} lets anchors match at lines, {@code c} minds case
   * @throws dev.heddle.frame.error.HeddleException if one of them is malformed
   */
  public static Regexes replacing(String pattern, String replacement, String options) {
    int flags = 0;
    boolean all = false;
    for (int i = 0; i < options.length(); i++) {
      switch (options.charAt(i)) {
        case 'g' -> all = true;
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
        case 's' -> flags |= Pattern.DOTALL;
        case 'm' -> flags |= Pattern.MULTILINE;
        case 'c' -> flags &= ~Pattern.CASE_INSENSITIVE;
        default ->
            throw Failures.argument(
                "Cannot use regular expression option \""
                    + options.charAt(i)
                    + "\"; the options are g, i, c, s, m");
      }
    }
    Pattern compiled = compile(pattern, flags);
    List<Piece> pieces = pieces(replacement, compiled.groupCount());
    return new Regexes(compiled, Optional.empty(), pieces, all);
  }

  /** Compiles a pattern by the library. */
  static Pattern compile(String pattern, int flags) {
    boolean isCaseless =
        (flags & Pattern.CASE_INSENSITIVE) != 0 || CASELESS.matcher(pattern).find();
    if (isCaseless && readsEndlessFolds(pattern)) {
      throw Failures.argument(
          "Cannot ignore case in regular expression \""
              + Failures.shorten(pattern)
              + "\": it names or spans U+1C80 to U+1C88; leave these letters out");
    }
    try {
      return Pattern.compile(pattern, flags);
    } catch (PatternSyntaxException e) {
      throw Failures.argument(
          "Cannot use regular expression \""
              + Failures.shorten(pattern)
              + "\": "
              + e.getDescription()
              + "; patterns have re2 syntax");
    }
  }

  /**
   * Returns whether the library would look without end for letters that differ from one in case
   * only: those of U+1C80 to U+1C88 become others that never become them again.
   */
  private static boolean readsEndlessFolds(String pattern) {
    Matcher ranges = RANGE.matcher(pattern);
    while (ranges.find()) {
      int first = codePoint(ranges.group(1));
      int last = ranges.group(2) == null ? first : codePoint(ranges.group(2));
      boolean isAll = first <= FIRST_FOLD && last >= LAST_FOLD; // needs no folds
      if (first <= LAST_ENDLESS && last >= FIRST_ENDLESS && !isAll) {
        return true;
      }
    }
    return false;
  }

  private static int codePoint(String text) {
    boolean isCode = text.startsWith("\\x{");
    return isCode ? Integer.parseInt(text, 3, text.length() - 1, 16) : text.codePointAt(0);
  }

  private static List<Piece> pieces(String replacement, int groups) {
    List<Piece> pieces = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < replacement.length(); i++) {
      char c = replacement.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char next = i + 1 < replacement.length() ? replacement.charAt(++i) : ' ';
      if (next == '\\') {
        text.append('\\');
      } else if (next >= '0' && next <= '9' && next - '0' <= groups) {
        pieces.add(new Piece(text.toString().getBytes(StandardCharsets.UTF_8), -1));
        pieces.add(new Piece(new byte[0], next - '0'));
        text.setLength(0);
      } else {
        throw Failures.argument(
            "Cannot use replacement \""
                + Failures.shorten(replacement)
                + "\": a backslash is followed by a backslash or the number of one of the "
                + groups
                + " groups");
      }
    }
    pieces.add(new Piece(text.toString().getBytes(StandardCharsets.UTF_8), -1));
    return List.copyOf(pieces);
  }

  /** Returns the number of groups. */
  public int groups() {
    return pattern.groupCount();
  }

  /**
   * Writes whether some part of each text matches: one bit a row, in whole words. Texts that LIKE
   * patterns decide are not looked at otherwise.
   *
   * @param validity which texts to look at, or 0 for all; the bits of others are unspecified
   * @param scratch room for the same number of bits
   */
  public void test(long views, long[] data, int rows, long validity, long scratch, long output) {
    RegexForms.Exactness exactness =
        forms.map(RegexForms::exactness).orElse(RegexForms.Exactness.NONE);
    if (forms.isPresent() && (narrows || exactness != RegexForms.Exactness.NONE)) {
      List<LikePattern> patterns = forms.get().patterns();
      patterns.getFirst().test(views, data, rows, output);
      for (LikePattern next : patterns.subList(1, patterns.size())) {
        next.test(views, data, rows, scratch);
        Validity.or(output, scratch, rows, output);
      }
    } else {
      Validity.fill(output, rows);
    }
    switch (exactness) {
      case ALL -> {}
      case LINES -> {
        LINE_END.contained(views, data, rows, scratch);
        Validity.and(output, scratch, rows, scratch);
        findIn(views, data, rows, validity, scratch, output);
      }
      case NONE -> findIn(views, data, rows, validity, output, output);
    }
  }

  /** Clears the bits of those of some texts in which no part matches. */
  private void findIn(long views, long[] data, int rows, long validity, long some, long output) {
    int looked = 0;
    boolean isDecided = automaton != null;
    for (int base = 0; base < rows; base += 64) {
      long left = Memory.getLong(some + (base >>> 3)) & -1L >>> -Math.min(64, rows - base);
      if (validity != 0) {
        left &= Memory.getLong(validity + (base >>> 3));
      }
      looked += Long.bitCount(left);
      long found = 0;
      long undecided = left;
      if (automaton != null) {
        found = findBytes(automaton, views + 16L * base, data, left);
        undecided = Long.expand(automaton.undecided(), left);
        isDecided &= undecided == 0;
      }
      for (; undecided != 0; undecided &= undecided - 1) {
        int i = Long.numberOfTrailingZeros(undecided);
        long view = views + 16L * (base + i);
        byte[] utf8 = Memory.toArray(StringViews.address(view, data), StringViews.length(view));
        found |= pattern.matcher(new Text(utf8).text).find() ? 1L << i : 0;
      }
      long hits = Memory.getLong(output + (base >>> 3)) & (~left | found);
      Memory.putLong(output + (base >>> 3), hits);
    }
    // a look at a short text costs about as much as a LIKE pattern
    narrows &= !isDecided || looked <= rows / 2;
  }

  private static long findBytes(RegexAutomaton automaton, long views, long[] data, long some) {
    automaton.clear();
    for (long left = some; left != 0; left &= left - 1) {
      long view = views + 16L * Long.numberOfTrailingZeros(left);
      automaton.add(StringViews.address(view, data), StringViews.length(view));
    }
    return Long.expand(automaton.find(), some);
  }

  /** Returns where a group of the first match starts and ends, packed, or -1 if there is none. */
  public long group(byte[] text, int group) {
    Text whole = new Text(text);
    Matcher matcher = pattern.matcher(whole.text);
    if (!matcher.find() || matcher.start(group) < 0) {
      return -1;
    }
    return (long) whole.offset(matcher.start(group)) << 32 | whole.offset(matcher.end(group));
  }

  /**
   * Returns the text with the first match, or all, replaced; an empty match right behind another
   * one is left as it is.
   */
  public byte[] replace(byte[] text) {
    Text whole = new Text(text);
    RegexMatches matches = new RegexMatches(pattern, whole.text);
    Matcher matcher = matches.match();
    ByteArrayOutputStream result = new ByteArrayOutputStream(text.length);
    int from = 0;
    while (matches.find()) {
      if (matches.isEmptyBehindMatch()) {
        continue;
      }
      whole.write(from, matcher.start(), result);
      append(matcher, whole, result);
      from = matcher.end();
      if (!all) {
        break;
      }
    }
    whole.write(from, whole.text.length(), result);
    return result.toByteArray();
  }

  private void append(Matcher matcher, Text whole, ByteArrayOutputStream result) {
    for (Piece piece : replacement) {
      result.writeBytes(piece.bytes);
      if (piece.group >= 0 && matcher.start(piece.group) >= 0) {
        whole.write(matcher.start(piece.group), matcher.end(piece.group), result);
      }
    }
  }

  /**
   * A text as the library is to see it: in bytes it takes any place behind a character beyond ASCII
   * for the text's start.
   */
  private static final class Text {
    private final byte[] utf8;
    private final String text;

    Text(byte[] utf8) {
      this.utf8 = utf8;
      this.text = new String(utf8, StandardCharsets.UTF_8);
    }

    /** Returns how many bytes precede a character. */
    int offset(int index) {
      return text.length() == utf8.length
          ? index
          : text.substring(0, index).getBytes(StandardCharsets.UTF_8).length;
    }

    void write(int from, int to, ByteArrayOutputStream result) {
      if (text.length() == utf8.length) {
        result.write(utf8, from, to - from);
      } else {
        result.writeBytes(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
