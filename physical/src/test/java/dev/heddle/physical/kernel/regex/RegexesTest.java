package dev.heddle.physical.kernel.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RegexesTest {
  private static final int ROWS = 70;
  private static final List<String> ATOMS =
      List.of(
          "a",
          "b",
          "ab",
          "ä",
          "日",
          "%",
          "_",
          "\\\\",
          ".",
          "\\.",
          "[ab]",
          "[^a]",
          "[]a]",
          "\\d",
          "(a|b)",
          "(?:ab)",
          "(a)",
          "()",
          "\n",
          "(?i)",
          "^",
          "$",
          "|",
          "{",
          "}",
          "\\b",
          "(?s)",
          "[[:alpha:]]",
          "\\Qa.b\\E",
          "((a|[)])b)",
          "[\\]]",
          "\\pL",
          "\\n",
          "\\101");
  private static final List<String> REPETITIONS =
      List.of("*", "+", "?", "{2}", "{0,1}", "*?", "+?");
  private static final List<String> TEXTS =
      List.of("a", "b", "ab", "ä", "日", "%", "_", "\\", ".", "\n", "1", "A", "B", "]", "{", ")");

  private static String pattern(Random random) {
    StringBuilder pattern = new StringBuilder(random.nextInt(4) == 0 ? "^" : "");
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      int kinds = random.nextBoolean() ? 10 : ATOMS.size();
      pattern.append(ATOMS.get(random.nextInt(kinds)));
      if (random.nextInt(3) == 0) {
        pattern.append(REPETITIONS.get(random.nextInt(REPETITIONS.size())));
      }
    }
    return pattern.append(random.nextInt(4) == 0 ? "$" : "").toString();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(14); i > 0; i--) {
      text.append(TEXTS.get(random.nextInt(random.nextBoolean() ? 4 : TEXTS.size())));
    }
    return text.toString();
  }

  @Test
  void testsColumnsOfTextsAsOneByOne() {
    Random random = new Random(21);
    int decided = 0;
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer bytes = account.allocate(ROWS * 60);
      Buffer views = account.allocate(ROWS * 16);
      Buffer bits = account.allocate(48);
      try {
        for (int i = 0; i < 6_000; i++) {
          String pattern = pattern(random);
          Pattern twin;
          try {
            twin = Pattern.compile(pattern);
          } catch (PatternSyntaxException e) {
            continue;
          }
          decided += RegexParser.parse(pattern).flatMap(RegexForms::of).isPresent() ? 1 : 0;
          int rows = 1 + random.nextInt(i % 50 == 0 ? ROWS : 8);
          String[] texts = new String[rows];
          int at = 0;
          for (int row = 0; row < rows; row++) {
            texts[row] = text(random);
            byte[] utf8 = texts[row].getBytes(StandardCharsets.UTF_8);
            Memory.copyFromArray(utf8, 0, bytes.address() + at, utf8.length);
            StringViews.put(views.address() + 16L * row, bytes.address() + at, utf8.length, 0, at);
            at += utf8.length;
          }
          long[] data = {bytes.address()};
          Regexes regex = Regexes.of(pattern);
          regex.test(views.address(), data, rows, 0, bits.address() + 16, bits.address());
          for (int row = 0; row < rows; row++) {
            assertThat(Bits.get(bits.address(), row))
                .as("\"" + pattern + "\" in \"" + texts[row] + "\"")
                .isEqualTo(twin.matcher(texts[row]).find());
          }
        }
      } finally {
        bytes.release();
        views.release();
        bits.release();
      }
    }
    assertThat(decided).as("patterns that LIKE decides or narrows").isGreaterThan(1_000);
  }

  @Test
  void findsTheStartOnlyAtTheStart() {
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer view = account.allocate(32);
      try {
        byte[] utf8 = "äb".getBytes(StandardCharsets.UTF_8);
        Memory.copyFromArray(utf8, 0, view.address() + 24, utf8.length);
        StringViews.put(view.address(), view.address() + 24, utf8.length, 0, 0);
        Regexes regex = Regexes.of("^[b]");
        regex.test(view.address(), new long[0], 1, 0, view.address() + 24, view.address() + 16);
        assertThat(Bits.get(view.address() + 16, 0)).isFalse();
      } finally {
        view.release();
      }
    }
  }

  @Test
  void findsAndReplacesInBytesWhatStandsInTexts() {
    Random random = new Random(22);
    for (int i = 0; i < 3_000; i++) {
      String pattern = pattern(random);
      Pattern twin;
      try {
        twin = Pattern.compile(pattern);
      } catch (PatternSyntaxException e) {
        continue;
      }
      String text = text(random);
      Matcher matcher = twin.matcher(text);
      boolean isFound = matcher.find();
      assertThat(extracted(Regexes.extracting(pattern, 0), text))
          .as("\"" + pattern + "\" in \"" + text + "\"")
          .isEqualTo(isFound ? matcher.group() : null);
      boolean isAll = random.nextBoolean();
      Regexes replacing = Regexes.replacing(pattern, "<\\0ß>", isAll ? "g" : "");
      assertThat(replaced(replacing, text))
          .as("\"" + pattern + "\" in \"" + text + "\"")
          .isEqualTo(isAll ? replacedAll(twin, text) : matcher.replaceFirst("<$0ß>"));
    }
  }

  /** As RE2 replaces: no empty match right behind another one, and none inside a character. */
  private static String replacedAll(Pattern pattern, String text) {
    StringBuilder result = new StringBuilder();
    int lastEnd = -1;
    int at = 0;
    Matcher matcher = pattern.matcher(text);
    while (at <= text.length() && matcher.find(at)) {
      result.append(text, at, matcher.start());
      boolean isEmpty = matcher.end() == matcher.start();
      if (!isEmpty || matcher.start() != lastEnd) {
        result.append('<').append(matcher.group()).append("ß>");
      }
      lastEnd = matcher.end();
      at = matcher.end();
      if (isEmpty) {
        int next = at < text.length() ? text.offsetByCodePoints(at, 1) : at + 1;
        result.append(text, at, Math.min(next, text.length()));
        at = next;
      }
    }
    return result.append(text, Math.min(at, text.length()), text.length()).toString();
  }

  @Test
  void replacesEmptyMatchesAsRe2Does() {
    assertThat(replaced("abc", "b*")).isEqualTo("-a-c-");
    assertThat(replaced("hello world", ".*")).isEqualTo("-");
    assertThat(replaced("a\uD83D\uDE00b", "x*")).isEqualTo("-a-\uD83D\uDE00-b-");
    assertThat(replaced("", "x*")).isEqualTo("-");
    TextPatterns patterns = new TextPatterns();
    assertThat(patterns.split("abc", "b*")).containsExactly("a", "", "c");
    assertThat(patterns.split("the fox", "\\s*")).containsExactly("t", "h", "e", "", "f", "o", "x");
    assertThat(patterns.split("\uD83D\uDE00b", "")).containsExactly("\uD83D\uDE00", "b");
    assertThat(patterns.split("aaa", "a*")).containsExactly("", "");
    assertThat(patterns.split("a,b,", ",")).containsExactly("a", "b", "");
    assertThat(patterns.matches("abc", "b*", 0)).containsExactly("", "b", "", "");
    assertThat(patterns.matches("\uD83D\uDE00", "x*", 0)).containsExactly("", "");
  }

  private static String replaced(String text, String pattern) {
    return replaced(Regexes.replacing(pattern, "-", "g"), text);
  }

  static String replaced(Regexes regex, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex");
        ViewWriter writer = new ViewWriter(DataType.STRING, 1, account)) {
      Buffer bytes = account.allocate(utf8.length + 1);
      try {
        Memory.copyFromArray(utf8, 0, bytes.address(), utf8.length);
        regex.replace(bytes.address(), utf8.length, writer, 0);
      } finally {
        bytes.release();
      }
      Column column = writer.build(null);
      try {
        return new String(column.bytesAt(0), StandardCharsets.UTF_8);
      } finally {
        column.release();
      }
    }
  }

  static @Nullable String extracted(Regexes regex, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer bytes = account.allocate(utf8.length + 1);
      try {
        Memory.copyFromArray(utf8, 0, bytes.address(), utf8.length);
        long found = regex.extract(bytes.address(), utf8.length);
        int start = (int) (found >>> 32);
        return found < 0
            ? null
            : new String(utf8, start, (int) found - start, StandardCharsets.UTF_8);
      } finally {
        bytes.release();
      }
    }
  }

  @Test
  void knowsWhatLikeDecides() {
    assertThat(exactness("abc|b_d")).isEqualTo(RegexForms.Exactness.ALL);
    assertThat(exactness("^a\\.b$")).isEqualTo(RegexForms.Exactness.ALL);
    assertThat(exactness("a.*b.c")).isEqualTo(RegexForms.Exactness.LINES);
    assertThat(exactness("ab+c")).isEqualTo(RegexForms.Exactness.NONE);
    assertThat(exactness("x(ab)?[0-9]")).isEqualTo(RegexForms.Exactness.NONE);
    assertThat(exactness("(?s)a.*b.c")).isEqualTo(RegexForms.Exactness.ALL);
    assertThat(exactness("(ab){2}(.)")).isEqualTo(RegexForms.Exactness.LINES);
    assertThat(exactness("\\bab\\b")).isEqualTo(RegexForms.Exactness.NONE);
    for (String unknown : List.of("(?i)a", "[ab]+", "a|.*", "(a|b)c|d*", "^$", "")) {
      assertThat(RegexParser.parse(unknown).flatMap(RegexForms::of)).as(unknown).isEmpty();
    }
  }

  private static RegexForms.Exactness exactness(String pattern) {
    return RegexParser.parse(pattern).flatMap(RegexForms::of).orElseThrow().exactness();
  }

  @Test
  void lettersWhoseCasesAreEndlessAreRefused() {
    for (String pattern : List.of("(?i)[\\x{700}-\\x{2000}]", "(?i)a\u1C84", "(?si:[a-\u1D00])")) {
      assertThatThrownBy(() -> Regexes.of(pattern))
          .as(pattern)
          .hasMessageContaining("it names or spans U+1C80 to U+1C88; leave these letters out");
    }
    assertThatThrownBy(() -> Regexes.replacing("\u1C80", "", "i"))
        .hasMessageContaining("Cannot ignore case");
    for (String pattern :
        List.of("[\\x{700}-\\x{2000}]", "(?i)[a-z日]", "(?i)[^\\x{41}-\\x{2ffff}]", "(?s)a\u1C84")) {
      assertThat(Regexes.of(pattern)).as(pattern).isNotNull();
    }
  }
}
