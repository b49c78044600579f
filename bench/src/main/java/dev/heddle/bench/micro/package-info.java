/**
 * JMH benchmarks of single kernels and operators, run by {@code heddle bench micro}.
 *
 * <p>Times of a shared machine are no claims. Each class therefore measures one fixed piece of work
 * too, {@link dev.heddle.bench.micro.ReferenceKernel}, and stores and compares only ratios to it:
 * {@code micro/baseline.json} among the resources, which {@code heddle bench micro --write} makes
 * anew.
 */
@NullMarked
package dev.heddle.bench.micro;

import org.jspecify.annotations.NullMarked;
