/**
 * Footers of Parquet files as tables: {@code parquet_metadata} and its like.
 *
 * <p>{@link dev.heddle.io.parquet.metadata.FooterFormat} is the seam: a format of the same files
 * whose rows are what their footers say, with DuckDB's columns. Nothing but footers is read, one
 * file a split, and nothing of them is checked, so that a file whose rows cannot be read can be
 * looked at.
 */
@NullMarked
package dev.heddle.io.parquet.metadata;

import org.jspecify.annotations.NullMarked;
