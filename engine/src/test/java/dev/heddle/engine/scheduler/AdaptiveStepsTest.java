package dev.heddle.engine.scheduler;

import static dev.heddle.engine.scheduler.TestCluster.JOB;
import static dev.heddle.engine.scheduler.TestCluster.reader;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a scheduler makes of stages once it knows how much they read. */
class AdaptiveStepsTest {
  private static final long MB = 1_000_000;

  private final TestCluster cluster = new TestCluster(1);

  /** Joins what two sources have written; the first one's partitions may be divided. */
  private static StageShape join(int tasks, boolean isDivisible) {
    return new StageShape(
        tasks,
        List.of(new StageInput(0, false, isDivisible, false), new StageInput(1, false)),
        1,
        0,
        -1,
        true,
        List.of());
  }

  private static StageShape sized(int tasks, int partitions, long estimatedBytes) {
    return new StageShape(tasks, List.of(), partitions, 0, estimatedBytes, false, List.of());
  }

  private void submit(StageShape left, StageShape right, boolean isDivisible) {
    cluster.submit(left, right, join(3, isDivisible), reader(1, 1, 2));
  }

  private static TaskRange part(int partition, int firstMap, int endMap) {
    return new TaskRange(
        partition, partition + 1, Optional.of(new TaskRange.Part(0, firstMap, endMap)));
  }

  private List<TaskRange> ranges() {
    return cluster.journal.stream()
        .filter(each -> each instanceof Decision.Ranged)
        .map(each -> (Decision.Ranged) each)
        .filter(each -> each.stage() == 2)
        .map(Decision.Ranged::ranges)
        .reduce(List.of(), (_, latest) -> latest);
  }

  private void runSources(long... bytesOfEachMap) {
    cluster.finishStage(1, MB, MB, MB);
    for (int map = 0; map < bytesOfEachMap.length; map++) {
      cluster.finish(cluster.task(0, map), map, MB, bytesOfEachMap[map], MB);
    }
  }

  @Test
  void aPartitionMuchLargerThanOthersIsReadBySeveralTasks() {
    cluster.join(0, 8);
    submit(sized(4, 3, MB), sized(2, 3, -1), true);
    runSources(20 * MB, 20 * MB, 20 * MB, 20 * MB);
    assertThat(ranges())
        .containsExactly(
            TaskRange.of(0),
            part(1, 0, 1),
            part(1, 1, 2),
            part(1, 2, 3),
            part(1, 3, 4),
            TaskRange.of(2));
    assertThat(cluster.scheduler.progress(JOB).get(2).steps())
        .singleElement()
        .asString()
        .startsWith("partition 1 of ")
        .endsWith(" bytes is read by 4 tasks, which divide what stage 0 has written");
    cluster.finishStage(2, 10);
    assertThat(cluster.isOut(3, 0)).isTrue();
  }

  @Test
  void partsHaveAboutAsManyBytesEach() {
    cluster.join(0, 2);
    submit(sized(5, 3, MB), sized(2, 3, -1), true);
    runSources(1 * MB, 40 * MB, 1 * MB, 40 * MB, 1 * MB);
    assertThat(ranges())
        .containsExactly(TaskRange.of(0), part(1, 0, 2), part(1, 2, 5), TaskRange.of(2));
  }

  @Test
  void whatOneTaskHasWrittenIsNotDivided() {
    cluster.join(0, 8);
    submit(sized(4, 3, MB), sized(2, 3, -1), true);
    runSources(80 * MB, 0, 0, 0);
    assertThat(ranges()).isEmpty();
  }

  @Test
  void rowsThatHaveToBeTogetherAreNotDivided() {
    cluster.join(0, 8);
    submit(sized(4, 3, MB), sized(2, 3, -1), false);
    runSources(20 * MB, 20 * MB, 20 * MB, 20 * MB);
    assertThat(ranges()).isEmpty();
  }

  @Test
  void partitionsThatAreAllLargeAreNotDivided() {
    cluster.join(0, 8);
    submit(sized(4, 3, MB), sized(2, 3, -1), true);
    cluster.finishStage(1, MB, MB, MB);
    cluster.finishStage(0, 30 * MB, 30 * MB, 30 * MB);
    assertThat(ranges()).isEmpty();
  }

  @Test
  void partsAreTheSameAfterARestart() {
    cluster.join(0, 8);
    submit(sized(4, 3, MB), sized(2, 3, -1), true);
    runSources(20 * MB, 20 * MB, 20 * MB, 20 * MB);
    List<TaskRange> before = ranges();
    TestCluster next = new TestCluster(1, cluster.journal);
    next.join(0, 8);
    assertThat(next.scheduler.progress(JOB).get(2).tasks()).isEqualTo(6);
    assertThat(IntStream.range(0, 6).mapToObj(i -> next.task(2, i).range()).toList())
        .isEqualTo(before);
  }

