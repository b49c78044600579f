/**
 * JMH benchmarks of single kernels: {@code java -cp ... org.openjdk.jmh.Main}. Figures of one run
 * on a shared machine are no claims; compare two builds in the same hour.
 */
@NullMarked
package dev.heddle.bench.micro;

import org.jspecify.annotations.NullMarked;
