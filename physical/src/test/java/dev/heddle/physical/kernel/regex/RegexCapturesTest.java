package dev.heddle.physical.kernel.regex;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegexCapturesTest {
  /** Puts groups around, beside and within random parts. */
  private static String pattern(Random random, int depth) {
    StringBuilder pattern = new StringBuilder();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      String inner =
          depth == 0 || random.nextInt(3) == 0
              ? RegexAutomatonTest.pattern(random)
              : pattern(random, depth - 1);
      switch (random.nextInt(5)) {
        case 0 -> pattern.append(inner);
        case 1 -> pattern.append('(').append(inner).append(')');
        case 2 -> pattern.append('(').append(inner).append(")?");
        case 3 -> pattern.append("(?:(").append(inner).append(")|b)*?");
        default -> pattern.append('(').append(inner).append(")+");
      }
    }
    return pattern.toString();
  }

  private static Optional<RegexCaptures> captures(String pattern, int flags, int... groups) {
    return RegexParser.parseWithGroups(pattern, flags)
        .flatMap(tree -> RegexCaptures.of(tree, groups));
  }

  /** Returns starts and ends in bytes, of the match and of groups. */
  private static List<Integer> places(RegexCaptures found, int groups) {
    List<Integer> places = new ArrayList<>(List.of(found.matchStart(), found.matchEnd()));
    for (int i = 0; i < groups; i++) {
      places.add(found.groupStart(i));
      places.add(found.groupEnd(i));
    }
    return places;
  }

  private static List<Integer> places(Matcher matcher, String text, int[] groups) {
    return IntStream.concat(IntStream.of(0), Arrays.stream(groups))
        .flatMap(group -> IntStream.of(matcher.start(group), matcher.end(group)))
        .mapToObj(
            place ->
                place < 0 ? -1 : text.substring(0, place).getBytes(StandardCharsets.UTF_8).length)
        .toList();
  }

  @Test
  void findsTheMatchAndTheGroupsThatTheLibraryFinds() {
    long seed = Long.getLong("heddle.seed", 43);
    Random random = new Random(seed);
    int understood = 0;
    int wellFormed = 0;
    int found = 0;
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer bytes = account.allocate(1 << 16);
      try {
        for (int i = 0; i < Integer.getInteger("heddle.patterns", 6_000); i++) {
          String pattern = pattern(random, random.nextInt(3));
          int flags =
              (random.nextInt(4) == 0 ? Pattern.DOTALL : 0)
                  | (random.nextInt(4) == 0 ? Pattern.MULTILINE : 0)
                  | (random.nextInt(4) == 0 ? Pattern.CASE_INSENSITIVE : 0);
          Pattern twin;
          try {
            twin = Regexes.compile(pattern, flags);
          } catch (HeddleException e) {
            continue;
          }
          wellFormed++;
          int[] groups =
              IntStream.rangeClosed(1, twin.groupCount())
                  .filter(g -> random.nextInt(3) > 0)
                  .toArray();
          Optional<RegexCaptures> captures = captures(pattern, flags, groups);
          if (captures.isEmpty()) {
            continue;
          }
          understood++;
          for (int call = 0; call < 6; call++) {
            String text = RegexAutomatonTest.text(random);
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            Memory.copyFromArray(utf8, 0, bytes.address(), utf8.length);
            int from = 0;
            if (call > 2 && !text.isEmpty()) {
              from =
                  text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length())));
            }
            int fromByte = text.substring(0, from).getBytes(StandardCharsets.UTF_8).length;
            Matcher matcher = twin.matcher(text);
            boolean isFound = matcher.find(from);
            String what =
                "seed "
                    + seed
                    + ": \""
                    + pattern
                    + "\" ("
                    + flags
                    + ") in \""
                    + text
                    + "\" from "
                    + from;
            RegexCaptures.Outcome outcome =
                captures.get().find(bytes.address(), utf8.length, fromByte);
            assertThat(outcome)
                .as(what)
                .isEqualTo(isFound ? RegexCaptures.Outcome.FOUND : RegexCaptures.Outcome.MISSED);
            if (isFound) {
              found++;
              assertThat(places(captures.get(), groups.length))
                  .as(what)
                  .isEqualTo(places(matcher, text, groups));
            }
          }
        }
      } finally {
        bytes.release();
      }
    }
    assertThat(understood).as("of " + wellFormed).isGreaterThan(wellFormed / 4);
    assertThat(found).isGreaterThan(understood);
  }

  @Test
  void leavesTextsToOthersThatLeadToTooManyStates() {
    Random random = new Random(5);
    String pattern = "(a.{14})b$";
    RegexCaptures captures = captures(pattern, 0, 1).orElseThrow();
    Regexes regex = Regexes.extracting(pattern, 1);
    Pattern twin = Pattern.compile(pattern);
    int undecided = 0;
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("regex")) {
      Buffer bytes = account.allocate(1 << 10);
      try {
        for (int i = 0; i < 1_000; i++) {
          StringBuilder text = new StringBuilder();
          random.ints(60, 'a', 'c').forEach(text::appendCodePoint);
          byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
          Memory.copyFromArray(utf8, 0, bytes.address(), utf8.length);
          RegexCaptures.Outcome outcome = captures.find(bytes.address(), utf8.length, 0);
          undecided += outcome == RegexCaptures.Outcome.UNDECIDED ? 1 : 0;
          Matcher matcher = twin.matcher(text.toString());
          assertThat(RegexesTest.extracted(regex, text.toString()))
              .isEqualTo(matcher.find() ? matcher.group(1) : null);
        }
      } finally {
        bytes.release();
      }
    }
    assertThat(undecided).isGreaterThan(100);
  }

  @Test
  void understandsWhatIsCommonAndLeavesTheRest() {
    for (String known :
        List.of(
            "^https?://(?:www\\.)?([^/]+)/.*$",
            "id=(\\d+)",
            "(?i)(error|warn)\\s+(.*?):",
            "(\\w+)@(\\w+)[.]com",
            "(a|b){2,5}")) {
      assertThat(captures(known, 0, 1)).as(known).isPresent();
    }
    for (String other :
        List.of("(a*)*", "(?:|a)+", "(\\pL)", "(?:\\b)*(a)", "((a{100}){10}){10}")) {
      assertThat(captures(other, 0, 1)).as(other).isEmpty();
    }
  }
}
