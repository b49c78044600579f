/**
 * Tables that suites make: page views, a film database, and the Parquet files that all are written
 * to. Everything is seeded: the same sizes give the same rows.
 */
@NullMarked
package dev.heddle.bench.data;

import org.jspecify.annotations.NullMarked;
