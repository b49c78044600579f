package dev.heddle.spark.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequirementsTest {
  @Test
  void theRightVersionsPass() {
    assertThat(Requirements.ofDriver(25, "4.2.0")).isNull();
    assertThat(Requirements.ofDriver(26, "4.2.1")).isNull();
    assertThat(Requirements.ofExecutor(25, "4.2.0-vendor")).isNull();
  }

  @Test
  void aDriverIsToldWhatItLacks() {
    assertThat(Requirements.ofDriver(17, "4.2.0"))
        .isEqualTo(
            "Heddle needs Java 25 and the driver runs on Java 17; set JAVA_HOME to the home of a"
                + " JDK 25 for spark-submit, on YARN in cluster mode"
                + " spark.yarn.appMasterEnv.JAVA_HOME");
    assertThat(Requirements.ofDriver(25, "4.1.1"))
        .isEqualTo(
            "Heddle needs Spark 4.2.x and the driver runs on Spark 4.1.1; submit by another"
                + " SPARK_HOME");
  }

  @Test
  void ofAnExecutorItIsSaidHowToGiveItAJdk() {
    assertThat(Requirements.ofExecutor(21, "4.2.0"))
        .startsWith("Heddle needs Java 25 and an executor runs on Java 21; give executors a JDK 25")
        .contains("spark.yarn.dist.archives=", "spark.executorEnv.JAVA_HOME=./")
        .contains("spark.kubernetes.executor.container.image")
        .doesNotContain("\n");
    assertThat(Requirements.ofExecutor(25, "3.5.6"))
        .isEqualTo(
            "Heddle needs Spark 4.2.x and an executor runs Spark 3.5.6; use hosts or an image with"
                + " the driver's Spark");
  }
}
