/** Benchmark results as tables and files. */
@NullMarked
package dev.heddle.bench.report;

import org.jspecify.annotations.NullMarked;
