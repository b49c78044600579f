package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plain uses are read as the library reads them; everything else is left to it. */
class PlainSqlTest {
  private static boolean isPlain(String... arguments) {
    return PlainSql.read(arguments, Map.of()) != null;
  }

  @Test
  void readsTextScriptTablesFormatAndThreads() {
    assertThat(isPlain("sql", "select 1")).isTrue();
    assertThat(isPlain("sql", "-t", "a=b.parquet", "--table", "c=d=e", "select 1")).isTrue();
    assertThat(isPlain("sql", "--format", "csv", "--threads", "2", "-f", "x.sql")).isTrue();
  }

  @Test
  void leavesWhatItDoesNotKnowToTheLibrary() {
    for (List<String> arguments :
        List.of(
            List.<String>of(),
            List.of("sql"),
            List.of("explain", "select 1"),
            List.of("sql", "--help"),
            List.of("sql", "select 1", "select 2"),
            List.of("sql", "-f", "-"),
            List.of("sql", "--threads", "2", "--threads", "3", "select 1"),
            List.of("sql", "--threads", "many", "select 1"),
            List.of("sql", "select 1", "-f"),
            List.of("sql", "select 1", "--debug"),
            List.of("sql", "-o", "x", "-o", "y", "select 1"),
            List.of("sql", "-p", "n=1", "select 1"),
            List.of("sql", "@arguments"))) {
      assertThat(isPlain(arguments.toArray(String[]::new))).as("%s", arguments).isFalse();
    }
  }

  @Test
  void leavesAnEnvironmentThatSpeaksOfS3ToTheLibrary() {
    String[] arguments = {"sql", "select 1"};
    assertThat(PlainSql.read(arguments, Map.of("HEDDLE_S3_REGION", "eu"))).isNull();
    assertThat(PlainSql.read(arguments, Map.of("HEDDLE_HOME", "x"))).isNotNull();
  }
}
