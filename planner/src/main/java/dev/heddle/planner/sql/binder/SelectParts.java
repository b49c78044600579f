package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.tree.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bound clauses of a SELECT. All expressions are over the row of FROM; aliases are placeholders
 * in the select list, and written out elsewhere.
 *
 * @param keys the different keys of GROUP BY
 * @param sets positions of keys for each grouping set; null without GROUP BY
 * @param lists the lists of {@code unnest} in the select list
 * @param depths how many levels of each are unnested
 */
record SelectParts(
    From from,
    SelectList list,
    @Nullable Expr where,
    List<Expr> keys,
    @Nullable List<List<Integer>> sets,
    @Nullable Expr having,
    @Nullable Expr qualify,
    List<Expr> lists,
    List<Integer> depths,
    Query.Select select) {}
