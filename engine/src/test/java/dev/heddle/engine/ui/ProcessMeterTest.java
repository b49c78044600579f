package dev.heddle.engine.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessMeterTest {
  @Test
  void whatTheSystemDoesNotCountIsZero(@TempDir Path empty) {
    double[] sample = new ProcessMeter(empty.resolve("proc")).sample(5);

    assertThat(sample).hasSameSizeAs(ProcessMeter.COMPONENTS.toArray());
    for (String name : ProcessMeter.COMPONENTS) {
      double value = sample[ProcessMeter.COMPONENTS.indexOf(name)];
      if (name.startsWith("disk") || name.startsWith("network") || name.startsWith("resident")) {
        assertThat(value).as(name).isZero();
      } else {
        assertThat(value).as(name).isNotNegative().isFinite();
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linuxCountsThePagesOfAProcess() {
    double[] sample = new ProcessMeter().sample(0);

    assertThat(sample[ProcessMeter.COMPONENTS.indexOf("resident_bytes")]).isPositive();
  }
}
