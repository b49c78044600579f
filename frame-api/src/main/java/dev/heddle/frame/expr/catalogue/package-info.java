/**
 * What the name of a function means: the one place that SQL's binder and frames ask.
 *
 * <p>{@link FunctionCatalogue} finds the entries of a name and picks one for a call. An entry is a
 * function that the engine computes, or one whose definition is an expression over others. Those of
 * {@link dev.heddle.frame.expr.catalogue.definition} are defined there, random numbers among them.
 *
 * <p>{@link ScalarFunction}, {@link AggregateFunction} and {@link WindowFunction} are the
 * descriptors of those that the engine computes: names, arguments, type rule, null rule and traits.
 * Every pass asks them; none names a function to find out what it is. Immutable.
 */
@NullMarked
package dev.heddle.frame.expr.catalogue;

import org.jspecify.annotations.NullMarked;
