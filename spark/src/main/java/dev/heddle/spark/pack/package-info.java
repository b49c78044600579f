/** Makes what an application ships to Spark. */
@NullMarked
package dev.heddle.spark.pack;

import org.jspecify.annotations.NullMarked;
