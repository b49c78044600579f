package dev.heddle.physical.plan;

import java.util.OptionalInt;

/**
 * The range of right rows that can match a left row: their column is not null and not outside of
 * two left columns of the same type, which are not null either. The column is an integer, a decimal
 * of 64 bits, a float, a date or a time.
 *
 * @param column right column
 * @param lower left column that is at most the right one; empty for no bound
 * @param upper left column that is at least the right one; empty for no bound
 */
public record JoinRange(int column, OptionalInt lower, OptionalInt upper) {}
