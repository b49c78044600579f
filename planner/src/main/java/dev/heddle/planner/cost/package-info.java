/**
 * Estimates rows, distinct values and sizes from the statistics of tables.
 *
 * <p>{@link dev.heddle.planner.cost.Estimator} goes bottom-up and remembers an estimate for each
 * node: use one for plans whose nodes no longer change. {@link dev.heddle.planner.cost.Selectivity}
 * estimates conditions, {@code JoinEstimates} joins, {@link dev.heddle.planner.cost.RelEstimate}
 * and {@link dev.heddle.planner.cost.ColumnEstimate} are the values, immutable. {@link
 * dev.heddle.planner.cost.PlannerMetadata} gives Calcite's rules the metadata that is right here.
 *
 * <p>Estimates are wrong where columns correlate or values are skewed, and mostly too low. So
 * conditions on several columns count less and less ({@link dev.heddle.planner.cost.Shares}), and
 * so do those of several joined relations where little would be left; nothing is taken to be empty
 * that statistics do not prove to be; and what must not depend on estimates, as that a cross join
 * is harmless, asks {@link dev.heddle.planner.cost.RowBounds} for what is certain.
 *
 * <p>To estimate a new node, add its case to the estimator; a node that only appends columns
 * implements {@link dev.heddle.planner.rel.KeepsLeftRows} or {@link
 * dev.heddle.planner.rel.AppendsShare}.
 */
@NullMarked
package dev.heddle.planner.cost;

import org.jspecify.annotations.NullMarked;
