package dev.heddle.engine.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.PreparedQuery;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SET TimeZone in a session that is open. */
class TimeZoneSettingTest {
  private static final String TABLE =
      "create table t as select * from (values (timestamptz '2024-03-31 00:30:00+00'),"
          + " (timestamptz '2024-07-01 22:15:30.5+00'), (timestamptz '1969-12-31 23:59:59+00'),"
          + " (null)) v(x)";

  private static final List<String> QUERIES =
      List.of(
          "select x::varchar, x::date::varchar, x::timestamp::varchar from t order by x",
          "select hour(x), date_part('day', x), extract(timezone from x), dayofweek(x) from t"
              + " order by x",
          "select date_trunc('day', x)::varchar, strftime(x, '%H:%M') from t order by x",
          "select (x + interval 1 day)::varchar, date_diff('day', x, timestamptz '2024-08-01"
              + " 00:00:00+00') from t order by x",
          "select (timestamp '2024-07-01 12:00:00')::timestamptz::varchar",
          "select ('2024-12-24 18:00:00')::timestamptz::varchar, timestamptz '2024-01-02'::varchar",
          "select timezone_hour(x) from t order by x",
          "select count(*) from t where x < timestamp '2024-07-01 23:00:00'::timestamptz",
          "select x at time zone 'America/New_York' from t order by x",
          "select current_setting('TimeZone')");

  @TempDir private Path folder;

  private static List<String> rows(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(String.valueOf(row.value(i)));
        }
        rows.add(values.toString());
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set timezone = 'Europe/Berlin'",
        "set TimeZone to 'america/st_johns'",
        "set time zone 'Asia/Kathmandu'",
        "reset timezone",
      })
  void castsAndPartsAreThoseOfTheZone(String set) {
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(2));
        DuckDbOracle duck = DuckDbOracle.openAlike()) {
      session.execute(TABLE);
      duck.execute(TABLE);
      session.execute("set timezone = 'Pacific/Auckland'");
      for (String query : QUERIES) {
        assertThat(rows(session.sql(query))).isNotEmpty(); // so that there are plans of that zone
      }
      session.execute(set);
      duck.execute(set.equals("reset timezone") ? "set TimeZone = 'UTC'" : set);
      for (String query : QUERIES) {
        assertThat(rows(session.sql(query)))
            .as(query)
            .isEqualTo(duck.rows(query).stream().map(Object::toString).toList());
      }
    }
  }

  @Test
  void textOfFilesIsReadInTheZone() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "x\n2024-07-01 12:00:00\n");
    String query =
        "select x at time zone 'UTC' as u from read_csv('"
            + file
            + "', types = {'x': 'timestamptz'})";
    try (Session session = Heddle.local();
        Session other = session.newSession();
        DuckDbOracle duck = DuckDbOracle.open()) {
      for (String zone : List.of("UTC", "Asia/Tokyo", "America/New_York")) {
        session.execute("set timezone = '" + zone + "'");
        duck.execute("set timezone = '" + zone + "'");
        assertThat(rows(session.sql(query)))
            .isEqualTo(duck.rows(query).stream().map(Object::toString).toList());
        assertThat(rows(other.sql(query))).containsExactly("[2024-07-01T12:00]");
      }
      DataFrame named = session.sql(query);
      session.execute("set timezone = 'UTC'");
      assertThat(rows(session.sql(query))).containsExactly("[2024-07-01T12:00]");
      assertThat(named.schema().names()).containsExactly("u");
    }
  }

  @Test
  void preparedQueriesAndResultsAreThoseOfTheZoneTheyRunIn() {
    try (Session session = Heddle.local()) {
      PreparedQuery prepared = session.prepare("select cast(? as timestamptz)::varchar");
      session.execute("set timezone = '+05:30'");
      assertThat(rows(prepared.bind("2024-01-01 00:00:00+00")))
          .containsExactly("[2024-01-01 05:30:00+05:30]");
      assertThat(session.timeZone()).isEqualTo(ZoneId.of("+05:30"));
      assertThat(session.options().timeZone()).isEqualTo(ZoneId.of("UTC"));
      try (QueryResult result = session.sql("select 1").collect()) {
        assertThat(result.timeZone()).isEqualTo(ZoneId.of("+05:30"));
      }
      session.execute("reset all");
      assertThat(session.timeZone()).isEqualTo(ZoneId.of("UTC"));
    }
  }
}
