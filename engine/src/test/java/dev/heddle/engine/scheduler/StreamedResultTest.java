package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static dev.heddle.engine.scheduler.TestCluster.server;
import static dev.heddle.engine.scheduler.TestCluster.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.JobShape;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client of a streamed result learns of its parts in order, while later ones are made. */
class StreamedResultTest {
  private static final ExchangeId RESULT = new ExchangeId(JOB.number(), 1);
  private static final long LARGE = 50_000_000; // so that no task reads two parts

  private TestCluster cluster;

  @BeforeEach
  void begin() {
    cluster = new TestCluster(2);
    cluster.join(0, 4);
    cluster.tell(
        new Event.JobSubmitted(
            JOB, new JobShape(List.of(source(2, 4), reader(4, 1, 0))).streamed()));
    finishSources(5);
  }

  private void finishSources(long digest) {
    for (int map = 0; map < 2; map++) {
      if (cluster.isOut(0, map)) {
        cluster.finish(cluster.task(0, map), digest, LARGE, LARGE, LARGE, LARGE);
      }
    }
  }

  private List<Command> finish(int part) {
    return cluster.finish(cluster.task(1, part), part, 10);
  }

  private static Command extended(int first, int end) {
    return new Command.ExtendResult(JOB, RESULT, first, end, 4);
  }

  private static List<Command> extensions(List<Command> commands) {
    return commands.stream().filter(c -> c instanceof Command.ExtendResult).toList();
  }

  @Test
  void partsAreAnnouncedOnceThoseBeforeThemAreThere() {
    assertThat(extensions(finish(1))).isEmpty();
    assertThat(finish(0)).contains(extended(0, 2));
    assertThat(cluster.scheduler.parts(JOB, 1).orElseThrow().maps()).hasSize(1);
    assertThat(cluster.scheduler.parts(JOB, 2)).isEmpty();
    assertThat(extensions(finish(3))).isEmpty();
    assertThat(finish(2)).anyMatch(c -> c instanceof Command.CompleteJob);
    assertThat(cluster.journal.stream().filter(d -> d instanceof Decision.PartsAnnounced))
        .hasSize(1);
  }

  @Test
  void aLostPartIsMadeAndAnnouncedAgain() {
    finish(0);
    finish(1);
    int attempt = cluster.scheduler.parts(JOB, 0).orElseThrow().maps().get(1).attempt();
    cluster.tell(new Event.PartLost(JOB, RESULT.exchange(), 1, attempt + 1));
    assertThat(cluster.isOut(1, 1)).isFalse(); // that attempt counts no longer
    cluster.tell(new Event.PartLost(JOB, RESULT.exchange(), 1, attempt));
    assertThat(cluster.isOut(1, 1)).isTrue();
    assertThat(extensions(finish(2))).isEmpty();
    assertThat(finish(1)).contains(extended(1, 3));
    assertThat(cluster.scheduler.parts(JOB, 1).orElseThrow().maps().getFirst().attempt())
        .isGreaterThan(attempt);
  }

  @Test
  void aServerThatIsLostTakesPartsWithIt() {
    finish(0);
    finish(1);
    ShuffleAddress there = cluster.scheduler.parts(JOB, 0).orElseThrow().servers().getFirst();
    cluster.tell(new Event.ServerLost(there, "killed"));
    finishSources(5); // as before
    List<Command> seen = new ArrayList<>();
    for (int part = 0; part < 4; part++) {
      if (cluster.isOut(1, part)) {
        seen.addAll(finish(part));
      }
    }
    assertThat(seen).anyMatch(c -> c instanceof Command.CompleteJob);
    assertThat(cluster.failure()).isEmpty();
  }

  @Test
  void otherRowsThanThoseThatWereReadFailTheJob() {
    finish(0);
    List<Command> seen = new ArrayList<>();
    cluster.tell(new Event.ServerJoined(server(2), Optional.empty()));
    cluster.tell(new Event.ServerLost(server(0), "killed"));
    cluster.tell(new Event.ServerLost(server(1), "killed"));
    for (int map = 0; map < 2; map++) {
      if (cluster.isOut(0, map)) {
        seen.addAll(cluster.finish(cluster.task(0, map), 6, LARGE, LARGE, LARGE, LARGE)); // not 5
      }
    }
    assertThat(seen)
        .anyMatch(
            c ->
                c instanceof Command.FailJob failed
                    && failed.code() == ErrorCode.FETCH_LOST
                    && failed.message().contains("Parts of the result have been read"));
  }

  @Test
  void theNextSchedulerAnnouncesThemAgain() {
    finish(0);
    TestCluster next = new TestCluster(2, cluster.journal);
    assertThat(next.recovered).contains(extended(0, 1));
  }

  @Test
  void whatIsTakenBeforeItIsCompleteEnds() {
    finish(0);
    cluster.tell(new Event.ResultTaken(JOB));
    assertThat(cluster.last).contains(new Command.ReleaseExchange(RESULT));
    assertThat(cluster.out).isEmpty();
    assertThat(cluster.scheduler.jobCount()).isZero();
  }
}
