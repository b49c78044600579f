package dev.heddle.physical.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.list.ListStatistics;
import dev.heddle.physical.kernel.list.ValueOrder;
import dev.heddle.physical.kernel.regex.TextPatterns;
import dev.heddle.physical.kernel.text.Similarity;
import dev.heddle.physical.kernel.text.TextCodes;
import dev.heddle.physical.kernel.time.TimeBuckets;
import dev.heddle.physical.kernel.time.TimePatterns;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowKernelsTest {
  private static final DataType.Timestamp MICROS = (DataType.Timestamp) DataType.TIMESTAMP;

  @Test
  void writesAndReadsTimesAsTheJdkDoes() {
    long seed = 11;
    Random random = new Random(seed);
    String pattern = "%d %b %Y %I:%M:%S %p.%f";
    TimePatterns patterns = new TimePatterns();
    DateTimeFormatter judge =
        DateTimeFormatter.ofPattern("dd MMM yyyy hh:mm:ss a.SSSSSS", Locale.ENGLISH);
    for (int i = 0; i < 2_000; i++) {
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(
              random.nextLong(-50_000_000_000L, 200_000_000_000L),
              random.nextInt(1_000_000) * 1000,
              ZoneOffset.UTC);
      String text = patterns.format(time, pattern);
      assertThat(text).as("seed %s", seed).isEqualTo(judge.format(time));
      assertThat(patterns.parse(text, pattern, MICROS)).isEqualTo(time);
      String days = patterns.format(time, "%Y-%j");
      assertThat(patterns.parse(days, "%Y-%j", MICROS))
          .isEqualTo(time.toLocalDate().atStartOfDay());
    }
  }

  @Test
  void countsEditsAsTheDefinitionDoes() {
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      String a = word(random);
      String b = word(random);
      assertThat(Similarity.levenshtein(a, b)).as(a + " " + b).isEqualTo(edits(a, b));
      assertThat(Similarity.damerauLevenshtein(a, b)).isBetween(0L, Similarity.levenshtein(a, b));
      assertThat(Similarity.damerauLevenshtein(a, b))
          .isEqualTo(Similarity.damerauLevenshtein(b, a));
    }
    assertThat(Similarity.damerauLevenshtein("ca", "abc")).isEqualTo(2);
    assertThat(Similarity.levenshtein("a".repeat(6000), "b".repeat(5000))).isEqualTo(6000);
    assertThat(Similarity.levenshtein("donn\u00e9es", "donnees")).isEqualTo(1);
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      word.append((char) ('a' + random.nextInt(3)));
    }
    return word.toString();
  }

  private static long edits(String a, String b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.length() + b.length();
    }
    long kept = edits(a.substring(1), b.substring(1)) + (a.charAt(0) == b.charAt(0) ? 0 : 1);
    return Math.min(kept, 1 + Math.min(edits(a.substring(1), b), edits(a, b.substring(1))));
  }

  @Test
  void startsOfStretchesHoldTheirTimes() {
    LocalDateTime time = LocalDateTime.of(1999, 12, 31, 23, 59, 59);
    assertThat(TimeBuckets.start(new CalendarInterval(2, 0, 0), time))
        .isEqualTo(LocalDateTime.of(1999, 11, 1, 0, 0));
    assertThat(TimeBuckets.start(new CalendarInterval(0, 7, 0), time.toLocalDate()))
        .isEqualTo(LocalDate.of(1999, 12, 27));
    assertThatThrownBy(() -> TimeBuckets.start(new CalendarInterval(1, 1, 0), time))
        .hasMessage(
            "Cannot use 1 month 1 day in time_bucket: a width is a positive number of months,"
                + " or of days and less");
  }

  @Test
  void countsValuesInTheirOrder() {
    Comparator<Object> texts = ValueOrder.of(DataType.STRING);
    List<?> values = Arrays.asList("b", null, "a", "b");
    assertThat(ListStatistics.histogram(values, texts)).hasToString("{a=1, b=2}");
    assertThat(ListStatistics.mode(values, texts)).isEqualTo("b");
    Comparator<Object> lists = ValueOrder.of(new DataType.ListOf(DataType.INT64));
    List<?> nested = List.of(List.of(2L), Arrays.asList(1L, null), List.of(2L), List.of());
    assertThat(ListStatistics.mode(nested, lists)).isEqualTo(List.of(2L));
    assertThat(ListStatistics.histogram(nested, lists)).hasToString("{[]=1, [1, null]=1, [2]=2}");
    assertThat(ListStatistics.entropy(List.of(), texts)).isZero();
    assertThat(ListStatistics.deviation(Arrays.asList(1.0, null, 3.0, 10.0), DataType.FLOAT64))
        .isEqualTo(2.0);
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> TextCodes.character(0xd800))
        .hasMessage("Cannot use 55296 in chr: it is no code point");
    assertThatThrownBy(() -> TextCodes.unhex("xy"))
        .hasMessage("Cannot read \"xy\" as hexadecimal text");
    assertThatThrownBy(() -> Similarity.hamming("a", "ab"))
        .hasMessage(
            "Cannot compare texts of 1 and 2 characters by hamming: they must be of one length");
    assertThatThrownBy(() -> Similarity.jaccard("", "a"))
        .hasMessage("Cannot compare an empty text by jaccard");
    assertThatThrownBy(() -> TextPatterns.printf(new Object[] {"%d", "x"}))
        .hasMessage(
            "Cannot write \"x\" by \"%d\" of printf; the kinds are d, i, u, x, X, o, b, c, s, e, E,"
                + " f, F, g and G");
    assertThatThrownBy(() -> TextPatterns.format(new Object[] {"{} {}", "x"}))
        .hasMessage("Cannot format by \"{} {}\": it has more places than arguments");
    assertThatThrownBy(() -> TextPatterns.format(new Object[] {"{:d}", "x"}))
        .hasMessage("Cannot format a text by \"{:d}\"");
    assertThatThrownBy(() -> TextPatterns.format(new Object[] {"{x}", "x"}))
        .hasMessage("Cannot format by \"{x}\": places are {}, {0} or {:.2f}");
    assertThatThrownBy(() -> TextPatterns.format(new Object[] {"{:!!}", "x"}))
        .hasMessageStartingWith("Cannot format by \"{:!!}\"; write fill and <, > or ^, a sign");
    assertThatThrownBy(() -> new TextPatterns().split("a", "("))
        .hasMessage(
            "Cannot use regular expression \"(\": missing closing ); patterns have re2 syntax");
    assertThatThrownBy(() -> TextPatterns.printf(new Object[] {"%1000000000d", "1"}))
        .hasMessage("Cannot write by \"%1000000000d\" of printf: at most 9999 wide");
    assertThatThrownBy(() -> Similarity.damerauLevenshtein("a".repeat(5000), "b".repeat(5000)))
        .hasMessage(
            "Cannot compare texts of 5000 and 5000 characters: their lengths' product may be"
                + " 16777216 at most; compare shorter parts");
    assertThatThrownBy(() -> new TextPatterns().matches("a", "a", 1))
        .hasMessage("Cannot extract group 1: \"a\" has 0");
    assertThatThrownBy(() -> new TimePatterns().format(LocalDateTime.MIN, "%Q"))
        .hasMessage(
            "Cannot use the pattern \"%Q\" of times: there is no code %Q; the codes are %Y %y %m %b"
                + " %B %h %d %j %a %A %H %I %p %M %S %f %g %n %u %w %U %W %V %G %x %X %c %T %z %Z"
                + " and %%");
    assertThatThrownBy(() -> new TimePatterns().parse("2020-13", "%Y-%m", MICROS))
        .hasMessage(
            "Cannot read \"2020-13\" as a time by \"%Y-%m\": 13 for %m is not from 1 to 12; use"
                + " try_strptime to get null instead");
  }
}
