package dev.heddle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleStreamTest {
  @ParameterizedTest
  @ValueSource(strings = {"Mac OS X", "Windows 11"})
  void systemsWithoutCpuTimeSampleAllTheSameAndSaySo(String system) {
    try (SampleStream stream =
        new SampleStream(
            (event, thread, nanos) -> {},
            (thread, nanos, samples) -> {},
            () -> {},
            others -> {},
            system)) {
      assertThat(stream.cautions())
          .as(system)
          .anyMatch(caution -> caution.contains("this system has no samples by CPU time"))
          .noneMatch(caution -> caution.contains("Nothing is sampled"));
    }
  }
}
