package dev.heddle.spark.bridge;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.spi.Engine;
import java.util.OptionalLong;
import org.apache.spark.SparkContext;

/** Takes rows from Spark and gives rows to it; implemented in {@link HeddleLoader}'s classes. */
public interface HandOver {
  /** Returns the one of this process. */
  static HandOver here() {
    return HeddleLoader.make(HandOver.class, "dev.heddle.spark.runner.SparkHandOver");
  }

  /**
   * Returns the context on which an engine's queries run.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code INVALID_ARGUMENT} if they do
   *     not run on Spark
   */
  SparkContext spark(Engine engine);

  /**
   * Returns a plan that reads rows which Spark makes.
   *
   * @param estimated how many there are about, if that is known
   */
  LogicalPlan take(Engine engine, SparkSource rows, OptionalLong estimated);

  /** Runs a plan and leaves its rows in Spark's shuffle, as long as somebody has the result. */
  FrameParts give(Engine engine, LogicalPlan plan);
}
