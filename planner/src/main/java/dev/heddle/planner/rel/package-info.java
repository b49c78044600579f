/**
 * Nodes of relational plans that Calcite does not have, and what knows which plans are equal.
 *
 * <h2>Parts that are used more than once</h2>
 *
 * <p>A common table, a view, a frame or the outer rows of a subquery that are used more than once
 * are one object: a {@code LogicalPlan} is a graph, and so is the plan that it is translated to. A
 * walk over one remembers nodes by identity; equality and hash of logical plans do so by themselves
 * ({@code PlanEquality}), {@link dev.heddle.planner.rel.RelNumbers} takes the place of Calcite's
 * digests, which go over all that is below a node each time. Decorrelation works on the graph,
 * since only there a part may read rows outside of it.
 *
 * <p>The rules see trees, and it is good that they do: a filter moves into that use of a common
 * table that it is above. So after decorrelation the program decides ({@code CteExtraction}). A
 * part that is used once is no part. Of a plan that as a tree stays small, parts used more often
 * remain in the tree, each use is rewritten by itself, and lowering computes those once that end
 * alike and are worth it. Where the tree would be much larger than the graph, shared parts become
 * {@link dev.heddle.planner.rel.CteDefinition}s, each a plan of its own that is rewritten before
 * its readers. Their uses become {@link dev.heddle.planner.rel.CteScan}s, which are leaves, so all
 * passes are linear in the size of the query. The same is done, whatever the size, for what might
 * have other rows when it is computed again: calls that are not deterministic, limits without an
 * order.
 *
 * <p>Estimates of a reader are its definition's. Lowering asks a definition for the columns that
 * any reader needs, and makes a {@code Share} of its first use and {@code SharedRead}s of the
 * others, as for equal parts of the tree: rows are buffered, and spilled where memory is short.
 */
@NullMarked
package dev.heddle.planner.rel;

import org.jspecify.annotations.NullMarked;
