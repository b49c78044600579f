/**
 * Functions whose definition is an expression over others, by what they are about. Each class
 * returns its {@link dev.heddle.frame.expr.catalogue.ExprFunction}s; {@link
 * dev.heddle.frame.expr.catalogue.FunctionCatalogue} alone asks for them. Stateless.
 *
 * <p>{@link dev.heddle.frame.expr.catalogue.definition.FunctionDescription} has what the guide says
 * of every function of the catalogue, and an example of each that a test runs.
 *
 * <h2>Random numbers</h2>
 *
 * <p>A call of {@code random()} is {@code RANDOM} of a number that no other call of the process
 * has, so two calls are never equal, and what takes equal expressions for one does not take them
 * for one. A call by a seed, {@code rand(42)}, is {@code RANDOM} of a seed, and equal ones are one.
 * Everything else that varies ({@code randn}, {@code uuid}, {@code shuffle}) is an expression over
 * such draws.
 *
 * <p>The translator makes each draw of a node's expressions a column that a {@code
 * LogicalRandomKey} puts behind the columns of the node's input, and the call a reference to it.
 * The number of a row follows from the draw's seed, the task, the position in the order of the
 * source (file, part of it) and the place of the row there, so a task that runs again draws the
 * same for the same rows. Rows of joins and groups come in any order: there the numbers are the
 * same, and which row has which is not.
 *
 * <p>From that follows, and tests prove each:
 *
 * <ul>
 *   <li>a draw is no constant: nothing folds it, and its column is in no literal;
 *   <li>two calls are two columns; one call that an expression repeats ({@code BETWEEN}, a macro's
 *       argument, an alias in the same list) is one;
 *   <li>a column of random numbers is drawn once, whatever reads it: filters above it, several
 *       readers of a common table, projections merged with it;
 *   <li>no condition, limit, aggregate or join is moved below it, nor it below them: the node
 *       depends on places of rows;
 *   <li>each query has its own seed, drawn when it is planned, or the next of those that {@code
 *       setseed} began; such plans are in no plan cache.
 * </ul>
 *
 * <p>Refused, with the way out: draws in the function over a list's elements, and in the condition
 * of an outer, semi or anti join, where there is no row that they could belong to.
 */
@NullMarked
package dev.heddle.frame.expr.catalogue.definition;

import org.jspecify.annotations.NullMarked;
