package dev.heddle.physical.kernel.regex;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegexAutomatonTest {
  private static final List<String> ATOMS =
      List.of(
          "a",
          "b",
          "k",
          "S",
          "ä",
          "日",
          "😀",
          "\u212a",
          "ſ",
          "_",
          ".",
          "\\.",
          "\n",
          "[ab]",
          "[^a]",
          "[a-f]",
          "[^ä-日]",
          "[ß-ü]",
          "[a-\u00ff]",
          "[\u0700-\u0900]",
          "[\ud7ff-\ue001]",
          "[日-😀]",
          "[^\\x{10FFF}-\\x{10FFFF}]",
          "[[:alpha:]]",
          "[[:^digit:]-]",
          "[]a]",
          "[a\\]-]",
          "[\\w.]",
          "[\\D]",
          "\\d",
          "\\w",
          "\\s",
          "\\S",
          "\\W",
          "\\x61",
          "\\x{65e5}",
          "\\101",
          "\\n",
          "\\Qa.b\\E",
          "(a|b)",
          "(?:ab|ä)",
          "(?P<x>a)",
          "()",
          "^",
          "$",
          "\\A",
          "\\z",
          "\\b",
          "\\B",
          "(?m:^)",
          "(?m:$)",
          "(?s:.)",
          "(?i:k)",
          "(?i:s|A)",
          "(?i:[^k])",
          "(?i:[r-t])",
          "(?i:\\w)",
          "(?m)",
          "(?s)",
          "(?i:ä)",
          "\\pL",
          "|",
          "(?U:a+b)",
          "{",
          "a{,2}",
          "(?:\\bb|$)",
          "(^a|b)",
          "(a*)*",
          "(?:|a)+",
          "[^\\x00-\\x{10FFFF}]");
  private static final List<String> REPETITIONS =
      List.of("*", "+", "?", "{2}", "{0,1}", "*?", "+?", "{0}", "{2,}", "{1,3}", "{03}");
  private static final List<String> TEXTS =
      List.of(
          "a", "b", "k", "K", "s", "S", "\u212a", "ſ", "ä", "Ä", "ü", "日", "本", "😀", "\ud7ff",
          "\ue000", "\u0800", "_", ".", "\n", "1", " ", "A", "-", "]", "{", "e", "f", "\u0000",
          "\u007f");

  static String pattern(Random random) {
    StringBuilder pattern = new StringBuilder(random.nextInt(6) == 0 ? "^" : "");
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      pattern.append(ATOMS.get(random.nextInt(ATOMS.size())));
      if (random.nextInt(3) == 0) {
        pattern.append(REPETITIONS.get(random.nextInt(REPETITIONS.size())));
      }
    }
    return pattern.append(random.nextInt(6) == 0 ? "$" : "").toString();
  }

  static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(8) == 0 ? 100 : 12); i > 0; i--) {
      text.append(TEXTS.get(random.nextInt(TEXTS.size())));
    }
    return text.toString();
  }

  private static Optional<RegexAutomaton> automaton(String pattern) {
    return RegexParser.parse(pattern).flatMap(RegexProgram::of).map(RegexAutomaton::new);
  }

  private static long write(List<String> texts, long address, RegexAutomaton automaton) {
    automaton.clear();
    long at = address;
    for (String text : texts) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      Memory.copyFromArray(utf8, 0, at, utf8.length);
      automaton.add(at, utf8.length);
      at += utf8.length;
    }
    return at;
  }

  @Test
  void findsWhatTheLibraryFinds() {
    long seed = Long.getLong("heddle.seed", 41);
    Random random = new Random(seed);
    int understood = 0;
    int wellFormed = 0;
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer bytes = account.allocate(1 << 16);
      try {
        for (int i = 0; i < Integer.getInteger("heddle.patterns", 6_000); i++) {
          String pattern = pattern(random);
          Pattern twin;
          try {
            twin = Pattern.compile(pattern);
          } catch (PatternSyntaxException e) {
            continue;
          }
          wellFormed++;
          Optional<RegexAutomaton> automaton = automaton(pattern);
          if (automaton.isEmpty()) {
            continue;
          }
          understood++;
          for (int call = 0; call < 2; call++) {
            List<String> texts =
                random
                    .ints(1 + random.nextInt(i % 20 == 0 ? 64 : 7))
                    .mapToObj(t -> text(random))
                    .toList();
            write(texts, bytes.address(), automaton.get());
            long found = automaton.get().find();
            assertThat(automaton.get().undecided()).as(pattern).isZero();
            for (int text = 0; text < texts.size(); text++) {
              assertThat(found >>> text & 1)
                  .as("seed " + seed + ": \"" + pattern + "\" in \"" + texts.get(text) + "\"")
                  .isEqualTo(twin.matcher(texts.get(text)).find() ? 1 : 0);
            }
          }
        }
      } finally {
        bytes.release();
      }
    }
    assertThat(understood).as("of " + wellFormed).isGreaterThan(wellFormed * 3 / 4);
  }

  @Test
  void leavesTextsToOthersThatLeadToTooManyStates() {
    Random random = new Random(5);
    RegexAutomaton automaton = automaton("a.{14}b$").orElseThrow();
    Pattern twin = Pattern.compile("a.{14}b$");
    long undecided = 0;
    long hits = 0;
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer bytes = account.allocate(1 << 16);
      try {
        for (int call = 0; call < 100; call++) {
          List<String> texts =
              random
                  .ints(64)
                  .mapToObj(
                      t ->
                          (random.nextBoolean() ? "a123456789abcdb" : "")
                              + random
                                  .ints(30, 'a', 'c')
                                  .collect(
                                      StringBuilder::new,
                                      StringBuilder::appendCodePoint,
                                      StringBuilder::append))
                  .toList();
          write(texts, bytes.address(), automaton);
          long found = automaton.find();
          assertThat(found & automaton.undecided()).isZero();
          undecided += Long.bitCount(automaton.undecided());
          for (int i = 0; i < texts.size(); i++) {
            if ((automaton.undecided() >>> i & 1) == 0) {
              assertThat(found >>> i & 1)
                  .as(texts.get(i))
                  .isEqualTo(twin.matcher(texts.get(i)).find() ? 1 : 0);
            }
          }
          hits += Long.bitCount(found);
        }
      } finally {
        bytes.release();
      }
    }
    assertThat(undecided).isGreaterThan(1_000);
    assertThat(hits).isPositive();
  }

  @Test
  void understandsWhatIsCommonAndLeavesTheRest() {
    for (String known :
        List.of(
            "[xyz]u",
            "^(?:\\d{1,3}\\.){3}\\d+$",
            "(?i)error|warn",
            "(?m)^a$",
            "ä+",
            "[^ä]",
            "\\bfoo\\b")) {
      assertThat(automaton(known)).as(known).isPresent();
    }
    for (String other :
        List.of("\\pL", "[\\p{Greek}]", "(?i)ä", "(?i)[a-ä]", "((a{100}){10}){10}", "\\x{D800}")) {
      Pattern.compile(other);
      assertThat(automaton(other)).as(other).isEmpty();
    }
  }
}
