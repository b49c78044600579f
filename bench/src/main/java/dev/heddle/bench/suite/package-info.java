/** Benchmark suites and the generators of their data. */
@NullMarked
package dev.heddle.bench.suite;

import org.jspecify.annotations.NullMarked;
