package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import org.junit.jupiter.api.Test;

class MissingDashboardTest {
  @Test
  void aDashboardThatIsNotOnTheClassPathIsNamed() {
    assertThatThrownBy(() -> Heddle.local(SessionOptions.defaults().withUi(7440)))
        .isInstanceOfSatisfying(
            HeddleException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessage(
            "Cannot open a session with a dashboard at port 7440: it is not on the class path;"
                + " depend on dev.heddle:heddle-server, or leave out withUi");
    try (Session session = Heddle.local(SessionOptions.defaults());
        QueryResult rows = session.sql("select 1").collect()) {
      assertThat(rows.rowCount()).isOne();
      assertThat(session.dashboard()).isEmpty();
      assertThatThrownBy(() -> session.sql("select 1").report("report.html"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("depend on dev.heddle:heddle-server");
    }
  }
}
