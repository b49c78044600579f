/**
 * Starts commands on Apache Spark: finds Spark, makes the jar to ship, and starts {@code
 * spark-submit}, whose driver runs the same command line again, in the session of which queries run
 * on Spark. Names no class of Spark's.
 */
@NullMarked
package dev.heddle.cli.spark;

import org.jspecify.annotations.NullMarked;
