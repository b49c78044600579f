package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.parquet.OddFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnreadableColumnsTest {
  private static final String REASON = "odd.parquet: it is DECIMAL(40, 2)";

  @TempDir private Path folder;

  private final Session session = Heddle.local();

  @AfterEach
  void close() {
    session.close();
  }

  private DataFrame odd() {
    return session
        .read()
        .parquet(OddFiles.withUnreadableColumn(folder.resolve("odd.parquet")).toString());
  }

  @Test
  void othersAreReadAndAskingForItIsAnErrorThatNamesFileAndColumn() {
    DataFrame frame = odd();
    assertThat(frame.schema().names()).containsExactly("id", "wide");
    assertThat(frame.count()).isEqualTo(1);
    assertThat(frame.select("id").count()).isEqualTo(1);
    assertThat(frame.drop("wide").schema().names()).containsExactly("id");
    assertThatThrownBy(() -> frame.select("wide"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("column \"wide\" cannot be read")
        .hasMessageContaining(REASON);
    assertThatThrownBy(frame::collect)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot read column \"wide\"")
        .hasMessageContaining(REASON);
    assertThatThrownBy(() -> frame.write().parquet(folder + "/copy"))
        .hasMessageContaining("Cannot read column \"wide\"");
    assertThat(Files.exists(folder.resolve("copy"))).isFalse();
  }

  @Test
  void describeSaysSoOfARenamedColumnToo() {
    odd();
    String path = "'" + folder.resolve("odd.parquet") + "'";
    for (String query :
        new String[] {
          "select id, wide as w from (select * from " + path + ") as t",
          "select x as w, y as id from (select * from " + path + ") as t(y, x) order by y"
        }) {
      List<String> types = new ArrayList<>();
      session.execute(
          "describe " + query,
          result -> result.rows().forEach(row -> types.add(row.value(0) + " " + row.value(1))));
      assertThat(types)
          .as(query)
          .anyMatch(type -> type.startsWith("w unreadable: ") && type.contains(REASON))
          .anyMatch(type -> type.equals("id INTEGER") || type.equals("id BIGINT"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from odd",
        "select wide from odd",
        "select id from odd where wide is null",
        "select count(wide) from odd",
        "select wide + 1 from odd",
        "select sum(wide) from odd",
        "select id from odd where wide > 0",
        "select o.* from odd o join odd p on o.id = p.id",
        "select distinct * from odd",
        "with c as (select * from odd) select wide from c",
        "select * from odd union all select * from odd"
      })
  void askingForItInSqlIsAnError(String sql) {
    session.createView("odd", odd());
    assertThatThrownBy(() -> session.sql(sql).collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("\"wide\"")
        .hasMessageContaining(REASON)
        .hasMessageContaining("skip_unreadable");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id from odd",
        "select count(*) from odd",
        "select id from (select * from odd) o",
        "select id from odd where id > 0 order by id"
      })
  void whatDoesNotNeedItIsGiven(String sql) {
    session.createView("odd", odd());
    try (QueryResult result = session.sql(sql).collect()) {
      assertThat(result.rowCount()).isEqualTo(1);
    }
  }

  @Test
  void anOptionLeavesItOutAndTheProfileSaysSo() {
    Path file = OddFiles.withUnreadableColumn(folder.resolve("odd.parquet"));
    DataFrame frame = session.read().withUnreadableSkipped().parquet(file.toString());
    assertThat(frame.schema().names()).containsExactly("id");
    try (QueryResult result = frame.collect()) {
      assertThat(result.profile().columnsLeftOut()).hasSize(1);
      assertThat(result.profile().columnsLeftOut().getFirst())
          .contains("column wide of file")
          .contains(REASON);
    }
    DataFrame sql =
        session.sql("select * from read_parquet('" + file + "', skip_unreadable = true)");
    assertThat(sql.schema().names()).containsExactly("id");
  }
}
