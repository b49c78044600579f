package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The training runs to its end: the launcher hides its failures, which only cost speed. */
@Tag("process")
class ClusterWarmupTest {
  /** It is the one that has made the cache of the processes of tests. */
  @Test
  void everyQueryOfTheTrainingRuns() throws Exception {
    assertThat(FastStarts.failures()).isEmpty();
    assertThat(FastStarts.flags()).as("the cache that it made").isNotEmpty();
  }
}
