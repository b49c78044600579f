/**
 * What Spark and Heddle both see: Spark serialises objects of these classes, and Heddle's own
 * classes, which are loaded apart from Spark's, meet Spark's through them. Nothing here has a type
 * of Heddle's but those of frames.
 *
 * <p><b>Isolation.</b> {@link dev.heddle.spark.bridge.HeddleLoader} has Heddle's libraries; they
 * are in the one jar that an application ships, see {@link dev.heddle.spark.bridge.HeddleJars}.
 *
 * <p><b>Older Javas.</b> Classes of this package and of the one above are compiled for Java 17, as
 * Spark's are: {@link dev.heddle.spark.bridge.Requirements} says what a driver or an executor lacks
 * before a class of Heddle's is loaded that needs Java 25.
 *
 * <p><b>Warm starts.</b> {@link dev.heddle.spark.bridge.ExecutorStart} is the task that has an
 * executor load Heddle before there is a query.
 *
 * <p><b>Exchanges</b> are Spark's shuffle of (partition, block): blocks as Heddle's shuffle service
 * has them, and behind them one {@link dev.heddle.spark.bridge.Trailer} for each map and partition,
 * by which readers prove the row ledger. {@link dev.heddle.spark.bridge.LedgerChecksum} hands the
 * ledger's sums to Spark.
 */
@NullMarked
package dev.heddle.spark.bridge;

import org.jspecify.annotations.NullMarked;
