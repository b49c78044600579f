/**
 * File systems of Hadoop as Heddle sees them: in types of the JDK, so that Hadoop's classes may be
 * those of Spark or of the user's Hadoop, whatever Hadoop Heddle itself has among its libraries.
 * {@code hadoop.client} has the only classes that name Hadoop's, and is loaded where these are.
 */
@NullMarked
package dev.heddle.spark.hadoop;

import org.jspecify.annotations.NullMarked;
