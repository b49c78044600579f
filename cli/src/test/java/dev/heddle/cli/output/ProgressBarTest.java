package dev.heddle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line that shows how far a query is. */
class ProgressBarTest {
  private static QueryProgress progress(QueryState state, long millis, double share) {
    return new QueryProgress(
        7,
        "select 1",
        state,
        Duration.ofMillis(millis),
        Duration.ofMillis(millis),
        share,
        12_345_678,
        987_654_321,
        12,
        34,
        0,
        1_500,
        0,
        List.of(),
        List.of());
  }

  @Test
  void aLineHasWhatFitsIt() {
    QueryProgress half = progress(QueryState.RUNNING, 75_000, 0.5);
    assertThat(ProgressBar.line(half, 120))
        .isEqualTo(
            " 50 % [##########..........], 1:15 min, about 1:15 min left, 12.3 M rows, 988 MB read,"
                + " 1.5 KB memory");
    assertThat(ProgressBar.line(half, 40)).isEqualTo(" 50 % [##########..........], 1:15 min");
    assertThat(ProgressBar.line(progress(QueryState.PLANNING, 5_000, 0), 20))
        .isEqualTo("planning, 5 s");
  }

  @Test
  void itIsDrawnAfterASecondAndGoneAtTheEnd() {
    StringWriter text = new StringWriter();
    try (Session session = Heddle.local();
        ProgressBar bar = ProgressBar.of(session, new PrintWriter(text), () -> 30)) {
      bar.progress(progress(QueryState.RUNNING, 999, 0.1));
      bar.progress(progress(QueryState.FINISHED, 1_000, 1));
      assertThat(text.toString()).isEmpty();
      bar.progress(progress(QueryState.RUNNING, 1_000, 0.25));
      assertThat(text.toString()).isEqualTo("\r 25 % [#####...............]\033[K");
      bar.progress(progress(QueryState.FINISHED, 2_000, 1));
      assertThat(text.toString()).endsWith("]\033[K\r\033[K");
    }
  }
}
