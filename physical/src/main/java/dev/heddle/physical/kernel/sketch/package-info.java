/**
 * Sketches that are stored as binaries, in the formats of Apache DataSketches, which Spark and
 * others write too: HyperLogLog and theta sketches of different values, KLL sketches of quantiles.
 *
 * <p>Integers are taken as 64-bit ones, texts as their bytes of UTF-8, so that equal values of
 * other writers are equal here. An empty text and NaN leave a sketch as it is. Bytes that are no
 * such sketch are an error of code {@code INVALID_ARGUMENT}. Stateless.
 */
@NullMarked
package dev.heddle.physical.kernel.sketch;

import org.jspecify.annotations.NullMarked;
