package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static dev.heddle.engine.scheduler.TestCluster.server;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results that stay for other jobs. */
class KeptResultTest {
  private static final JobId OTHER = new JobId(2);
  private static final ExchangeId KEPT = new ExchangeId(1, 1);

  private TestCluster cluster;

  @BeforeEach
  void keepAResult() {
    cluster = new TestCluster(2);
    cluster.join(0, 4);
    cluster.join(1, 4);
    cluster.tell(
        new Event.JobSubmitted(JOB, new JobShape(List.of(source(3, 2), reader(2, 1, 0))).kept()));
    finishAll(50_000_000, 50_000_000);
    finishAll(10);
    assertThat(cluster.last).contains(new Command.CompleteJob(JOB, KEPT, 2));
  }

  private void finishAll(long... bytes) {
    for (TaskStart start : List.copyOf(cluster.out.keySet())) {
      cluster.finish(start, start.task().partition(), bytes);
    }
  }

  private void read() {
    StageShape scan = new StageShape(2, List.of(), 1, 100, -1, false, List.of(), List.of(JOB), 0);
    cluster.tell(new Event.JobSubmitted(OTHER, new JobShape(List.of(scan, reader(1, 1, 0)))));
  }

  @Test
  void otherJobsReadItWhereItLies() {
    assertThat(cluster.scheduler.isHeld(new ExchangeId(1, 0))).isFalse();
    assertThat(cluster.scheduler.isHeld(KEPT)).isTrue();
    read();
    assertThat(cluster.task(0, 0).inputs()).containsExactly(new TaskInput(-1, KEPT, true, 2));
    assertThat(cluster.scheduler.winners(KEPT)).isPresent();
    finishAll(10);
    finishAll(10);
    assertThat(cluster.last)
        .contains(new Command.CompleteJob(OTHER, new ExchangeId(2, 1), 1))
        .noneMatch(c -> c.equals(new Command.ReleaseExchange(KEPT)));
    cluster.tell(new Event.ResultTaken(OTHER));
    cluster.tell(new Event.ResultTaken(JOB));
    assertThat(cluster.last).contains(new Command.ReleaseExchange(KEPT));
  }

  @Test
  void whatIsLostIsComputedAgainWhileReadersWait() {
    ShuffleAddress there = cluster.scheduler.winners(KEPT).orElseThrow().servers().getFirst();
    cluster.tell(new Event.ServerLost(there, "killed"));
    read();
    assertThat(cluster.out.keySet()).isNotEmpty().allMatch(s -> s.task().job().equals(JOB));
    assertThat(cluster.scheduler.whyIdle(OTHER)).contains("computed again");
    for (int round = 0; cluster.scheduler.winners(KEPT).isEmpty(); round++) {
      assertThat(round).isLessThan(3);
      finishAll(round == 0 ? new long[] {50_000_000, 50_000_000} : new long[] {10});
    }
    assertThat(cluster.out.keySet()).isNotEmpty().allMatch(s -> s.task().job().equals(OTHER));
  }

  @Test
  void aReaderThatCannotHaveItSaysSo() {
    read();
    TaskStart reading = cluster.task(0, 0);
    cluster.fail(reading, new TaskFailure.FetchLost(KEPT, 2, List.of(1), "it is gone"));
    assertThat(cluster.scheduler.winners(KEPT)).isEmpty();
    assertThat(cluster.out.keySet()).noneMatch(s -> s.task().equals(reading.task()));
    while (cluster.scheduler.winners(KEPT).isEmpty()) {
      TaskStart next =
          cluster.out.keySet().stream()
              .filter(s -> s.task().job().equals(JOB))
              .findFirst()
              .orElseThrow();
      boolean isSource = next.task().stage() == 0;
      cluster.finish(next, next.task().partition(), isSource ? new long[] {5, 5} : new long[] {10});
    }
    assertThat(cluster.task(0, 0).inputs().getFirst().version()).isGreaterThan(2);
    assertThat(cluster.task(0, 0).task().job()).isEqualTo(OTHER);
  }

  @Test
  void readersFailWhenItIsGiven() {
    read();
    cluster.tell(new Event.ClientLost(JOB));
    Command.FailJob failure = cluster.failure().orElseThrow();
    assertThat(failure.job()).isEqualTo(OTHER);
    assertThat(failure.code()).isEqualTo(ErrorCode.FETCH_LOST);
    assertThat(failure.message()).contains("persisted in the cluster by").contains("run the query");
    read(); // the name is free again
    assertThat(cluster.failure()).isPresent();
  }

  @Test
  void aReaderThatNeedsItAgainFailsWhenItIsGone() {
    StageShape scan = new StageShape(1, List.of(), 1, 100, -1, false, List.of(), List.of(JOB), 0);
    cluster.tell(
        new Event.JobSubmitted(
            OTHER, new JobShape(List.of(scan, reader(1, 1, 0), reader(1, 1, 1)))));
    finishAll(10);
    finishAll(10); // and with that what the first stage wrote is released
    cluster.tell(new Event.ClientLost(JOB));
    assertThat(cluster.failure()).isEmpty();
    cluster.tell(new Event.ServerLost(server(0), "killed"));
    cluster.tell(new Event.ServerLost(server(1), "killed"));
    assertThat(cluster.scheduler.jobs()).isEmpty();
  }

  @Test
  void theNextLifeOfTheSchedulerKeepsItToo() {
    read();
    TestCluster next = new TestCluster(0, cluster.journal);
    next.join(0, 4);
    assertThat(next.out).isEmpty();
    next.tell(new Event.ServerJoined(server(0), Optional.empty()));
    next.tell(new Event.ServerJoined(server(1), Optional.empty()));
    assertThat(next.scheduler.winners(KEPT)).isPresent();
    assertThat(next.task(0, 0).inputs().getFirst().exchange()).isEqualTo(KEPT);
    next.tell(new Event.ClientLost(JOB));
    assertThat(next.failure().orElseThrow().job()).isEqualTo(OTHER);
  }
}
