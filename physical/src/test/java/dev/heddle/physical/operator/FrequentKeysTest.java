package dev.heddle.physical.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums of frequent keys of threads and tasks, beside plain maps. */
class FrequentKeysTest {
  private static final int MAX_VALUES = 128;

  private static FrequentKeys random(Random random, int values) {
    Map<String, Long> counts = new HashMap<>();
    long rows = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(5);
    for (int i = random.nextInt(values + 1); i > 0 && rows > 0; i--) {
      long count = 1 + random.nextInt(4); // ties are frequent
      counts.merge("v" + random.nextInt(values), count, Long::sum);
      rows += count;
    }
    return new FrequentKeys(rows, counts);
  }

  @Test
  void addsUpLikeMapsDo() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      FrequentKeys sum = FrequentKeys.NONE;
      Map<String, Long> expected = new HashMap<>();
      long rows = 0;
      for (int i = random.nextInt(6); i > 0; i--) {
        FrequentKeys more = random(random, 16);
        sum = random.nextBoolean() ? sum.plus(more) : more.plus(sum);
        more.byValue().forEach((value, count) -> expected.merge(value, count, Long::sum));
        rows += more.rows();
      }
      assertThat(sum.rows()).isEqualTo(rows);
      assertThat(sum.byValue()).isEqualTo(expected);
      long all = expected.values().stream().mapToLong(Long::longValue).sum();
      assertThat(sum.share()).isEqualTo(rows == 0 ? 0.0 : (double) all / rows);
      Optional<String> most =
          expected.keySet().stream()
              .min(
                  Comparator.comparing((String value) -> -expected.get(value))
                      .thenComparing(Comparator.naturalOrder()));
      assertThat(sum.most().map(FrequentKeys.Frequent::value)).isEqualTo(most);
      if (most.isPresent()) {
        assertThat(sum.most().get().share()).isEqualTo((double) expected.get(most.get()) / rows);
      }
    }
  }

  @Test
  void forgetsTheRarestFirst() {
    FrequentKeys sum = FrequentKeys.NONE;
    for (int i = 0; i < 1000; i++) {
      sum = sum.plus(new FrequentKeys(1000 + i, Map.of("rare " + i, 1L + i % 3, "heavy", 900L)));
    }
    assertThat(sum.byValue()).hasSize(MAX_VALUES).containsEntry("heavy", 900_000L);
    assertThat(sum.byValue().entrySet())
        .filteredOn(each -> !each.getKey().equals("heavy"))
        .allSatisfy(each -> assertThat(each.getValue()).isEqualTo(3));
    assertThat(sum.rows()).isEqualTo(1000 * 1000 + 999 * 500);
  }

  @Test
  void takesLiteralsApart() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      List<String> literals = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(8); j > 0; j--) {
          text.append("a, '".charAt(random.nextInt(4)));
        }
        literals.add(
            switch (random.nextInt(3)) {
              case 0 -> "null";
              case 1 -> Integer.toString(random.nextInt());
              default -> "'" + text.toString().replace("'", "''") + "'";
            });
      }
      assertThat(FrequentKeys.literals(String.join(", ", literals))).isEqualTo(literals);
    }
  }
}
