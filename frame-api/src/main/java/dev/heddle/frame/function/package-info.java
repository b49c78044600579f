/**
 * The interfaces that functions of the user's own implement; {@link
 * dev.heddle.frame.expr.catalogue.UserFunction} and {@link dev.heddle.frame.function.UserAggregate}
 * give them a name and types.
 */
@NullMarked
package dev.heddle.frame.function;

import org.jspecify.annotations.NullMarked;
