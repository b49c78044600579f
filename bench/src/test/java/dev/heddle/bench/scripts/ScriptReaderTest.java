package dev.heddle.bench.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.scripts.ScriptRecord.Condition;
import dev.heddle.bench.scripts.ScriptRecord.Directive;
import dev.heddle.bench.scripts.ScriptRecord.Expected;
import dev.heddle.bench.scripts.ScriptRecord.Loop;
import dev.heddle.bench.scripts.ScriptRecord.Query;
import dev.heddle.bench.scripts.ScriptRecord.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptReaderTest {
  @Test
  void recordsEndWithAnEmptyLineAndQueriesHaveExpectations() {
    List<ScriptRecord> records =
        ScriptReader.read(
            """
            # a comment
            require json

            statement error con1
            select
              nothing
            ----
            not found

            query II rowsort label
            select 1, 2
            ----
            1 2

            query I con2
            select 3
            """);
    assertThat(records)
        .containsExactly(
            new Directive(2, List.of(), List.of("require", "json")),
            new Statement(4, List.of(), Expected.ERROR, "con1", "select\n  nothing"),
            new Query(10, List.of(), "", true, "select 1, 2", List.of("1 2")),
            new Query(15, List.of(), "con2", false, "select 3", List.of()));
  }

  @Test
  void loopsHaveRecordsOfTheirOwnAndConditionsAreOfTheNextRecord() {
    List<ScriptRecord> records =
        ScriptReader.read(
            """
            foreach type <signed> !hugeint text

            onlyif i=1
            skipif duckdb
            statement maybe
            select 1

            concurrentloop i 2 4

            endloop

            endloop

            foreach a,b 1,2 3,4
            endloop
            """);
    Statement inside =
        new Statement(
            5,
            List.of(new Condition("i=1", true), new Condition("duckdb", false)),
            Expected.ANY,
            "",
            "select 1");
    List<List<String>> numbers = List.of(List.of("2"), List.of("3"));
    Loop inner = new Loop(8, List.of(), List.of("i"), numbers, List.of());
    List<List<String>> types =
        List.of(
            List.of("tinyint"),
            List.of("smallint"),
            List.of("integer"),
            List.of("bigint"),
            List.of("text"));
    List<List<String>> pairs = List.of(List.of("1", "2"), List.of("3", "4"));
    assertThat(records)
        .containsExactly(
            new Loop(1, List.of(), List.of("type"), types, List.of(inside, inner)),
            new Loop(14, List.of(), List.of("a", "b"), pairs, List.of()));
  }
}
