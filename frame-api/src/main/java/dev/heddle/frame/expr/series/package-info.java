/**
 * Descriptions of columns that are computed from a row and those around it: values that {@link
 * dev.heddle.frame.expr.Functions} takes.
 */
@NullMarked
package dev.heddle.frame.expr.series;

import org.jspecify.annotations.NullMarked;
