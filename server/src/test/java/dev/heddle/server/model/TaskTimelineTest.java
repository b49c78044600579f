package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskTimelineTest {
  private static final TaskTimeline.Outcome DONE = TaskTimeline.Outcome.DONE;

  private final TaskTimeline timeline = new TaskTimeline();

  @Test
  void aTaskThatRunsIsAnOpenBarUpToNow() {
    timeline.start(0, 7, 0, "a", 100);
    assertThat(timeline.bars(0, 500, 1_000))
        .containsExactly(new TaskBar(0, 100, 500, 0, 1, true, 0, 7, 0, 0, 0, 1));
    timeline.end(0, 7, 0, "a", 300, 200, 5, 50, DONE);
    assertThat(timeline.bars(0, 500, 1_000))
        .containsExactly(new TaskBar(0, 100, 300, 0, 1, false, 0, 7, 0, 5, 50, 1));
  }

  @Test
  void tasksOfAWorkerAtATimeHaveLinesOfTheirOwnAndLaterOnesTakeTheFirstFree() {
    timeline.start(0, 0, 0, "a", 0);
    timeline.start(0, 1, 0, "a", 0);
    timeline.start(0, 2, 0, "b", 0);
    timeline.end(0, 0, 0, "a", 10, 10, 0, 0, DONE);
    timeline.start(0, 3, 0, "a", 20);
    assertThat(timeline.bars(0, 100, 100)).extracting(TaskBar::lane).containsExactly(0, 1, 2, 0);
    assertThat(timeline.laneNames()).containsExactly("a", "a", "b");
  }

  @Test
  void aTaskThatIsToldOfAtItsEndHasItsWholeBar() {
    timeline.end(1, 4, 2, "a", 50, 30, 1, 2, TaskTimeline.Outcome.FAILED);
    assertThat(timeline.bars(0, 100, 100))
        .containsExactly(new TaskBar(0, 20, 50, 1, 1, false, 1, 4, 2, 1, 2, 1));
  }

  @Test
  void whatIsThinnerThanAPixelIsPutTogether() {
    for (int i = 0; i < 1_000; i++) {
      timeline.end(0, i, 0, "a", i * 10L + 5, 5, 1, 10, DONE);
    }
    List<TaskBar> bars = timeline.bars(0, 10_000, 100);
    assertThat(bars).hasSizeBetween(90, 110);
    assertThat(bars.stream().mapToInt(TaskBar::tasks).sum()).isEqualTo(1_000);
    assertThat(bars.stream().mapToLong(TaskBar::bytes).sum()).isEqualTo(10_000);
    assertThat(timeline.bars(0, 99, 99)).as("a part has all its tasks").hasSize(10);
  }

  @Test
  void noTaskIsLostWhenTimeAndLinesAreFolded() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int tasks = 3 * TaskTimeline.MAX_EXACT;
    long busy = 0;
    for (int i = 0; i < tasks; i++) {
      long from = (long) (random.nextDouble() * random.nextDouble() * 3_600_000);
      long ran = random.nextInt(2_000) + 2_000;
      timeline.start(i % 3, i, 0, "worker " + random.nextInt(300), from);
      timeline.end(i % 3, i, 0, "", from + ran, ran, 1, 1, DONE);
      busy += ran;
    }
    List<TaskBar> bars = timeline.bars(0, 3_700_000, 1_000);
    assertThat(bars.stream().mapToInt(TaskBar::tasks).sum()).as("seed " + seed).isEqualTo(tasks);
    assertThat(bars.stream().mapToLong(TaskBar::rows).sum()).isEqualTo(tasks);
    assertThat(bars).allSatisfy(bar -> assertThat(bar.busy()).isBetween(0.0, 1.0));
    assertThat(busy).isPositive();
    assertThat(timeline.laneNames()).hasSizeLessThanOrEqualTo(64);
  }
}
