/**
 * What the name of a function means: the one place that SQL's binder and frames ask.
 *
 * <p>{@link FunctionCatalogue} finds the entries of a name and picks one for a call. An entry is a
 * function that the engine computes, or one whose definition is an expression over others.
 */
@NullMarked
package dev.heddle.frame.expr.catalogue;

import org.jspecify.annotations.NullMarked;
