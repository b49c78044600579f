package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whichever allocation of a query fails, the query fails for lack of memory and frees the rest. */
class RefusedAllocationTest {
  private static final int MAX_ALLOCATIONS = 5000;
  private static final long BUDGET_BYTES = 1L << 29;
  private static final String ROWS =
      """
      with t as (
        select x as i, x % 7 as k, 'a text of some length ' || (x % 5) as s
        from unnest(range(0, 300)) as u(x))
      """;

  private final MemoryLedger ledger = ProcessMemory.ledger();

  @AfterEach
  void refuseNothing() {
    ledger.endRefusing();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select k, string_agg(s, ', a separator that is long ' order by i) from t group by k",
        "select k, array_agg(distinct i order by i), last(s order by i), median(i) from t group by"
            + " k",
        "select a.i, b.s from t a left join (select * from t where i < 0) b on a.s = b.s",
        "select a.s, count(distinct b.i) from t a join t b on a.i = b.k group by a.s",
        "select case when i > 3 then s else 'other' end, {'a': i, 'b': [s]} from t",
        "select case when i > 3 then {'a': i, 'b': [s]} else {'a': 0, 'b': []} end as c from t",
        "select list_concat([s], case when i > 3 then [s, 'b'] end), [[s], [s, 'c']] from t",
        "select coalesce(nullif(s, 'a'), s, 'b'), coalesce(nullif(i, 3), k) from t",
        "select flatten([[s], [s, 'c']]), case when i > 3 then [s] else ['b', s] end from t",
        "select s from (select s, row_number() over (partition by k order by i) r from t) where r <"
            + " 3",
        "select list_transform([s, 'b'], x -> x || k), list_filter([i, k], x -> x > 3) from t",
        "select list_reduce([s, 'b', s], (a, b) -> a || b) from t",
        "select s, sum(i) over (partition by k order by i, s) from t order by s, i limit 20",
        "select t.k, u.e from t, unnest([s, s, null]) as u(e) where e is not null",
      })
  void leavesNothingBehind(String query) {
    SessionOptions options =
        SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(BUDGET_BYTES);
    for (int partitions = 0; partitions <= 3; partitions += 3) {
      try (Session session = Heddle.local(options.withPartitions(partitions))) {
        boolean isRefused = true;
        for (int i = 0; isRefused; i++) {
          isRefused = isRefused(session, ROWS + query, i);
          assertThat(i).as("allocations").isLessThan(MAX_ALLOCATIONS);
        }
      }
    }
  }

  private boolean isRefused(Session session, String query, int allocation) {
    long used = ledger.usedBytes();
    long committed = ledger.committedBytes();
    boolean isRefused;
    ledger.refuseAfter(allocation);
    try (QueryResult result = session.sql(query).collect()) {
      assertThat(result.rowCount()).isPositive(); // where less memory will do, it goes on
    } catch (HeddleException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
    } finally {
      isRefused = ledger.endRefusing();
    }
    assertThat(ledger.usedBytes()).as("used after allocation " + allocation).isEqualTo(used);
    assertThat(ledger.committedBytes()).as("promised after " + allocation).isEqualTo(committed);
    return isRefused;
  }
}
