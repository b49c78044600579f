package dev.heddle.spark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** For how many tasks an application asks, before its executors are there. */
class SparkSlotsTest {
  private static final String DYNAMIC = "spark.dynamicAllocation.enabled=true";

  private static int asked(String master, String... settings) {
    Map<String, String> values = new HashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      values.put(parts[0], parts[1]);
    }
    return SparkSlots.asked(
        new SparkSettings(name -> Optional.ofNullable(values.get(name))), master);
  }

  @Test
  void aFixedNumberOfExecutorsIsAskedForByContainers() {
    assertThat(asked("yarn")).as("the default").isEqualTo(2);
    assertThat(asked("yarn", "spark.executor.instances=5", "spark.executor.cores=4")).isEqualTo(20);
    assertThat(
            asked(
                "k8s://https://there",
                "spark.executor.instances=5",
                "spark.executor.cores=5",
                "spark.task.cpus=2"))
        .as("a core of each is left over")
        .isEqualTo(10);
  }

  @Test
  void aMasterOfSparksOwnGivesAllItHas() {
    assertThat(asked("spark://there:7077")).as("only it knows").isZero();
    assertThat(asked("spark://there:7077", "spark.executor.instances=5")).isZero();
    assertThat(asked("spark://there:7077", "spark.cores.max=12", "spark.task.cpus=2")).isEqualTo(6);
    assertThat(asked("local[7]")).as("it is there at once").isZero();
    assertThat(asked("local-cluster[2,1,1024]")).isZero();
  }

  @Test
  void dynamicAllocationIsPlannedForItsMaximum() {
    String max = "spark.dynamicAllocation.maxExecutors=10";
    assertThat(asked("yarn", DYNAMIC, max, "spark.executor.cores=4")).isEqualTo(40);
    assertThat(asked("yarn", DYNAMIC, max)).isEqualTo(10);
    assertThat(asked("yarn", DYNAMIC)).isEqualTo(SparkSlots.UNBOUNDED);
    assertThat(
            asked(
                "yarn",
                DYNAMIC,
                "spark.dynamicAllocation.maxExecutors=2000000000",
                "spark.executor.cores=4"))
        .isEqualTo(SparkSlots.MAX_ASKED);
    assertThat(asked("spark://there", DYNAMIC, max, "spark.executor.cores=4")).isEqualTo(40);
    assertThat(asked("spark://there", DYNAMIC, max, "spark.executor.cores=4", "spark.cores.max=12"))
        .isEqualTo(12);
    assertThat(asked("spark://there", DYNAMIC, "spark.cores.max=12")).isEqualTo(12);
    assertThat(asked("spark://there", DYNAMIC, max))
        .as("executors take all cores of their hosts")
        .isEqualTo(SparkSlots.UNBOUNDED);
  }
}
