package dev.heddle.spark.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What has to fit into a container. */
class ExecutorMemoryTest {
  private static final String OWN = "spark.heddle.executor.memory";

  private static SparkSettings conf(String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return new SparkSettings(name -> Optional.ofNullable(values.get(name)));
  }

  @Test
  void whatFitsPasses() {
    assertThat(ExecutorMemory.bytes(conf(), "spark://there:7077")).isEqualTo(1L << 30);
    assertThat(
            ExecutorMemory.bytes(conf(OWN, "256m", "spark.executor.memoryOverhead", "640"), "yarn"))
        .isEqualTo(256L << 20);
    assertThat(
            ExecutorMemory.bytes(
                conf("spark.executor.memory", "10g", "spark.executor.memoryOverheadFactor", "0.2"),
                "k8s://https://there"))
        .as("a part of the heap")
        .isEqualTo(1L << 30);
    assertThat(
            ExecutorMemory.bytes(
                conf(OWN, "512m", "spark.executor.minMemoryOverhead", "1g"), "yarn"))
        .isEqualTo(512L << 20);
  }

  @Test
  void settingsThatThereAreNotAreRefused() {
    SparkSettings.check(List.of("spark.app.name", OWN, WarmStarts.OPTION));
    assertThatThrownBy(() -> SparkSettings.check(List.of("spark.heddle.executor.memry")))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining("spark.heddle.executor.memry")
        .hasMessageContaining("did you mean \"" + OWN + "\"");
    SparkSettings maybe = conf(WarmStarts.OPTION, "maybe");
    assertThatThrownBy(() -> maybe.truth(WarmStarts.OPTION))
        .hasMessage(WarmStarts.OPTION + " is maybe, must be true or false");
    assertThat(conf(WarmStarts.OPTION, " TRUE ").truth(WarmStarts.OPTION)).contains(true);
  }

  @Test
  void whatDoesNotIsRefusedWithTheSettingToWrite() {
    assertThatThrownBy(() -> ExecutorMemory.bytes(conf("spark.executor.memory", "4g"), "yarn"))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            OWN
                + " is 1g, as it is not set, but spark.executor.memoryOverhead is 409m, as it is"
                + " not set, and the executor's JVM needs 384m of that; set"
                + " spark.executor.memoryOverhead=1408m");
    assertThatThrownBy(
            () ->
                ExecutorMemory.bytes(
                    conf(OWN, "268435457", "spark.executor.memoryOverhead", "0.6g"), "k8s://there"))
        .hasMessage("spark.executor.memoryOverhead is 0.6g, must be a size such as 512m");
    assertThatThrownBy(
            () ->
                ExecutorMemory.bytes(
                    conf(OWN, "268435457", "spark.executor.memoryOverhead", "600"), "k8s://there"))
        .as("both as they were given, and what is enough")
        .hasMessage(
            OWN
                + " is 268435457, but spark.executor.memoryOverhead is 600, and the executor's JVM"
                + " needs 384m of that; set spark.executor.memoryOverhead=641m or "
                + OWN
                + "=216m");
    assertThatThrownBy(() -> ExecutorMemory.bytes(conf(OWN, "ten"), "local[2]"))
        .hasMessage(OWN + " is ten, must be a size such as 512m");
    assertThatThrownBy(() -> ExecutorMemory.bytes(conf(OWN, "99999999999g"), "local[2]"))
        .hasMessage(OWN + " is 99999999999g, must be a size that a process can have");
    assertThatThrownBy(() -> ExecutorMemory.bytes(conf(OWN, "10240KB"), "local[2]"))
        .hasMessage(
            OWN + " is 10240KB, but Heddle's tasks need more; set " + OWN + "=64m at least");
  }
}
