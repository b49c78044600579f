package dev.heddle.bench.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DuckDatabaseTest {
  @Test
  void zonedNanosecondsAreMoments() throws SQLException {
    try (DuckDatabase duck = new DuckDatabase(List.of("set timezone = 'Asia/Kolkata'"))) {
      duck.open(null);
      String sql = "select timestamptz_ns '2011-10-06 22:21:49.58+00', null::timestamptz_ns";
      assertThat(duck.run("", sql).getFirst())
          .containsExactly(Instant.parse("2011-10-06T22:21:49.580Z"), null);
    }
  }
}
