package dev.heddle.spark.bridge;

import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.Engine;
import org.apache.spark.SparkContext;

/** Opens engines; implemented in {@link HeddleLoader}'s classes. */
public interface SessionOpener {
  /** Returns an engine whose queries run on Spark. */
  Engine open(SparkContext spark, SessionOptions options);
}
