package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class ShownTimesTest {
  private static final String QUERY =
      "select cast('2024-07-01 10:30:00+00' as timestamp with time zone) as summer,"
          + " cast('2024-12-01 10:30:00+00' as timestamp with time zone) as winter";

  private static String shown(SessionOptions options) {
    try (Session session = Heddle.local(options);
        QueryResult result = session.sql(QUERY).collect()) {
      return result.toText(10);
    }
  }

  @Test
  void showsPointsInTimeInTheSessionsZone() {
    assertThat(shown(SessionOptions.defaults().withTimeZone(ZoneId.of("Europe/Berlin"))))
        .contains("2024-07-01 12:30:00+02", "2024-12-01 11:30:00+01");
    assertThat(shown(SessionOptions.defaults().withTimeZone(ZoneId.of("Asia/Kolkata"))))
        .contains("2024-07-01 16:00:00+0530");
    assertThat(shown(SessionOptions.defaults())).contains("2024-07-01 10:30:00+00");
  }
}
