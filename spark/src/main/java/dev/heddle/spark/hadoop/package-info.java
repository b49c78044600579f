/** Spark's Hadoop; loaded where Spark's classes are. */
@NullMarked
package dev.heddle.spark.hadoop;

import org.jspecify.annotations.NullMarked;
