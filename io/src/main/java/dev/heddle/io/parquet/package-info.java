/** Parquet files: footers, pruning, page decoding into columns, and writing. */
@NullMarked
package dev.heddle.io.parquet;

import org.jspecify.annotations.NullMarked;
