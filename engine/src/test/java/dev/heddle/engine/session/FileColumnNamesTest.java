package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of files whose names repeat, or differ in case only, are called as in DuckDB. */
class FileColumnNamesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x.csv | a,A,a_1,B,b;1,2,3,4,5",
        "y.csv | a,a,A;1,2,3",
        "x.json | {\"id\": 1, \"Id\": 2, \"iD\": 3};{\"iD\": 6, \"id\": 4, \"ID\": 7}",
        "y.json | {\"b\": \"x\", \"B\": null, \"B_1\": 2}"
      })
  void namesAreThoseOfDuckDb(String name, String lines) throws IOException {
    Path file = Files.writeString(folder.resolve(name), lines.replace(';', '\n') + "\n");
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local()) {
      String names = "select column_name from (describe from '" + file + "')";
      String rows = "from '" + file + "'";
      for (String sql : new String[] {names, rows}) {
        try (QueryResult result = session.sql(sql).collect()) {
          assertThat(QueryRows.of(result)).as(sql).hasToString(duck.rows(sql).toString());
        }
      }
    }
  }
}
