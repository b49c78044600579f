package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions whose queries and results have a bound of memory of their own. */
class SessionMemoryTest {
  private static final long MIB = 1 << 20;

  private final MemoryLedger ledger = ProcessMemory.ledger();
  private Session owner;

  @BeforeEach
  void open() {
    owner =
        Heddle.local(SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(1024 * MIB));
  }

  @AfterEach
  void nothingIsLeft() {
    owner.close();
    assertThat(ledger.usedBytes()).isZero();
    assertThat(ledger.committedBytes()).isZero();
  }

  private Session client(long megabytes) {
    return owner.newSession(SessionAccess.full().withMemoryBytes(megabytes * MIB));
  }

  private static String numbers(long rows) {
    return "select i, i * 7919 % 1000003 as k from generate_series(1, " + rows + ") as t(i)";
  }

  @Test
  void aQueryThatNeedsMoreIsRefusedAndOthersAreNot() {
    try (Session client = client(1);
        Session same = client.newSession()) {
      for (Session each : List.of(client, same)) {
        assertThatThrownBy(() -> each.sql(numbers(6_000_000) + " order by k").collect().close())
            .isInstanceOfSatisfying(
                HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
            .hasMessageContaining("(option --session-memory)");
      }
      try (QueryResult result = owner.sql(numbers(100_000) + " order by k").collect()) {
        assertThat(result.rowCount()).isEqualTo(100_000);
      }
    }
  }

  @Test
  void openResultsCountUntilTheyAreClosed() {
    List<QueryResult> open = new ArrayList<>();
    try (Session client = client(48)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  open.add(client.sql(numbers(200_000)).collect());
                }
              })
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
          .hasMessageContaining("--session-memory");
      assertThat(open).isNotEmpty();
      open.forEach(QueryResult::close);
      client.sql(numbers(200_000)).collect().close();
    }
  }

  @Test
  void statesAreSpilledToStayBelowIt() {
    String sorted = "select count(*) as n from (" + numbers(3_000_000) + " order by k, i) as s";
    String grouped =
        "select count(*) as n, sum(m) as s from (select k, max(i) as m from ("
            + numbers(2_000_000)
            + ") as a group by k) as g";
    try (Session client = client(64)) {
      for (String query : List.of(sorted, grouped)) {
        String expected = owner.sql(query).collect().toString();
        ledger.resetPeak();
        assertThat(client.sql(query).collect().toString()).isEqualTo(expected);
        assertThat(ledger.peakBytes()).as(query).isLessThanOrEqualTo(64 * MIB);
      }
    }
  }
}
