package dev.heddle.engine.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerLoadTest {
  /**
   * With few tasks a stage some of them are stragglers, whose second attempts win or are stopped.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40, 400, 3_000})
  void everyTaskIsRun(int tasksPerStage) {
    LoadFigures figures = SchedulerLoad.run(50, 9, tasksPerStage);
    assertThat(figures.tasks()).isEqualTo(9L * tasksPerStage);
    assertThat(figures.events()).as("begin and end of each").isGreaterThan(2 * figures.tasks());
  }
}
