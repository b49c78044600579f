/** Benchmarks of single kernels and operators. */
@NullMarked
package dev.heddle.bench.micro;

import org.jspecify.annotations.NullMarked;
