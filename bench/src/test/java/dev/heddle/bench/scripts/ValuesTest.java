package dev.heddle.bench.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.scripts.Values.Likeness;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValuesTest {
  private static List<List<@Nullable Object>> column(@Nullable Object... values) {
    return Arrays.stream(values).map(value -> Arrays.asList(Values.plain(value))).toList();
  }

  @Test
  void integersAreEqualWhateverTheirWidthAndTextsAreNone() {
    assertThat(Values.compare(column(1L), column((byte) 1))).isEqualTo(Likeness.EQUAL);
    assertThat(Values.compare(column("1"), column(1))).isEqualTo(Likeness.DIFFERENT);
    assertThat(Values.compare(column((Object) null), column(0))).isEqualTo(Likeness.DIFFERENT);
  }

  @Test
  void doublesMayDifferByARoundingAndADecimalMayBeOneRounded() {
    assertThat(Values.isSame(0.1 + 0.2, 0.3)).isTrue();
    assertThat(Values.isSame(0.3, 0.300001)).isFalse();
    assertThat(Values.isSame(Double.NaN, Double.NaN)).isTrue();
    assertThat(Values.isSame(Double.NaN, 1.0)).isFalse();
    assertThat(Values.isSame(new BigDecimal("0.333333"), 1.0 / 3)).isTrue();
    assertThat(Values.isSame(new BigDecimal("0.333334"), 1.0 / 3)).isFalse();
    assertThat(Values.isSame(new BigDecimal("0.333333"), new BigDecimal("0.3333333"))).isFalse();
  }

  @Test
  void aTimestampAtMidnightIsItsDate() {
    LocalDate day = LocalDate.of(2024, 2, 29);
    assertThat(Values.compare(column(day), column(day.atStartOfDay()))).isEqualTo(Likeness.EQUAL);
    assertThat(Values.compare(column(day), column(LocalDateTime.of(2024, 2, 29, 1, 0))))
        .isEqualTo(Likeness.DIFFERENT);
  }

  @Test
  void infinityIsThatOfDatesAndTimes() {
    Object never = LocalDateTime.parse("+294247-01-10T04:00:54.775807");
    assertThat(Values.plain(never)).isEqualTo("infinity");
    assertThat(Values.plain(LocalDate.ofEpochDay(Integer.MAX_VALUE))).isEqualTo("infinity");
    assertThat(Values.plain(LocalDate.ofEpochDay(-Integer.MAX_VALUE))).isEqualTo("-infinity");
    Object first = LocalDateTime.parse("-290308-12-21T19:59:05.224193");
    assertThat(Values.plain(first)).isEqualTo("-infinity");
    Object last = LocalDateTime.parse("+294247-01-09T04:00:54.775806");
    assertThat(Values.plain(last)).isEqualTo(last);
  }

  @Test
  void timestampsBeforeChristKeepTheirEra() {
    LocalDateTime before = LocalDateTime.parse("-144169-06-28T09:59:32.612096");
    assertThat(Values.plain(Timestamp.valueOf(before))).isEqualTo(before);
    LocalDateTime after = LocalDateTime.parse("2024-06-28T09:59:32.612096");
    assertThat(Values.plain(Timestamp.valueOf(after))).isEqualTo(after);
  }

  @Test
  void columnsAreSortedByTheirValues() {
    List<List<@Nullable Object>> one = List.of(Arrays.asList("b", "a", null), List.of(1, 2, 3));
    List<List<@Nullable Object>> other = List.of(Arrays.asList(null, "a", "b"), List.of(3, 2, 1));
    List<List<@Nullable Object>> mixed = List.of(Arrays.asList("b", "a", null), List.of(2, 1, 3));
    assertThat(Values.withColumnsSorted(one)).isEqualTo(Values.withColumnsSorted(other));
    assertThat(Values.withColumnsSorted(one)).isNotEqualTo(Values.withColumnsSorted(mixed));
    assertThat(Values.withColumnsSorted(List.of())).isEmpty();
  }

  @Test
  void rowsMayComeInAnotherOrder() {
    List<List<@Nullable Object>> rows = column(1.0, null, 2.0, 1.0);
    List<List<@Nullable Object>> others = column(2.0, 1.0 + 1e-12, 1.0, null);
    assertThat(Values.compare(rows, others)).isEqualTo(Likeness.OTHER_ORDER);
    assertThat(Values.compare(rows, column(2.0, 2.0, 1.0, null))).isEqualTo(Likeness.DIFFERENT);
    assertThat(Values.compare(rows, column(1.0))).isEqualTo(Likeness.DIFFERENT);
  }

  @Test
  void listsAreEqualElementByElement() {
    List<List<@Nullable Object>> mine = column(Arrays.asList(1, null, 0.1 + 0.2));
    assertThat(Values.compare(mine, column(Arrays.asList(1L, null, 0.3))))
        .isEqualTo(Likeness.EQUAL);
    assertThat(Values.compare(mine, column(Arrays.asList(1L, null)))).isEqualTo(Likeness.DIFFERENT);
  }

  @Test
  void anOrderInsideParenthesesOrQuotesIsNone() {
    assertThat(SqlShape.isOrdered("select 1 order  by 1")).isTrue();
    assertThat(SqlShape.isOrdered("select sum(x) over (order by (i)) from (from t order by 1)"))
        .isFalse();
    assertThat(SqlShape.isOrdered("select '" + "''".repeat(100_000) + "order by'")).isFalse();
    assertThat(SqlShape.isOrdered("select 'order by' -- order by\n/* order by */")).isFalse();
  }

  @Test
  void statementsThatChangeSomethingAreSeen() {
    assertThat(SqlShape.isChanging("insert into t values (1)")).isTrue();
    assertThat(SqlShape.isChanging("with a as (delete from t) select 1")).isTrue();
    assertThat(SqlShape.isChanging("set default_null_order = 'nulls_first'")).isTrue();
    assertThat(SqlShape.isChanging("set threads = 1")).isFalse();
    assertThat(SqlShape.isChanging("pragma enable_verification")).isFalse();
    assertThat(SqlShape.settings("SET GLOBAL Threads = 4")).containsExactly("threads");
    assertThat(SqlShape.readsAny("SHOW THREADS", Set.of("threads"))).isTrue();
    assertThat(SqlShape.isSetting("SET a_b = 'c';")).isTrue();
    assertThat(SqlShape.isSetting("set variable a = 1")).isFalse();
    assertThat(SqlShape.isSetting("set a = 1; select 1")).isFalse();
    assertThat(SqlShape.isChanging("-- update\n(select 'delete')")).isFalse();
  }
}
