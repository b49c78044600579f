/** {@link dev.heddle.io.hadoop.files.HadoopFiles} over Hadoop's own classes. */
@NullMarked
package dev.heddle.io.hadoop.files.client;

import org.jspecify.annotations.NullMarked;
