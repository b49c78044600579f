/**
 * Binds the syntax tree of SQL to logical plans: names become columns by position, types are
 * checked, subqueries become expressions. One pass; nothing is parsed or typed twice.
 *
 * <p>A query is bound with a chain of scopes. A {@link dev.heddle.planner.sql.binder.scope.Scope}
 * holds what names in one SELECT can mean; a name that it does not have is looked for in the
 * enclosing query, and becomes an argument of the subquery. The clauses of a SELECT are bound in
 * the order FROM, select list, WHERE, GROUP BY, HAVING, QUALIFY, ORDER BY, and put together in the
 * order in which they are evaluated.
 *
 * <p>Some texts mean what rows say: the values of a PIVOT without IN, and the names that COLUMNS
 * selects. The queries for these run while the text is bound, by {@link
 * dev.heddle.planner.sql.binder.scope.BinderCatalogue#rows}. Calls of macros are written out in the
 * tree before they are bound. A table of WITH RECURSIVE is a node of its own ({@code
 * RecursionBinder}), whose rows are computed before the plan is translated.
 */
@NullMarked
package dev.heddle.planner.sql.binder;

import org.jspecify.annotations.NullMarked;
