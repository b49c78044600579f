package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans of large queries stay as small as the queries, and say the same as without rewriting. */
class LargePlansTest {
  private final SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
  private final Session session = Heddle.local(options);
  private final Session plain = Heddle.local(options.withoutOptimizer());

  @BeforeEach
  void createTable() {
    Schema schema =
        Schema.of(new Field("i", DataType.INT32, true), new Field("j", DataType.INT64, false));
    List<Object[]> rows =
        IntStream.range(0, 300)
            .mapToObj(i -> new Object[] {i % 7 == 0 ? null : i, (long) i})
            .toList();
    session.createView("t", session.from(schema, rows));
    plain.createView("t", plain.from(schema, rows));
  }

  @AfterEach
  void close() {
    session.close();
    plain.close();
  }

  private static String repeated(int times, String separator, IntFunction<String> part) {
    return IntStream.range(0, times).mapToObj(part).collect(Collectors.joining(separator));
  }

  private String optimized(String sql) {
    return session.sql(sql).explain(ExplainMode.OPTIMIZED);
  }

  private void countsAlike(String from) {
    String sql = "select 1 as one from " + from;
    assertThat(session.sql(sql).count()).as(sql).isEqualTo(plain.sql(sql).count());
  }

  @Test
  void manyConstantsThatAreComputedBecomeASet() {
    String list = repeated(3_000, ", ", i -> i + " * 2 + 1");
    assertThat(optimized("select * from t where i in (" + list + ")"))
        .contains("SEARCH")
        .doesNotContain("* 2", "+(");
    countsAlike("t where i in (" + list + ")");
    countsAlike("t where i not in (" + list + ")");
    countsAlike("t where i in (" + list + ", null)");
    countsAlike("t where i in (" + list + ", j + 1)");
    countsAlike("t where " + repeated(200, " or ", i -> "j = " + i + " + 1") + " or i is null");
  }

  @Test
  void aConstantThatFailsFailsWithItsOwnMessage() {
    String list = repeated(100, ", ", i -> i + " + 2147483600");
    for (Session each : List.of(session, plain)) {
      DataFrame query = each.sql("select * from t where i in (" + list + ")");
      assertThatThrownBy(query::count)
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("INTEGER");
    }
  }

  @Test
  void filtersOnFiltersAndUnionsOfUnionsAreOneNode() {
    String tables =
        repeated(
            300,
            ", ",
            i ->
                "c"
                    + (i + 1)
                    + " as (select * from "
                    + (i == 0 ? "t" : "c" + i)
                    + " where j <> "
                    + i
                    + ")");
    String chain = "with " + tables + " select i from c300";
    assertThat(optimized(chain).split("Filter", -1)).hasSize(2);
    assertThat(session.sql(chain).count()).isZero();
    DataFrame union = session.table("t");
    for (int i = 0; i < 300; i++) {
      union = union.union(session.table("t"));
    }
    assertThat(union.explain(ExplainMode.OPTIMIZED).split("Union", -1)).hasSize(2);
    assertThat(union.count()).isEqualTo(301 * 300);
  }

  @Test
  void whatIsSaidDeepInsideIsPlannedOnce() {
    String cases =
        repeated(400, "", _ -> "case when ")
            + "i = 1"
            + repeated(400, "", i -> " then i > " + i + " else j > 2 end");
    countsAlike("t where " + cases);
    countsAlike("t where " + "not ".repeat(400) + "(i = 1)");
    String keys = repeated(300, ", ", i -> "i + " + i);
    assertThat(session.sql("select j from t order by " + keys).count()).isEqualTo(300);
    String subqueries =
        repeated(30, ", ", i -> "(select count(*) from t b where b.i < a.i + " + i + ") as c" + i);
    assertThat(optimized("select " + subqueries + " from t a").lines().count()).isLessThan(1_000);
  }

  @Test
  void aliasesThatAreNamedTwiceAgainAndAgainAreComputedOnce() {
    String aliases = repeated(20, "", i -> ", a" + i + " + a" + i + " as a" + (i + 1));
    String sql = "select j as a0" + aliases + " from t where a20 > 200 * 1048576 order by a20";
    assertThat(optimized(sql).length()).isLessThan(20_000);
    assertThat(session.sql(sql).count()).isEqualTo(99);
    assertThat(plain.sql(sql).count()).isEqualTo(99);
  }
}
