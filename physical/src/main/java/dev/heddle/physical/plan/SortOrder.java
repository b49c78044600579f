package dev.heddle.physical.plan;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;

/**
 * A column of the input that rows are ordered by. NaN is above every number; text is ordered by
 * bytes.
 */
public record SortOrder(int column, SortDirection direction, NullPlacement nulls) {}
