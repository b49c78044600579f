/**
 * Binds the syntax tree of SQL to logical plans: names become columns by position, types are
 * checked, subqueries become expressions. One pass; nothing is parsed or typed twice.
 *
 * <p>A query is bound with a chain of scopes. A {@link dev.heddle.planner.sql.binder.scope.Scope}
 * holds what names in one SELECT can mean; a name that it does not have is looked for in the
 * enclosing query, and becomes an argument of the subquery. The clauses of a SELECT are bound in
 * the order FROM, select list, WHERE, GROUP BY, HAVING, QUALIFY, ORDER BY, and put together in the
 * order in which they are evaluated.
 */
@NullMarked
package dev.heddle.planner.sql.binder;

import org.jspecify.annotations.NullMarked;
