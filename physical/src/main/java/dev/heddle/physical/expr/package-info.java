/** Typed expressions by column index, and their evaluator. */
@NullMarked
package dev.heddle.physical.expr;

import org.jspecify.annotations.NullMarked;