  private List<String> steps() {
    return cluster.scheduler.progress(JOB).get(2).steps();
  }

  @Test
  void rowsStayWhereTheyAreMadeIfTheOtherSideIsSmall() {
    cluster.join(0, 8);
    submit(sized(4, 3, 900 * MB), sized(2, 3, -1), true);
    assertThat(cluster.isOut(0, 0)).isFalse(); // may not have to be sent
    cluster.finishStage(1, MB, MB, MB);
    TaskStart start = cluster.task(2, 3);
    assertThat(start.taken()).containsExactly(0);
    assertThat(start.tasks()).isEqualTo(4);
    assertThat(start.inputs()).singleElement().matches(each -> each.stage() == 1 && each.isWhole());
    assertThat(steps())
        .singleElement()
        .asString()
        .contains("of the 4 tasks of stage 0")
        .contains("900000000 bytes by the estimate");
    cluster.finishStage(2, 10);
    cluster.finishStage(3, 10);
    assertThat(cluster.isOut(0, 0)).isFalse();
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.CompleteJob);
  }

  @Test
  void rowsAreSentByTheirKeysIfTheOtherSideIsLarge() {
    cluster.join(0, 8);
    submit(sized(4, 3, 900 * MB), sized(2, 3, MB), true);
    assertThat(cluster.isOut(0, 0)).isFalse(); // by the estimate it would be read by all
    cluster.finishStage(1, 20 * MB, 20 * MB, 20 * MB);
    assertThat(cluster.task(0, 0).taken()).isEmpty();
    assertThat(steps()).isEmpty();
  }

  @Test
  void nobodyWaitsForWhatIsLargeInAnyCase() {
    cluster.join(0, 8);
    submit(sized(4, 3, 900 * MB), sized(2, 3, 800 * MB), true);
    assertThat(cluster.isOut(0, 0)).isTrue();
    cluster.finishStage(1, 10, 10, 10);
    assertThat(steps()).isEmpty(); // too late
  }

  @Test
  void tasksAreNotPutTogetherThatFitIntoNoWorker() {
    cluster.join(0, 8); // of 1,000 bytes
    StageShape left = new StageShape(4, List.of(), 3, 1_001, 900 * MB, false, List.of());
    submit(left, sized(2, 3, -1), true);
    cluster.finishStage(1, MB, MB, MB);
    assertThat(steps()).isEmpty();
    assertThat(cluster.isOut(2, 0)).isFalse();
  }

  @Test
  void unmatchedRowsOfTheOtherSideForbidIt() {
    cluster.join(0, 8);
    submit(sized(4, 3, 900 * MB), sized(2, 3, 10), false);
    assertThat(cluster.isOut(0, 0)).isTrue();
  }

  @Test
  void joinsFollowOneAnotherInOneTask() {
    cluster.join(0, 8);
    StageShape second =
        new StageShape(
            3,
            List.of(new StageInput(2, false, true, false), new StageInput(3, false, true, false)),
            1,
            0,
            900 * MB,
            true,
            List.of());
    StageShape first = new StageShape(3, join(3, true).inputs(), 3, 0, 900 * MB, true, List.of());
    cluster.submit(sized(4, 3, 900 * MB), sized(2, 3, -1), first, sized(1, 3, 10), second);
    cluster.finishStage(1, MB, MB, MB);
    cluster.finishStage(3, 10, 10, 10);
    assertThat(cluster.task(4, 0).taken()).containsExactly(2, 0);
    cluster.tell(new Event.ServerLost(TestCluster.server(0), "killed"));
    cluster.tell(new Event.ServerJoined(new ShuffleAddress(0, 2, "host0", 1), Optional.empty()));
    assertThat(cluster.isOut(1, 0)).isTrue();
    assertThat(cluster.isOut(2, 0)).isFalse();
    for (int stage : List.of(1, 3, 4)) {
      cluster.finishStage(stage, 10, 10, 10);
    }
    assertThat(cluster.last).anyMatch(c -> c instanceof Command.CompleteJob);
  }

  @Test
  void whatWasTakenInIsSoAfterARestart() {
    cluster.join(0, 8);
    submit(sized(4, 3, 900 * MB), sized(2, 3, -1), true);
    cluster.finishStage(1, MB, MB, MB);
    TestCluster next = new TestCluster(1, cluster.journal);
    next.join(0, 8);
    assertThat(next.task(2, 3).taken()).containsExactly(0);
    assertThat(next.isOut(0, 0)).isFalse();
    List<Decision> forgetful =
        cluster.journal.stream().takeWhile(each -> !(each instanceof Decision.TookIn)).toList();
    TestCluster again = new TestCluster(1, forgetful);
    again.join(0, 8);
    assertThat(again.task(2, 0).output()).isNotEqualTo(next.task(2, 0).output());
  }
}
