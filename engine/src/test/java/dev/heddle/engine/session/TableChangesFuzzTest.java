package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random statements change a table with a key as they do in DuckDB: the rows afterwards are the
 * same, and what fails there fails here and changes nothing.
 */
class TableChangesFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.changes.seeds", 4);
  private static final int STATEMENTS = 25;
  private static final String ROWS = "select * from t order by all";

  private final SessionOptions options =
      SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);

  @Test
  void rowsAreAsInDuckDb() {
    int failures = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<String> script = new ArrayList<>();
      script.add(RandomChanges.TABLE);
      for (int i = 0; i < STATEMENTS; i++) {
        script.add(RandomChanges.statement(random));
      }
      failures += compare(seed, script);
    }
    assertThat(failures).as("statements that failed in both").isPositive();
  }

  private int compare(long seed, List<String> script) {
    int failures = 0;
    try (Session session = Heddle.local(options);
        DuckDbOracle duck = DuckDbOracle.openAlike()) {
      for (int i = 0; i < script.size(); i++) {
        String statement = script.get(i);
        String done = "seed " + seed + ":\n" + String.join(";\n", script.subList(0, i + 1));
        Throwable theirs = catchThrowable(() -> duck.execute(statement));
        Throwable ours = catchThrowable(() -> session.execute(statement));
        assertThat(ours == null)
            .as("%s%nours %s%ntheirs %s", done, ours, theirs)
            .isEqualTo(theirs == null);
        failures += ours == null ? 0 : 1;
        try (QueryResult rows = session.sql(ROWS).collect()) {
          assertThat(QueryRows.of(rows).toString()).as(done).isEqualTo(duck.rows(ROWS).toString());
        }
      }
    }
    return failures;
  }
}
