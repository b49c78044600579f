/** Heddle on Apache Spark: the same frames and SQL, run by Spark's executors. */
@NullMarked
package dev.heddle.spark;

import org.jspecify.annotations.NullMarked;
