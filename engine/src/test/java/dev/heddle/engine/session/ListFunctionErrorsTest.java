package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What functions over lists, and comparisons of them, refuse. */
class ListFunctionErrorsTest {
  private static final Session SESSION = Heddle.local();

  @AfterAll
  static void close() {
    SESSION.close();
  }

  private static void fails(String sql, ErrorCode code, String message) {
    assertThatThrownBy(() -> SESSION.sql(sql).collect().close())
        .as(sql)
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void vectorsHaveOneLengthAndNoNulls() {
    fails(
        "select list_distance([n], [1, 2]) from (values (1)) as t(n)",
        ErrorCode.INVALID_ARGUMENT,
        "Cannot take lists of 1 and 2 numbers as vectors; give both the same length");
    fails(
        "select list_dot_product([n, null], [1, 2]) from (values (1)) as t(n)",
        ErrorCode.INVALID_ARGUMENT,
        "Cannot take a list with a null as a vector; filter the list, or replace the null");
    assertThatThrownBy(() -> SESSION.sql("select list_distance(['a'], [1])"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("list_distance does not take (VARCHAR[], INTEGER[])");
  }

  @Test
  void anUnknownAggregateOfAListIsNamed() {
    assertThatThrownBy(() -> SESSION.sql("select list_aggregate([1], 'modus')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("list_aggregate knows sum, avg, min, max, count, product, ")
        .hasMessageContaining(
            ", bit_xor, first, last and string_agg, not 'modus'; unnest the list");
  }

  @Test
  void listsAreNoOrderOfAnAsOfJoin() {
    fails(
        "select count(*) from (values ([1])) as a(x) asof join (values ([0])) as b(y) on a.x >="
            + " b.y",
        ErrorCode.ANALYSIS,
        "Cannot take this ASOF JOIN: values of INTEGER[] have no place in time; order by a part");
  }
}
