/**
 * Makes physical plans of relational ones, for one partition; the last place that knows Calcite.
 *
 * <p>{@link dev.heddle.planner.lower.Lowering} asks each node for the columns that are needed above
 * it. A lowered node ({@code Lowered}) is a physical plan and the place of each logical column in
 * it, so that projections of plain columns vanish. One class lowers each family of nodes: {@code
 * ScanLowering}, {@code JoinLowering}, {@code AsOfLowering}, {@code AggregateLowering}, {@code
 * WindowLowering}, {@code SetOperationLowering}; the small ones are in {@code Lowering} itself.
 * {@code Rex} converts expressions over a lowered input and folds constants.
 *
 * <p>Parts that occur several times are computed once ({@code SharedParts}); only the fields of
 * nested columns that are used are read ({@code NestedUses}). To add a node, give it a case in
 * {@code Lowering}. One object serves one query and one thread.
 */
@NullMarked
package dev.heddle.planner.lower;

import org.jspecify.annotations.NullMarked;
