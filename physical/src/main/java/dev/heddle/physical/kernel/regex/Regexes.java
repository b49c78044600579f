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
import dev.heddle.physical.kernel.text.Utf8;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final long MAX_BYTES = Integer.MAX_VALUE - 16;
  private static final int FIRST_ENDLESS = 0x1C80;
  private static final int LAST_ENDLESS = 0x1C88;
  private static final int FIRST_FOLD = 0x41;
  private static final int LAST_FOLD = 0x1044F;

  private static final ByteSearch LINE_END = new ByteSearch(new byte[] {'\n'});

  private final Pattern pattern;
  private final List<Piece> replacement;
  private final boolean all;
  private final int group; // to extract
  private final int[] groups; // whose places are asked for
  private final @Nullable RegexCaptures captures;
  private byte[] written = new byte[64]; // with what is replaced
  private int writtenBytes;
  private final Optional<RegexForms> forms; // known of patterns to look for
  private final @Nullable RegexAutomaton automaton;
  private boolean narrows = true; // by forms, before texts are looked at

  /** Makes what looks for a pattern. */
  private Regexes(Pattern pattern, Optional<RegexTree> tree) {
    this.pattern = pattern;
    this.forms = tree.flatMap(RegexForms::of);
    this.automaton = tree.flatMap(RegexProgram::of).map(RegexAutomaton::new).orElse(null);
    this.replacement = List.of();
    this.all = false;
    this.group = 0;
    this.groups = new int[0];
    this.captures = null;
  }

  /** Makes what asks where matches lie, and some groups in them. */
  private Regexes(Pattern pattern, int[] groups, int group, List<Piece> replacement, boolean all) {
    this.pattern = pattern;
    this.forms = Optional.empty();
    this.automaton = null;
    this.replacement = replacement;
    this.all = all;
    this.group = group;
    this.groups = groups;
    this.captures =
        RegexParser.parseWithGroups(pattern.pattern(), pattern.flags())
            .flatMap(tree -> RegexCaptures.of(tree, groups))
            .orElse(null);
  }

  /**
   * Compiles a pattern to look for.
   *
   * @throws dev.heddle.frame.error.HeddleException if the pattern is malformed
   */
  public static Regexes of(String pattern) {
    return new Regexes(compile(pattern, 0), RegexParser.parse(pattern));
  }

  /**
   * Compiles a pattern of which a group is to be extracted.
   *
   * @param group its number, or 0 for the whole match
   * @throws dev.heddle.frame.error.HeddleException if the pattern is malformed or has no such group
   */
  public static Regexes extracting(String pattern, int group) {
    Pattern compiled = compile(pattern, 0);
    if (group < 0 || group > compiled.groupCount()) {
      throw Failures.argument(
          "Cannot extract group "
              + group
              + " of regular expression \""
              + Failures.shorten(pattern)
              + "\": it has "
              + compiled.groupCount()
              + " groups");
    }
    int[] groups = group == 0 ? new int[0] : new int[] {group};
    return new Regexes(compiled, groups, group, List.of(), false);
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
    int[] groups = pieces.stream().mapToInt(Piece::group).filter(g -> g > 0).distinct().toArray();
    return new Regexes(compiled, groups, 0, pieces, all);
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

  /**
   * Returns where the group to extract starts and ends in the first match, packed, or -1 if it has
   * no part in it.
   *
   * @param text address of UTF-8
   */
  public long extract(long text, int length) {
    if (captures != null) {
      switch (captures.find(text, length, 0)) {
        case FOUND -> {
          int start = start(captures, group);
          return start < 0 ? -1 : (long) start << 32 | end(captures, group);
        }
        case MISSED -> {
          return -1;
        }
        case UNDECIDED -> {} // the library decides
      }
    }
    Text whole = new Text(Memory.toArray(text, length));
    Matcher matcher = pattern.matcher(whole.text);
    if (!matcher.find() || matcher.start(group) < 0) {
      return -1;
    }
    return (long) whole.offset(matcher.start(group)) << 32 | whole.offset(matcher.end(group));
  }

  private int start(RegexCaptures found, int number) {
    return number == 0 ? found.matchStart() : found.groupStart(place(number));
  }

  private int end(RegexCaptures found, int number) {
    return number == 0 ? found.matchEnd() : found.groupEnd(place(number));
  }

  /** Returns where a group is among those asked for. */
  private int place(int number) {
    int n = 0;
    while (groups[n] != number) {
      n++;
    }
    return n;
  }

  /**
   * Makes a row's text one with the first match, or all, replaced; an empty match right behind
   * another one is left as it is.
   *
   * @param text address of UTF-8
   */
  public void replace(long text, int length, ViewWriter writer, int row) {
    if (captures == null || !isReplaced(captures, text, length)) {
      byte[] replaced = replaceByLibrary(Memory.toArray(text, length));
      writer.set(row, replaced, replaced.length);
    } else if (writtenBytes < 0) {
      writer.set(row, text, length);
    } else {
      writer.set(row, written, writtenBytes);
    }
  }

  /**
   * Writes a text with its matches replaced; the number of bytes is negative if there are none.
   *
   * @return whether the automaton could decide
   */
  private boolean isReplaced(RegexCaptures found, long text, int length) {
    writtenBytes = -1;
    int from = 0; // what precedes is written
    int next = 0;
    int previousEnd = -1;
    while (next <= length) {
      RegexCaptures.Outcome outcome = found.find(text, length, next);
      if (outcome == RegexCaptures.Outcome.UNDECIDED) {
        return false;
      }
      if (outcome == RegexCaptures.Outcome.MISSED) {
        break;
      }
      int start = found.matchStart();
      int end = found.matchEnd();
      boolean isEmpty = start == end;
      if (!isEmpty || end != previousEnd) {
        writtenBytes = Math.max(writtenBytes, 0);
        write(text + from, start - from);
        writeReplacement(found, text);
        from = end;
        if (!all) {
          break;
        }
      }
      previousEnd = end;
      next = !isEmpty ? end : end < length ? end + Utf8.width(Memory.getByte(text + end)) : end + 1;
    }
    if (writtenBytes >= 0) {
      write(text + from, length - from);
    }
    return true;
  }

  private void writeReplacement(RegexCaptures found, long text) {
    for (Piece piece : replacement) {
      ensure(piece.bytes.length);
      System.arraycopy(piece.bytes, 0, written, writtenBytes, piece.bytes.length);
      writtenBytes += piece.bytes.length;
      int start = piece.group < 0 ? -1 : start(found, piece.group);
      if (start >= 0) {
        write(text + start, end(found, piece.group) - start);
      }
    }
  }

  private void write(long bytes, int length) {
    ensure(length);
    Memory.copyToArray(bytes, written, writtenBytes, length);
    writtenBytes += length;
  }

  private void ensure(int more) {
    if (written.length - writtenBytes < more) {
      long needed = (long) writtenBytes + more;
      if (needed > MAX_BYTES) {
        throw Failures.argument(
            "Cannot make a text of " + needed + " bytes: a text holds at most 2 GiB");
      }
      written =
          Arrays.copyOf(written, (int) Math.min(MAX_BYTES, Math.max(needed, 2L * written.length)));
    }
  }

  private byte[] replaceByLibrary(byte[] text) {
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
