package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** INSERT into folders of Parquet files, which adds files. */
class FolderInsertTest {
  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28));
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return QueryRows.of(result).stream().map(String::valueOf).toList();
    }
  }

  private long files(Path in) throws IOException {
    try (Stream<Path> files = Files.walk(in)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }

  @Test
  void addsFilesOfNewNames() throws IOException {
    Path data = folder.resolve("data");
    session.execute(
        "copy (select range as a, 'x' as b from range(3)) to '" + data + "/' (format parquet)");
    long before = files(data);
    session.execute("insert into '" + data + "' values (10, 'y'), (11, null)");
    session.execute("insert into '" + data + "/' (b) select 'z'");
    session.execute("insert into '" + data + "' by name select 'w' as b, 5 as a");
    assertThat(files(data)).isEqualTo(before + 3);
    assertThat(rows("select a, b from '" + data + "/*.parquet' order by all").toString())
        .isEqualTo("[[0, x], [1, x], [2, x], [5, w], [10, y], [11, null], [null, z]]");
    session.createView("t", session.read().parquet(data.toString()));
    session.execute("insert into t select a + 100, b from t where a = 1");
    assertThat(rows("select count(*), max(a) from '" + data + "/*.parquet'").toString())
        .isEqualTo("[[8, 101]]");
    assertThat(session.sql("from t").count())
        .as("the frame has the files it was made of")
        .isEqualTo(7);
  }

  @Test
  void keepsThePartitionsOfTheFolder() throws IOException {
    Path data = folder.resolve("parts");
    session.execute(
        "copy (select range as a, range % 2 as k from range(4)) to '"
            + data
            + "' (format parquet, partition_by (k))");
    session.execute("insert into '" + data + "' (k, a) values (1, 50), (7, 70)");
    assertThat(Files.isDirectory(data.resolve("k=7"))).isTrue();
    assertThat(rows("select k, sum(a) from '" + data + "' group by k order by k").toString())
        .isEqualTo("[[0, 2], [1, 54], [7, 70]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insert into '%s' values (1) | ANALYSIS | the query gives 1 columns, not 2",
        "insert into '%s' (c) values (1) | ANALYSIS | no column \"c\" in [a, b]",
        "insert into '%s' by name select 1 as c | ANALYSIS | no column \"c\" in [a, b]",
        "insert into '%s' select date '2024-01-01', 'x' | ANALYSIS | DATE",
        "insert into '%s' values ('q', 'x') | INVALID_CAST | q",
        "insert into '%s' values (1, 'x') returning a | SYNTAX | files have no keys",
        "insert or ignore into '%s' values (1, 'x') | SYNTAX | files have no keys",
        "insert into '%s-not' values (1, 'x') | NOT_FOUND | make it by COPY (query) TO",
      })
  void whatDoesNotFitIsATypedError(String sql, ErrorCode code, String message) throws IOException {
    Path data = folder.resolve("data");
    session.execute("copy (select 1 as a, 'x' as b) to '" + data + "/' (format parquet)");
    assertThatThrownBy(() -> session.execute(sql.formatted(data)))
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
    assertThat(rows("select count(*) from '" + data + "/*.parquet'").toString()).isEqualTo("[[1]]");
  }
}
