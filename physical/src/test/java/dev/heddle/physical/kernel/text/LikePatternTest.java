package dev.heddle.physical.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LikePatternTest {
  private static final String[] PIECES = {"a", "b", "ab", "%", "_", "ä", "日", "%%", "aab"};

  private static String random(Random random, int length, int kinds) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      String piece = PIECES[random.nextInt(kinds)];
      text.append(piece);
    }
    return text.toString();
  }

  private static Pattern twin(String pattern) {
    StringBuilder regex = new StringBuilder();
    pattern
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '%' -> regex.append(".*");
                case '_' -> regex.append('.');
                default -> regex.append(Pattern.quote(Character.toString(c)));
              }
            });
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  /** Decides for each start of the pattern which starts of the text it matches. */
  private static boolean isLike(int[] text, int[] pattern) {
    boolean[] matched = new boolean[text.length + 1];
    matched[0] = true;
    for (int wanted : pattern) {
      boolean[] next = new boolean[text.length + 1];
      next[0] = wanted == '%' && matched[0];
      for (int i = 1; i <= text.length; i++) {
        next[i] =
            wanted == '%'
                ? matched[i] || next[i - 1]
                : matched[i - 1] && (wanted == '_' || wanted == text[i - 1]);
      }
      matched = next;
    }
    return matched[text.length];
  }

  private static boolean matches(String pattern, int escape, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("like")) {
      Buffer buffer = account.allocate(Math.max(1, bytes.length));
      Buffer view = account.allocate(24);
      try {
        Memory.copyFromArray(bytes, 0, buffer.address(), bytes.length);
        LikePattern compiled = LikePattern.compile(pattern, escape);
        boolean matches = compiled.matches(buffer.address(), bytes.length);
        StringViews.put(view.address(), buffer.address(), bytes.length, 0, 0);
        compiled.test(view.address(), new long[] {buffer.address()}, 1, view.address() + 16);
        assertThat(Bits.get(view.address() + 16, 0)).as(pattern).isEqualTo(matches);
        return matches;
      } finally {
        view.release();
        buffer.release();
      }
    }
  }

  @Test
  void agreesWithRegularExpressionsOnRandomPatterns() {
    Random random = new Random(11);
    for (int i = 0; i < 30_000; i++) {
      String pattern = random(random, random.nextInt(6), PIECES.length);
      String text = random(random, random.nextInt(9), PIECES.length).replace("%", "x");
      assertThat(matches(pattern, -1, text))
          .as(text + " LIKE " + pattern)
          .isEqualTo(twin(pattern).matcher(text).matches());
    }
  }

  @Test
  void testsColumnsOfTextsAsOneByOne() {
    Random random = new Random(12);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("like")) {
      Buffer bytes = account.allocate(130 * 460);
      Buffer views = account.allocate(130 * 16);
      Buffer bits = account.allocate(24);
      try {
        for (int i = 0; i < 1_000; i++) {
          int kinds = 1 + random.nextInt(PIECES.length);
          String pattern = random(random, random.nextInt(8), kinds) + (i % 3 == 0 ? "%" : "");
          if (i % 5 == 0) {
            pattern += "%baabbaababab%";
          }
          int rows = 1 + random.nextInt(130);
          int longest = 1 + random.nextInt(i % 2 == 0 ? 12 : 70);
          String[] texts = new String[rows];
          int at = 0;
          for (int row = 0; row < rows; row++) {
            String text = random(random, random.nextInt(longest), kinds).replace('%', 'a');
            byte[] utf8 = utf8(i % 7 == 0 ? text + "baabbaababab" + text : text);
            texts[row] = new String(utf8, StandardCharsets.UTF_8);
            Memory.copyFromArray(utf8, 0, bytes.address() + at, utf8.length);
            StringViews.put(views.address() + 16L * row, bytes.address() + at, utf8.length, 0, at);
            at += utf8.length;
          }
          LikePattern compiled = LikePattern.compile(pattern, -1);
          compiled.test(views.address(), new long[] {bytes.address()}, rows, bits.address());
          int[] points = pattern.codePoints().toArray();
          for (int row = 0; row < rows; row++) {
            assertThat(Bits.get(bits.address(), row))
                .as(texts[row] + " LIKE " + pattern)
                .isEqualTo(isLike(texts[row].codePoints().toArray(), points));
          }
        }
      } finally {
        bytes.release();
        views.release();
        bits.release();
      }
    }
  }

  @Test
  void takesTheMeaningOfEscapedWildcards() {
    assertThat(matches("a!%", '!', "a%")).isTrue();
    assertThat(matches("a!%", '!', "ab")).isFalse();
    assertThat(matches("!_!!%", '!', "_!x")).isTrue();
    assertThat(matches("a\\%", -1, "a\\b")).isTrue();
    assertThatThrownBy(() -> LikePattern.compile("a!b", '!'))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("escape");
    assertThatThrownBy(() -> LikePattern.compile("a!", '!'))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("must precede");
  }

  @Test
  void tellsItsPrefixAndExactText() {
    assertThat(LikePattern.compile("abc%", -1).prefix()).isEqualTo(utf8("abc"));
    assertThat(LikePattern.compile("ab_c%", -1).prefix()).isEqualTo(utf8("ab"));
    assertThat(LikePattern.compile("%abc", -1).prefix()).isEmpty();
    assertThat(LikePattern.compile("_abc", -1).prefix()).isEmpty();
    assertThat(LikePattern.compile("ab%cd%", -1).prefix()).isEqualTo(utf8("ab"));
    assertThat(LikePattern.compile("abc", -1).exact())
        .hasValueSatisfying(b -> assertThat(b).isEqualTo(utf8("abc")));
    assertThat(LikePattern.compile("", -1).exact())
        .hasValueSatisfying(b -> assertThat(b).isEmpty());
    assertThat(LikePattern.compile("abc%", -1).exact()).isEmpty();
    assertThat(LikePattern.compile("a_", -1).exact()).isEmpty();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
