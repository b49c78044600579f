package dev.heddle.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.junit.jupiter.api.Test;

/** A session opened with all that is got ready beside it is a session like any other. */
class SessionWarmupTest {
  @Test
  void givesTheSessionThatWasOpened() {
    Session opened = Heddle.local();
    try (SessionWarmup start = new SessionWarmup(() -> opened, "select 1");
        Session session = start.session()) {
      assertThat(session).isSameAs(opened);
      assertThat(session.sql("select 42 as x").count()).isEqualTo(1);
    }
  }

  @Test
  void whatIsNotToBeReadIsLeftToTheQuery() {
    String sql = "select x from 'missing.parquet'";
    try (SessionWarmup start = new SessionWarmup(Heddle::local, sql);
        Session session = start.session()) {
      assertThat(session.sql("select 1 as x").count()).isEqualTo(1);
      assertThatThrownBy(() -> session.sql(sql))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("missing.parquet");
    }
  }

  @Test
  void aFailureToOpenIsThrownToWhoAsksForTheSession() {
    HeddleException failure = new HeddleException(ErrorCode.IO, "Cannot read a: it is gone");
    try (SessionWarmup start =
        new SessionWarmup(
            () -> {
              throw failure;
            },
            null)) {
      assertThatThrownBy(start::session).isSameAs(failure).hasMessage("Cannot read a: it is gone");
    }
  }
}
