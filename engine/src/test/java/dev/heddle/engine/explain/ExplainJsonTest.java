package dev.heddle.engine.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.StatementResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Plans as JSON. */
class ExplainJsonTest {
  private static final String QUERY =
      "select k, count(*) as \"n<\" from (select range % 7 as k from range(1000)) t group by k";

  /** Returns the numbers of a member, in the order of the text, which must be one object. */
  private static List<Double> numbers(String json, String member) throws IOException {
    List<Double> numbers = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isNumeric() && member.equals(parser.currentName())) {
          numbers.add(parser.getDoubleValue());
        }
      }
    }
    return numbers;
  }

  private static String explain(Session session, String options) {
    List<String> lines = new ArrayList<>();
    try (QueryResult result = session.sql(QUERY).collect()) {
      assertThat(result.rowCount()).isEqualTo(7);
    }
    session.execute(
        "explain " + options + " " + QUERY,
        (StatementResult done) ->
            Objects.requireNonNull(done.rows()).forEach(row -> lines.add("" + row.value(0))));
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }

  @Test
  void aPlanHasStagesAndNodes() throws IOException {
    try (Session session = Heddle.local()) {
      String json = session.sql(QUERY).explain(ExplainMode.JSON);
      assertThat(json).contains("\"operator\":\"Aggregate\"").doesNotContain("busy_nanos", "\n");
      List<Double> nodes = numbers(json, "node");
      for (int i = 0; i < nodes.size(); i++) {
        assertThat(nodes.get(i)).isEqualTo(i);
      }
      assertThat(explain(session, "(format json)")).isEqualTo(json);
    }
  }

  @Test
  void aRunHasSharesOfTime() throws IOException {
    try (Session session = Heddle.local()) {
      for (String options : List.of("(analyze, format json)", "(format json, analyze)")) {
        String json = explain(session, options);
        double sum = 0;
        for (double share : numbers(json, "time_share")) {
          sum += share;
        }
        assertThat(sum).isBetween(0.999, 1.001);
        assertThat(numbers(json, "rows")).contains(1000.0, 7.0);
        assertThat(numbers(json, "rows").getLast()).isEqualTo(7);
        assertThat(json).contains("\"findings\":[]", "\"place\":\"a cluster would not pay");
      }
      assertThat(session.sql("select 1").explain(ExplainMode.ANALYZE_JSON)).contains("run_nanos");
    }
  }

  @Test
  void otherFormatsAreErrors() {
    try (Session session = Heddle.local()) {
      assertThatThrownBy(() -> session.execute("explain (format yaml) select 1"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("TEXT");
      session.execute("explain (select 1)"); // a query in parentheses
      session.execute("explain (analyze) select 1");
    }
  }
}
