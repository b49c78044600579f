package dev.heddle.spark.bridge;

import org.jspecify.annotations.Nullable;

/**
 * What a JVM must be that runs Heddle: Java and Spark in the versions that it is made for. Can be
 * loaded by a Java that is older, as all classes of this package and of the one above.
 */
public final class Requirements {
  /** The oldest Java. */
  public static final int JAVA = 25;

  /** The beginning of Spark's versions. */
  public static final String SPARK = "4.2.";

  /** The name of the error's code. */
  private static final String CODE = "UNSUPPORTED";

  private Requirements() {}

  /**
   * Checks the process of a driver.
   *
   * @throws UnsupportedOperationException with what is missing, in one line: Heddle's own error
   *     cannot be loaded by an older Java
   */
  public static void checkDriver() {
    String problem = ofDriver(Runtime.version().feature(), sparkVersion());
    if (problem != null) {
      throw new UnsupportedOperationException(problem);
    }
  }

  /**
   * Checks the process of an executor.
   *
   * @throws TaskException that ends the query at once
   */
  static void checkExecutor() {
    String problem = ofExecutor();
    if (problem != null) {
      throw TaskException.ofProcess(CODE, problem);
    }
  }

  /** Returns why the process of an executor cannot run Heddle, or null. */
  static @Nullable String ofExecutor() {
    return ofExecutor(Runtime.version().feature(), sparkVersion());
  }

  private static String sparkVersion() {
    return org.apache.spark.package$.MODULE$.SPARK_VERSION();
  }

  /** Returns why a driver cannot run Heddle, or null. */
  static @Nullable String ofDriver(int java, String spark) {
    if (java < JAVA) {
      return "Heddle needs Java "
          + JAVA
          + " and the driver runs on Java "
          + java
          + "; set JAVA_HOME to the home of a JDK "
          + JAVA
          + " for spark-submit, on YARN in cluster mode spark.yarn.appMasterEnv.JAVA_HOME";
    }
    return spark.startsWith(SPARK)
        ? null
        : "Heddle needs Spark "
            + SPARK
            + "x and the driver runs on Spark "
            + spark
            + "; submit by another SPARK_HOME";
  }

  /** Returns why an executor cannot run Heddle, or null. */
  static @Nullable String ofExecutor(int java, String spark) {
    if (java < JAVA) {
      return "Heddle needs Java "
          + JAVA
          + " and an executor runs on Java "
          + java
          + "; give executors a JDK "
          + JAVA
          + ": on YARN an archive (spark.yarn.dist.archives=jdk.tar.gz#jdk,"
          + " spark.executorEnv.JAVA_HOME=./jdk/FOLDER), on Kubernetes an image that has it"
          + " (spark.kubernetes.executor.container.image), elsewhere one that is installed on each"
          + " host (spark.executorEnv.JAVA_HOME=/path)";
    }
    return spark.startsWith(SPARK)
        ? null
        : "Heddle needs Spark "
            + SPARK
            + "x and an executor runs Spark "
            + spark
            + "; use hosts or an image with the driver's Spark";
  }
}
