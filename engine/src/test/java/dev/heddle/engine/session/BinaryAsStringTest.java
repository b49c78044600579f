package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes in Parquet files as texts, by the option of a reader and by the session's setting. */
class BinaryAsStringTest {
  @TempDir Path folder;

  @Test
  void theCallDecidesAndElseTheSession() {
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local()) {
      String file = folder.resolve("b.parquet").toString();
      duck.execute(
          "copy (select ('t' || i)::blob as b, i as n, case when i % 3 > 0 then '\\xC3\\xBC'::blob"
              + " end as c from range(9) r(i)) to '"
              + file
              + "'");
      List<String> queries =
          List.of(
              "select b || '!', c, n, typeof(b) from FILE",
              "select b || '!', c, typeof(b) from read_parquet('FILE', binary_as_string = true)",
              "select typeof(b), typeof(n), hex(c) from parquet_scan('FILE', binary_as_string ="
                  + " false)",
              "select n from read_parquet('FILE', binary_as_string = true) where b = 't4'");
      for (String setting :
          List.of(
              "set binary_as_string = true",
              "pragma binary_as_string = 1",
              "set binary_as_string = false",
              "reset binary_as_string")) {
        duck.execute(setting);
        session.execute(setting);
        boolean isText = setting.endsWith("true") || setting.endsWith("1");
        for (String query : queries.subList(isText ? 0 : 1, queries.size())) {
          String sql = query.replace("from FILE", "from '" + file + "'").replace("FILE", file);
          try (QueryResult result = session.sql(sql).collect()) {
            assertThat(QueryRows.of(result))
                .as(setting + ": " + sql)
                .asString()
                .isEqualTo(duck.rows(sql).toString());
          }
        }
      }
      assertThatThrownBy(() -> session.sql("select b || '!' from '" + file + "'").collect())
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("||");
    }
  }

  @Test
  void saysWhatIsWrong() {
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local()) {
      String file = folder.resolve("b.parquet").toString();
      duck.execute("copy (select '\\xFF'::blob as b) to '" + file + "'");
      String sql = "select b from read_parquet('" + file + "', binary_as_string = ";
      assertThatThrownBy(() -> session.sql(sql + "true)").collect())
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("UTF-8");
      assertThatThrownBy(() -> session.sql(sql + "'maybe')"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("option binary_as_string must be true or false, not maybe");
      assertThatThrownBy(
              () -> session.sql("from read_csv('" + file + "', binary_as_string = true)"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("no option \"binary_as_string\"");
      assertThatThrownBy(() -> session.execute("set binary_as_string = 'maybe'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("binary_as_string");
    }
  }
}
