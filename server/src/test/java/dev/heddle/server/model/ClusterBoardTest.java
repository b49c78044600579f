package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.server.api.QueryJson;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterBoardTest {
  private static final JobText TEXT =
      new JobText("select count(*) from t", List.of("Scan t → Aggregate", "Aggregate"));

  @TempDir private static Path folder;

  private final QueryLog queries =
      new QueryLog(new HistoryFolder(folder, 100, 1 << 20), new QueryJson());
  private final ClusterBoard board = new ClusterBoard(Optional::empty, queries);
  private final Instant now = Instant.now();

  @AfterEach
  void close() {
    board.close();
    queries.close();
  }

  private static ClusterStatus status(
      List<ClusterStatus.Job> jobs, List<ClusterStatus.EndedJob> ended) {
    ClusterStatus.Worker worker =
        new ClusterStatus.Worker(new WorkerId(1, 0), "w1", "h1", 4, 2, 1 << 30, 3, 20);
    return new ClusterStatus(1_000, 0, 0, List.of(worker), List.of(), jobs, ended, List.of());
  }

  private static ClusterStatus.Job job(long number, int done, int held) {
    StageProgress first =
        new StageProgress(0, 4, held, done, 0, 10L * done, 100L * done, List.of());
    StageProgress second = new StageProgress(1, 1, 0, 0, 0, 0, 0, List.of());
    return new ClusterStatus.Job(
        new JobId(number), "client", TEXT, 500, "waits", List.of(first, second), List.of());
  }

  private static ClusterStatus.EndedJob ended(long number, Optional<String> failure) {
    return new ClusterStatus.EndedJob(new JobId(number), "client", TEXT, 700, 50, failure);
  }

  @Test
  void aJobIsAQueryWithItsStages() {
    board.take(status(List.of(job(7, 0, 0)), List.of()), now);
    assertThat(queries.running().getFirst().summary())
        .returns(QueryState.WAITING, QuerySummary::state)
        .returns("waits", QuerySummary::why)
        .returns("client", QuerySummary::owner)
        .returns("select count(*) from t", QuerySummary::text);
    board.take(status(List.of(job(7, 4, 0)), List.of()), now);
    QueryView view = queries.running().getFirst().view();
    assertThat(view.summary().state()).isEqualTo(QueryState.RUNNING);
    assertThat(view.summary().share()).isEqualTo(0.8);
    assertThat(view.stages().getFirst())
        .returns("Scan t → Aggregate", StageRecord::operators)
        .returns(4, StageRecord::finished)
        .returns(40L, StageRecord::rows)
        .returns(400L, StageRecord::bytes);
    assertThat(view.stages().getFirst().endedMillis()).isNotNull();
    assertThat(board.members())
        .extracting(Member::name, Member::tasks)
        .containsExactly(tuple("w1", 3));
  }

  @Test
  void itsEndIsKnownAlsoIfItRanBetweenTwoLooks() {
    board.take(status(List.of(job(1, 0, 2)), List.of()), now);
    List<ClusterStatus.EndedJob> ended =
        List.of(ended(2, Optional.of("no memory")), ended(1, Optional.empty()));
    board.take(status(List.of(), ended), now);
    board.take(status(List.of(), ended), now);
    assertThat(queries.running()).isEmpty();
    assertThat(queries.recent())
        .extracting(each -> each.summary().state(), each -> each.summary().failure().orElse(""))
        .containsExactly(tuple(QueryState.FAILED, "no memory"), tuple(QueryState.FINISHED, ""));
    assertThat(queries.recent().getLast().summary().elapsedMillis()).isEqualTo(450);
  }

  @Test
  void aJobThatTheSchedulerForgotHasFailed() {
    board.take(status(List.of(job(3, 0, 2)), List.of()), now);
    board.take(status(List.of(), List.of()), now);
    assertThat(queries.recent().getFirst().summary())
        .returns(QueryState.FAILED, QuerySummary::state)
        .returns(Optional.of("The scheduler does not know it any longer"), QuerySummary::failure);
  }
}
