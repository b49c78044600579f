/**
 * What names mean while a statement is bound.
 *
 * <p>A {@link dev.heddle.planner.sql.binder.scope.Scope} holds the tables of one FROM clause, the
 * columns that USING has merged and what a star gives; {@link
 * dev.heddle.planner.sql.binder.scope.NameIndex} finds names by the one rule: the exact one, else
 * the only one that is equal but for case. {@link dev.heddle.planner.sql.binder.scope.BindContext}
 * is what all binders of one statement share: the script, the catalogue of tables, functions and
 * files, and the types of parameters. Scopes are immutable; a context serves one statement and one
 * thread. Nothing here binds expressions or queries.
 */
@NullMarked
package dev.heddle.planner.sql.binder.scope;

import org.jspecify.annotations.NullMarked;
