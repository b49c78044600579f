package dev.heddle.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DigestTest {
  private static Digest digest(int sortedBy, List<@Nullable Object[]> rows) {
    Digest.Builder builder = new Digest.Builder(rows.getFirst().length, sortedBy);
    for (@Nullable Object[] row : rows) {
      for (int c = 0; c < row.length; c++) {
        builder.add(c, row[c]);
      }
      builder.endRow();
    }
    return builder.build();
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private static final List<@Nullable Object[]> ROWS =
      Arrays.asList(row(1, "a", 0.5), row(2L, null, 1.5), row(3, "c", Double.NaN));

  @Test
  void ignoresTheOrderOfRowsThatAreNotSortedAndTheWidthOfNumbers() {
    List<@Nullable Object[]> others =
        Arrays.asList(
            row(3L, "c", Double.NaN), row(new BigDecimal("2.00"), null, 1.5), row(1, "a", 0.5));
    assertThat(digest(-1, ROWS).differenceFrom(digest(-1, others))).isEmpty();
    assertThat(digest(0, ROWS).differenceFrom(digest(0, others))).isPresent();
    assertThat(digest(0, ROWS).differenceFrom(digest(0, ROWS))).isEmpty();
  }

  @Test
  void seesValuesInWrongRows() {
    List<@Nullable Object[]> texts =
        Arrays.asList(row(1, "c", 0.5), row(2, null, 1.5), row(3, "a", Double.NaN));
    List<@Nullable Object[]> numbers =
        Arrays.asList(row(1, "a", 1.5), row(2, null, 0.5), row(3, "c", Double.NaN));
    assertThat(digest(-1, ROWS).differenceFrom(digest(-1, texts))).isPresent();
    assertThat(digest(-1, ROWS).differenceFrom(digest(-1, numbers))).isPresent();
  }

  @Test
  void seesOtherValuesNullsAndCounts() {
    List<@Nullable Object[]> other =
        Arrays.asList(row(1, "a", 0.5), row(2, "b", 1.5), row(3, "c", Double.NaN));
    assertThat(digest(-1, ROWS).differenceFrom(digest(-1, other))).isPresent();
    assertThat(digest(-1, ROWS).differenceFrom(digest(-1, ROWS.subList(0, 2)))).isPresent();
  }
}
