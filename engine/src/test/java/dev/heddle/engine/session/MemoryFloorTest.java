package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryFloorTest {
  private static final String QUERY =
      "select v, count(*) as n from (values (1), (2), (1)) as t(v) group by v order by v";
  private static final long MIB = 1 << 20;

  @AfterEach
  void asBefore() {
    ProcessMemory.ledger(1L << 30);
  }

  private static Session session(long limit) {
    return Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(limit));
  }

  private static double floorMebibytes(Session session) {
    String text = session.sql(QUERY).explain(ExplainMode.ALL);
    Matcher floor = Pattern.compile("needs at least ([0-9.]+) MiB").matcher(text);
    assertThat(floor.find()).as(text).isTrue();
    return Double.parseDouble(floor.group(1));
  }

  @Test
  void runsWithTheFloorThatExplainNamesAndIsRefusedBelowIt() {
    long floor;
    try (Session session = session(1L << 30)) {
      floor = (long) (floorMebibytes(session) * MIB);
      assertThat(floor).isBetween(MIB, 128 * MIB);
    }
    try (Session session = session(floor + MIB / 10);
        QueryResult result = session.sql(QUERY).collect()) {
      assertThat(result.rowCount()).isEqualTo(2);
    }
    try (Session session = session(floor - MIB / 2)) {
      assertThatThrownBy(() -> session.sql(QUERY).collect())
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
                assertThat(e.code().kind()).isEqualTo(ErrorKind.RESOURCE);
                assertThat(e.getMessage()).startsWith("Cannot start").contains("needs at least");
              });
    }
  }

  @Test
  void theDefaultIsAShareOfTheMachineWithoutTheHeap() {
    assertThat(ProcessMemory.defaultBytes(10L << 30, 1L << 30)).isEqualTo(6L << 30);
    assertThat(ProcessMemory.defaultBytes(1L << 30, 1L << 30)).isEqualTo(256 * MIB);
  }
}
