package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static dev.heddle.engine.scheduler.TestCluster.server;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JournalTest {
  private static TestCluster started(List<Decision> journal) {
    TestCluster cluster = new TestCluster(2, journal);
    cluster.join(0, 2);
    return cluster;
  }

  private static void submit(TestCluster cluster) {
    cluster.submit(source(3, 4), reader(4, 2, 0), reader(2, 1, 1), reader(1, 1, 2));
  }

  private static boolean runToEnd(TestCluster cluster) {
    for (int stage = 0; stage < 4; stage++) {
      cluster.finishStage(stage, 2_000_000, 2_000_000);
    }
    return cluster.scheduler.winners(new ExchangeId(1, 3)).isPresent();
  }

  @Test
  void anyBeginningOfAJournalIsGoneOnFrom() {
    TestCluster first = started(List.of());
    submit(first);
    assertThat(runToEnd(first)).isTrue();
    assertThat(first.journal).hasSizeGreaterThan(10);
    for (int length = 0; length <= first.journal.size(); length++) {
      TestCluster next = started(first.journal.subList(0, length));
      if (length == 0) {
        assertThat(next.scheduler.jobs()).isEmpty();
      } else {
        assertThat(next.scheduler.jobs()).as("length %d", length).containsExactly(JOB);
        assertThat(runToEnd(next)).as("length %d", length).isTrue();
      }
    }
  }

  @Test
  void finishedWorkIsKeptAndNewAttemptsHaveNumbersOfTheirOwn() {
    TestCluster first = started(List.of());
    submit(first);
    TaskStart done = first.task(0, 0);
    TaskStart running = first.task(0, 1);
    first.finish(done, 7, 2_000_000, 2_000_000);
    TestCluster next = started(first.journal);
    assertThat(next.scheduler.progress(JOB).getFirst().done()).isEqualTo(1);
    assertThat(next.isOut(0, 0)).isFalse();
    assertThat(next.task(0, 1).task().attempt()).isEqualTo(Recovery.ATTEMPTS_PER_LIFE);
    // what was started before may still come first
    TaskStart again = next.task(0, 1);
    next.out.put(running, next.out.get(again));
    next.finish(running, 8, 2_000_000, 2_000_000);
    assertThat(next.scheduler.progress(JOB).getFirst().done()).isEqualTo(2);
    assertThat(next.last).contains(new Command.StopTask(next.join(0, 2), again.task()));
  }

  @Test
  void winnersOnAServerThatDoesNotComeBackAreMadeAgain() {
    TestCluster first = started(List.of());
    submit(first);
    first.finishStage(0, 2_000_000, 2_000_000);
    TestCluster next = new TestCluster(0, first.journal);
    next.tell(new Event.ServerJoined(server(1), Optional.empty()));
    WorkerId worker = next.join(0, 2);
    assertThat(next.scheduler.progress(JOB).getFirst().done()).isEqualTo(3);
    next.pass(61_000, worker);
    assertThat(next.scheduler.progress(JOB).getFirst().done()).isLessThan(3);
  }

  @Test
  void aJobThatIsOverDoesNotComeBack() {
    TestCluster first = started(List.of());
    submit(first);
    first.fail(first.task(0, 0), ErrorCode.INTERNAL);
    assertThat(started(first.journal).scheduler.jobs()).isEmpty();
  }

  @Test
  void tasksReadTheSamePartitionsAsBefore() {
    TestCluster first = new TestCluster(1);
    first.join(0, 4);
    first.submit(source(1, 4), reader(4, 1, 0), reader(1, 1, 1));
    first.finish(first.task(0, 0), 7, 3_000_000, 3_000_000, 3_000_000, 3_000_000);
    assertThat(first.scheduler.progress(JOB).get(1).tasks()).isEqualTo(4);
    TestCluster next = new TestCluster(1, first.journal);
    next.join(0, 1); // would read all at once
    assertThat(next.scheduler.progress(JOB).get(1).tasks()).isEqualTo(4);
  }
}
