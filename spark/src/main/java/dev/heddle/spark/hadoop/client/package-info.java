/** {@link dev.heddle.spark.hadoop.HadoopFiles} over Hadoop's own classes. */
@NullMarked
package dev.heddle.spark.hadoop.client;

import org.jspecify.annotations.NullMarked;
