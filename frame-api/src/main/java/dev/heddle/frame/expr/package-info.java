/** Sealed expression records, the function catalogue and the selectors. */
@NullMarked
package dev.heddle.frame.expr;

import org.jspecify.annotations.NullMarked;
