/**
 * Results over Arrow vectors.
 *
 * <p>A {@link HeddleResultSet} moves forward only and cannot be changed. It holds one batch; each
 * method that reads a value reads it from the batch's vectors at once. Its bases divide the
 * interface: what is refused ({@code Unchangeable...}, {@code ForwardOnlyRows}), labels, and
 * columns by number. Labels are found without regard to case, and of several the first.
 *
 * <p>After the last row, and before the first, reading a column fails with 24000; so does every
 * method but {@code close} and {@code isClosed} of a closed result.
 */
@NullMarked
package dev.heddle.jdbc.result;

import org.jspecify.annotations.NullMarked;
